"""Describes how dates are written in a language: their forms and parts."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from ...lang import Lexicon
from ...lang.lexicon import any_word

SlotKind = Literal["day", "month", "year", "year2", "next year2", "decade", "time"]
SlotForm = Literal["digits", "ordinal", "word", "spoken"]
YEARS: frozenset[SlotKind] = frozenset({"year", "year2", "next year2"})

_LETTER = r"[^\W\d_]"
_BREAK = r"\s?[/.\-–]\s?"
_NUMBERS = (
    rf"(?<!\d)(?P<a>\d{{1,4}})(?P<s1>{_BREAK})(?P<b>\d{{4}}|\d{{1,2}})"
    rf"(?:(?P<s2>{_BREAK})(?P<c>\d{{4}}|\d{{1,2}}))?(?!\d)"
)
# "5pm", "10:30 am", "10:00:00Z", "10:00-05:00".
_CLOCK = r"(?<!\d)\d{{1,2}}(?::\d\d(?::\d\d(?:\.\d+)?)?(?:{half})?(?:Z|[+-]\d\d:?\d\d)?|{half})"
# The kind and form of each group of a pattern.
_PARTS: dict[str, tuple[SlotKind, SlotForm]] = {
    "month": ("month", "word"),
    "month_number": ("month", "spoken"),
    "ordinal": ("day", "ordinal"),
    "day": ("day", "digits"),
    "day_word": ("day", "word"),
    "day_number": ("day", "spoken"),
    "year": ("year", "digits"),
    "year_word": ("year", "word"),
    "short_year": ("year2", "digits"),
    "last_year": ("year2", "digits"),
    "decade": ("decade", "digits"),
    "decade_word": ("decade", "word"),
    "time": ("time", "word"),
}


class DateSlot(NamedTuple):
    """A place in a written date for its day, month or year."""

    start: int
    end: int
    kind: SlotKind
    form: SlotForm


class DateGrammar:
    """The forms of dates in a language.

    In running text, a date has one of a few strict forms. A text that is known to be a date may
    have its parts in any order, with signs, small words and a time of day between them.

    month_first (Pattern): "Monday, May 3rd, 2012", in running text.
    day_first (Pattern): "the 3rd of May 2012".
    elsewhere (Pattern): A date in the words of another language.
    numeric (Pattern): "2012-05-03", "Mon 5/3".
    is_day_first (bool): Whether 03/04 is usually the third of April.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.month_first = lexicon.pattern("dates.month_first")
        self.day_first = lexicon.pattern("dates.day_first")
        self.elsewhere = lexicon.pattern("dates.elsewhere")
        self.numeric = re.compile(
            rf"(?<![\w.,/:$£€-])(?P<weekday>{lexicon.expression('dates.weekday_before')})?"
            r"(?:(?P<y>(?:19|20)\d\d)(?P<s1>[-/.])(?P<m1>\d{1,2})(?P=s1)(?P<d1>\d{1,2})"
            r"|(?P<a>\d{1,2})(?P<s2>[-/.])(?P<b>\d{1,2})(?:(?P=s2)(?P<c>(?:19|20)\d\d|\d\d))?)(?!\w"
            r"|[./:,-]\d|/)",
            re.IGNORECASE,
        )
        self.is_day_first = lexicon.words("dates.order")[:1] != ("month",)
        self._months = dict(_months(lexicon))
        self._lexicon = lexicon

    @cached_property
    def _whole(self) -> list[re.Pattern[str]]:
        """The forms of whole dates, the numeric one first; made only when a date is read."""
        return list(_forms(self._lexicon, any_word(self._months)))

    def month(self, name: str) -> tuple[int, tuple[str, ...]]:
        """The number of a month with a name, and the twelve names that it belongs to."""
        plain = " ".join(name.split())
        return self._months.get(plain) or self._months.get(plain.casefold(), (0, ()))

    def leading_numbers(self, text: str) -> tuple[int, int] | None:
        """The first two numbers of a date that begins with the day or the month."""
        found = self._whole[0].fullmatch(text)
        return (int(found["a"]), int(found["b"])) if found and len(found["a"]) < 3 else None

    def parts(self, text: str, *, day_first: bool) -> list[DateSlot]:
        """The parts of a text that is a date.

        text (str): "22/08/2012", "Aug 30 2002", "1st april '11", "June the tenth", "the 1990s".
        day_first (bool): Whether 03/04 is the third of April.
        RETURNS (list[DateSlot]): The parts in order; empty if the text is not a date.
        """
        numbers, *forms = self._whole
        if found := numbers.fullmatch(text):
            return [
                DateSlot(*found.span(name), kind, "digits")
                for name, kind in zip("abc", _order(found, day_first), strict=False)
            ]
        found = next((match for form in forms if (match := form.fullmatch(text))), None)
        groups = found.groupdict() if found else {}
        return sorted(
            DateSlot(*found.span(name), *_PARTS[name])
            for name, part in groups.items()
            if found and part
        )


