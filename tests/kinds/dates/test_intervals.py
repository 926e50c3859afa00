from datetime import date

import pytest

from spacy_piivot.draws.choice import Ledger
from spacy_piivot.kinds.dates.intervals import (
    keeps_days,
    keeps_years,
    usual_year,
    year_of_weekdays,
    years_outside,
)
from spacy_piivot.kinds.dates.surrogate import DateSurrogates
from spacy_piivot.kinds.dates.writing import WrittenDate, read_date
from spacy_piivot.lang import ENGLISH

KEYS = [bytes([number]) * 20 for number in range(1, 31)]


def read(text: str) -> WrittenDate:
    written = read_date(text)
    assert written is not None
    return written


def moved(*texts: str, key: bytes, births: tuple[str, ...] = (), document: str = "") -> list[date]:
    surrogates = DateSurrogates.choose(Ledger(key, "s", (), set()), texts, births, document)
    return [read(surrogates[text] or "").day for text in texts]


def in_common_year(day: date) -> int:
    return day.replace(year=2022).toordinal()


@pytest.mark.parametrize(
    ("first", "last", "days"),
    [
        ("March 3", "March 17", 14),
        ("February 20", "March 5", 13),
        ("January 5", "March 10", 64),
        ("August 26", "September 30", 35),
        ("April 30", "June 1", 32),
    ],
)
def test_days_between_dates_without_a_year_stay_in_a_common_year(
    first: str, last: str, days: int
) -> None:
    for key in KEYS:
        one, other = moved(first, last, key=key)
        assert (in_common_year(other) - in_common_year(one)) % 365 == days


def test_a_leap_year_is_taken_for_one() -> None:
    for key in KEYS:
        one, other = moved("Feb 20", "Mar 5", key=key, document="In a leap year, from Feb 20")
        assert (other.replace(year=2024) - one.replace(year=2024)).days % 366 == 14


def test_days_of_the_week_give_the_year() -> None:
    dates = [read("Tuesday, March 4"), read("Thursday, March 13")]
    assert year_of_weekdays(dates, (), ENGLISH) == 2025
    assert year_of_weekdays(dates, (2014,), ENGLISH) == 2014
    assert year_of_weekdays([read("March 4")], (), ENGLISH) is None
    assert (
        year_of_weekdays([read("Tuesday, March 4"), read("Monday, March 13")], (), ENGLISH) is None
    )


@pytest.mark.parametrize(
    ("document", "text", "expected"),
    [
        ("", "March 4", 2022),
        ("", "Feb 29", 2024),
        ("it is a leap year", "March 4", 2024),
        ("Feb has 29 days then", "March 4", 2024),
        ("it is not a leap year", "March 4", 2022),
        ("Feb has 28 days", "March 4", 2022),
    ],
)
def test_a_year_without_a_leap_day_is_usual(document: str, text: str, expected: int) -> None:
    assert usual_year([read(text)], document, ENGLISH) == expected


def test_years_outside_of_dates() -> None:
    text = "born March 14, 2008. 2024 - 2008 = 16, room 2200, 12024"
    assert years_outside(text, ["March 14, 2008"]) == {2008, 2024}
    assert years_outside("born March 14, 2008", ["March 14, 2008"]) == set()


def test_the_end_of_february_is_between_the_same_dates() -> None:
    old = [read("Feb 20"), read("March 5")]
    assert keeps_days(dict(zip(old, [date(2022, 2, 27), date(2022, 3, 12)], strict=True)))
    assert not keeps_days(dict(zip(old, [date(2022, 9, 12), date(2022, 9, 25)], strict=True)))


def test_years_between_dates() -> None:
    old = [read("May 1, 2010"), read("May 1, 2012")]
    assert keeps_years(dict(zip(old, [date(2010, 10, 30), date(2012, 10, 30)], strict=True)), ())
    assert not keeps_years(dict(zip(old, [date(2010, 1, 9), date(2012, 1, 8)], strict=True)), ())
    assert not keeps_years(
        dict(zip(old, [date(2011, 1, 8), date(2013, 1, 8)], strict=True)), {2010}
    )


def test_a_year_that_the_text_repeats_is_kept() -> None:
    text = "I was born on March 14, 2008. So 2024 - 2008 = 16"
    for key in KEYS:
        [birth] = moved("March 14, 2008", key=key, births=("March 14, 2008",), document=text)
        assert birth.year == 2008
    years = {moved("March 14, 2008", key=key)[0].year for key in KEYS}
    assert len(years) > 1
