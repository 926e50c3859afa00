"""Reads ranges of dates, whose halves share a month or year ("March 28-30, 2012")."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from ...lang import ENGLISH, Lexicon
from .writing import WrittenDate, in_month, read_date


class RangeWords:
    """The words and signs between the two dates of a range.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.between = re.compile(lexicon.expression("dates.between"), re.IGNORECASE)


def read_dates(
    text: str,
    day_first: bool,
    years: Mapping[tuple[int, int], int],
    lexicon: Lexicon = ENGLISH,
) -> list[tuple[int, WrittenDate]]:
    """Read a date or a range.

    text (str): "March 28", "March 28-30", "Dec 28 to Jan 3, 2013".
    day_first (bool): Whether 03/04 is the third of April.
    years (Mapping[tuple[int, int], int]): As in `DateSurrogates`.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[tuple[int, WrittenDate]]): The date, or the two of a range, each with its start
        and with the month and year that it takes from the other half or from the dialogue; empty
        if the text cannot be read.
    """
    if written := read_date(text, day_first, lexicon):
        return [(0, _in_year(written, years))]
    for gap in lexicon.part(RangeWords).between.finditer(text):
        first = read_date(text[: gap.start()], day_first, lexicon)
        last = first and read_date(text[gap.end() :], day_first, lexicon)
        if first and last:
            try:
                halves = _complete(first, last, years)
            except ValueError:
                return []
            return list(zip((0, gap.end()), halves, strict=True))
    return []


def is_range_kept(old: Sequence[WrittenDate], new: Sequence[date]) -> bool:
    """Whether a moved range still reads correctly.

    old (Sequence[WrittenDate]): Its halves.
    new (Sequence[date]): The days they move to.
    RETURNS (bool): False if the distance of the halves changes, or if the month is written once
        and the halves are in two months.
    """
    first, last = old
    if "day" not in first.kinds:
        return _months(new) == _months((first.day, last.day))
    if new[1] - new[0] != last.day - first.day:
        return False
    return "month" in first.kinds & last.kinds or (first.day <= last.day and _months(new) == 0)


def _complete(
    first: WrittenDate, last: WrittenDate, years: Mapping[tuple[int, int], int]
) -> list[WrittenDate]:
    """The halves of a range, completed with the month and year that only one of them has.

    RAISES (ValueError): If it is not a range of two days, two months or two years.
    """
    if ("day" in first.kinds) != ("day" in last.kinds) or first.year_only != last.year_only:
        raise ValueError
    if first.kinds == {"day"}:
        first = replace(first, day=in_month(last.day, first.day.day))
    elif "month" not in last.kinds and "day" in last.kinds:
        month = first.day.replace(day=1, year=(last if last.has_year else first).day.year)
        last = replace(last, day=in_month(month, last.day.day))
    if (first.has_year and last.has_year) or first.is_decade:
        return [first, last]
    if last.has_year:
        same = first.day.replace(year=last.day.year)
        before = same.replace(year=same.year - (same > last.day))
        return [replace(first, day=before), last]
    first = _in_year(first, years)
    same = last.day.replace(year=first.day.year)
    after = same.replace(year=same.year + (same < first.day))
    return [first, replace(last, day=after)]


def _in_year(written: WrittenDate, years: Mapping[tuple[int, int], int]) -> WrittenDate:
    """Put a date without a year in the year of the dialogue: 5 May moves like 5 May 2012."""
    day = written.day
    year = years.get((day.month, day.day)) or years.get((0, 0))
    if written.has_year or written.year_only or not year or (day.month, day.day) == (2, 29):
        return written
    return replace(written, day=day.replace(year=year))


def _months(days: Sequence[date]) -> int:
    """The number of months between the first day's month and the last day's."""
    first, last = days
    return (last.year - first.year) * 12 + last.month - first.month
