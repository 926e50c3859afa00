"""Finds abbreviations of schools: "LMS" after "Lincoln Middle School", "goes to GHS"."""

import re
from collections.abc import Iterable, Iterator

from ...lang import ENGLISH, Lexicon
from . import Gazetteer
from .school_grammar import SchoolGrammar
from .school_initials import SHORT_FORM, plain, short_forms

_SURE = 4
_BEFORE = 30


def find_short_forms(
    text: str, schools: Iterable[str], lexicon: Lexicon = ENGLISH
) -> Iterator[tuple[int, int]]:
    """Find abbreviations of schools.

    text (str): The text of a dialogue.
    schools (Iterable[str]): The schools found in it.
    lexicon (Lexicon): The words of the language.
    YIELDS (tuple[int, int]): Start and end of each abbreviation of one of these schools, and of
        each that a person goes to. Of the former, two letters, and three that do not end like a
        school's ("LMS"), count only if a person is there or goes there, or in brackets.
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
        places += _known_mentions(text, known, grammar)
    yield from sorted(set(places))


def _known_mentions(
    text: str, known: Iterable[str], grammar: SchoolGrammar
) -> Iterator[tuple[int, int]]:
    for found in _written(known, grammar).finditer(text):
        start, end = found.span()
        short = plain(found.group()).upper()
        before = text[max(0, start - _BEFORE) : start]
        in_brackets = before.endswith("(") and text[end : end + 1] == ")"
        is_there = in_brackets or grammar.at_school.search(before)
        if is_there or (_is_sure(short, grammar) and not grammar.figure_before.search(before)):
            yield start, end


def _written(known: Iterable[str], grammar: SchoolGrammar) -> re.Pattern[str]:
    """An expression for abbreviations in capitals, with full stops, or in lower case."""
    forms = []
    for short in known:
        forms += [short, r"\.".join(short) + r"\.?"]
        if _is_sure(short, grammar):
            forms.append(short.lower())
    longest_first = sorted(forms, key=lambda form: (-len(form), form))
    return re.compile(rf"(?<![\w.&@/-])(?:{'|'.join(longest_first)})(?![\w@/]|-\w)")


def _is_sure(short: str, grammar: SchoolGrammar) -> bool:
    ends = any(short.endswith(ending) and short != ending for ending in grammar.short_endings)
    return len(short) >= _SURE or (len(short) > 2 and ends)
