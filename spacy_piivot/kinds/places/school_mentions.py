"""Finds abbreviations of schools: "LMS" after "Lincoln Middle School", "goes to GHS"."""

import re
from collections.abc import Iterable, Iterator

from ...lang import ENGLISH, Lexicon
from . import Gazetteer
from .gazetteer import ABBREVIATION
from .school_grammar import SchoolGrammar
from .school_initials import SHORT_FORM, plain, short_forms

_SURE = 4
_LETTERS = re.compile(r"(?<![\w.])[A-Z]{2,3}(?![\w.])")
_BEFORE = 30


def find_short_forms(
    text: str, schools: Iterable[str], lexicon: Lexicon = ENGLISH
) -> Iterator[tuple[int, int]]:
    """Find abbreviations of schools.

    text (str): The text of a dialogue.
    schools (Iterable[str]): The schools found in it.
    lexicon (Lexicon): The words of the language.
    YIELDS (tuple[int, int]): Start and end of each abbreviation of one of these schools, and of
        each that a person goes to. Letters that may be those of a figure or a state count only if
        a person is there or goes there, or in brackets.
    """
    grammar = lexicon.part(SchoolGrammar)
    known: set[str] = set()
    for school in set(schools):
        if SHORT_FORM.fullmatch(school):
            known.add(plain(school))
        else:
            known.update(short_forms(school, grammar).values())
    places = []
    for found in grammar.attended_short.finditer(text):
        short = found["short"]
        if short not in grammar.not_universities and not lexicon.part(Gazetteer).kind(short):
            known.add(short)
            places.append(found.span("short"))
    known = {short for short in known if SHORT_FORM.fullmatch(short)}
    if known:
        places += _known_mentions(text, known, grammar, lexicon)
    yield from sorted(set(places))


def _known_mentions(
    text: str, known: set[str], grammar: SchoolGrammar, lexicon: Lexicon
) -> Iterator[tuple[int, int]]:
    places = lexicon.part(Gazetteer)
    kind = places.kind
    nearby = places.abbreviations("".join(lexicon.words("place_words.at_home")))
    others = {found.group() for found in _LETTERS.finditer(text)}
    figures = others - known - grammar.not_figures - set(nearby)
    has_figures = bool(figures) or grammar.figure.search(text)
    for found in _written(known, grammar).finditer(text):
        start, end = found.span()
        short = plain(found.group()).upper()
        before, after = text[max(0, start - _BEFORE) : start], text[end : end + _BEFORE]
        is_there = (before.endswith("(") and after.startswith(")")) or grammar.at_school.search(
            before
        )
        # "Boston, MA" is a state.
        is_place = kind(short) not in ("", ABBREVIATION) or before.endswith(", ")
        is_sure = _is_sure(short, grammar) or not (has_figures or is_place)
        is_figure = grammar.figure_before.search(before) or grammar.figure_after.search(after)
        if is_there or (is_sure and not is_figure):
            yield start, end


def _written(known: Iterable[str], grammar: SchoolGrammar) -> re.Pattern[str]:
    """An expression for abbreviations in capitals, with full stops, or in lower case."""
    forms = []
    for short in known:
        forms += [short, r"\.".join(short) + r"\.?"]
        if _is_sure(short, grammar):
            forms.append(short.lower())
    longest_first = sorted(forms, key=lambda form: (-len(form), form))
    return re.compile(rf"(?<![\w.&@/-])(?:{'|'.join(longest_first)})(?![\w@/]|[-.]\w)")


def _is_sure(short: str, grammar: SchoolGrammar) -> bool:
    ends = any(short.endswith(ending) and short != ending for ending in grammar.short_endings)
    return len(short) >= _SURE or (len(short) > 2 and ends)
