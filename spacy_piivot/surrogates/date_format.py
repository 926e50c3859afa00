"""Reading a written date into slots, and writing another day into the same slots."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from .casing import match_case
from .spoken import (
    CARDINALS,
    ORDINALS,
    TEENS,
    TENS,
    ZEROS,
    cardinal,
    ordinal,
    ordinal_suffix,
    read_number,
    read_year,
    year_in_words,
)

MONTHS = (
    "january february march april may june july august september october november december"
).split()
_SHORT_MONTHS = [month[:3] for month in MONTHS]
_SHORT_MONTHS_4 = {"sept": 9}
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_SHORT_WEEKDAYS = frozenset("mon tue tues wed weds thu thur thurs fri sat sun".split())
_FILLERS = frozenset("the of on in and day a born dob date year".split())

# A leap year, for dates without a year: 29 February is one.
_NO_YEAR = 2024

SlotKind = Literal["day", "month", "year", "year2", "next year2"]
_YEARS = frozenset({"year", "year2", "next year2"})

_NUMERIC = re.compile(
    r"(?P<a>\d{1,4})(?P<s1>\s?[/.\-–]\s?)(?P<b>\d{4}|\d{1,2})(?:(?P<s2>\s?[/.\-–]\s?)(?P<c>\d{4}|\d{2}))?"
    r"(?P<time>[T ]\d{1,2}:\d{2}(?::\d{2})?Z?)?"
)
# What stands between a day and a year of two digits; "28-30" are two days.
_BEFORE_SHORT_YEAR = re.compile(r"\s*[,./]?\s*")
_TOKEN = re.compile(r"\d+(?:st|nd|rd|th)\b|\d+|[A-Za-z]+|'\d\d\b|.", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a written date that a part of the day is written into."""

    start: int
    end: int
    kind: SlotKind
    form: Literal["digits", "ordinal", "word", "ordinal word", "short"]


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as it is written.

    text (str): The date.
    slots (tuple[Slot, ...]): Where its parts stand; what is between them stays.
    day (date): The day it means; parts it does not name are filled in.
    """

    text: str
    slots: tuple[Slot, ...]
    day: date

    @property
    def kinds(self) -> frozenset[SlotKind]:
        return frozenset(slot.kind for slot in self.slots)

    @property
    def has_year(self) -> bool:
        return not self.kinds.isdisjoint(_YEARS)

    @property
    def year_only(self) -> bool:
        return self.kinds.issubset(_YEARS)


def read_date(text: str, day_first: bool = False) -> WrittenDate | None:
    """Read a written date.

    text (str): "22/08/2012", "Aug 30 2002", "1st april '11", "June the tenth".
    day_first (bool): Whether 03/04 is the third of April.
    RETURNS (Optional[WrittenDate]): Its slots and its day; None if it is no date, or holds
        words that do not belong to one.
    """
    core = text.strip()
    at = text.find(core)
    numeric = _NUMERIC.fullmatch(core)
    slots = _numeric_slots(numeric, at, day_first) if numeric else _worded_slots(text)
    if not slots:
        return None
    values = {slot.kind: value for slot in slots if (value := _value(text, slot)) is not None}
    has_year = not _YEARS.isdisjoint(values)
    if len(values) != len(slots) or ("day" in values and "month" not in values and has_year):
        return None
    year = values.get("year", _full_year(values["year2"]) if "year2" in values else _NO_YEAR)
    try:
        day = date(year, values.get("month", 7), values.get("day", 15))
    except ValueError:
        return None
    return WrittenDate(text, tuple(slots), day)


def write_date(written: WrittenDate) -> str:
    """Write a day the way a date was written.

    written (WrittenDate): The slots to write into, and the day.
    RETURNS (str): The date.
    """
    pieces = []
    position = 0
    numbers = [written.text[s.start : s.end] for s in written.slots if s.form == "digits"]
    # "2012-08-22" and "03/12/2012" pad with zeros, "8/22/2012" does not.
    padded = len(numbers[0]) == 4 if len(numbers) > 1 else False
    padded |= any(number[0] == "0" and len(number) == 2 for number in numbers)
    for slot in written.slots:
        old = written.text[slot.start : slot.end]
        new = _write_slot(slot, old, written.day, padded)
        pieces += [written.text[position : slot.start], new]
        position = slot.end
    return "".join([*pieces, written.text[position:]])


def _write_slot(slot: Slot, old: str, day: date, padded: bool) -> str:
    if slot.kind == "month":
        if slot.form == "digits":
            return f"{day.month:02d}" if padded else str(day.month)
        name = MONTHS[day.month - 1]
        return match_case(old, (name[:3] if slot.form == "short" else name).capitalize())
    if slot.kind == "year":
        if slot.form == "word":
            return match_case(old, year_in_words(day.year, " and " in old.lower()))
        return f"{day.year:04d}"
    if slot.kind in ("year2", "next year2"):
        return f"{(day.year + (slot.kind == 'next year2')) % 100:02d}"
    if slot.form == "ordinal":
        return str(day.day) + match_case(old.lstrip("0123456789"), ordinal_suffix(day.day))
    if slot.form == "ordinal word":
        return match_case(old, ordinal(day.day))
    if slot.form == "word":
        return match_case(old, cardinal(day.day))
    return f"{day.day:02d}" if padded else str(day.day)


def _numeric_slots(found: re.Match[str], at: int, day_first: bool) -> list[Slot]:
    order = _numeric_order(found, day_first)
    return [
        Slot(at + found.start(name), at + found.end(name), kind, "digits")
        for name, kind in zip("abc", order, strict=False)
    ]


def _numeric_order(found: re.Match[str], day_first: bool) -> tuple[SlotKind, ...]:
    """What the numbers of a date are, in order; nothing for what is no date."""
    a, b, c = (found[name] for name in "abc")
    separator = found["s1"].strip()
    if len(a) == 3 or (c is not None and separator != found["s2"].strip()):
        return ()
    if len(b) == 4:  # "8/2012"
        return ("month", "year") if c is None and len(a) < 3 and separator == "/" else ()
    if len(a) == 4:
        if c is None and separator != "." and int(b) == (int(a) + 1) % 100 and len(b) == 2:
            return ("year", "next year2")  # a school year: "2012-13"
        if c is None:
            return ("year", "month")
        return ("year", "month", "day") if len(c) == 2 else ()
    if c is None and separator != "/":  # "8/22" is a date, "3.14" and "5-7" are not
        return ()
    day_leads = int(a) > 12 or (day_first and int(b) <= 12)
    order: tuple[SlotKind, ...] = ("day", "month") if day_leads else ("month", "day")
    return order if c is None else (*order, "year" if len(c) == 4 else "year2")


def _worded_slots(text: str) -> list[Slot]:
    slots: list[Slot] = []
    rest = list(_TOKEN.finditer(text))
    number = 0
    while number < len(rest):
        found = rest[number]
        token = found.group()
        lowered = token.lower()
        number += 1
        start, end = found.span()
        seen = {slot.kind for slot in slots}
        if month := _month(lowered):
            short = len(lowered) <= 4 and lowered != MONTHS[month - 1]
            slots.append(Slot(start, end, "month", "short" if short else "word"))
        elif lowered in _WEEKDAYS or lowered in _SHORT_WEEKDAYS or lowered in _FILLERS:
            continue
        elif re.fullmatch(r"\d+(?:st|nd|rd|th)", lowered):
            slots.append(Slot(start, end, "day", "ordinal"))
        elif token.isdecimal():
            if len(token) == 4:
                slots.append(Slot(start, end, "year", "digits"))
            elif len(token) <= 2 and "day" not in seen:
                slots.append(Slot(start, end, "day", "digits"))
            elif len(token) == 2 and (
                slots[-1].kind == "month"
                or _BEFORE_SHORT_YEAR.fullmatch(text, slots[-1].end, start)
            ):
                slots.append(Slot(start, end, "year2", "digits"))
            else:
                return []
        elif token[0] == "'" and len(token) == 3:
            slots.append(Slot(start + 1, end, "year2", "digits"))
        elif lowered in CARDINALS or lowered in ORDINALS:
            last = _last_number_word(rest, number)
            end = rest[last].end() if last >= number else end
            words = _number_slots(text, start, end, "day" in seen)
            if not words:
                return []
            slots += words
            number = max(last + 1, number)
        elif token.isalnum():
            return []
    kinds = [slot.kind for slot in slots]
    if len(kinds) != len(set(kinds)) or {"year", "year2"} <= set(kinds):
        return []
    return slots


def _month(word: str) -> int | None:
    if word in MONTHS:
        return MONTHS.index(word) + 1
    if word in _SHORT_MONTHS:
        return _SHORT_MONTHS.index(word) + 1
    return _SHORT_MONTHS_4.get(word)


def _last_number_word(tokens: list[re.Match[str]], number: int) -> int:
    """The last token of the number words that a token starts."""
    last = number - 1
    for i in range(number, len(tokens)):
        word = tokens[i].group().lower()
        if word in CARDINALS or word in ORDINALS or word in ("hundred", "thousand", *ZEROS):
            last = i
        elif word.isspace() or word in ("-", "and"):
            continue
        else:
            break
    return last


def _number_slots(text: str, start: int, end: int, has_day: bool) -> list[Slot]:
    """A run of number words is a day, a year, or a day and a year."""
    spelled = text[start:end]
    if not has_day:
        breaks = [m.end() for m in re.finditer(r"[A-Za-z]+", spelled)]
        for cut in sorted(breaks, reverse=True):
            read = read_number(spelled[:cut])
            rest = spelled[cut:]
            if read is None or not 1 <= read[0] <= 31:
                continue
            gap = len(rest) - len(rest.lstrip(" ,"))
            if rest and read_year(rest[gap:]) is None:
                continue
            slots = [Slot(start, start + cut, "day", "ordinal word" if read[1] else "word")]
            if rest:
                slots.append(Slot(start + cut + gap, end, "year", "word"))
            return slots
    first = spelled.split()[0].lower().split("-")[0]
    if read_year(spelled) is not None and first in ("two", *TEENS, *TENS):
        return [Slot(start, end, "year", "word")]
    return []


def _value(text: str, slot: Slot) -> int | None:
    old = text[slot.start : slot.end]
    if slot.kind == "month" and slot.form != "digits":
        return _month(old.lower())
    if slot.form in ("word", "ordinal word"):
        if slot.kind == "year":
            return read_year(old)
        read = read_number(old)
        return read[0] if read else None
    digits = re.match(r"\d+", old)
    return int(digits.group()) if digits else None


def _full_year(short: int) -> int:
    return 2000 + short if short < 50 else 1900 + short