def _months(lexicon: Lexicon) -> Iterator[tuple[str, tuple[int, tuple[str, ...]]]]:
    """The names of months, each with its number and the twelve names that it belongs to."""
    names, short = lexicon.words("calendar.months"), lexicon.words("calendar.month_abbreviations")
    elsewhere = list(lexicon.table("dates.months_elsewhere").values())
    # Small letters are the last choice for a language that writes its months in capitals.
    for row in reversed(elsewhere):
        for number, name in enumerate(row, 1):
            yield name.casefold(), (number, row)
    # The own language comes last and so takes precedence; "mai" is French, "Mai" German.
    for row in (*reversed(elsewhere), short, names):
        for number, name in enumerate(row, 1):
            if row not in elsewhere or name.islower():
                yield name.casefold(), (number, row)
            yield (name if row in elsewhere else name.capitalize()), (number, row)
    for number, abbreviation in enumerate(short, 1):  # "sept" is September, as "sep" is
        for other in lexicon.words("calendar.more_month_abbreviations"):
            if other.startswith(abbreviation):
                yield other, (number, short)
    for misspelt, name in lexicon.table("dates.misspelt_months").items():
        yield misspelt, (names.index(name) + 1, names)


def _forms(lexicon: Lexicon, name: str) -> Iterator[re.Pattern[str]]:
    """The patterns of a whole date: in numbers, and in words for each order of its parts."""

    def word(expression: str) -> str:
        return rf"(?<!{_LETTER})(?:{expression})(?!{_LETTER})"

    def any_of(*names: str) -> str:
        return lexicon.any_of(*(f"numbers.{name}" for name in names))

    tens, units, teens, zeros = map(any_of, ("tens", "units", "teens", "zeros"))
    small = lexicon.any_of(
        "dates.fillers",
        "dates.fillers_elsewhere",
        "nobody.beside_days",
        "calendar.weekdays",
        "calendar.weekday_abbreviations",
    )
    clock = _CLOCK.format(half=lexicon.expression("math_prose.half_of_the_day"))
    gap = rf"(?:(?!['’]\d\d\b)[\W_]|{word(small)})*+"
    around = rf"{gap}(?:T?{clock}{gap})?"
    month = word(rf"(?P<month>{name})")
    day_word = rf"{tens}[\s-]+{any_of('units', 'ordinal_units')}|" + any_of(
        "tens", "teens", "units", "ordinal_tens", "ordinal_teens", "ordinal_units"
    )
    day = (
        rf"(?<!\d)(?:(?P<ordinal>\d{{1,2}}{any_of('ordinal_endings')})(?!\w)|(?P<day>\d{{1,2}})(?!\d)"
        rf"|{word(f'(?P<day_word>{day_word})')})"
    )
    of_a_century = (
        rf"{lexicon.any_of('numbers.hundred')}|{zeros}[\s-]+{units}"
        rf"|{tens}(?:[\s-]+{units})?|{teens}"
    )
    year_word = (
        rf"(?:{teens}|{tens})[\s-]+(?:{of_a_century})"
        rf"|{lexicon.expression('numbers.of_our_century')}"
    )
    year = (
        rf"(?:(?<!\d)(?P<year>\d{{4}})(?!\d)|['’](?P<short_year>\d\d)\b"
        rf"|{word(f'(?P<year_word>{year_word})')})"
    )
    # "28-30" are two days, "5 May 30" and "5-May-30" a day, a month and a year.
    last = r"\s*[,./]?\s*(?<!\d)(?P<last_year>\d\d)(?!\d)"
    time = word(f"(?P<time>{lexicon.any_of('dates.seasons', 'dates.holidays')})")
    number = rf"{zeros}[\s-]+{units}|{teens}|{units}"
    for form in (
        _NUMBERS,
        rf"{month}(?:{gap}{day}(?:{last})?)?(?(last_year)|(?:{gap}{year})?)",
        rf"{day}(?:{gap}{month}(?:-?{last}|{gap}{year})?)?",
        rf"{year}(?:{gap}{month}(?:{gap}{day})?)?",
        rf"{year}{gap}{day}{gap}{month}",
        rf"{day}\s*,?\s*{year}",  # the end of a range: "May 5-7, 2012"
        rf"{time}(?:{gap}{year})?",
        rf"{year}{gap}{time}",
        r"(?<!\d)(?P<decade>(?:\d\d)?\d0)['’]?s(?!\w)",
        word(rf"(?P<decade_word>{lexicon.any_of('dates.decades')})"),
        rf"{word(f'(?P<month_number>{number})')}{gap}"
        rf"{word(f'(?P<day_number>{number}|{day_word})')}{gap}{year}",
    ):
        yield re.compile(f"{around}{form}{around}", re.IGNORECASE)


def _order(found: re.Match[str], day_first: bool) -> tuple[SlotKind, ...]:
    """The kinds of the numbers of a date, in order; empty if it is not a date."""
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
        return ("year", "month", "day") if len(c) < 3 else ()
    # "8/22" is a date, "3.14", "5-7" and "1/2/3" are not.
    if separator != "/" if c is None else len(c) == 1:
        return ()
    day_leads = int(a) > 12 or (day_first and int(b) <= 12)
    order: tuple[SlotKind, ...] = ("day", "month") if day_leads else ("month", "day")
    return order if c is None else (*order, "year" if len(c) == 4 else "year2")
