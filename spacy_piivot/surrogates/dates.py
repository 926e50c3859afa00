"""Surrogates for dates: all dates of a dialogue move by one offset of whole weeks.

Order, intervals and days of the week are kept; so are format and specificity.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from ..names import fold
from .casing import match_case
from .choice import Ledger
from .date_format import WrittenDate, read_date, write_date

# At least five weeks, so that a month's name changes; under a year, so that a day of the year
# does. In weeks, either way.
_LEAST_WEEKS, _MOST_WEEKS = 5, 47

_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
# Words that stand for each other: a date that is only relative becomes another one.
_RELATIVE = (
    ("today", "yesterday", "tomorrow"),
    ("tonight", "last night"),
    tuple(_WEEKDAYS),
    ("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
    ("week", "month", "weekend"),
    ("spring", "summer", "autumn", "winter"),
    (
        "christmas", "halloween", "thanksgiving", "easter", "new year's eve", "new year's day",
        "valentine's day", "labor day", "memorial day", "independence day", "veterans day",
    ),
)  # fmt: skip
_AROUND_RELATIVE = frozenset("last next this on the past coming every a day night morning".split())


@dataclass(frozen=True, slots=True)
class DateSurrogates:
    """The surrogates of the dates of one dialogue.

    ledger (Ledger): The dialogue's draws.
    weeks (int): By how much dates move.
    day_first (bool): Whether 03/04 is read as the third of April.
    """

    ledger: Ledger
    weeks: int
    day_first: bool

    @classmethod
    def choose(cls, ledger: Ledger, texts: Iterable[str]) -> "DateSurrogates":
        """Draw the offset of a dialogue.

        ledger (Ledger): The dialogue's draws.
        texts (Iterable[str]): Its dates. No moved date is one of them, if an offset can be
            found for which that holds.
        RETURNS (DateSurrogates): The surrogates.
        """
        distinct = sorted(set(texts))
        day_first = any(_only_day_first(text) for text in distinct) and not any(
            _only_month_first(text) for text in distinct
        )
        known = {d for text in distinct if (d := read_date(text, day_first))}
        originals = {d.day for d in known}
        draws = ledger.draws("", "DATE:offset")
        offsets = [n * sign for n in range(_LEAST_WEEKS, _MOST_WEEKS + 1) for sign in (1, -1)]
        first = draws.below(len(offsets))
        turned = offsets[first:] + offsets[:first]
        weeks = next(
            (w for w in turned if not any(_move(d.day, w) in originals for d in known)), turned[0]
        )
        return cls(ledger, weeks, day_first)

    def __getitem__(self, text: str) -> str | None:
        """The surrogate of a date.

        text (str): As found: "22/08/2012", "June the tenth", "last friday".
        RETURNS (Optional[str]): The moved date in the same form; another word of its kind for
            one that is only relative; None if it cannot be read.
        """
        written = read_date(text, self.day_first)
        if written:
            return self._moved(text, written)
        halves = re.split(r"(\s+(?:to|until|through|and)\s+|\s*[–—-]\s*)", text, maxsplit=1)
        if len(halves) == 3:
            both = [read_date(half, self.day_first) for half in halves[::2]]
            if both[0] and both[1]:
                first = self._moved(halves[0], both[0])
                return first + halves[1] + self._moved(halves[2], both[1])
        return self._relative(text)

    def _moved(self, text: str, written: WrittenDate) -> str:
        weeks = self.weeks
        for _ in range(_MOST_WEEKS):
            moved = write_date(replace(written, day=self._day(written, weeks)))
            if moved != text:
                return moved
            weeks += 1 if weeks > 0 else -1
        raise AssertionError("a date that does not move")

    def _day(self, written: WrittenDate, weeks: int) -> date:
        if written.year_only:
            return written.day.replace(
                year=min(max(written.day.year + (1 if weeks > 0 else -1), 1), 9999)
            )
        return _move(written.day, weeks)

    def _relative(self, text: str) -> str | None:
        folded = fold(text)
        for kind in _RELATIVE:
            for word in sorted(kind, key=len, reverse=True):
                found = re.search(rf"\b{re.escape(word)}\b", folded)
                if not found or len(folded) != len(text):
                    continue
                around = re.findall(
                    r"[^\W_]+", folded[: found.start()] + " " + folded[found.end() :]
                )
                if not set(around) <= _AROUND_RELATIVE:
                    continue
                others = [other for other in kind if other != word]
                new = self.ledger.draws(word, "DATE:relative").pick(others)
                written = match_case(text[found.start() : found.end()], new)
                return text[: found.start()] + written + text[found.end() :]
        return None


def _move(day: date, weeks: int) -> date:
    try:
        return day + timedelta(weeks=weeks)
    except OverflowError:  # the first or last year of the calendar
        return day - timedelta(weeks=weeks)


def _only_day_first(text: str) -> bool:
    leading = _leading_numbers(text)
    return leading is not None and leading[0] > 12 >= leading[1]


def _only_month_first(text: str) -> bool:
    leading = _leading_numbers(text)
    return leading is not None and leading[1] > 12 >= leading[0]


def _leading_numbers(text: str) -> tuple[int, int] | None:
    found = re.fullmatch(r"\D*(\d{1,2})[/.\-](\d{1,2})(?:[/.\-]\d+)?\D*", text)
    return (int(found[1]), int(found[2])) if found else None
