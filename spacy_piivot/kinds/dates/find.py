"""Finds calendar dates and dates of birth."""

import re
from collections.abc import Iterator

from ...lang import Lexicon
from ...patterns.arithmetic import beside_operator
from ...patterns.context import ANSWER, has_context
from ...patterns.recognizer import DIGITS, Finding, Recognizer
from .births import find_birth_words, has_birth_context, is_birth_date
from .grammar import DateGrammar

_SCORE = 0.6
_BIRTH_SCORE = 0.8
# In days: a longer range may not fit into one month after it is moved.
_LONGEST_RANGE = 14

_USUAL_FRACTION = re.compile(r"1/[2-68]|2/[35]|3/[458]|4/5|5/[68]|7/8|10/10|0\d?/.*")
_OPERATOR = re.compile(r"\s?[=+*×÷^<>%]")


class Dates:
    """Finds dates in the words of a language.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def pattern(name: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
            return lexicon.pattern(f"dates.{name}", flags)

        self._lexicon = lexicon
        self._forms = lexicon.part(DateGrammar)
        self._before, self._closed = pattern("before"), pattern("closed")
        self._plan, self._planned = pattern("plan"), pattern("planned")
        self._fraction_work = pattern("fraction_work")
        self._after_a_verb, self._subject = pattern("after_a_verb"), pattern("subject")
        self._noun_after = pattern("noun_after", 0)
        self._words = lexicon.word_set("dates.months_that_are_words")
        self._verbs = lexicon.word_set("dates.months_that_are_verbs")
        self._in_capitals = lexicon.word_set("dates.months_in_capitals")
        self._ordinals = lexicon.word_set("dates.ordinals_that_are_words")
        self.cues = DIGITS | lexicon.word_set(
            "calendar.months",
            "calendar.month_abbreviations",
            "calendar.more_month_abbreviations",
            "dates.cues",
        )

    def find(self, text: str, previous: str) -> Iterator[Finding]:
        """Find dates with a day and a month; birth dates are labelled DATE_OF_BIRTH."""
        found: list[tuple[int, int]] = []
        covered: set[int] = set()
        for match in self._forms.month_first.finditer(text):
            if self._is_month_first(text, match, previous):
                end = match.end() if _is_one_range(match, "until") else match.start("until")
                found.append((match.start(), end))
                covered.update(range(match.start(), end))
        for match in self._forms.day_first.finditer(text):
            free = covered.isdisjoint(range(*match.span()))
            if free and self._is_day_first(text, match) and _is_one_range(match, "since"):
                found.append(match.span())
                covered.update(range(*match.span()))
        found += [
            match.span()
            for match in self._forms.elsewhere.finditer(text)
            if covered.isdisjoint(range(*match.span()))
        ]
        for match in self._forms.numeric.finditer(text):
            if not beside_operator(text, *match.span(), self._lexicon) and self._is_numeric_date(
                text, match, previous
            ):
                found.append(match.span())
        for start, end in found:
            if is_birth_date(text, start, end, previous, self._lexicon):
                yield Finding(start, end, "DATE_OF_BIRTH", _BIRTH_SCORE)
            else:
                yield Finding(start, end, "DATE", _SCORE)
        for start, end in find_birth_words(text, self._lexicon):
            if covered.isdisjoint(range(start, end)):
                yield Finding(start, end, "DATE_OF_BIRTH", _BIRTH_SCORE)

    def _is_month_first(self, text: str, match: re.Match[str], previous: str) -> bool:
        month = match.group("month")
        if match.group("year") or match.group("the"):
            return True
        if _OPERATOR.match(text, match.end()):
            return False
        if match.group("ordinal") or match.group("word"):
            return (
                month.lower() not in self._verbs
                or month[0].isupper()
                or not self._after_a_verb.match(text, match.end())
            )
        if month.lower() in self._words:
            before = text[max(0, match.start() - 12) : match.start()]
            if month.islower() and self._subject.search(before):
                return False
            introduced = (
                (len(text) <= ANSWER and match.group() == text.strip(" .!?"))
                or has_context(self._before, text, match.start(), "")
                or has_birth_context(text, match.start(), previous, self._lexicon)
            )
            return (
                introduced and not (month.islower() and self._noun_after.match(text, match.end()))
            ) or (
                not self._noun_after.match(text, match.end())
                and (month[0].isupper() or month.lower() not in self._in_capitals)
            )
        return True

    def _is_day_first(self, text: str, match: re.Match[str]) -> bool:
        month = match.group("month").lower()
        if match.group("year") or match.group("of"):
            return True
        if month in self._words:
            if self._after_a_verb.match(text, match.end()):
                return False
            return bool(
                match.group("ordinal")
                or match.group("month")[0].isupper()
                or has_context(self._before, text, match.start(), "")
            )
        return not (
            match.group("word")
            and not match.group("the")
            and match.group("word").lower() in self._ordinals
        )

    def _is_numeric_date(self, text: str, match: re.Match[str], previous: str) -> bool:
        if match.group("y"):
            month, day = int(match.group("m1")), int(match.group("d1"))
            return 1 <= month <= 12 and 1 <= day <= 31
        one, two, year = int(match.group("a")), int(match.group("b")), match.group("c")
        if not (1 <= one <= 31 and 1 <= two <= 31 and (one <= 12 or two <= 12)):
            return False
        if year and len(year) == 4:
            return True
        closed = bool(self._closed.match(text, match.end()))
        if not closed or (match.group("s2") != "/" and not year):
            return False
        return bool(
            match.group("weekday")
            or has_birth_context(text, match.start(), previous, self._lexicon)
            or self._is_planned(text, match)
        )

    def _is_planned(self, text: str, match: re.Match[str]) -> bool:
        """Whether a day and a month are the date of an event: "hw due 5/17"."""
        before = text[max(0, match.start() - 60) : match.start()]
        if match.group("s2") != "/" or not (
            self._planned.search(before) and self._plan.search(before)
        ):
            return False
        if match.group("c"):
            return True
        return not (self._fraction_work.search(before) or _USUAL_FRACTION.fullmatch(match.group()))


def _is_one_range(match: re.Match[str], other: str) -> bool:
    """Whether a date is a single day, or a range of two days in order: "May 5-7"."""
    if not match[other]:
        return True
    number = int("".join(filter(str.isdecimal, match[other])))
    days = sorted((number, int(match["day"]))) if match["day"] else (0, 0)
    in_order = (number == days[0]) == (other == "since")
    return in_order and 0 < days[1] - days[0] <= _LONGEST_RANGE


def dates(lexicon: Lexicon) -> tuple[Recognizer, ...]:
    """The recogniser of dates.

    lexicon (Lexicon): The words of a language.
    RETURNS (tuple[Recognizer, ...]): The recogniser.
    """
    found = lexicon.part(Dates)
    return (Recognizer("date", ("DATE", "DATE_OF_BIRTH"), found.cues, found.find),)
