import pytest

from spacy_piivot.kinds.numbers.phone_grammar import PhoneGrammar, is_phone_format
from spacy_piivot.lang import ENGLISH

GRAMMAR = ENGLISH.part(PhoneGrammar)


@pytest.mark.parametrize(
    ("number", "inside"),
    [
        ("(555) 123-4567", " ext. 12"),
        ("612-555-0123", "x44"),
        ("612-555-0123", ", Ext 44"),
        ("+44 20 7946 0958", " extn 4"),
        ("6125550123", " x44"),
        ("612 555 0123", ""),
    ],
)
def test_a_number_and_the_one_inside_the_house(number: str, inside: str) -> None:
    [found] = GRAMMAR.candidate.finditer(f"at {number}{inside}, or later")
    assert GRAMMAR.parts(found.group()) == (number, inside)


def test_a_factor_is_no_number_inside_a_house() -> None:
    assert not GRAMMAR.candidate.search("6125550123x44")
    [found] = GRAMMAR.candidate.finditer("1234567 x 2")
    assert found.group() == "1234567"


def test_the_forms_of_numbers() -> None:
    assert all(map(is_phone_format, ["555-867-5309", "612 555 0123", "07700900123", "+4420794609"]))
    assert not any(map(is_phone_format, ["5558675309", "123-45-6789", "12 34 56 78"]))
