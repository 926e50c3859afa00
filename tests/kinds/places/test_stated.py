"""What a dialogue says about where its places are."""

import pytest

from spacy_piivot.kinds.places.stated import StatedPlaces
from spacy_piivot.lang import ENGLISH


def read(*texts: str, document: str = "", keeps_wide: bool = True) -> StatedPlaces:
    return StatedPlaces.read(texts, document, keeps_wide=keeps_wide)


@pytest.mark.parametrize(
    ("texts", "document", "name", "region"),
    [
        (["Portland"], "", "Portland", "US-OR"),
        (["Portland, ME"], "", "Portland", "US-ME"),
        (["Portland"], "from Portland, Maine", "Portland", "US-ME"),
        (["Newark"], "Ohio is flat. Newark too.", "Newark", "US-OH"),
        (["Cambridge", "Leeds", "Sheffield"], "", "Cambridge", "GB-ENG"),
        (["Cambridge", "Boston", "Worcester"], "Massachusetts", "Cambridge", "US-MA"),
        (["Paris"], "in Texas", "Paris", "FR"),
        (["Paris, TX"], "", "Paris", "US-TX"),
        (["London", "Toronto", "Ottawa"], "Ontario", "London", "CA-ON"),
        (["Athens", "Atlanta"], "", "Athens", "US-GA"),
        (["Athens"], "", "Athens", "GR"),
    ],
)
def test_which_city_is_meant(texts: list[str], document: str, name: str, region: str) -> None:
    city = read(*texts, document=document).which(name, ENGLISH)
    assert city is not None
    assert city.region == region


@pytest.mark.parametrize(
    ("texts", "home"),
    [
        (["Leeds", "Derby", "Boston"], "GB"),
        (["Ibadan", "Kano"], "NG"),
        (["Leeds", "Boston"], ""),
        (["Qwertyville"], ""),
        ([], ""),
    ],
)
def test_where_most_places_are(texts: list[str], home: str) -> None:
    assert read(*texts).home == home


def test_a_person_after_a_comma_is_no_region() -> None:
    stated = read("Austin", document="hello from Austin, Jordan and I are here")
    assert stated.cities == {}
