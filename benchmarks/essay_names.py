"""Draws names, cities and schools of the UN's subregions to fill essays with.

They come from the lists of the data folder and from those shipped, and only from the split that
no training data is made of (`training/splits.py`). The shipped lists contain many of the names;
`Names.is_listed` tells which.
"""

import csv
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from spacy_piivot.core.folding import words
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.groups.swap_pools import (
    GENDERS,
    country_names,
    is_usable,
    swap_countries,
)
from spacy_piivot.kinds.names.pools import name_key, name_pools, without_accents
from spacy_piivot.lang import ENGLISH
from spacy_piivot.lang.titles import NAME_WORD
from training.augment.names import SCHOOL_ENDINGS
from training.splits import split_of_name

GIVEN, FAMILY = "given", "family"
_LISTS = (
    "forenames_by_country.csv",
    "surnames_by_country.csv",
    "iso3166_regions.csv",
    "world_cities.csv",
    "universities.json",
)
_SPLIT = "test"
# A country with fewer first or family names for either gender is never drawn.
_LEAST_NAMES = 3
_UNIVERSITIES = 0.2
_LONGEST_SCHOOL = 6
Drawn = TypeVar("Drawn", bound=Sequence[str])
_PLACE = re.compile(rf"{NAME_WORD.pattern}(?: {NAME_WORD.pattern})*")


class Group(NamedTuple):
    """Where names come from: a subregion of the UN, its region, and a gender."""

    region: str
    subregion: str
    gender: str


class Person(NamedTuple):
    """The two names of a person."""

    given: str
    family: str


class Names:
    """Names, cities and schools by subregion.

    folder (Path): The folder with the lists of the world's names.
    RAISES (InputError): If a list is missing.
    """

    def __init__(self, folder: Path) -> None:
        for name in _LISTS:
            if not (folder / name).is_file():
                raise InputError(f"{folder / name} is missing: give the folder of names as --names")
        countries = list(_rows(folder / "iso3166_regions.csv"))
        regions = {row["sub-region"]: row["region"] for row in countries}
        subregions = {row["alpha-2"]: row["sub-region"] for row in countries}
        self._names = _by_subregion(folder, subregions)
        by_name = {row["name"]: row["sub-region"] for row in countries}
        self._cities: dict[str, list[str]] = defaultdict(list)
        for row in _rows(folder / "world_cities.csv"):
            if _is_drawn(row["name"]):
                self._cities[by_name.get(row["country"], "")].append(without_accents(row["name"]))
        self._universities: dict[str, list[str]] = defaultdict(list)
        for entry in json.loads((folder / "universities.json").read_text("utf8")):
            name = entry["name"].strip()
            if _is_drawn(name) and name.isascii() and len(name.split()) <= _LONGEST_SCHOOL:
                self._universities[subregions.get(entry["alpha_two_code"], "")].append(name)
        self.groups = [
            Group(regions.get(subregion, ""), subregion, gender)
            for subregion in sorted(self._names)
            if self._cities.get(subregion)
            for gender in GENDERS
        ]
        if not self.groups:
            raise InputError(f"{folder}: no subregion has names of both genders and cities.")

    def person(self, group: Group, rng: random.Random, avoid: Set[str]) -> Person:
        """Draw a person, with names of one country.

        group (Group): The subregion and the gender.
        rng (random.Random): The generator.
        avoid (set[str]): Folded words that the names must not have.
        RETURNS (Person): The names, without accents.
        """

        def draw() -> Person:
            names = self._names[group.subregion]
            of_country = names[rng.choice(sorted(names))]
            return Person(
                rng.choice(of_country[GIVEN, group.gender]),
                rng.choice(of_country[FAMILY, group.gender]),
            )

        return _apart(draw, avoid)

    def city(self, group: Group, rng: random.Random, avoid: Set[str]) -> str:
        """Draw a city; see `person`."""
        return _apart(lambda: (rng.choice(self._cities[group.subregion]),), avoid)[0]

    def school(self, group: Group, rng: random.Random, avoid: Set[str], *, whole: bool) -> str:
        """Draw a school; see `person`.

        whole (bool): Whether the name needs its ending, such as "High School".
        """
        universities = self._universities.get(group.subregion)
        if whole and universities and rng.random() < _UNIVERSITIES:
            return rng.choice(universities)
        of_person = rng.random() < 0.5
        stem = self.person(group, rng, avoid).family if of_person else self.city(group, rng, avoid)
        return f"{stem} {rng.choice(SCHOOL_ENDINGS)}" if whole else stem

    @staticmethod
    def is_listed(name: str) -> bool:
        """Whether all words of a name are in the shipped lists of names."""
        pools = name_pools(ENGLISH)
        keys = [name_key(word) for word in name.split()]
        return all(pools.is_known(key, GIVEN) or pools.is_known(key, FAMILY) for key in keys)


_Pools = dict[tuple[str, str], Sequence[str]]


def _by_subregion(folder: Path, subregions: dict[str, str]) -> dict[str, dict[str, _Pools]]:
    """The names by subregion, country, and kind with gender."""
    found: dict[str, dict[tuple[str, str], set[str]]] = defaultdict(lambda: defaultdict(set))
    for row in _rows(folder / "forenames_by_country.csv"):
        for gender in GENDERS:
            if row["Gender"][:1].casefold() == gender[0]:
                found[row["Country"]][GIVEN, gender].add(_romanized(row))
    for row in _rows(folder / "surnames_by_country.csv"):
        for gender in GENDERS:
            found[row["Country"]][FAMILY, gender].add(_romanized(row))
    shipped = swap_countries()
    for subregion, countries in shipped.items():
        for country in countries:
            subregions.setdefault(country, subregion)
            for gender in GENDERS:
                for kind in (GIVEN, FAMILY):
                    found[country][kind, gender].update(country_names(country, gender, kind))
    by_subregion: dict[str, dict[str, _Pools]] = defaultdict(dict)
    for country, names in found.items():
        subregion = subregions.get(country, "")
        pools: _Pools = {
            (kind, gender): sorted(
                {drawn for name in names[kind, gender] if (drawn := _as_drawn(name)) is not None}
            )
            for kind in (GIVEN, FAMILY)
            for gender in GENDERS
        }
        if subregion in shipped and min(map(len, pools.values())) >= _LEAST_NAMES:
            by_subregion[subregion][country] = pools
    return by_subregion


@cache
def _as_drawn(name: str) -> str | None:
    """A name without accents; None if it is never drawn."""
    drawn = split_of_name(name) == _SPLIT and is_usable(name)
    return without_accents(name) if drawn else None


def _romanized(row: dict[str, str]) -> str:
    name = (row["Romanized Name"] or row["Localized Name"]).strip()
    return name.title() if name.isupper() else name


def _is_drawn(place: str) -> bool:
    return (
        split_of_name(place) == _SPLIT
        and place[:1].isupper()
        and _PLACE.fullmatch(place) is not None
        and without_accents(place).isascii()
    )


def _apart(draw: Callable[[], Drawn], avoid: Set[str]) -> Drawn:
    """Draw until no word is one to avoid; a hundred tries at most."""
    for _ in range(100):
        drawn = draw()
        if avoid.isdisjoint(word for part in drawn for word in words(part)):
            break
    return drawn


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as lines:
        yield from csv.DictReader(lines)
