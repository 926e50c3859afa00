"""Which places are wide: a country or a province itself, and most of one."""

import pytest

from spacy_piivot.kinds.places.place_words import PlaceWords
from spacy_piivot.lang import ENGLISH

WORDS = ENGLISH.part(PlaceWords)


@pytest.mark.parametrize(
    ("place", "text", "is_wide"),
    [
        ("Ohio", "We moved from Ohio.", True),
        ("northern Ohio", "in northern Ohio", True),
        ("the Netherlands", "in the Netherlands", True),
        ("Jordan", "in Jordan", True),
        ("Europe", "all over Europe", True),
        ("rural Kansas", "from rural Kansas", True),
        ("Monaco", "in Monaco", False),
        ("northern Palau", "in northern Palau", False),
        ("mainland Nauru", "on mainland Nauru", False),
        ("Lake Monaco", "near Lake Monaco", False),
        ("Lake Texas", "near Lake Texas", False),
        ("Kenya River", "at the Kenya River", False),
        ("Monaco Street", "in Monaco Street", False),
        ("Texas", "on Texas Avenue", False),
        ("Ohio", "at 12 Ohio Street", False),
        ("Virginia", "by Virginia Road", False),
        ("Jordan", "Jordan left", False),
        ("Austin", "in Austin", False),
    ],
)
def test_only_a_country_or_most_of_one_is_wide(place: str, text: str, is_wide: bool) -> None:
    start = text.index(place)
    assert WORDS.is_wide_at(start, start + len(place), text) == is_wide
