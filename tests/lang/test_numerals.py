import re

import pytest

from spacy_piivot.lang import ENGLISH
from spacy_piivot.lang.numerals import Numerals

NUMERALS = ENGLISH.part(Numerals)


def test_words_have_their_values() -> None:
    assert [NUMERALS.cardinals[word] for word in ("zero", "one", "nineteen", "ninety")] == [
        0, 1, 19, 90,
    ]  # fmt: skip
    assert [NUMERALS.ordinals[word] for word in ("first", "nineteenth", "twentieth")] == [1, 19, 20]
    assert "oh" not in NUMERALS.cardinals
    assert NUMERALS.digits["oh"] == 0


@pytest.mark.parametrize(
    ("expression", "found", "other"),
    [
        ("age", ["four", "nineteen", "twenty", "forty-two"], ["three", "twenty-first"]),
        ("day", ["first", "twenty first", "thirtieth", "eighteenth"], ["fortieth", "eight"]),
        ("year", ["nineteen ninety-nine", "twenty twelve", "two thousand and nine"], ["ninety"]),
        ("spoken_digit", [*NUMERALS.digits, "double seven", "triple oh"], ["ten", "double"]),
    ],
)
def test_expressions_find_them_whole(expression: str, found: list[str], other: list[str]) -> None:
    pattern = ENGLISH.pattern(f"numbers.{expression}", re.IGNORECASE)
    assert all(map(pattern.fullmatch, found))
    assert not any(map(pattern.fullmatch, other))
