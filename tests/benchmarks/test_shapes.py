import pytest

from benchmarks.shapes import shape


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("4/12", "fraction"), ("10 / 12", "fraction"), ("1/3", "fraction"), ("½", "fraction"),
        ("two thirds", "fraction"), ("3:45", "ratio"), ("3 to 4", "ratio"), ("$450", "money"),
        ("450 dollars", "money"), ("20%", "percentage"), ("1, 2, 3, 4", "counting"),
        ("five, four, three", "counting"), ("10 20 30", "counting"), ("3 + 4", "operation"),
        ("500 - 20", "operation"), ("4/12/2011", "date"), ("May 5", "date"), ("3.14159", "decimal"),
        ("five five one two", "number words"), ("612-555-0123", "digits"), ("000117", "digits"),
        ("A1b2", "digits and letters"), ("zadie_x", "letters"), ("a@b.org", "e-mail or address"),
    ],
)  # fmt: skip
def test_a_form_is_told_without_the_text(text: str, form: str) -> None:
    assert shape(text) == form


def test_a_currency_sign_before_a_number_makes_it_money() -> None:
    assert shape("450 000", "is $") == "money"
    assert shape("450 000", "is ") == "digits"
