"""Draws names for training data, balanced over regions and genders, from disjoint splits.

Every name has one split, by a checksum of its letters: no name can be drawn from two pools, even
if it is on several lists, or on none.
"""

import csv
import json
import random
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

from spacy_piivot.core.folding import fold
from spacy_piivot.kinds.names import is_ordinary_word
from training.augment.names import APOSTROPHES, NO_NAMES, SCHOOL_ENDINGS, SHORT_NAMES
from training.splits import split_of_name

_LATIN_NAME = re.compile(r"[A-Z][^\W\d_]+(?:[-'’ ][^\W\d_]+)*")
_INITIALS = "ABCDEJKLMPRST"


class NamePool:
    """Draws forenames, surnames, places and schools for one split.

    folder (Path): The folder with the name lists.
    split (str): "train", "dev" or "test": the split whose names are drawn.
    """

    def __init__(self, folder: Path, *, split: str) -> None:
        self.split = split
        regions = {
            row["alpha-2"]: row["sub-region"]
            for row in _rows(folder / "iso3166_regions.csv")
            if row["sub-region"]
        }
        self.forenames = _by_region(_rows(folder / "forenames_by_country.csv"), regions, split)
        self.surnames = _by_region(_rows(folder / "surnames_by_country.csv"), regions, split)
        self.localized = _localized(_rows(folder / "forenames_by_country.csv"), split)
        self.us_forenames = _lines(folder / "us_first_names.txt", split)
        self.us_surnames = _lines(folder / "us_surnames.txt", split)
        self.ordinary_forenames = [
            name
            for name in (*self.us_forenames, *(n for names in self.forenames for n in names))
            if is_ordinary_word(name)
        ]
        places: dict[str, list[str]] = {}
        for row in _rows(folder / "world_cities.csv"):
            name = _plain(row["name"])
            if _LATIN_NAME.fullmatch(name) and _in_split(name, split):
                places.setdefault(row["country"], []).append(name)
        self.places = list(places.values())
        self.us_places = places.get("United States", [])
        self.countries = [name for name in places if len(name) < 20 and _in_split(name, split)]
        universities = json.loads((folder / "universities.json").read_text("utf8"))
        self.universities = [
            name
            for name in (_plain(entry["name"]) for entry in universities)
            if name.isascii() and len(name.split()) <= 6 and _in_split(name, split)
        ]

    def forename(self, rng: random.Random) -> str:
        share = rng.random()
        if share < 0.45:
            return rng.choice(rng.choice(self.forenames))
        if share < 0.69:
            return rng.choice(self.us_forenames)
        if share < 0.75:
            return rng.choice(self.ordinary_forenames)
        if share < 0.82:
            return self._own(lambda: self._rare_form(rng))
        return self._own(lambda: _blend(self._plain_forename(rng), self._plain_forename(rng), rng))

    def surname(self, rng: random.Random) -> str:
        if rng.random() < 0.5:
            return rng.choice(rng.choice(self.surnames)).title()
        return rng.choice(self.us_surnames)

    def full_name(self, rng: random.Random) -> str:
        middle = ""
        if rng.random() < 0.15:
            middle = rng.choice(
                (self.forename(rng), rng.choice("ABCDEFGHJKLMNPRSTW") + ".", "de la", "van")
            )
        return " ".join(part for part in (self.forename(rng), middle, self.surname(rng)) if part)

    def place(self, rng: random.Random) -> str:
        share = rng.random()
        if share < 0.45:
            return rng.choice(self.us_places)
        if share < 0.85:
            return rng.choice(rng.choice(self.places))
        return rng.choice(self.countries)

    def school(self, rng: random.Random) -> str:
        share = rng.random()
        if share < 0.15:
            return rng.choice(self.universities)
        if share < 0.30:
            saint = rng.choice(("St ", "St. ")) + self.forename(rng)
            return saint + rng.choice(("'s ", " ")) + rng.choice(SCHOOL_ENDINGS)
        stem = self.place(rng) if share < 0.65 else self.surname(rng)
        return f"{stem} {rng.choice(SCHOOL_ENDINGS)}"

    def _rare_form(self, rng: random.Random) -> str:
        share = rng.random()
        if share < 0.35:
            return rng.choice(APOSTROPHES) + self._plain_forename(rng)
        if share < 0.55:
            one, other = rng.choice(_INITIALS), rng.choice(_INITIALS)
            return rng.choice((f"{one}.{other}.", f"{one}{other}"))
        if share < 0.75:
            return rng.choice(SHORT_NAMES)
        return rng.choice(rng.choice(self.localized)) if self.localized else rng.choice(SHORT_NAMES)

    def _own(self, draw: Callable[[], str]) -> str:
        """Draw until the name belongs to this split."""
        while not _in_split(name := draw(), self.split):
            pass
        return name

    def _plain_forename(self, rng: random.Random) -> str:
        if rng.random() < 0.6:
            return rng.choice(rng.choice(self.forenames))
        return rng.choice(self.us_forenames)


def known_forenames(folder: Path) -> frozenset[str]:
    """The forenames of the US list that are not ordinary words, folded, of all splits.

    folder (Path): The folder with the name lists.
    """
    lines = (folder / "us_first_names.txt").read_text("utf8").splitlines()
    names = (line.strip() for line in lines)
    return frozenset(
        fold(name)
        for name in names
        if len(name) > 1 and name.casefold() not in NO_NAMES and not is_ordinary_word(name)
    )


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def _lines(path: Path, split: str) -> list[str]:
    names = (line.strip() for line in path.read_text("utf8").splitlines())
    return [name for name in names if len(name) > 1 and _in_split(name, split)]


def _by_region(rows: list[dict[str, str]], regions: dict[str, str], split: str) -> list[list[str]]:
    """One list per region; for forenames, one per region and gender."""
    found: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        name = row["Romanized Name"] or row["Localized Name"]
        for variant in re.split(r"[/,(;]", name):
            variant = variant.strip()
            if len(variant) > 1 and _LATIN_NAME.fullmatch(variant) and _in_split(variant, split):
                group = regions.get(row["Country"], "other"), row.get("Gender", "")
                found.setdefault(group, set()).add(variant)
    return [sorted(names) for _, names in sorted(found.items()) if len(names) >= 4]


def _localized(rows: list[dict[str, str]], split: str) -> list[list[str]]:
    """Forenames in scripts other than Latin, one list per country."""
    found: dict[str, set[str]] = {}
    for row in rows:
        name = row["Localized Name"].strip()
        foreign = name.isalpha() and not name[0].isascii() and not _plain(name[0]).isascii()
        if foreign and 1 < len(name) < 15 and _in_split(name, split):
            found.setdefault(row["Country"], set()).add(name)
    return [sorted(names) for _, names in sorted(found.items())]


def _in_split(name: str, split: str) -> bool:
    return name.casefold() not in NO_NAMES and split_of_name(name) == split


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def _blend(one: str, other: str, rng: random.Random) -> str:
    """A name that is on no list, from the start of one name and the end of another."""
    start = one[: rng.randint(2, max(2, len(one) - 1))]
    end = other[rng.randint(1, max(1, len(other) - 2)) :].casefold()
    return start + end if len(start + end) <= 12 else one
