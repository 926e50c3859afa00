import pytest

from spacy_piivot.draws.choice import Draws
from spacy_piivot.kinds.names.letter_patterns import (
    LetterPattern,
    Spoken,
    are_isomorphs,
    is_anagram,
    letters_for,
    spell_like,
    spelled_out,
)
from spacy_piivot.lang import ENGLISH


@pytest.mark.parametrize(
    ("name", "other", "expected"),
    [
        ("amber", "clare", True),
        ("anna", "otto", True),
        ("anna", "elle", True),
        ("anna", "mark", False),
        ("hannah", "selles", True),
        ("hannah", "lettie", False),
        ("katie", "clare", True),
        ("bella", "gemma", True),
        ("bella", "clare", False),
        ("sam", "lily", False),
        ("ana", "o'o", False),
    ],
)
def test_an_isomorph_repeats_its_letters_at_the_same_places(
    name: str, other: str, expected: bool
) -> None:
    assert are_isomorphs(name, other) is expected
    assert bool(letters_for(name, other)) is expected


def test_letters_that_are_not_in_the_name_stay_out_of_its_surrogate() -> None:
    pattern = LetterPattern(Spoken("amber", avoid=frozenset("c")), ENGLISH)
    assert not pattern.fits("Clare")
    assert pattern.fits("Simon")


def test_vowels_are_at_the_same_places_where_they_are_spoken_of() -> None:
    assert LetterPattern(Spoken("amber"), ENGLISH).fits("Clare")
    pattern = LetterPattern(Spoken("amber", by_class=True), ENGLISH)
    assert not pattern.fits("Clare")
    assert pattern.fits("Oscar")


@pytest.mark.parametrize("name", ["hannah", "mississippi", "aurelio", "bob", "emily"])
def test_a_made_up_name_has_the_pattern(name: str) -> None:
    pattern = LetterPattern(Spoken(name, by_class=True), ENGLISH)
    for number in range(20):
        made = pattern.make(Draws(b"0" * 16, name, str(number)))
        assert made is not None
        assert pattern.fits(made)


@pytest.mark.parametrize(
    ("text", "word", "spelled"),
    [
        ("A-M-B-E-R", "AMBER", "C-L-A-R-E"),
        ("a m b e r", "amber", "C L A R E"),
        ("B, E, L, L, A", "BELLA", "C, L, A, R, E"),
        ("A.N.A", "ANA", "C.L.A.R.E"),
        ("Amber", "", "CLARE"),
        ("A-M B-E", "", "CLARE"),
        ("J.T", "", "CLARE"),
        ("1-2-3", "", "CLARE"),
        ("", "", "CLARE"),
    ],
)
def test_a_name_that_is_spelled_out_is_read_and_written(text: str, word: str, spelled: str) -> None:
    assert spelled_out(text) == word
    assert spell_like(text, "CLARE") == spelled


def test_an_anagram_is_another_word() -> None:
    assert is_anagram("brain", ["brian"])
    assert not is_anagram("brian", ["brian"])
    assert not is_anagram("brains", ["brian"])
