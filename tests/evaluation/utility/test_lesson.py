from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.corpus import Record
from spacy_piivot.dialogue import Dialogue, Message
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.utility.answers import results
from spacy_piivot.evaluation.utility.lesson import entropy, lesson_utility


def record(id: str, *turns: tuple[str, str]) -> Record:
    return Record(Dialogue(id, [Message(*turn) for turn in turns]), None, {})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("so 3 + 4 = 7", [7]),
        ("it is 3 + 4 * 2 or (3 + 4) * 2", [11, 14]),
        ("12 ÷ 8 and 2 x 5 and 10 - 2 - 3", [Fraction(3, 2), 10, 5]),
        ("1,200 / 4", [300]),
        ("5 / 0 and 4-", []),
        ("Maria2x+3 has 3 apples", []),
        ("(see 3 + 4), (3 + 4", [7, 7]),
        ("-3 + -4 and 3 - -2 and −3 + 4", [-7, 5, 1]),
        ("2^3+1 and 2**3 and 2^-1 and -2^2 and 2^3^2", [9, 8, Fraction(1, 2), -4, 512]),
        ("2(3+4) and (1+2)(3+4) and 2(3)^2", [14, 21, 18]),
        ("3 x 4 and 3x4 and (1 + 2) x 4", [12, 12, 12]),
        ("1.5+2 = $3.50, what's 3 + 4, the sum of 1 + 2", [Fraction(7, 2), 7, 3]),
        ("1 - 1 - 10 = ?", [-10]),
        ("10-4 = 6, x = 10-4 and 10 - 4", [6, 6, 6]),
        ("1/2 + 3/4 and 3/4 = 0.75", [Fraction(5, 4), Fraction(3, 4)]),
    ],
)
def test_arithmetic_is_worked_out(text: str, expected: list[Fraction]) -> None:
    assert results(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "call 612-555-0123 or (612) 555-0123 or 555-0123 or 011-44-20-7946-0958",
        "on 5/12/2012, 2012-05-12, 12.5.2012 or 5/12",
        "May 5-12, Sept. 5 - 7 or 5-12 May",
        "x - 3 + 4, 3x-4, 3 - 4a, 3 + 4 - y, f(3 + 4), 2 x + 3 and 5 - 2 y",
        "5 squared - 2 + 3, 3 + 4 squared, half of 3 + 4, sin 30 + 4, 50 - 20% off",
        "6/2(1+2), 3 1/2 + 2, 3 + 4!",
        "pages 3-5, the 5-2 score, grades 3–5, 1.5-2 hours",
        "|3-4|, | 3 + 4 |, 5! (3 + 4), 5!+3+4, 10 mod 3 + 4, 3 + 4 mod 5",
        "2x + 3 + 4, 2y (3+4), 2.5xy + 3 + 4, a + 3 + 4, total - 3 + 4, - 3 + 4",
        "square root of 3 + 4, 2/3 of 4 + 5, three plus 4 + 5, 3 + 4 times two",
        "3:45 - 4:15, 1.2.3-4, 3..5 - 2, 10 - 5,5",
        "9^9^9, 2^0.5 and (3 + 4) (3",
        "(" * 100 + "3 + 4" + ")" * 90,
    ],
)
def test_what_is_not_surely_arithmetic_is_left_out(text: str) -> None:
    assert results(text) == []


@given(st.text("0123456789+-*/^(). x=", max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    assert all(isinstance(value, Fraction) for value in results(text))


@given(
    st.lists(
        st.tuples(st.integers(0, 99), st.sampled_from(["+", "-", "*"])), min_size=2, max_size=8
    )
)
def test_an_expression_comes_to_what_python_says(terms: list[tuple[int, str]]) -> None:
    expression = " ".join(f"{number} {sign}" for number, sign in terms)[:-2]
    assert results(f"it is {expression} = ?") == [eval(expression)]


def test_entropy_is_that_of_the_ngrams_within_turns() -> None:
    turns = [["a", "b"], ["a", "c"]]
    assert entropy(turns, 1) == pytest.approx(1.5)
    assert entropy(turns, 2) == pytest.approx(1.0)
    assert entropy([], 1) == 0


def test_a_release_that_changes_names_only_keeps_the_lesson() -> None:
    before = [record("d1", ("tutor", "Hi Maria, 3 + 4 is?"), ("student", "7 of Maria"))]
    after = [record("d1", ("tutor", "Hi Emily, 3 + 4 is?"), ("student", "7 of Emily"))]
    found = lesson_utility(before, after)
    assert found.changes()["TUTOR"] == dict.fromkeys(found.changes()["TUTOR"], 0.0)
    assert (found.numbers.count, found.numbers.of) == (3, 3)
    assert (found.answers.count, found.answers.of) == (1, 1)
    assert found.to_dict()["talk"]["students"]["words a turn"]["before"] == 3


def test_what_is_lost_is_counted() -> None:
    before = [record("d1", ("tutor", "3 + 4 and 12")), record("d2", ("tutor", "bye"))]
    after = [record("d1", ("tutor", "3 + 5 and 12"))]
    found = lesson_utility(before, after)
    assert (found.numbers.count, found.numbers.of) == (2, 3)
    assert (found.answers.count, found.answers.of) == (0, 1)
    assert found.missing == 1
    assert "1 dialogues" in found.report().notes[0]


def test_dialogues_are_paired_by_id_or_by_order() -> None:
    before = [record("d1", ("tutor", "a")), record("d2", ("tutor", "b"))]
    renamed = [record("x", ("tutor", "a")), record("y", ("tutor", "b"))]
    assert lesson_utility(before, renamed).changes()[""]["1-gram entropy"] == 0
    with pytest.raises(InputError, match="--ids keep"):
        lesson_utility(before, renamed[:1])
    with pytest.raises(InputError, match="number of messages"):
        lesson_utility(before, [record("d1", ("tutor", "a"), ("tutor", "b")), before[1]])
