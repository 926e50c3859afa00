"""The list of cities, and the pools that are drawn from it."""

import re

import pytest

from spacy_piivot.core.folding import fold
from spacy_piivot.kinds.places.cities import LEAST, Cities, City
from spacy_piivot.kinds.places.gazetteer import country_of
from spacy_piivot.lang import ENGLISH

CITIES = ENGLISH.part(Cities)
LINES = ENGLISH.words("cities")
DRAWN = {
    name
    for line in LINES
    if not line.split(" ", 2)[1].endswith("!")
    for name in line.split(" ", 2)[2].split(";")
}


def test_every_line_can_be_read() -> None:
    for line in LINES:
        assert re.fullmatch(r"[A-Z]{2}(-[A-Z]{2,3})? [0-5][c-]!? [^;]+(;[^;]+)*", line), line[:20]


@pytest.mark.parametrize(
    "word", ["Mobile", "Reading", "Nice", "Orlando", "Florence", "Texas", "Mexico", "Brooklyn"]
)
def test_what_reads_as_something_else_is_known_but_not_drawn(word: str) -> None:
    assert word not in DRAWN


@pytest.mark.parametrize(
    ("name", "city"),
    [
        ("Coventry", City("GB-ENG", 4, False)),
        ("liverpool", City("GB-ENG", 4, True)),
        ("Corpus Christi", City("US-TX", 4, True)),
        ("São Paulo", City("BR", 5, False)),
        ("Bombay", City("IN", 5, True)),
        ("St. Louis", City("US-MO", 4, False)),
        ("saint louis", City("US-MO", 4, False)),
        ("Kathmandu", City("NP", 5, False)),
    ],
)
def test_what_is_known_of_a_city(name: str, city: City) -> None:
    assert CITIES.find(name)[0] == city


@pytest.mark.parametrize("country", ["CH", "NP", "BO", "MN", "UG", "AT", "PY", "LA", "RW", "KZ"])
def test_a_country_without_a_sea_has_no_coast(country: str) -> None:
    assert not CITIES.has_coast(country)


@pytest.mark.parametrize(
    "name",
    [
        "Coventry", "Lagos", "Valletta", "Stanley",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("Austin", "Kathmandu", "Reykjavik", "Hilo", "Liverpool", "Dover",
                         "Suva", "Wotton-under-Edge", "Ho Chi Minh City", "Juneau")
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("stays", [True, False])
def test_no_pool_is_small_and_the_first_are_the_nearest(name: str, stays: bool) -> None:
    city = next(iter(CITIES.find(name)), City("US", 1, False))
    pools = [*CITIES.near(name, city, stays=stays)]
    assert pools
    assert all(len(pool) >= LEAST for pool in pools)
    found = [one for new in pools[0] for one in CITIES.find(new)]
    assert country_of(city.region) in {country_of(one.region) for one in found}


def test_a_small_place_keeps_its_form() -> None:
    pool = next(CITIES.small("Fort Dixon", ["US"]))
    assert all(name.startswith("Fort ") for name in pool)
    assert all(len(name.split()) == 1 for name in next(CITIES.small("", ["US-OH"])))
    assert any("on" in re.split(r"\W", name) for name in next(CITIES.small("Ham-on-Wye", ["GB"])))


def test_a_city_is_listed_under_its_usual_name() -> None:
    assert CITIES.usual_name("Peking") == "Beijing"
    assert CITIES.usual_name("Leeds") == "Leeds"
    for name in ENGLISH.table("cities.other_names").values():
        assert CITIES.find(name), name


def test_names_are_written_without_accents() -> None:
    assert all(fold(name) == name.lower() for name in DRAWN)


@pytest.mark.parametrize(
    ("own", "english"),
    [
        ("München", "Munich"),
        ("Torino", "Turin"),
        ("Warszawa", "Warsaw"),
        ("Praha", "Prague"),
        ("Lisboa", "Lisbon"),
        ("København", "Copenhagen"),
        ("București", "Bucharest"),
        ("Beograd", "Belgrade"),
        ("Wien", "Vienna"),
        ("Göteborg", "Gothenburg"),
        ("Den Haag", "The Hague"),
    ],
)
def test_a_city_is_known_by_its_own_name(own: str, english: str) -> None:
    cities = ENGLISH.part(Cities)
    assert cities.usual_name(own) == english
    assert cities.find(own)[0] == cities.find(english)[0]
