import pytest

from spacy_piivot.kinds.places.foreign_schools import ForeignSchools
from spacy_piivot.kinds.places.schools import find_schools
from spacy_piivot.lang import ENGLISH

SCHOOLS = ENGLISH.part(ForeignSchools)


@pytest.mark.parametrize(
    ("school", "name"),
    [
        ("Universidad de Chile", "spanish"),
        ("Université de Lyon", "french"),
        ("Liceo Manzoni", "italian"),
        ("Liceo Simón Bolívar", "spanish"),
        ("Escola Básica do Porto", "portuguese"),
        ("Grundschule Nord", "german"),
        ("Szkoła Podstawowa nr 5", "polish"),
        ("Universiteti i Tiranës", "albanian"),
        ("Ankara Üniversitesi", "turkish"),
        ("SMA Negeri 3", "indonesian"),
        ("Lunds universitet", "scandinavian"),
    ],
)
def test_its_words_show_the_language_of_a_school(school: str, name: str) -> None:
    found = SCHOOLS.language(school)
    assert found
    assert found.name == name


@pytest.mark.parametrize("school", ["Lincoln High", "Truong Academy", "Chu School", "PS 118", ""])
def test_an_english_name_shows_none(school: str) -> None:
    assert SCHOOLS.language(school) is None


@pytest.mark.parametrize(
    "school",
    ["Universiteti i Tiranës", "Univerzita Karlova", "Uniwersytet Warszawski",
     "SMA Negeri 3 Bandung", "Szkoła Podstawowa nr 5", "Universitatea din Oradea",
     "Colegiul Mihai Eminescu",
     "Ankara Üniversitesi", "Galatasaray Lisesi", "Debreceni Egyetem", "Univerzitet u Beogradu",
     "Hochschule Mainz", "Gjimnazi Sami Frashëri"],
)  # fmt: skip
def test_a_school_in_another_language_is_found(school: str) -> None:
    text = f"My sister is at {school}, I think."
    found = [text[one.start : one.end] for one in find_schools(text, "")]
    assert school in found


@pytest.mark.parametrize(
    "text",
    ["The school is near.", "Instituto", "my high grade", "She is at home.", "ABC 12 = 5"],
)
def test_other_words_are_no_school(text: str) -> None:
    assert [*find_schools(text, "")] == []
