import re

import pytest

from spacy_piivot.lang import ENGLISH
from spacy_piivot.lang.spoken_digits import SpokenDigits

SPOKEN = ENGLISH.part(SpokenDigits)


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("six one two five five five oh one two three", "6125550123"),
        ("six one two, double five five, zero one double two", "6125550122"),
        ("6 1 2 triple 5 oh one two three", "6125550123"),
        ("five five five dash one two three four", "5551234"),
        ("oh two oh, then seven nil nought double-six", "020700" + "66"),
        ("seven... eight... nine", "789"),
        ("A B four four one", "441"),
        ("0-0-0-0-0-0-double 0", "00000000"),
        ("555 01 triple 2", "55501222"),
    ],
)
def test_digits_are_read_as_they_are_told(text: str, digits: str) -> None:
    assert SPOKEN.is_spoken(text)
    assert "".join(slot.char * slot.times for slot in SPOKEN.slots(text)) == digits


def test_capitals_beside_them_are_a_part_of_a_code() -> None:
    slots = SPOKEN.slots("ID A BC four dash oh", letters=True)
    assert "".join(slot.char for slot in slots) == "abc40"


@pytest.mark.parametrize("text", ["I have one or two", "room 4, one more", "O 123 456", "double"])
def test_other_words_are_not_told_digits(text: str) -> None:
    assert not SPOKEN.is_spoken(text)


def test_a_run_ends_with_a_digit() -> None:
    run = re.compile(SPOKEN.run(3, 8), re.IGNORECASE)
    found = run.search("it's one two then three then we go")
    assert found is not None
    assert found.group() == "one two then three"
