"""Makes surrogates for dates: all dates of a dialogue move by one offset of whole weeks.

Order, intervals, days of the week, format and specificity are kept.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from ...core.folding import fold
from ...draws.choice import Ledger
from ...lang import Lexicon
from .grammar import DateGrammar
from .intervals import keeps_days, keeps_years, usual_year, year_of_weekdays, years_outside
from .ranges import is_range_kept, read_dates
from .writing import WrittenDate, read_date, write_date

# In weeks, forward or back: at least five, so that the month changes; less than a year, so that
# the day of the year changes.
_LEAST_WEEKS, _MOST_WEEKS = 5, 47
# What a choice of weeks keeps; higher is better.
_Kept = tuple[bool, bool, int]


class TimesOfTheYear:
    """The seasons and holidays of a language: each is replaced by another of its kind.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._same: Mapping[str, str] = dict(lexicon.table("dates.same"))
        self._kinds = [
            [word for word in lexicon.words(f"dates.{kind}") if word not in self._same]
            for kind in ("seasons", "holidays")
        ]

    def draw(self, ledger: Ledger, used: Iterable[str]) -> dict[str, str]:
        """Draw a surrogate for each time of the year in a dialogue: each unused and drawn once."""
        meant = {self._same.get(word, word) for word in used}
        times = {}
        for kind in self._kinds:
            free = [word for word in kind if word not in meant]
            for word in sorted(meant.intersection(kind)):
                if free:
                    new = ledger.draws(word, "DATE:time of year").pick(free)
                    free.remove(new)
                    times[word] = new
        return times | {word: times[same] for word, same in self._same.items() if same in times}


@dataclass(frozen=True, slots=True)
class DateSurrogates:
    """The surrogates of the dates of one dialogue.

    ledger (Ledger): The dialogue's draws.
    weeks (int): By how much dates move.
    year_step (int): By how much a year alone moves.
    day_first (bool): Whether 03/04 is read as the third of April.
    years (Mapping[tuple[int, int], int]): The year of each month and day that has one in the
        dialogue; under (0, 0), the year for all others.
    times (Mapping[str, str]): The surrogate of each season and holiday.
    """

    ledger: Ledger
    weeks: int
    year_step: int
    day_first: bool
    years: Mapping[tuple[int, int], int]
    times: Mapping[str, str]

    @classmethod
    def choose(
        cls, ledger: Ledger, texts: Iterable[str], births: Iterable[str] = (), document: str = ""
    ) -> "DateSurrogates":
        """Draw the offset of a dialogue.

        ledger (Ledger): The dialogue's draws.
        texts (Iterable[str]): Its dates. If some offset allows it, no moved date is or reads like
            one of them, and no two moved dates read alike.
        births (Iterable[str]): Its dates of birth. If some of these offsets allow it, everybody
            keeps their age on each date of the dialogue.
        document (str): Its text: if it gives the year of a date again, or a year beside a date of
            birth, dates keep their years. The years between dates are kept too, and the days
            between dates without a year in any year. All this if some of these offsets allow it.
        RETURNS (DateSurrogates): The surrogates.
        """
        lexicon = ledger.lexicon
        distinct = sorted(set(texts))
        grammar = lexicon.part(DateGrammar)
        leading = [both for text in distinct if (both := grammar.leading_numbers(text))]
        # The order that the dialogue's dates show, if they all show the same.
        orders = {one > 12 for one, other in leading if (one > 12) != (other > 12)}
        day_first = orders.pop() if len(orders) == 1 else grammar.is_day_first
        read = {d for text in distinct if (d := read_date(text, day_first, lexicon))}
        full = sorted(d.day for d in read if d.has_year)
        years = {(day.month, day.day): day.year for day in reversed(full)}

        def dates_of(texts: Iterable[str]) -> list[list[WrittenDate]]:
            return [[d for _, d in read_dates(text, day_first, years, lexicon)] for text in texts]

        # Without a year, for now: 29 February exists.
        every = [d for dates in dates_of(distinct) for d in dates]
        given_years = [day.year for day in full]
        years[0, 0] = (
            year_of_weekdays(every, given_years, lexicon)
            or next(iter(given_years), None)
            or usual_year(every, document, lexicon)
        )
        draws = ledger.draws("", "DATE:offset")
        offsets = [n * sign for n in range(_LEAST_WEEKS, _MOST_WEEKS + 1) for sign in (1, -1)]
        first = draws.below(len(offsets))
        rotated = offsets[first:] + offsets[:first]

        known = [dates for dates in dates_of(distinct) if dates]
        found = {d for dates in known for d in dates}
        steps = {sign: _year_step(found, sign) for sign in (1, -1)}
        times = lexicon.part(TimesOfTheYear).draw(ledger, {d.time for d in found} - {""})
        choices = [
            cls(ledger, weeks, steps[1 if weeks > 0 else -1], day_first, years, times)
            for weeks in rotated
        ]
        born = {d for dates in dates_of(births) for d in dates if d.has_year}
        days = {d for d in found if d.has_year}
        outside = years_outside(document, distinct) if days else frozenset()
        if not born and outside.isdisjoint(d.day.year for d in days):
            outside = frozenset()  # of a source, or of history

        def kept(choice: DateSurrogates) -> _Kept:
            if not choice._is_unambiguous(known):
                return False, False, 0
            moved = {d: choice._day(d, choice.weeks) for d in found}
            also = (
                keeps_days(moved),
                keeps_years(moved, outside),
                all(choice._weeks_of(dates) == choice.weeks for dates in known if len(dates) > 1),
            )
            return True, choice._keeps_ages(born, days), sum(also)

        return _first_best(choices, kept, (True, True, 3))

    @property
    def age_step(self) -> int:
        """By how much ages move with the dates of birth: a later birth means a lower age."""
        return -1 if self.weeks > 0 else 1

    def __getitem__(self, text: str) -> str | None:
        """The surrogate of a date.

        text (str): As found: "22/08/2012", "June the tenth", "last summer".
        RETURNS (str | None): The moved date in the same form, or another holiday or season; None
            if it cannot be read, or is a range that cannot be kept.
        """
        parts = read_dates(text, self.day_first, self.years, self.ledger.lexicon)
        moved = self._moved([written for _, written in parts])
        if not moved:
            return None
        pieces = []
        position = 0
        for (start, written), new in zip(parts, moved, strict=True):
            pieces += [text[position:start], new]
            position = start + len(written.text)
        return "".join([*pieces, text[position:]])

    def _is_unambiguous(self, known: Collection[Sequence[WrittenDate]]) -> bool:
        """Whether no date becomes another of the dialogue, and no two become the same."""
        days = {d.day for dates in known for d in dates if not d.year_only}
        texts = {fold(d.text) for dates in known for d in dates}
        meant: dict[str, date] = {}
        for dates in known:
            for d, new in zip(dates, self._moved(dates) or (), strict=False):
                # The second half of "March 28-30" is not a date by itself.
                alone = len(dates) == 1 or d.kinds != {"day"}
                text = fold(new)
                if alone and (text in texts or meant.setdefault(text, d.day) != d.day):
                    return False
                if not d.year_only and _move(d.day, self.weeks) in days:
                    return False
        return True

    def _keeps_ages(self, births: Iterable[WrittenDate], days: Collection[WrittenDate]) -> bool:
        """Whether everybody has the same age on each day as before."""

        def moved(written: WrittenDate) -> WrittenDate:
            return replace(written, day=self._day(written, self.weeks))

        return all(
            _age(birth, day) == _age(moved(birth), moved(day)) for birth in births for day in days
        )

    def _moved(self, dates: Sequence[WrittenDate]) -> list[str] | None:
        """The surrogate of a date, or of the two of a range, moved by the weeks of the dialogue or
        by the next number that keeps the range; None if no number does, or if the dialogue uses
        all seasons or holidays."""
        if not dates or any(d.time and d.time not in self.times for d in dates):
            return None
        weeks = self._weeks_of(dates)
        return None if weeks is None else self._written(dates, weeks)

    def _weeks_of(self, dates: Sequence[WrittenDate]) -> int | None:
        """The weeks by which a date or a range moves."""
        weeks = self.weeks
        old = [written.text for written in dates]
        for _ in range(_MOST_WEEKS):
            days = [self._day(written, weeks) for written in dates]
            kept = len(dates) == 1 or is_range_kept(dates, days)
            if kept and self._written(dates, weeks) != old:
                return weeks
            weeks += 1 if weeks > 0 else -1
        return None

    def _written(self, dates: Sequence[WrittenDate], weeks: int) -> list[str]:
        return [
            write_date(replace(d, day=self._day(d, weeks)), self.times, self.ledger.lexicon)
            for d in dates
        ]

    def _day(self, written: WrittenDate, weeks: int) -> date:
        if written.is_decade:
            return written.day.replace(year=_step(written.day.year, 10 if weeks > 0 else -10))
        if written.year_only:
            return written.day.replace(year=_step(written.day.year, self.year_step))
        return _move(written.day, weeks)


