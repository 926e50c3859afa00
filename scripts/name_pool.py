"""Names for filling training data: balanced over the world's regions, train and dev disjoint."""

import csv
import json
import random
import re
import unicodedata
import zlib
from pathlib import Path

from spacy_piivot.names import is_ordinary_word

DEV_SHARE = 10  # one name in ten is kept for the dev split

_LATIN_NAME = re.compile(r"[A-Z][^\W\d_]+(?:[-'’ ][^\W\d_]+)*")
_SCHOOL_ENDINGS = (
    "Elementary", "Elementary School", "Primary", "Primary School", "Middle School", "High",
    "High School", "Secondary School", "Academy", "Charter School", "Grammar School", "College",
    "Prep", "Junior High", "Community School", "International School", "Montessori", "Tech",
)  # fmt: skip

# On the lists, but words first: as names they would teach the tagger nothing but noise.
_NO_NAMES = frozenset(
    "an in my so ok else long many numbers lean soon miss man ha hang loan said season hung "
    "angle brain carry conception do min no to so on you we he me see one two ten page place "
    "mean can has else lady son sang ward sunday september january easter temple".split()
)


# Forms that the lists have few of: apostrophes, initials, two letters.
_APOSTROPHES = ("D'", "De'", "La'", "Ja'", "O'", "T'", "Sha'", "Da'", "N'", "Ta'")
_INITIALS = "ABCDEJKLMPRST"
_SHORT_NAMES = (
    "Al", "An", "Bo", "Cy", "Di", "Ed", "Eva", "Fay", "Gus", "Ha", "Hu", "Ian", "Ji", "Jo", "Kai",
    "Ky", "Li", "Lo", "Ly", "Mo", "My", "Nu", "Oz", "Pa", "Qi", "Ro", "Ru", "Su", "Ty", "Va", "Vi",
    "Vy", "Wu", "Xi", "Ya", "Yu", "Zo",
)  # fmt: skip


class NamePool:
    """Draws forenames, surnames, places and schools for one split.

    folder (Path): The folder with the name lists.
    dev (bool): Whether to draw the names kept for the dev split, or all others.
    """

    def __init__(self, folder: Path, *, dev: bool) -> None:
        regions = {
            row["alpha-2"]: row["sub-region"]
            for row in _rows(folder / "iso3166_regions.csv")
            if row["sub-region"]
        }
        self.forenames = _by_region(_rows(folder / "forenames_by_country.csv"), regions, dev)
        self.surnames = _by_region(_rows(folder / "surnames_by_country.csv"), regions, dev)
        self.localized = _localized(_rows(folder / "forenames_by_country.csv"), dev)
        self.us_forenames = _lines(folder / "us_first_names.txt", dev)
        self.us_surnames = _lines(folder / "us_surnames.txt", dev)
        self.ordinary_forenames = [
            name
            for name in (*self.us_forenames, *(n for names in self.forenames for n in names))
            if is_ordinary_word(name)
        ]
        places: dict[str, list[str]] = {}
        for row in _rows(folder / "world_cities.csv"):
            name = _plain(row["name"])
            if _LATIN_NAME.fullmatch(name) and _in_split(name, dev):
                places.setdefault(row["country"], []).append(name)
        self.places = list(places.values())
        self.us_places = places.get("United States", [])
        self.countries = [name for name in places if len(name) < 20 and _in_split(name, dev)]
        universities = json.loads((folder / "universities.json").read_text("utf8"))
        self.universities = [
            name
            for name in (_plain(entry["name"]) for entry in universities)
            if name.isascii() and len(name.split()) <= 6 and _in_split(name, dev)
        ]

    def forename(self, rng: random.Random) -> str:
        share = rng.random()
        if share < 0.35:
            return rng.choice(rng.choice(self.forenames))
        if share < 0.65:
            return rng.choice(self.us_forenames)
        if share < 0.71:
            return rng.choice(self.ordinary_forenames)
        if share < 0.77:
            return self._rare_form(rng)
        return _blend(self._plain_forename(rng), self._plain_forename(rng), rng)

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
            return saint + rng.choice(("'s ", " ")) + rng.choice(_SCHOOL_ENDINGS)
        stem = self.place(rng) if share < 0.65 else self.surname(rng)
        return f"{stem} {rng.choice(_SCHOOL_ENDINGS)}"

    def _rare_form(self, rng: random.Random) -> str:
        share = rng.random()
        if share < 0.35:
            return rng.choice(_APOSTROPHES) + self._plain_forename(rng)
        if share < 0.55:
            one, other = rng.choice(_INITIALS), rng.choice(_INITIALS)
            return rng.choice((f"{one}.{other}.", f"{one}{other}"))
        if share < 0.75:
            return rng.choice(_SHORT_NAMES)
        return (
            rng.choice(rng.choice(self.localized)) if self.localized else rng.choice(_SHORT_NAMES)
        )

    def _plain_forename(self, rng: random.Random) -> str:
        if rng.random() < 0.6:
            return rng.choice(rng.choice(self.forenames))
        return rng.choice(self.us_forenames)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def _lines(path: Path, dev: bool) -> list[str]:
    names = (line.strip() for line in path.read_text("utf8").splitlines())
    return [name for name in names if len(name) > 1 and _in_split(name, dev)]


def _by_region(rows: list[dict[str, str]], regions: dict[str, str], dev: bool) -> list[list[str]]:
    found: dict[str, set[str]] = {}
    for row in rows:
        name = row["Romanized Name"] or row["Localized Name"]
        for variant in re.split(r"[/,(;]", name):
            variant = variant.strip()
            if len(variant) > 1 and _LATIN_NAME.fullmatch(variant) and _in_split(variant, dev):
                region = regions.get(row["Country"], "other")
                found.setdefault(region, set()).add(variant)
    return [sorted(names) for _, names in sorted(found.items()) if len(names) >= 8]


def _localized(rows: list[dict[str, str]], dev: bool) -> list[list[str]]:
    """Forenames in other scripts than ours, a list a country."""
    found: dict[str, set[str]] = {}
    for row in rows:
        name = row["Localized Name"].strip()
        foreign = name.isalpha() and not name[0].isascii() and not _plain(name[0]).isascii()
        if foreign and 1 < len(name) < 15 and _in_split(name, dev):
            found.setdefault(row["Country"], set()).add(name)
    return [sorted(names) for _, names in sorted(found.items())]


def _in_split(name: str, dev: bool) -> bool:
    if name.casefold() in _NO_NAMES:
        return False
    return (zlib.crc32(name.casefold().encode()) % DEV_SHARE == 0) == dev


def _plain(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def _blend(one: str, other: str, rng: random.Random) -> str:
    """A name that stands on no list, from the start of one and the end of another."""
    start = one[: rng.randint(2, max(2, len(one) - 1))]
    end = other[rng.randint(1, max(1, len(other) - 2)) :].casefold()
    return start + end if len(start + end) <= 12 else one
