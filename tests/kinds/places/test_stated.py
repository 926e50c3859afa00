"""What a dialogue says about where its places are."""

import pytest

from spacy_piivot.kinds.places.cities import Cities
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


@pytest.mark.parametrize(
    ("texts", "document", "home"),
    [
        (["Nyamongo"], "Nyamongo. simu +255 760 555 041", "TZ"),
        ([], "it costs £84", "GB"),
        (["Leeds", "Boston"], "it costs £84", "GB"),
        (["Boston"], "the fen in Lincolnshire, it costs £84", "GB"),
        (["Boston"], "it costs £84", ""),
        (["Ibadan", "Kano"], "it costs £84", "NG"),
    ],
)
def test_other_signs_count_as_places_do(texts: list[str], document: str, home: str) -> None:
    assert read(*texts, document=document).home == home


def test_a_person_after_a_comma_is_no_region() -> None:
    stated = read("Austin", document="hello from Austin, Jordan and I are here")
    assert stated.cities == {}


@pytest.mark.parametrize(
    ("address", "town", "country"),
    [
        ("Willy-Brandt-Straße 12, 80331 Zorbach", "Zorbach", "DE"),
        ("12 rue Victor Hugo, Zorbigny", "Zorbigny", "FR"),
        ("ul. Długa 7, Zorbice", "Zorbice", "PL"),
        ("Via Roma 3, Zorbano", "Zorbano", "IT"),
        ("Storgatan 5, Zorbköping", "Zorbköping", "SE"),
    ],
)
def test_a_street_shows_the_country_of_an_unknown_town(
    address: str, town: str, country: str
) -> None:
    stated = StatedPlaces.read([address, "Poznań"], "", ENGLISH)
    assert stated.cities[ENGLISH.part(Cities).key(town)] == country
    assert stated.home == "PL"
