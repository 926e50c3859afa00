"""Finds the ages of participants and of people they know."""

import re
from collections.abc import Iterator

from ...lang import Lexicon
from ...lang.number_words import NumberWords
from ...patterns.arithmetic import beside_operator
from ...patterns.context import whole
from ...patterns.recognizer import DIGITS, Finding, Recognizer

_SCORE = 0.6
_SHORT = 100
_NUMBER_OR_SIGN = re.compile(r"\d+|[=+*/]")


class Ages:
    """Finds ages in the words of a language.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def pattern(name: str) -> re.Pattern[str]:
            return lexicon.pattern(f"ages.{name}")

        self._lexicon = lexicon
        self._own, self._other = pattern("of_oneself"), pattern("of_another")
        self._turned, self._introduced = pattern("turned"), pattern("introduced")
        self._relative = pattern("somebodys_relative")
        self._of_relative, self._before_relative = (
            pattern("of_relative"),
            pattern("before_relative"),
        )
        self._asked, self._answer = pattern("asked"), pattern("answer")
        self._third_person = lexicon.words("ages.third_person")
        self._of_a_problem = whole(lexicon.any_of("ages.of_a_problem"))
        self._of_the_work = whole(lexicon.any_of("ages.of_the_work"))

    def find(self, text: str, previous: str) -> Iterator[Finding]:
        """Find ages of participants and of people they know: the number only."""
        for match in self._own.finditer(text):
            sure = bool(match.group("old")) or not self._of_the_work.search(text)
            end = match.end("age") + len(match.group("old") or "")
            if sure and not beside_operator(text, match.start("age"), end, self._lexicon):
                yield Finding(*match.span("age"), "AGE", _SCORE)
        for match in self._introduced.finditer(text):
            yield Finding(*match.span("age"), "AGE", _SCORE)
        related = self._relative.search(text) or self._relative.search(previous[-160:])
        for match in self._other.finditer(text):
            by_pronoun = match.group().lower().startswith(self._third_person)
            known = related and (match.group("old") or by_pronoun)
            if known or (by_pronoun and self._has_one_number(text)):
                yield Finding(*match.span("age"), "AGE", _SCORE)
        for pattern in (self._of_relative, self._before_relative):
            for match in pattern.finditer(text):
                if not match.group("other") or self._has_one_number(text):
                    yield Finding(*match.span("age"), "AGE", _SCORE)
        for match in self._turned.finditer(text):
            if related or (match.group("who") or "").lower() not in self._third_person:
                yield Finding(*match.span("age"), "AGE", _SCORE)
        if self._asked.search(previous[-160:]) and (answer := self._answer.match(text)):
            yield Finding(*answer.span("age"), "AGE", _SCORE)

    def _has_one_number(self, text: str) -> bool:
        """Whether a message is short, has at most one number and is not a problem about ages."""
        return (
            len(text) < _SHORT
            and len(_NUMBER_OR_SIGN.findall(text)) <= 1
            and not self._of_a_problem.search(text)
        )


def ages(lexicon: Lexicon) -> tuple[Recognizer, ...]:
    """The recogniser of ages.

    lexicon (Lexicon): The words of a language.
    RETURNS (tuple[Recognizer, ...]): The recogniser.
    """
    cues = DIGITS | lexicon.part(NumberWords).cardinals.keys()
    return (Recognizer("age", ("AGE",), cues, lexicon.part(Ages).find),)