def _first_best(
    choices: Iterable[DateSurrogates], rate: Callable[[DateSurrogates], _Kept], best: _Kept
) -> DateSurrogates:
    """The first of the choices that are rated highest; no more are rated than needed."""
    rated: list[tuple[_Kept, DateSurrogates]] = []
    for choice in choices:
        rated.append((rate(choice), choice))
        if rated[-1][0] == best:
            return choice
    return max(rated, key=lambda pair: pair[0])[1]


def _year_step(found: Iterable[WrittenDate], sign: int) -> int:
    """The smallest step to years that are not in use, tried first in the other dates' direction."""
    known = list(found)
    alone = {d.day.year for d in known if d.year_only and d.has_year}
    used = {d.day.year for d in known if d.has_year}
    steps = (n * way for n in range(1, len(used) + 2) for way in (sign, -sign))
    return next(
        (
            step
            for step in steps
            if not used & (moved := {_step(year, step) for year in alone})
            and len(moved) == len(alone)
        ),
        sign,
    )


def _age(birth: WrittenDate, on: WrittenDate) -> int:
    """The years from a birth to a day; completed years if both have a month."""
    born, day = birth.day, on.day
    early = (day.month, day.day) < (born.month, born.day)
    return day.year - born.year - (early and not birth.year_only and not on.year_only)


def _move(day: date, weeks: int) -> date:
    try:
        return day + timedelta(weeks=weeks)
    except OverflowError:  # the first or last year of the calendar
        return day - timedelta(weeks=weeks)


def _step(year: int, by: int) -> int:
    """A year plus a step, which is reversed at either end of the calendar."""
    return year + by if 1 <= year + by <= 9999 else year - by
