"""Surrogates for places and street addresses: a country stays a country, a city a city."""

import importlib
import re
from collections.abc import Iterator
from functools import cache
from string import ascii_lowercase

from ..names import fold
from .casing import match_case
from .choice import Draws, Ledger, code, words
from .lists import (
    CITIES_OF_SEVERAL_WORDS,
    CITIES_US,
    CITIES_WORLD,
    CONTINENTS,
    PLACE_WORDS,
    SHORT_PLACES,
    STEMS,
    STREET_WORDS,
)
from .numbers import redraw_digits
from .pools import REGIONS, name_pools, script_of
from .spoken import ORDINALS, ordinal, ordinal_suffix

_SPACE_OR_COMMA = re.compile(r"\s*[,;/]\s*|\s+in\s+")
# A state of the USA at the end of a part without a comma: "El Paso TX 79901".
_STATE_LAST = re.compile(r"(?<=[^\W_])\s+(?=(?P<state>[A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?$)")
_STREET_CODES = frozenset({"NE", "CT"})
_ZIP = re.compile(r"\s+\d{5}(?:-\d{4})?$")
_TOKEN = re.compile(r"[^\W\d_]+(?:['’.\-][^\W\d_]+)*\.?|\d+[^\W_]*", re.UNICODE)


def replace_place(ledger: Ledger, text: str) -> str:
    """The surrogate of a place.

    ledger (Ledger): The dialogue's draws.
    text (str): As found: "Austin, TX", "Lake Erie", "BRAZIL".
    RETURNS (str): Part by part: a country, a state of the USA, its abbreviation, a continent and
        a city each become another one; words for what a place is ("Lake") stay.
    """
    pieces = []
    for part, separator in _parts(text):
        end = _ZIP.search(part)
        name, zip = (part[: end.start()], end.group()) if end else (part, "")
        draws = ledger.draws(code(text), "LOCATION:tail")
        pieces += [_replace_part(ledger, name), redraw_digits(zip, draws), separator]
    return "".join(pieces)


