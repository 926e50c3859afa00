"""Finds nationalities, peoples and religions of persons.

The adjective of a country counts only with a person next to it ("my mom is Mexican", "half
Korean", "a Scottish guy"): languages, food and terms of mathematics use the same words.
"""

import re
from collections.abc import Iterator
from functools import partial

from ...lang import ENGLISH, Lexicon
from ...patterns.recognizer import Finding, Recognizer, first_cues
from .peoples import FAITH, KINDS, MAN, NAME_TOO, PEOPLE, WOMAN, PeopleGrammar

_SCORE = 0.6


class NationalityGrammar:
    """How a person is described by a nationality, a people or a religion.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def any_of(name: str) -> str:
            return lexicon.any_of(f"nationalities.{name}")

        grammar = lexicon.part(PeopleGrammar)
        people, faith, name = (grammar.any_of(kind) for kind in (PEOPLE, FAITH, NAME_TOO))
        person, plural = grammar.any_of(MAN, WOMAN), grammar.plural
        group = rf"(?:{people}(?:[- ]{grammar.more})?|{faith}|{person}){plural}?"
        subject = lexicon.expression("nationalities.subject")
        not_a_thing = rf"(?! {any_of('things')}\b|[-']\w)"
        self.of_person = re.compile(
            rf"(?<![\w'])(?:{subject}) (?:{any_of('fillers')}[ -]){{0,4}}"
            rf"(?P<group>{group})(?!\w){not_a_thing}",
            re.IGNORECASE,
        )
        self.part = re.compile(
            rf"(?<![\w']){any_of('parts_of')}[- ](?P<group>{people})(?!\w)", re.IGNORECASE
        )
        self.name_too = re.compile(
            rf"(?<![\w'])(?:{subject}) {any_of('before_a_name_too')} (?P<group>{name}{plural}?)"
            rf"(?!\w)|(?<![\w']){any_of('many_are')} (?P<many>{name}{plural}?)(?!\w)",
            re.IGNORECASE,
        )
        self.before_person = re.compile(
            rf"(?<![\w'-])(?P<group>{group}) {any_of('persons')}(?!\w)", re.IGNORECASE
        )
        self.always_person = re.compile(rf"(?<![\w'-])(?P<group>{person})(?!\w)", re.IGNORECASE)
        self.further = re.compile(
            rf"{lexicon.expression('nationalities.further')}(?P<group>{group})(?!\w){not_a_thing}",
            re.IGNORECASE,
        )


def find_nationalities(text: str, previous: str, lexicon: Lexicon = ENGLISH) -> Iterator[Finding]:
    """Find nationalities, peoples and religions that describe a person."""
    grammar = lexicon.part(NationalityGrammar)
    for pattern in (
        grammar.of_person,
        grammar.part,
        grammar.name_too,
        grammar.before_person,
        grammar.always_person,
    ):
        end = 0
        for match in pattern.finditer(text):
            start, first_end = match.span(match.lastgroup or "group")
            if start < end:  # already found as a further one after an earlier match
                continue
            end = first_end
            yield Finding(start, end, "NRP", _SCORE)
            if pattern is grammar.before_person:
                continue
            while further := grammar.further.match(text, end):
                start, end = further.span("group")
                yield Finding(start, end, "NRP", _SCORE)


def nationalities(lexicon: Lexicon) -> tuple[Recognizer, ...]:
    """The recogniser of nationalities.

    lexicon (Lexicon): The words.
    RETURNS (tuple[Recognizer, ...]): The recogniser.
    """
    words = lexicon.part(PeopleGrammar).words(*KINDS)
    plurals = [w + end for w in words for end in lexicon.words("endings.plural")]
    find = partial(find_nationalities, lexicon=lexicon)
    return (Recognizer("nationality", ("NRP",), first_cues(words, plurals), find),)
