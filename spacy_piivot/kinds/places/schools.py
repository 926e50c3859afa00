"""Finds names of schools, colleges and universities, and courses with a number."""

import re
from collections.abc import Iterator
from functools import partial

from ...lang import ENGLISH, Lexicon
from ...patterns.recognizer import DIGITS, Finding, Recognizer, first_cues
from .foreign_schools import ForeignSchools
from .school_grammar import NO_NUMBER, SchoolGrammar

_SCORE = 0.6
# A name that starts no later than this may answer a question.
_ANSWER = 20
_DEPARTMENT = rf"[A-Z]{{3,4}}\s(?:0[0-9]{{2}}|[1-4][0-9]{{2}}|[1-4][0-9]{{3}})[A-Z]?(?!{NO_NUMBER})"
_LETTERS = re.compile(r"[A-Za-z]+")


class CourseGrammar:
    """How courses with a number are written.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        any_of = lexicon.any_of
        self.course = re.compile(
            rf"(?<![\w-])(?:{any_of('schools.course_kinds')}\s)?{any_of('schools.subjects')}\s"
            rf"(?:{any_of('schools.course_levels')}\s)?"
            rf"(?:\d{{1,4}}[A-Z]{{0,2}}|I{{1,3}}|IV)(?!{NO_NUMBER})"
            rf"(?:\s{any_of('schools.course_honours')})?|(?<![\w-])(?:{_DEPARTMENT})"
        )
        self.part_before = re.compile(rf"\b{any_of('schools.parts_of_a_course')}\s$", re.IGNORECASE)
        self.not_departments = lexicon.word_set("schools.not_departments")


def find_courses(text: str, previous: str, lexicon: Lexicon = ENGLISH) -> Iterator[Finding]:
    """Find courses with a number: "Algebra 2 Honors", "MATH 1050"."""
    grammar = lexicon.part(CourseGrammar)
    for match in grammar.course.finditer(text):
        first = _LETTERS.match(match.group())
        if first and first.group() in grammar.not_departments:
            continue
        if not grammar.part_before.search(text[max(0, match.start() - 20) : match.start()]):
            yield Finding(*match.span(), "COURSE", _SCORE)


def find_schools(text: str, previous: str, lexicon: Lexicon = ENGLISH) -> Iterator[Finding]:
    """Find names of schools, colleges and universities: a name and a word for their kind."""
    grammar = lexicon.part(SchoolGrammar)
    for match in grammar.school.finditer(text):
        start = grammar.name_start(text, match)
        if start is None or grammar.thing_after.match(text, match.end()):
            continue
        name = text[start : match.start("stage")].strip()
        if (
            match.group("stage") in grammar.kinds_that_are_words
            and " " not in name
            and not grammar.before.search(text[max(0, start - 12) : start])
        ):
            continue
        yield Finding(start, match.end(), "SCHOOL", _SCORE)
    for pattern in grammar.forms:
        for match in pattern.finditer(text):
            yield Finding(*match.span(), "SCHOOL", _SCORE)
    yield from _bare_numbered(text, previous, grammar)
    for match in grammar.well_known.finditer(text):
        if grammar.attended.search(text[max(0, match.start() - 90) : match.start()]):
            yield Finding(*match.span(), "SCHOOL", _SCORE)
    for match in grammar.lower.finditer(text):
        if grammar.not_names.isdisjoint(match.group("name").split()):
            yield Finding(match.start("name"), match.end(), "SCHOOL", _SCORE)


def _bare_numbered(text: str, previous: str, grammar: SchoolGrammar) -> Iterator[Finding]:
    """Find "PS 12" if somebody goes there, or if it answers the question which school."""
    last = 0
    for match in grammar.bare_numbered.finditer(text):
        before = text[max(0, match.start() - 30) : match.start()]
        answers = grammar.which_school.search(previous) and match.start() <= _ANSWER
        another = last and text[last : match.start()] in grammar.between
        # "IS 25" may also be part of a sentence in capitals.
        word = match.group().startswith(grammar.bare_words)
        if another or grammar.at_school.search(before) or (answers and not word):
            last = match.end()
            yield Finding(*match.span(), "SCHOOL", _SCORE)


def schools(lexicon: Lexicon) -> tuple[Recognizer, ...]:
    """The recognisers of courses and schools.

    lexicon (Lexicon): The words.
    RETURNS (tuple[Recognizer, ...]): The recognisers.
    """
    kinds = (
        "stages", "school", "saints", "heads", "numbered", "bare_numbered", "prefixes",
        "well_known", "lower_stages",
    )  # fmt: skip
    foreign = lexicon.part(ForeignSchools)
    lists = (lexicon.words(f"schools.{kind}") for kind in kinds)
    cues = first_cues(*lists, foreign.find, foreign.find_after)
    return (
        Recognizer("course", ("COURSE",), DIGITS, partial(find_courses, lexicon=lexicon)),
        Recognizer("school", ("SCHOOL",), cues, partial(find_schools, lexicon=lexicon)),
    )
