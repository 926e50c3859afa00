"""The words that say which place or school is meant, as the generators part them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..labels import generator_of
from ..names import fold
from .gazetteer import STATES, place_kind, place_of_name, state_code
from .lists import PLACE_WORDS, SCHOOL_WORDS
from .places import ZIP, named_units, place_parts, street_units
from .schools import NUMBERED, SHORT_FORM
from .spoken import ORDINALS

_AFTER_PLACE = re.compile(r"[\W\d_]+$")


class Unit(NamedTuple):
    """A word, or several, with one surrogate.

    text (str): "Erie" of "Lake Erie", "TX", "Martin Luther King".
    kind (str): What is known of it: "state", "city", …, or "".
    """

    text: str
    kind: str

    @property
    def key(self) -> str:
        """What the generators know it by: "texas" for "TX" and "Texas"."""
        place = place_of_name(self.text)
        code = state_code(place)
        return fold(STATES[code]) if code else place or fold(self.text)


def read_units(text: str, label: str) -> list[Unit]:
    """The units of a place, an address, a school or another organisation.

    text (str): As found, or as somebody proposes it.
    label (str): Its label.
    RETURNS (list[Unit]): In order; without numbers, ordinals and single letters, and without the
        initials of a school.
    """
    read = {"place": _of_place, "address": _of_address}.get(generator_of(label), _of_school)
    units = [Unit(unit, place_kind(unit)) for unit in read(text)]
    return [unit for unit in units if _is_word(unit)]


def _of_place(text: str) -> Iterator[str]:
    for part, _ in place_parts(text):
        name = ZIP.sub("", part).strip()
        if place_kind(name):
            yield name
            continue
        for start, end in named_units(name, PLACE_WORDS) or [(0, len(name))]:
            yield name[start:end].rstrip(".")


def _of_address(text: str) -> Iterator[str]:
    for part, _ in place_parts(text):
        bare = _AFTER_PLACE.sub("", part).strip()
        if place_kind(bare):
            yield bare
            continue
        for start, end in street_units(part):
            yield part[start:end].rstrip(".")


def _of_school(text: str) -> Iterator[str]:
    name = text.strip()
    if NUMBERED.match(name) or SHORT_FORM.fullmatch(name):
        return
    for start, end in named_units(name, SCHOOL_WORDS):
        yield name[start:end]


def _is_word(unit: Unit) -> bool:
    return (
        len(unit.text) > 1
        and any(map(str.isalpha, unit.text))
        and not any(map(str.isdecimal, unit.text))
        and fold(unit.text) not in ORDINALS
        and (unit.kind != "abbreviation" or unit.text in STATES)
    )
