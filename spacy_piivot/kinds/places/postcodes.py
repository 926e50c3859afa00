"""Reads postcodes: how they are written in several countries, and which place they show."""

import csv
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

BRITISH = r"[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}"
AMERICAN = r"\d{5}(?:-\d{4})?"
US, GB, AU = "US", "GB", "AU"
_FOLDER = files("spacy_piivot") / "data" / "postcodes"
_AREA = re.compile(r"[A-Z]{1,2}(?=\d)")


@dataclass(frozen=True, slots=True)
class Area:
    """A British postcode area.

    name (str): Its letters: "PE".
    town (str): Its post town.
    part (str): The part of the country: "East of England".
    region (str): ISO 3166: "GB-ENG".
    districts (tuple[str, ...]): What its districts are called after it: "7", "1A".
    """

    name: str
    town: str
    part: str
    region: str
    districts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """How the postcodes of a country are written; the fields are those of `forms.toml`.

    country (str): The country; "" if several write them so.
    pattern (Pattern): Finds one.
    needs_place (bool): Whether it counts only next to a town.
    kept (int): How many characters at the start stay.
    letters (str): What letters become.
    unused (str): Letters that no code of the country has.
    never (frozenset[str]): Letters that are not drawn together.
    """

    country: str
    pattern: re.Pattern[str]
    needs_place: bool = False
    kept: int = 0
    letters: str = ""
    unused: str = ""
    never: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Postcode:
    """A postcode in a text.

    start (int): Where it starts.
    end (int): Where it ends.
    text (str): As written.
    form (Form): Its form.
    region (str): The province, state or country that it shows; "" for none.
    """

    start: int
    end: int
    text: str
    form: Form
    region: str


class Postcodes:
    """The postcodes of the world, as far as they are known."""

    def __init__(self) -> None:
        listed = tomllib.loads((_FOLDER / "forms.toml").read_text("utf8"))
        self.areas = {area.name: area for area in _areas()}
        self.towns = frozenset(area.town for area in self.areas.values())
        self.american: Mapping[str, tuple[str, ...]] = {
            row["region"]: tuple(f"{n:03}" for n in _numbers(row["starts"]))
            for row in _rows("american.csv")
        }
        self._state_of_start = {
            start: state for state, starts in self.american.items() for start in starts
        }
        self.starts: Mapping[str, Mapping[str, str]] = listed["starts"]
        self.first_two: Mapping[str, list[int]] = listed["first_two"]
        self.following: Mapping[str, Mapping[str, list[str]]] = listed["following"]
        self.british = Form(GB, _whole(BRITISH))
        states = "|".join(self.starts[AU])
        self.australian = Form(AU, _whole(rf"(?<=\s)(?:{states}) \d{{4}}"), True)
        self.zip = Form(US, _whole(AMERICAN), True)
        self.outward = Form(GB, _whole(r"(?<=\s)[A-Z]{2}\d[\dA-Z]?"), True)
        self._forms = [self.british, self.australian, self.outward, *map(_form, listed["forms"])]

    def find(self, text: str, country: str = "") -> Postcode | None:
        """Find the postcode in a part of an address or place.

        text (str): The part: "London NW1 6XE", "10115 Berlin", "TX 78701".
        country (str): The country, if it is known.
        RETURNS (Postcode | None): The last one; None if there is none. Digits alone count only at
            an edge of a part that has something else.
        """
        own = [form for form in self._forms if country and form.country == country]
        for form in dict.fromkeys((*own, *self._forms)):
            for found in reversed([*form.pattern.finditer(text)]):
                if code := self._read(text, found, form, country):
                    return code
        return None

    def _read(self, text: str, found: re.Match[str], form: Form, country: str) -> Postcode | None:
        start, end = found.span()
        code = text[start:end]
        if form is self.british:
            area = self.areas.get(_area_name(code))
            return Postcode(start, end, code, form, area.region) if area else None
        if form is self.outward:
            area = self.areas.get(code[:2])
            is_last = area and code[2:] in area.districts and not text[end:].strip()
            return Postcode(start, end, code, form, area.region) if area and is_last else None
        before, after = text[:start].strip(), text[end:].strip()
        if form.needs_place and not (_is_word(before) or _is_word(after)):
            return None
        if form.needs_place and before and after:
            return None
        is_zip = not form.country and country in ("", US) and self.zip.pattern.fullmatch(code)
        if is_zip and before:
            return Postcode(start, end, code, self.zip, self.state(code))
        return Postcode(start, end, code, form, self._region(found.group(), form))

    def area(self, code: str) -> Area:
        """The area of a British postcode."""
        return self.areas[_area_name(code)]

    def state(self, code: str) -> str:
        """The state of an American postcode: "US-IL" for "62704"; "" for none."""
        return self._state_of_start.get(code[:3], "")

    def _region(self, code: str, form: Form) -> str:
        if form is self.australian:
            return f"{AU}-{code.split()[0]}"
        return self.starts.get(form.country, {}).get(code[0], form.country)


@cache
def postcodes() -> Postcodes:
    """The postcodes of the world; one object per process."""
    return Postcodes()


def _area_name(code: str) -> str:
    found = _AREA.match(code)
    return found.group() if found else ""


def _is_word(text: str) -> bool:
    return any(map(str.isalpha, text))


def _whole(expression: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{expression})(?![\w-])")


def _form(row: Mapping[str, Any]) -> Form:
    return Form(
        row["country"],
        _whole(row["expression"]),
        row.get("needs_place", False),
        row["kept"],
        row.get("letters", ""),
        row.get("unused", ""),
        frozenset(row.get("not", ())),
    )


def _areas() -> Iterator[Area]:
    for row in _rows("british.csv"):
        districts = tuple(
            name
            for one in row["districts"].split()
            for name in ([one] if one[-1].isalpha() else map(str, _numbers(one)))
        )
        yield Area(row["area"], row["town"], row["part"], row["region"], districts)


def _numbers(ranges: str) -> Iterator[int]:
    for one in ranges.split():
        first, _, last = one.partition("-")
        yield from range(int(first), int(last or first) + 1)


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((_FOLDER / name).read_text("utf8").splitlines()))
