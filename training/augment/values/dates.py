"""Dates, birthdays and ages."""

import random
from collections.abc import Sequence

from training.augment.name_pool import NamePool
from training.augment.values.words import (
    BIRTHDAYS_BY_NAME,
    MONTHS,
    ORDINALS,
    SHORT_WEEKDAYS,
    WEEKDAYS,
    ordinal,
    said_number,
)


def day_and_month(rng: random.Random) -> tuple[int, int]:
    month = rng.randint(1, 12)
    longest = 29 if month == 2 else 30 if month in (4, 6, 9, 11) else 31
    return rng.randint(1, longest), month


def _numeric_date(year: int, rng: random.Random) -> str:
    day, month = day_and_month(rng)
    separator = rng.choice(("/", "/", "/", "-", "-", ".", ".", " "))
    pad = rng.random() < 0.6
    one, other = (f"{day:02}", f"{month:02}") if pad else (str(day), str(month))
    if rng.random() < 0.5:
        one, other = other, one
    short = f"{year % 100:02}"
    if rng.random() < 0.2 and separator != " ":
        return separator.join((str(year), f"{month:02}", f"{day:02}"))
    return separator.join(
        (one, other, short if rng.random() < 0.3 and separator != " " else str(year))
    )


def _worded_date(year: int | None, rng: random.Random) -> str:
    day, month = day_and_month(rng)
    name = MONTHS[month - 1] if rng.random() < 0.6 else MONTHS[month - 1][:3]
    if month == 9 and len(name) == 3 and rng.random() < 0.6:
        name = "Sept"
    if len(name) == 3 and name != "May" and rng.random() < 0.15:
        name += "."
    nth = ordinal(day)
    end = "" if year is None else str(year)
    comma = rng.choice((", ", " ", " "))
    style = rng.choice(
        (f"{name} {day}", f"{name} {day}", f"{name} {nth}", f"{name} {nth}", f"{day} {name}",
         f"{nth} {name}", f"{nth} of {name}", f"the {nth} of {name}", f"{name} the {nth}",
         f"{day}-{name}")
    )  # fmt: skip
    if not end:
        return (style if "-" not in style else f"{day} {name}").rstrip(".")
    if "-" in style:
        return f"{style}-{end}"
    if rng.random() < 0.06:
        return f"{style} '{end[2:]}"
    return style + comma + end


def _said_date(year: int | None, rng: random.Random) -> str:
    day, month = day_and_month(rng)
    name, nth = MONTHS[month - 1], ORDINALS[day]
    said = rng.choice(
        (f"{name} {nth}", f"{name} {nth}", f"the {nth} of {name}", f"{name} the {nth}",
         f"{name} {said_number(day)}")
    )  # fmt: skip
    if year is None:
        return said
    return said + rng.choice((", ", " ")) + _said_year(year, rng)


def _said_year(year: int, rng: random.Random) -> str:
    if year < 2000:
        return f"nineteen {said_number(year - 1900)}"
    if year < 2010 or rng.random() < 0.3:
        rest = "" if year == 2000 else " " + said_number(year - 2000)
        return "two thousand" + rng.choice(("", " and") if rest else ("",)) + rest
    return f"twenty {said_number(year - 2000)}"


def _birth_year(rng: random.Random) -> int:
    return rng.randint(2003, 2018) if rng.random() < 0.8 else rng.randint(1948, 2002)


def birth_date(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A date of birth with its year."""
    if rng.random() < 0.55:
        return _numeric_date(_birth_year(rng), rng)
    return _worded_date(_birth_year(rng), rng)


def birthday(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A birthday, mostly without a year."""
    share = rng.random()
    if share < 0.6:
        return _worded_date(None, rng)
    if share < 0.75:
        day, month = day_and_month(rng)
        separator = rng.choice("/-/.")
        return rng.choice((f"{month}{separator}{day}", f"{day:02}{separator}{month:02}"))
    year = rng.randint(2005, 2016)
    return _numeric_date(year, rng) if rng.random() < 0.5 else _worded_date(year, rng)


def near_birthday(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    return rng.choice(BIRTHDAYS_BY_NAME)


def said_birthday(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    return _said_date(_birth_year(rng) if rng.random() < 0.5 else None, rng)


def date(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A day of the calendar, as people fix meetings and deadlines."""
    share = rng.random()
    if share < 0.2:
        weekday = rng.choice((rng.choice(WEEKDAYS), rng.choice(SHORT_WEEKDAYS)))
        return weekday + rng.choice((" ", ", ", " ")) + _worded_date(None, rng)
    if share < 0.62:
        return _worded_date(None, rng)
    if share < 0.74:
        return _worded_date(rng.randint(2021, 2027), rng)
    if share < 0.88:
        day, month = day_and_month(rng)
        return rng.choice(
            (f"{month}/{day}", f"{month}/{day}", f"{day:02}/{month:02}", f"{day}.{month}")
        )
    return _numeric_date(rng.randint(2021, 2027), rng)


def said_day(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    return _said_date(None, rng)


def age(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    years = rng.randint(6, 18)
    if rng.random() < 0.85:
        return str(years)
    return rng.choice((said_number(years), said_number(years), f"{years} and a half", f"{years}.5"))


def said_age(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    half = " and a half" if rng.random() < 0.1 else ""
    return said_number(rng.randint(4, 19)) + half


def adult_age(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    years = rng.randint(26, 88)
    return str(years) if rng.random() < 0.7 else said_number(years)
