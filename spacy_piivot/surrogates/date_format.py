"""Reading a written date into slots, and writing another day into the same slots."""

import re
from dataclasses import dataclass
from datetime import date

from ..date_grammar import YEARS, DateGrammar, Slot, SlotKind
from ..lang import ENGLISH, Lexicon
from .casing import match_case
from .spoken import NumberWords

# A leap year, for dates without a year: 29 February is one.
_NO_YEAR = 2024


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
        return not self.kinds.isdisjoint(YEARS)

    @property
    def year_only(self) -> bool:
        return self.kinds.issubset(YEARS)


def read_date(text: str, day_first: bool = False, lexicon: Lexicon = ENGLISH) -> WrittenDate | None:
    """Read a written date.

    text (str): "22/08/2012", "Aug 30 2002", "1st april '11", "June the tenth".
    day_first (bool): Whether 03/04 is the third of April.
    lexicon (Lexicon): The words of the language.
    RETURNS (Optional[WrittenDate]): Its slots and its day; None if it is no date, or holds
        words that do not belong to one.
    """
    slots = lexicon.part(DateGrammar).parts(text, day_first=day_first)
    writer = lexicon.part(DateWriter)
    values = {slot.kind: writer.value(text, slot) for slot in slots}
    year = values.get("year", _full_year(values["year2"]) if "year2" in values else _NO_YEAR)
    try:
        day = date(year, values.get("month", 7), values.get("day", 15))
    except ValueError:
        return None
    return WrittenDate(text, tuple(slots), day) if slots else None


def write_date(written: WrittenDate, lexicon: Lexicon = ENGLISH) -> str:
    """Write a day the way a date was written.

    written (WrittenDate): The slots to write into, and the day.
    lexicon (Lexicon): The words of the language.
    RETURNS (str): The date.
    """
    writer = lexicon.part(DateWriter)
    pieces = []
    position = 0
    numbers = [written.text[s.start : s.end] for s in written.slots if s.form == "digits"]
    # "2012-08-22" and "03/12/2012" pad with zeros, "8/22/2012" does not.
    padded = len(numbers[0]) == 4 if len(numbers) > 1 else False
    padded |= any(number[0] == "0" and len(number) == 2 for number in numbers)
    for slot in written.slots:
        old = written.text[slot.start : slot.end]
        new = writer.write(slot, old, written.day, padded)
        pieces += [written.text[position : slot.start], new]
        position = slot.end
    return "".join([*pieces, written.text[position:]])


class DateWriter:
    """What stands in the parts of a date in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = lexicon.part(NumberWords)
        self._grammar = lexicon.part(DateGrammar)

    def value(self, text: str, slot: Slot) -> int:
        """What stands in a slot, as a number; 0 for what is none."""
        old = text[slot.start : slot.end]
        if slot.form != "word":
            return int(re.match(r"\d+", old)[0])
        if slot.kind == "month":
            return self._grammar.month(old)
        if slot.kind == "year":
            return self._words.read_year(old) or 0
        return (self._words.read_number(old) or (0, False))[0]

    def write(self, slot: Slot, old: str, day: date, padded: bool) -> str:
        """What a slot holds for a day."""
        words = self._words
        match slot.kind, slot.form:
            case "month", "word":
                return match_case(old, self._grammar.another_month(old, day.month).capitalize())
            case "year", "word":
                return match_case(old, words.year_in_words(day.year, words.has_and(old)))
            case "year", _:
                return f"{day.year:04d}"
            case (("year2" | "next year2"), _):
                return f"{(day.year + (slot.kind == 'next year2')) % 100:02d}"
            case "day", "ordinal":
                ending = match_case(old.lstrip("0123456789"), words.ordinal_ending(day.day))
                return f"{day.day}{ending}"
            case "day", "word":
                _, is_ordinal = words.read_number(old) or (0, False)
                return match_case(
                    old, words.ordinal(day.day) if is_ordinal else words.cardinal(day.day)
                )
            case _:
                number = day.month if slot.kind == "month" else day.day
                return f"{number:02d}" if padded else str(number)


def _full_year(short: int) -> int:
    return 2000 + short if short < 50 else 1900 + short
