import re

import pytest

from spacy_piivot.lang import ENGLISH
from spacy_piivot.lang.number_words import NumberWords

WORDS = ENGLISH.part(NumberWords)


def test_words_have_their_values() -> None:
    assert [WORDS.cardinals[word] for word in ("zero", "one", "nineteen", "ninety")] == [
        0, 1, 19, 90,
    ]  # fmt: skip
    assert [WORDS.ordinals[word] for word in ("first", "nineteenth", "twentieth")] == [1, 19, 20]
    assert "oh" not in WORDS.cardinals
    assert WORDS.digit_values["oh"] == WORDS.digit_values["nil"] == 0


@pytest.mark.parametrize(
    ("expression", "found", "other"),
    [
        ("age", ["four", "nineteen", "twenty", "forty-two"], ["three", "twenty-first"]),
        ("day", ["first", "twenty first", "thirtieth", "eighteenth"], ["fortieth", "eight"]),
        ("year", ["nineteen ninety-nine", "twenty twelve", "two thousand and nine"], ["ninety"]),
        ("spoken_digit", [*WORDS.digit_values, "double seven", "triple oh"], ["ten", "double"]),
    ],
)
def test_expressions_find_them_whole(expression: str, found: list[str], other: list[str]) -> None:
    pattern = ENGLISH.pattern(f"numbers.{expression}", re.IGNORECASE)
    assert all(map(pattern.fullmatch, found))
    assert not any(map(pattern.fullmatch, other))


def test_days_are_said_in_order() -> None:
    days = [WORDS.ordinal(day) for day in range(1, 32)]
    assert days[:3] == ["first", "second", "third"]
    assert days[11] == "twelfth"
    assert days[19:22] == ["twentieth", "twenty-first", "twenty-second"]
    assert days[29:] == ["thirtieth", "thirty-first"]
    assert len(set(days)) == 31


def test_cardinals_are_said_in_words() -> None:
    assert [WORDS.cardinal(n) for n in (0, 9, 13, 20, 21, 99)] == [
        "zero", "nine", "thirteen", "twenty", "twenty-one", "ninety-nine",
    ]  # fmt: skip
