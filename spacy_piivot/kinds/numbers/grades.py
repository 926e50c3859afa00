"""Finds grade levels and school years of participants and of people they know."""

import re
from collections.abc import Iterator

from ...lang import Lexicon
from ...lang.number_words import NumberWords
from ...patterns.recognizer import Finding, Recognizer

_SCORE = 0.6


class Grades:
    """Finds grades and school years in the words of a language.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def pattern(name: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
            return lexicon.pattern(f"grades.{name}", flags)

        self._named_year, self._ordinal_grade = pattern("named_year"), pattern("ordinal_grade")
        self._group_year, self._in_ordinal = pattern("group_year"), pattern("in_ordinal")
        self._class_year, self._school_year = pattern("class_year"), pattern("school_year", 0)
        self._question, self._answer = pattern("question"), pattern("answer")
        self._of_work, self._counted = pattern("of_work"), pattern("counted")
        self._person, self._is_in = pattern("person"), pattern("is_in")
        self._closed, self._continues = pattern("closed", 0), pattern("continues", 0)
        self._spoken_to = pattern("spoken_to")

    def find(self, text: str, previous: str) -> Iterator[Finding]:
        """Find grades and school years of a participant or somebody they know."""
        asked = bool(self._question.search(previous[-160:]))
        for pattern in (self._named_year, self._ordinal_grade, self._group_year):
            last = 0
            for match in pattern.finditer(text):
                if self._of_work.match(text, match.end()):
                    continue
                if (
                    asked
                    or (last and self._continues.match(text[last : match.start()]))
                    or self._school_year.match(text, match.start())
                    or self._is_spoken_to(text, match.start(), match.end())
                    or (
                        pattern is not self._group_year
                        and self._describes_person(text, match.start())
                    )
                ):
                    last = match.end()
                    yield Finding(*match.span(), "GRADE_LEVEL", _SCORE)
        for match in self._in_ordinal.finditer(text):
            yield Finding(
                *match.span("grade" if match.group("grade") else "bare"), "GRADE_LEVEL", _SCORE
            )
        for match in self._class_year.finditer(text):
            yield Finding(*match.span("grade"), "GRADE_LEVEL", _SCORE)
        if asked and (answer := self._answer.match(text)):
            yield Finding(*answer.span("grade"), "GRADE_LEVEL", _SCORE)

    def _is_spoken_to(self, text: str, start: int, end: int) -> bool:
        """Whether a group is addressed, or is an answer: "Okay year eight, pencils down"."""
        return bool(self._closed.match(text, end)) and bool(
            self._spoken_to.search(text[max(0, start - 40) : start])
        )

    def _describes_person(self, text: str, start: int) -> bool:
        before = text[max(0, start - 45) : start]
        person = max(self._person.finditer(before), key=re.Match.end, default=None)
        if person is None:
            return False
        near = before[person.end() :].count(" ") <= 5
        return near and (not self._counted.search(before) or bool(self._is_in.search(before)))


def grades(lexicon: Lexicon) -> tuple[Recognizer, ...]:
    """The recogniser of grade levels.

    lexicon (Lexicon): The words of a language.
    RETURNS (tuple[Recognizer, ...]): The recogniser.
    """
    cues = lexicon.word_set("grades.cues", "numbers.ordinal_endings") | frozenset(
        lexicon.part(NumberWords).ordinals
    )
    return (Recognizer("grade_level", ("GRADE_LEVEL",), cues, lexicon.part(Grades).find),)
