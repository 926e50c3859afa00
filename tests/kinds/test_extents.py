import pytest

from spacy_piivot.kinds.extents import pii_extents


@pytest.mark.parametrize(
    ("label", "text", "parts"),
    [
        ("NAME", "Anna Bob", ["Anna Bob"]),
        ("NAME", "Grade", ["Grade"]),
        ("LOCATION", "Newark, New Jersey", ["Newark", "New Jersey"]),
        ("PHONE_NUMBER", "Phone", []),
        ("PHONE_NUMBER", "phone number:", []),
        ("GRADE_LEVEL", "ssn", []),
        ("GRADE_LEVEL", "grade 6", ["grade 6"]),
        ("GRADE_LEVEL", "K", ["K"]),
        ("AGE", "sixteen y/o", ["sixteen"]),
        ("AGE", "13 years old", ["13"]),
        ("AGE", "13-year-old", ["13"]),
        ("AGE", "six and a half", ["six and a half"]),
        ("AGE", "y/o", []),
        ("AGE", "o", []),
        ("PHONE_NUMBER", "555 010 0199 / 555-010-0188", ["555 010 0199", "555-010-0188"]),
        ("PHONE_NUMBER", "555 010 0199 or 555 010 0188", ["555 010 0199", "555 010 0188"]),
        ("PHONE_NUMBER", "+44 20/79460123", ["+44 20/79460123"]),
        ("PHONE_NUMBER", "five five five, oh one", ["five five five, oh one"]),
        ("STREET_ADDRESS", "12 Elm St, Gretna", ["12 Elm St, Gretna"]),
    ],
)
def test_extents(label: str, text: str, parts: list[str]) -> None:
    assert [text[extent] for extent in pii_extents(label, text)] == parts
