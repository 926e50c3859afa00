"""Reading a written date into slots, and writing another day into the same slots."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from ..lang import ENGLISH, Lexicon
from ..lang.lexicon import any_word
from .casing import match_case
from .spoken import NumberWords

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


def read_date(text: str, day_first: bool = False, lexicon: Lexicon = ENGLISH) -> WrittenDate | None:
    """Read a written date.

    text (str): "22/08/2012", "Aug 30 2002", "1st april '11", "June the tenth".
    day_first (bool): Whether 03/04 is the third of April.
    lexicon (Lexicon): The words of the language.
    RETURNS (Optional[WrittenDate]): Its slots and its day; None if it is no date, or holds
        words that do not belong to one.
    """
    grammar = lexicon.part(DateGrammar)
    core = text.strip()
    at = text.find(core)
    numeric = _NUMERIC.fullmatch(core)
    slots = _numeric_slots(numeric, at, day_first) if numeric else grammar.worded_slots(text)
    if not slots:
        return None
    values = {
        slot.kind: value for slot in slots if (value := grammar.value(text, slot)) is not None
    }
    has_year = not _YEARS.isdisjoint(values)
    if len(values) != len(slots) or ("day" in values and "month" not in values and has_year):
        return None
    year = values.get("year", _full_year(values["year2"]) if "year2" in values else _NO_YEAR)
    try:
        day = date(year, values.get("month", 7), values.get("day", 15))
    except ValueError:
        return None
    return WrittenDate(text, tuple(slots), day)


def write_date(written: WrittenDate, lexicon: Lexicon = ENGLISH) -> str:
    """Write a day the way a date was written.

    written (WrittenDate): The slots to write into, and the day.
    lexicon (Lexicon): The words of the language.
    RETURNS (str): The date.
    """
    grammar = lexicon.part(DateGrammar)
    pieces = []
    position = 0
    numbers = [written.text[s.start : s.end] for s in written.slots if s.form == "digits"]
    # "2012-08-22" and "03/12/2012" pad with zeros, "8/22/2012" does not.
    padded = len(numbers[0]) == 4 if len(numbers) > 1 else False
    padded |= any(number[0] == "0" and len(number) == 2 for number in numbers)
    for slot in written.slots:
        old = written.text[slot.start : slot.end]
        new = grammar.write_slot(slot, old, written.day, padded)
        pieces += [written.text[position : slot.start], new]
        position = slot.end
    return "".join([*pieces, written.text[position:]])


class DateGrammar:
    """How dates are written in words in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = lexicon.part(NumberWords)
        self._months = lexicon.words("calendar.months")
        self._short_months = lexicon.words("calendar.month_abbreviations")
        # "sept" is September, as "sep" is.
        self._other_months = {
            other: number
            for other in lexicon.words("calendar.more_month_abbreviations")
            for number, short in enumerate(self._short_months, 1)
            if other.startswith(short)
        }
        # Words of a date that say nothing of the day.
        self._fillers = lexicon.word_set(
            "calendar.weekdays", "calendar.weekday_abbreviations", "dates.fillers"
        )
        rank = rf"\d+{any_word(self._words.ordinal_endings)}"
        self._rank = re.compile(rank)
        self._token = re.compile(rf"{rank}\b|\d+|[^\W\d_]+|'\d\d\b|.", re.IGNORECASE | re.DOTALL)

    def write_slot(self, slot: Slot, old: str, day: date, padded: bool) -> str:
        """What a slot holds for a day."""
        words = self._words
        if slot.kind == "month":
            if slot.form == "digits":
                return f"{day.month:02d}" if padded else str(day.month)
            name = self._months[day.month - 1]
            return match_case(
                old,
                (self._short_months[day.month - 1] if slot.form == "short" else name).capitalize(),
            )
        if slot.kind == "year":
            if slot.form == "word":
                return match_case(old, words.year_in_words(day.year, words.has_and(old)))
            return f"{day.year:04d}"
        if slot.kind in ("year2", "next year2"):
            return f"{(day.year + (slot.kind == 'next year2')) % 100:02d}"
        if slot.form == "ordinal":
            return str(day.day) + match_case(
                old.lstrip("0123456789"), words.ordinal_ending(day.day)
            )
        if slot.form == "ordinal word":
            return match_case(old, words.ordinal(day.day))
        if slot.form == "word":
            return match_case(old, words.cardinal(day.day))
        return f"{day.day:02d}" if padded else str(day.day)

    def worded_slots(self, text: str) -> list[Slot]:
        """The slots of a date with words; none for what is no date."""
        words = self._words
        slots: list[Slot] = []
        rest = list(self._token.finditer(text))
        number = 0
        while number < len(rest):
            found = rest[number]
            token = found.group()
            lowered = token.lower()
            number += 1
            start, end = found.span()
            seen = {slot.kind for slot in slots}
            if month := self._month(lowered):
                short = len(lowered) <= 4 and lowered != self._months[month - 1]
                slots.append(Slot(start, end, "month", "short" if short else "word"))
            elif lowered in self._fillers:
                continue
            elif self._rank.fullmatch(lowered):
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
            elif lowered in words.cardinals or lowered in words.ordinals:
                last = self._last_number_word(rest, number)
                end = rest[last].end() if last >= number else end
                spelled = self._number_slots(text, start, end, "day" in seen)
                if not spelled:
                    return []
                slots += spelled
                number = max(last + 1, number)
            elif token.isalnum():
                return []
        kinds = [slot.kind for slot in slots]
        if len(kinds) != len(set(kinds)) or {"year", "year2"} <= set(kinds):
            return []
        return slots

    def value(self, text: str, slot: Slot) -> int | None:
        """What stands in a slot, as a number."""
        old = text[slot.start : slot.end]
        if slot.kind == "month" and slot.form != "digits":
            return self._month(old.lower())
        if slot.form in ("word", "ordinal word"):
            if slot.kind == "year":
                return self._words.read_year(old)
            read = self._words.read_number(old)
            return read[0] if read else None
        digits = re.match(r"\d+", old)
        return int(digits.group()) if digits else None

    def _month(self, word: str) -> int | None:
        for names in (self._months, self._short_months):
            if word in names:
                return names.index(word) + 1
        return self._other_months.get(word)

    def _last_number_word(self, tokens: list[re.Match[str]], number: int) -> int:
        """The last token of the number words that a token starts."""
        words = self._words
        last = number - 1
        for i in range(number, len(tokens)):
            word = tokens[i].group().lower()
            if word in words.cardinals or word in words.ordinals or word in words.more:
                last = i
            elif word.isspace() or word in words.joins:
                continue
            else:
                break
        return last

    def _number_slots(self, text: str, start: int, end: int, has_day: bool) -> list[Slot]:
        """A run of number words is a day, a year, or a day and a year."""
        words = self._words
        spelled = text[start:end]
        if not has_day:
            breaks = [m.end() for m in re.finditer(r"[^\W\d_]+", spelled)]
            for cut in sorted(breaks, reverse=True):
                read = words.read_number(spelled[:cut])
                rest = spelled[cut:]
                if read is None or not 1 <= read[0] <= 31:
                    continue
                gap = len(rest) - len(rest.lstrip(" ,"))
                if rest and words.read_year(rest[gap:]) is None:
                    continue
                slots = [Slot(start, start + cut, "day", "ordinal word" if read[1] else "word")]
                if rest:
                    slots.append(Slot(start + cut + gap, end, "year", "word"))
                return slots
        first = spelled.split()[0].lower().split("-")[0]
        if words.read_year(spelled) is not None and words.opens_year(first):
            return [Slot(start, end, "year", "word")]
        return []


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


def _full_year(short: int) -> int:
    return 2000 + short if short < 50 else 1900 + short
