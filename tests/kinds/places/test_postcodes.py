"""Postcodes are read as those of a country, a province or a state."""

import pytest

from spacy_piivot.kinds.places.postcodes import postcodes
from spacy_piivot.kinds.places.stated import StatedPlaces
from spacy_piivot.lang import ENGLISH

CODES = postcodes()


@pytest.mark.parametrize(
    ("part", "code", "region"),
    [
        ("Peterborough PE7 8AB", "PE7 8AB", "GB-ENG"),
        ("Cardiff CF10 1AA", "CF10 1AA", "GB-WLS"),
        ("EH1 1YZ", "EH1 1YZ", "GB-SCT"),
        ("Belfast BT7 1NN", "BT7 1NN", "GB-NIR"),
        ("London SW1A 2AA", "SW1A 2AA", "GB-ENG"),
        ("Peterborough PE7", "PE7", "GB-ENG"),
        ("ON M5V 2T6", "M5V 2T6", "CA-ON"),
        ("Dublin D01 F5P2", "D01 F5P2", "IE"),
        ("1017 GL Amsterdam", "1017 GL", "NL"),
        ("Dubbo NSW 2830", "NSW 2830", "AU-NSW"),
        ("TX 78701", "78701", "US-TX"),
        ("Springfield 62704-1234", "62704-1234", "US-IL"),
        ("01310-200 São Paulo", "01310-200", "BR"),
        ("00-950 Warszawa", "00-950", "PL"),
        ("10115 Berlin", "10115", ""),
        ("111 22 Stockholm", "111 22", ""),
    ],
)
def test_a_postcode_shows_its_region(part: str, code: str, region: str) -> None:
    found = CODES.find(part)
    assert found
    assert (found.text, found.region) == (code, region)


@pytest.mark.parametrize(
    "part",
    ["12 Oak Street", "XY2 3AB", "QQ1 1AA", "Room B12", "12345", "PE99", "NSW", "Flat E4", "LS1",
     "Austin"],
)  # fmt: skip
def test_what_is_no_postcode(part: str) -> None:
    assert CODES.find(part) is None


def test_the_lists_are_whole():
    assert len(CODES.areas) == 124
    starts = [start for starts in CODES.american.values() for start in starts]
    assert len(starts) == len(set(starts))
    assert len(CODES.american) >= 51


@pytest.mark.parametrize(
    ("text", "document", "country"),
    [
        ("Peterborough PE7 8AB", "", "GB"),
        ("Peterborough", "I live in Peterborough PE7 8AB now", "GB"),
        ("Peterborough", "It was Peterborough, PE7 8AB.", "GB"),
        ("Perth PH1 5EN", "", "GB"),
        ("Boston PE21 6NP", "", "GB"),
        ("Hamilton ML3 0AA", "", "GB"),
        ("London N6A 3K7", "", "CA"),
        ("Cambridge N1R 5S2", "", "CA"),
        ("Newcastle NSW 2300", "", "AU"),
        ("Richmond VIC 3121", "", "AU"),
        ("Birmingham, AL 35203", "", "US"),
    ],
)
def test_a_postcode_says_which_town_is_meant(text: str, document: str, country: str) -> None:
    stated = StatedPlaces.read([text], document, ENGLISH)
    town = text.split(" ")[0].rstrip(",")
    found = stated.which(town, ENGLISH)
    assert found
    assert found.region.partition("-")[0] == country


@pytest.mark.parametrize("text", ["Paris 75011", "Madrid 28013", "Rome 00184"])
def test_digits_alone_do_not_make_a_town_american(text: str) -> None:
    stated = StatedPlaces.read([text], "", ENGLISH)
    found = stated.which(text.split()[0], ENGLISH)
    assert found
    assert not found.region.startswith("US")