def replace_address(ledger: Ledger, text: str) -> str | None:
    """The surrogate of a street address.

    ledger (Ledger): The dialogue's draws.
    text (str): As found: "12 Oak Street, Apt 4B, Austin, TX 78701".
    RETURNS (Optional[str]): Numbers keep their shape, words such as "Street" stay, places
        become other places and the rest made-up names. None if it holds no letter or digit.
    """
    if not _TOKEN.search(text):
        return None
    pieces = []
    for part, separator in _parts(text):
        bare = re.sub(r"[\W\d_]+$", "", part)
        if _place_kind(bare.strip()):
            tail = ledger.draws(code(text), "STREET_ADDRESS:tail")
            part = replace_place(ledger, bare) + redraw_digits(part[len(bare) :], tail)
        else:
            part = _replace_street(ledger, part)
        pieces += [part, separator]
    return "".join(pieces)


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a place between commas, each with what follows it."""
    position = 0
    separators = {found.start(): found for found in _SPACE_OR_COMMA.finditer(text)}
    state = _STATE_LAST.search(text)
    if state and state["state"] in _states()[1] and state["state"] not in _STREET_CODES:
        separators.setdefault(state.start(), state)
    for start, found in sorted(separators.items()):
        yield text[position:start], found.group()
        position = found.end()
    yield text[position:], ""


def draw_stem(ledger: Ledger, entity: str, label: str) -> str:
    """A made-up place name such as "Larkmoor".

    ledger (Ledger): The dialogue's draws.
    entity (str): The canonical form of what is replaced.
    label (str): Its label.
    RETURNS (str): The name, in title case, in the entity's script where a pool has it.
    """
    script = script_of(entity)
    if script not in ("LATIN", "") and (pools := _foreign_pools(script)):
        return ledger.settle_from(entity, label, pools)
    return ledger.settle(entity, label, lambda draws, attempt: draws.pick(STEMS))


def state_codes(but: str) -> list[str]:
    """The abbreviations of the states of the USA, in lower case, but for one."""
    return [state for state in map(str.lower, _states()[1]) if state != but]


def replace_unit(ledger: Ledger, unit: str) -> str:
    """The surrogate of the part of a place's name that says which one it is.

    ledger (Ledger): The dialogue's draws.
    unit (str): "Erie" of "Lake Erie", "Texas" of "University of Texas".
    RETURNS (str): Another place of its kind, or a made-up one, in the unit's casing.
    """
    kind = _place_kind(unit)
    entity = fold(unit)
    if kind:
        new = ledger.settle_from(entity, f"LOCATION:{kind}", (_pool(kind), CITIES_US, CITIES_WORLD))
    else:
        new = draw_stem(ledger, entity, "LOCATION")
    if kind == "abbreviation" and unit.isupper():
        return new
    # "NYC" does not make "CHICAGO" of a city.
    short = entity in SHORT_PLACES and unit.isupper()
    return new if short else match_case(unit, new)


def named_units(text: str, kept: frozenset[str]) -> list[tuple[int, int]]:
    """The runs of words of a name that are not in `kept`: what says which one it is."""
    units: list[tuple[int, int]] = []
    joined = False
    for found in _TOKEN.finditer(text):
        if fold(found.group().rstrip(".")) in kept:
            joined = False
            continue
        if joined and found.group()[0].isalpha():
            units[-1] = (units[-1][0], found.end())
        else:
            units.append((found.start(), found.end()))
        joined = found.group()[0].isalpha()
    return units


def _replace_part(ledger: Ledger, part: str) -> str:
    core = part.strip()
    if not core or not _TOKEN.search(core):
        return part
    lead = part[: part.index(core)]
    tail = part[len(lead) + len(core) :]
    if _place_kind(core):
        return lead + replace_unit(ledger, core) + tail
    units = named_units(core, PLACE_WORDS)
    if not units:  # only words such as "North Island"
        units = [(0, len(core))]
    elif len(units) == 1 and units[0] == (0, len(core)):
        return lead + _replace_unknown(ledger, core) + tail
    return lead + _replace_units(ledger, core, units) + tail


def _replace_unknown(ledger: Ledger, name: str) -> str:
    """A place of unknown kind becomes a city."""
    script = script_of(name)
    if script != "LATIN" and _foreign_pools(script):
        return draw_stem(ledger, fold(name), "LOCATION")
    if any(c.isdecimal() for c in name):
        return match_case(name, draw_stem(ledger, fold(name), "LOCATION"))
    new = ledger.settle_from(fold(name), "LOCATION:city", (CITIES_US, CITIES_WORLD))
    return match_case(name, new)


def _replace_units(ledger: Ledger, text: str, units: list[tuple[int, int]]) -> str:
    pieces = []
    position = 0
    for start, end in units:
        unit = text[start:end].rstrip(".")
        draws = ledger.draws(fold(unit), "LOCATION:digits")
        new = redraw_digits(unit, draws) if unit[0].isdecimal() else replace_unit(ledger, unit)
        pieces += [text[position:start], new]
        position = start + len(unit)
    return "".join([*pieces, text[position:]])


def _replace_street(ledger: Ledger, part: str) -> str:
    units = _named_units_of_street(part)
    pieces = []
    position = 0
    for start, end in units:
        unit = part[start:end].rstrip(".")
        pieces += [part[position:start], _replace_street_unit(ledger, unit)]
        position = start + len(unit)
    return "".join([*pieces, part[position:]])


def _named_units_of_street(part: str) -> list[tuple[int, int]]:
    """As `named_units`, with a city of several words at the end as one."""
    city = re.search(r"\s(\S+(?:\s+\S+){1,2})\s*$", part)
    for found in (city, city and re.search(r"\s(\S+\s+\S+)\s*$", part)):
        if found and fold(found[1]) in CITIES_OF_SEVERAL_WORDS:
            return [*named_units(part[: found.start(1)], STREET_WORDS), found.span(1)]
    return named_units(part, STREET_WORDS)


def _replace_street_unit(ledger: Ledger, unit: str) -> str:
    entity = fold(unit)
    rank = re.fullmatch(r"(\d+)(st|nd|rd|th)", entity)
    if rank or entity in ORDINALS:
        old = int(rank[1]) if rank else ORDINALS[entity]
        new = ledger.draws(entity, "STREET_ADDRESS:rank").below(max(old, 19))
        new = new + 1 if new + 1 < old else new + 2
        return f"{new}{ordinal_suffix(new)}" if rank else match_case(unit, ordinal(min(new, 99)))
    if unit[0].isdecimal():

        def propose(draws: Draws, attempt: int) -> str | None:
            lead = "0" if unit[0] == "0" else str(1 + draws.below(9))
            new = lead + redraw_digits(unit[1:], draws)
            if attempt > 8:  # too few numbers of this length
                new += str(draws.below(10))
            return new if new != unit else None

        return ledger.settle(entity, "STREET_ADDRESS:number", propose, lambda new: [code(new)])
    if len(unit) == 1 and unit.isascii():  # "Apt B"
        letters = [letter for letter in ascii_lowercase if letter != entity]
        return match_case(unit, ledger.draws(entity, "STREET_ADDRESS:letter").pick(letters).upper())
    return replace_unit(ledger, unit)


def _place_kind(name: str) -> str:
    """What is known of a place: "country", "state", "abbreviation", "continent", "city" or ""."""
    folded = fold(name)
    if folded in SHORT_PLACES:
        return SHORT_PLACES[folded]
    if folded in CITIES_OF_SEVERAL_WORDS and folded != "new york":
        return "city"
    if name.isupper() and name in _states()[1]:
        return "abbreviation"
    for kind in ("country", "state", "continent", "city"):
        if folded in _folded(kind):
            return kind
    return ""


@cache
def _folded(kind: str) -> frozenset[str]:
    pool = CITIES_US + CITIES_WORLD if kind == "city" else _pool(kind)
    return frozenset(map(fold, pool))


@cache
def _pool(kind: str) -> tuple[str, ...]:
    if kind == "country":
        provider = importlib.import_module("faker.providers.address").Provider
        return tuple(
            c
            for c in sorted(provider.countries)
            if c.isalpha() or (" " in c and len(words(c)) == 2)
        )
    if kind == "state":
        return _states()[0]
    if kind == "abbreviation":
        return _states()[1]
    return {"continent": CONTINENTS}.get(kind, CITIES_US)


@cache
def _states() -> tuple[tuple[str, ...], tuple[str, ...]]:
    provider = importlib.import_module("faker.providers.address.en_US").Provider
    return tuple(sorted(provider.states)), tuple(sorted(provider.states_abbr))


@cache
def _foreign_pools(script: str) -> tuple[tuple[str, ...], ...]:
    """Cities in a script other than Latin, where Faker has them, then family names in it."""
    found: set[str] = set()
    for locale in sorted(locale for locales in REGIONS.values() for locale in locales):
        try:
            provider = importlib.import_module(f"faker.providers.address.{locale}").Provider
        except ModuleNotFoundError:
            continue
        for name in ("cities", "city_names"):
            listed = getattr(provider, name, ())
            if isinstance(listed, tuple | list):
                found.update(c for c in listed if c.isalpha() and script_of(c) == script)
    families = name_pools().candidates(
        "family", script=script, region="english", gender="", ascii_only=False
    )
    return tuple(pool for pool in (tuple(sorted(found)), *families) if pool)
