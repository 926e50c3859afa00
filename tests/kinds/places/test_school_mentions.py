"""Abbreviations of schools are found, and letters of a figure are not."""

import pytest

from spacy_piivot.kinds.places.school_mentions import find_short_forms


def found(text: str, *schools: str) -> list[str]:
    return [text[start:end] for start, end in find_short_forms(text, schools)]


MARIGOLD = "Marigold Middle School"


@pytest.mark.parametrize(
    ("text", "school", "expected"),
    [
        ("MMS is fun", MARIGOLD, ["MMS"]),
        ("mms is fun", MARIGOLD, ["mms"]),
        ("M.M.S. is fun", MARIGOLD, ["M.M.S."]),
        ("Marigold Middle School (MMS)", MARIGOLD, ["MMS"]),
        ("MMS, MMS!", MARIGOLD, ["MMS", "MMS"]),
        ("MM is fun", "Marigold Middle", ["MM"]),
        ("i go to MM", "Marigold Middle", ["MM"]),
        ("MMs are sweets", MARIGOLD, []),
        ("the #MMS tag, @MMS", MARIGOLD, ["MMS"]),
        ("commas", MARIGOLD, []),
        ("triangle MMS", MARIGOLD, []),
        ("AB and MM are sides", "Marigold Middle", []),
        ("MM = 5", "Marigold Middle", []),
        ("MM is 5", "Marigold Middle", []),
        ("12 MM long", "Marigold Middle", []),
        ("the angle at the top. MM is fun", "Marigold Middle", []),
        ("the angle at the top. i went to MM", "Marigold Middle", ["MM"]),
        ("Boston, MA", "Marigold Academy", []),
        ("MA is fun", "Marigold Academy", ["MA"]),
        ("i study at UT", "University of Texas at Austin", ["UT"]),
        ("GHS is fun", "GHS", ["GHS"]),
        ("nothing", MARIGOLD, []),
    ],
)  # fmt: skip
def test_abbreviations_of_a_found_school(text: str, school: str, expected: list[str]) -> None:
    assert found(text, school) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("i go to GHS", ["GHS"]),
        ("she goes to WCMS now. WCMS is big", ["WCMS", "WCMS"]),
        ("he went to OU", ["OU"]),
        ("i got into UCSD", ["UCSD"]),
        ("graduated from LSU", ["LSU"]),
        ("i went to the ICU", []),
        ("moved to USA", []),
        ("transferred to UK", []),
        ("GHS", []),
        ("at GHS", []),
        ("i go to sleep", []),
    ],
)  # fmt: skip
def test_a_school_that_somebody_goes_to_is_found_by_its_letters(
    text: str, expected: list[str]
) -> None:
    assert found(text) == expected
