"""How the benchmark of places counts; without the packages that it needs."""

from collections.abc import Iterable, Mapping

import pytest

from benchmarks import place_tiers
from training.corpora.cities import City

LEEDS = City("Leeds", "GB-ENG", 500_000, (53.8, -1.5))
HULL = City("Hull", "GB-ENG", 280_000, (53.7, -0.3))
HULL_THERE = City("Hull", "CA-QC", 70_000, (45.4, -75.7))
LYON = City("Lyon", "FR", 500_000, (45.8, 4.8))
KNOWN = [LEEDS, HULL, HULL_THERE, LYON]


@pytest.fixture(autouse=True)
def by_the_sea(monkeypatch: pytest.MonkeyPatch) -> None:
    def coasts(cities: Iterable[City]) -> Mapping[int, bool]:
        return {id(city): city is HULL for city in cities}

    monkeypatch.setattr(place_tiers, "coasts", coasts)


@pytest.mark.parametrize(
    ("surrogate", "agreeing"),
    [
        ("Hull", {"known", "country", "province", "same size", "size within one"}),
        ("Lyon", {"known", "same size", "size within one", "coast"}),
        ("Qwertyville", set()),
    ],
)
def test_what_agrees(surrogate: str, agreeing: set[str]) -> None:
    shares = place_tiers.agreement([LEEDS], [surrogate], KNOWN)
    assert {name for name, share in shares.items() if share == 1} == agreeing


def test_cities_that_are_the_largest_of_their_name_are_drawn() -> None:
    drawn = place_tiers.draw_cities(KNOWN, 10, 100_000)
    assert {city.name: city.region for city in drawn} == {
        "Leeds": "GB-ENG",
        "Hull": "GB-ENG",
        "Lyon": "FR",
    }


def test_a_city_is_replaced_the_same_way_again() -> None:
    assert place_tiers.replaced("Leeds") == place_tiers.replaced("Leeds") != "Leeds"
