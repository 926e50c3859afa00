from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.evaluation.utility.answers import results
from spacy_piivot.lang import ENGLISH


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
    assert results(text, ENGLISH) == expected


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
    assert results(text, ENGLISH) == []


@given(st.text("0123456789+-*/^(). x=", max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    assert all(isinstance(value, Fraction) for value in results(text, ENGLISH))


@given(
    st.lists(
        st.tuples(st.integers(0, 99), st.sampled_from(["+", "-", "*"])), min_size=2, max_size=8
    )
)
def test_an_expression_comes_to_what_python_says(terms: list[tuple[int, str]]) -> None:
    expression = " ".join(f"{number} {sign}" for number, sign in terms)[:-2]
    assert results(f"it is {expression} = ?", ENGLISH) == [eval(expression)]
