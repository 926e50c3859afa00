"""Tells whether moved dates keep what a dialogue may say of them: days between, years, weekdays."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date

from ...lang import Lexicon
from .writing import WrittenDate

# A year with 28 days in February, like those beside it, and one with 29.
_COMMON, _LEAP = 2022, 2024
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
# More full dates are not compared in pairs.
_MOST_COMPARED = 24
# Years of lessons, for dates with a day of the week and no year.
_LIKELY = (2024, 2025, 2023, 2022, 2021, 2026, 2020)


class Weekdays:
    """The days of the week in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        names = lexicon.words("calendar.weekdays")
        self._numbers = {name: number for number, name in enumerate(names)}
        for short in lexicon.words("calendar.weekday_abbreviations"):
            full = next((name for name in names if name.startswith(short)), "")
            if full:
                self._numbers[short] = self._numbers[full]
        self._word = re.compile(
            rf"\b{lexicon.any_of('calendar.weekdays', 'calendar.weekday_abbreviations')}\b",
            re.IGNORECASE,
        )

    def written_in(self, text: str) -> int | None:
        """The number of the day of the week in a date, from 0 for the first; None for none."""
        found = self._word.search(text)
        return self._numbers.get(found.group().lower()) if found else None


def year_of_weekdays(
    dates: Iterable[WrittenDate], years: Sequence[int], lexicon: Lexicon
) -> int | None:
    """The year in which all dates without a year fall on the day of the week beside them.

    dates (Iterable[WrittenDate]): Dates of one dialogue.
    years (Sequence[int]): The years of its other dates, which are tried first.
    lexicon (Lexicon): The words of the language.
    RETURNS (int | None): The year; None if no date has a day of the week, or they agree in none.
    """
    weekdays = lexicon.part(Weekdays)
    told = [
        (written.day, number)
        for written in dates
        if is_without_year(written) and (number := weekdays.written_in(written.text)) is not None
    ]

    def agrees(year: int) -> bool:
        return all(
            (day.month, day.day) != (2, 29) and day.replace(year=year).weekday() == number
            for day, number in told
        )

    return next(filter(agrees, (*years, *_LIKELY)), None) if told else None


def usual_year(dates: Iterable[WrittenDate], document: str, lexicon: Lexicon) -> int:
    """A year for the dates of a dialogue that gives none: February has 28 days.

    dates (Iterable[WrittenDate]): The dates.
    document (str): The dialogue.
    lexicon (Lexicon): The words of the language.
    RETURNS (int): A leap year if it has a 29 February, or speaks of a leap year.
    """
    is_leap = any(_is_leap_day(written.day) for written in dates)
    return _LEAP if is_leap or lexicon.pattern("dates.leap_year").search(document) else _COMMON


def years_outside(text: str, dates: Iterable[str]) -> frozenset[int]:
    """The years that a text gives outside of its dates, which stay.

    text (str): The document.
    dates (Iterable[str]): Its dates.
    RETURNS (frozenset[int]): The years.
    """
    for one in sorted(set(dates), key=len, reverse=True):
        text = text.replace(one, " ")
    return frozenset(int(year) for year in _YEAR.findall(text))


def is_without_year(written: WrittenDate) -> bool:
    """Whether a date has a month and a day, and no year."""
    return {"month", "day"} <= written.kinds and not written.has_year


def keeps_days(moved: Mapping[WrittenDate, date]) -> bool:
    """Whether the dates without a year are as many days apart as before, in any year.

    moved (Mapping[WrittenDate, date]): The dates of a dialogue, with the days that they become.
    RETURNS (bool): False if the end of February comes between other dates than before.
    """
    without = [(old.day, new) for old, new in moved.items() if is_without_year(old)]
    for year, length in ((_COMMON, 365), (_LEAP, 366)):
        days = [pair for pair in without if year == _LEAP or not any(map(_is_leap_day, pair))]
        by = {
            (new.replace(year=year).toordinal() - old.replace(year=year).toordinal()) % length
            for old, new in days
        }
        if len(by) > 1:
            return False
    return True


def keeps_years(moved: Mapping[WrittenDate, date], outside: Collection[int]) -> bool:
    """Whether as many years are between the dates with a year as before.

    moved (Mapping[WrittenDate, date]): The dates of a dialogue, with the days that they become.
    outside (Collection[int]): The years that the dialogue gives elsewhere, which stay.
    RETURNS (bool): Whether every two are as many completed years apart, and as many calendar
        years if one of them is a year alone; and none changes its year if other years stay.
    """
    dated = [(old, new) for old, new in moved.items() if old.has_year and not old.is_decade]
    if outside and any(old.day.year != new.year for old, new in dated if not old.year_only):
        return False
    if len(dated) > _MOST_COMPARED:
        return True
    return all(
        _years(one[0].day, other[0].day, apart) == _years(one[1], other[1], apart)
        for one in dated
        for other in dated
        for apart in (one[0].year_only or other[0].year_only,)
    )


def _years(first: date, last: date, by_year: bool) -> int:
    """The years between two days, completed or by the calendar; the whole ones are told apart."""
    early = (last.month, last.day) < (first.month, first.day)
    return last.year - first.year - (early and not by_year)


def _is_leap_day(day: date) -> bool:
    return (day.month, day.day) == (2, 29)
