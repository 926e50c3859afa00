"""Reads a written date into slots and writes another day into the same slots."""

from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from string import capwords
from types import MappingProxyType

from ...draws.casing import match_case
from ...lang import ENGLISH, Lexicon
from ...lang.number_words import NumberWords
from .grammar import YEARS, DateGrammar, DateSlot, SlotKind

# A leap year, for dates without a year, so that 29 February is valid.
_NO_YEAR = 2024
# "The twenties" are the first decade with a name.
_FIRST_DECADE = 1920
_YEAR_KINDS: tuple[SlotKind, ...] = ("year", "year2", "decade")
_SHORT = frozenset({"year2", "decade"})


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as it is written.

    text (str): The date.
    slots (tuple[DateSlot, ...]): The places of its parts; the text between them is kept.
    day (date): The day it means; missing parts are filled in.
    """

    text: str
    slots: tuple[DateSlot, ...]
    day: date

    @property
    def kinds(self) -> frozenset[SlotKind]:
        return frozenset(slot.kind for slot in self.slots)

    @property
    def has_year(self) -> bool:
        return not self.kinds.isdisjoint(YEARS)

    @property
    def year_only(self) -> bool:
        """Whether it has neither a month nor a day."""
        return self.kinds.isdisjoint({"month", "day"})

    @property
    def is_decade(self) -> bool:
        return "decade" in self.kinds

    @property
    def time(self) -> str:
        """The season or holiday in it, in lower case; "" for none."""
        found = (self.text[slot.start : slot.end] for slot in self.slots if slot.kind == "time")
        return next(found, "").lower()


def read_date(
    text: str, day_first: bool | None = None, lexicon: Lexicon = ENGLISH
) -> WrittenDate | None:
    """Read a written date.

    text (str): "22/08/2012", "Aug 30 2002", "1st april '11", "June the tenth".
    day_first (bool | None): Whether 03/04 is the third of April; None for the usual order.
    lexicon (Lexicon): The words of the language.
    RETURNS (WrittenDate | None): Its slots and its day; None if it is not a date, or contains
        other words.
    """
    grammar = lexicon.part(DateGrammar)
    slots = grammar.parts(text, day_first=grammar.is_day_first if day_first is None else day_first)
    if not slots:
        return None
    writer = lexicon.part(DateWriter)
    try:
        values = {slot.kind: writer.value(text, slot) for slot in slots}
        years = (values[kind] for kind in _YEAR_KINDS if kind in values)
        year, month, number = next(years, _NO_YEAR), values.get("month", 7), values.get("day", 15)
        return WrittenDate(text, tuple(slots), in_month(date(year, month, 1), number))
    except ValueError:
        return None


def in_month(day: date, number: int) -> date:
    """A day of a date's month; "June 31st" means the last day of June.

    RAISES (ValueError): If no month has that many days.
    """
    last = monthrange(day.year, day.month)[1]
    return day.replace(day=min(number, last) if number <= 31 else number)


def write_date(
    written: WrittenDate,
    times: Mapping[str, str] = MappingProxyType({}),
    lexicon: Lexicon = ENGLISH,
) -> str:
    """Write a day the way a date was written.

    written (WrittenDate): The slots to write into, and the day.
    times (Mapping[str, str]): The surrogate of each season and holiday.
    lexicon (Lexicon): The words of the language.
    RETURNS (str): The date.
    """
    writer = lexicon.part(DateWriter)
    pieces = []
    position = 0
    numbers = [written.text[s.start : s.end] for s in written.slots if s.form == "digits"]
    # "2012-08-22" and "03/12/2012" pad with zeros, "8/22/2012" does not.
    padded = len(numbers) > 1 and len(numbers[0]) == 4 and min(map(len, numbers)) > 1
    padded |= any(number[0] == "0" and len(number) == 2 for number in numbers)
    for slot in written.slots:
        old = written.text[slot.start : slot.end]
        if slot.kind == "time":
            new = match_case(old, capwords(times[old.lower()]))
        else:
            new = writer.write(slot, old, written.day, padded)
        pieces += [written.text[position : slot.start], new]
        position = slot.end
    return "".join([*pieces, written.text[position:]])


class DateWriter:
    """Reads and writes the parts of a date in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = lexicon.part(NumberWords)
        self._grammar = lexicon.part(DateGrammar)
        self._zeros = lexicon.words("numbers.zeros")
        self._decades = lexicon.words("dates.decades")

    def value(self, text: str, slot: DateSlot) -> int:
        """The value of a slot as a number; 0 if it is not a number."""
        old = text[slot.start : slot.end]
        match slot.kind, slot.form:
            case _, ("digits" | "ordinal"):
                number = int("".join(filter(str.isdecimal, old)))
                return _full_year(number) if slot.kind in _SHORT and len(old) == 2 else number
            case "time", _:
                return 0
            case "decade", _:
                return _FIRST_DECADE + 10 * self._decades.index(old.lower())
            case "month", "word":
                return self._grammar.month(old)[0]
            case "year", _:
                return self._words.read_year(old) or 0
            case _:
                _, rest = self._without_zero(old)
                return (self._words.read_number(rest) or (0, False))[0]

    def write(self, slot: DateSlot, old: str, day: date, padded: bool) -> str:
        """The text of a slot for a day."""
        words = self._words
        match slot.kind, slot.form:
            case "month", "word":
                _, names = self._grammar.month(old)
                return match_case(old, names[day.month - 1].capitalize())
            case "decade", "word":
                # The first two decades of a century have no name.
                at = (day.year - _FIRST_DECADE) // 10
                last = len(self._decades) - 1
                return match_case(old, self._decades[last - 1 if at > last else abs(at)])
            case "decade", _:
                return f"{day.year:04d}"[-len(old) :]
            case "year", "word":
                return match_case(old, words.year_in_words(day.year, words.has_and(old)))
            case "year", _:
                return f"{day.year:04d}"
            case (("year2" | "next year2"), _):
                return f"{(day.year + (slot.kind == 'next year2')) % 100:02d}"
            case "day", "ordinal":
                ending = match_case(old.lstrip("0123456789"), words.ordinal_ending(day.day))
                return f"{day.day}{ending}"
            case _:
                number = day.month if slot.kind == "month" else day.day
        if slot.form == "digits":
            return f"{number:02d}" if padded else str(number)
        zero, rest = self._without_zero(old)
        _, is_ordinal = words.read_number(rest) or (0, False)
        new = words.ordinal(number) if is_ordinal else words.cardinal(number)
        return match_case(old, zero + new if number < 10 else new)

    def _without_zero(self, old: str) -> tuple[str, str]:
        """The "oh " of "oh three", if it has one, and the rest."""
        first, blank, rest = old.partition(" ")
        return (first + blank, rest) if rest and first.lower() in self._zeros else ("", old)


def _full_year(short: int) -> int:
    return 2000 + short if short < 50 else 1900 + short
