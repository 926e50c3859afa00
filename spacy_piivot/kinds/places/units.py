"""Reads the words that say which place or school is meant, split as for surrogates."""

from collections.abc import Iterator
from typing import NamedTuple

from ...core.folding import fold
from ...core.labels import generator_of
from ...lang import ENGLISH, Lexicon
from ...lang.number_words import NumberWords
from . import Gazetteer
from .place_words import AFTER, ZIP, PlaceWords, named_units
from .school_grammar import SchoolGrammar
from .school_initials import SHORT_FORM


class Unit(NamedTuple):
    """One or more words with one surrogate.

    text (str): "Erie" in "Lake Erie", "TX", "Martin Luther King".
    kind (str): Its kind in the gazetteer: "province", "city", …, or "".
    key (str): Its canonical form: "texas" for "TX" and "Texas".
    """

    text: str
    kind: str
    key: str


def read_units(text: str, label: str, lexicon: Lexicon = ENGLISH) -> list[Unit]:
    """The units of a place, an address, a school or another organisation.

    text (str): As found, or as proposed.
    label (str): Its label.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[Unit]): The units in order, without numbers, ordinals, single letters and the
        initials of a school.
    """
    read = {"place": _of_place, "address": _of_address}.get(generator_of(label), _of_school)
    units = (_unit(found, lexicon.part(Gazetteer)) for found in read(text, lexicon))
    ordinals = lexicon.part(NumberWords).ordinals
    return [unit for unit in units if _is_word(unit) and fold(unit.text) not in ordinals]


def _unit(text: str, places: Gazetteer) -> Unit:
    key = fold(places.name(places.region(text)) or text)
    return Unit(text, places.kind(text), key)


def _of_place(text: str, lexicon: Lexicon) -> Iterator[str]:
    words, places = lexicon.part(PlaceWords), lexicon.part(Gazetteer)
    for part, _ in words.parts(text):
        name = ZIP.sub("", part).strip()
        if places.kind(name):
            yield name
            continue
        for start, end in named_units(name, words.place_words) or [(0, len(name))]:
            yield name[start:end].rstrip(".")


def _of_address(text: str, lexicon: Lexicon) -> Iterator[str]:
    words, places = lexicon.part(PlaceWords), lexicon.part(Gazetteer)
    for part, _ in words.parts(text):
        bare = AFTER.sub("", part).strip()
        if places.kind(bare):
            yield bare
            continue
        for start, end in words.street_units(part):
            yield part[start:end].rstrip(".")


def _of_school(text: str, lexicon: Lexicon) -> Iterator[str]:
    grammar = lexicon.part(SchoolGrammar)
    name = text.strip()
    if grammar.by_number.match(name) or SHORT_FORM.fullmatch(name):
        return
    for start, end in named_units(name, grammar.kept_words(name)):
        yield name[start:end]


def _is_word(unit: Unit) -> bool:
    return (
        len(unit.text) > 1
        and any(map(str.isalpha, unit.text))
        and not any(map(str.isdecimal, unit.text))
    )
