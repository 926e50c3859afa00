"""How dates are written in a language: the forms they are found in, and the parts that they have."""

import re
from typing import Literal, NamedTuple

from .lang import Lexicon

SlotKind = Literal["day", "month", "year", "year2", "next year2"]
SlotForm = Literal["digits", "ordinal", "word"]
YEARS: frozenset[SlotKind] = frozenset({"year", "year2", "next year2"})

_LETTER = r"[^\W\d_]"
_BREAK = r"\s?[/.\-–]\s?"
_NUMBERS = (
    rf"(?P<a>\d{{1,4}})(?P<s1>{_BREAK})(?P<b>\d{{4}}|\d{{1,2}})"
    rf"(?:(?P<s2>{_BREAK})(?P<c>\d{{4}}|\d{{2}}))?"
    r"(?P<time>[T ]\d{1,2}:\d{2}(?::\d{2})?Z?)?"
)
# What the groups of a form are.
_PARTS: dict[str, tuple[SlotKind, SlotForm]] = {
    "month": ("month", "word"),
    "ordinal": ("day", "ordinal"),
    "day": ("day", "digits"),
    "day_word": ("day", "word"),
    "year": ("year", "digits"),
    "year_word": ("year", "word"),
    "short_year": ("year2", "digits"),
    "last_year": ("year2", "digits"),
}


class Slot(NamedTuple):
    """A place in a written date that a part of the day is written into."""

    start: int
    end: int
    kind: SlotKind
    form: SlotForm


class DateGrammar:
    """The forms of dates in a language.

    In running text a date has one of a few strict forms. A text that is known to be one may have
    its parts in any order, with signs and small words between.

    month_first (Pattern): "Monday, May 3rd, 2012", in running text.
    day_first (Pattern): "the 3rd of May 2012".
    elsewhere (Pattern): One in the words of another language.
    numeric (Pattern): "2012-05-03", "Mon 5/3".
    months (list[tuple[str, ...]]): Names of the twelve months, and short ones.

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
        self.months = [
            lexicon.words("calendar.months"), lexicon.words("calendar.month_abbreviations")
        ]  # fmt: skip
        self._numbers, self._forms = re.compile(rf"\s*{_NUMBERS}\s*"), _forms(lexicon)
        # "sept" is September, as "sep" is.
        self._numbers_of_months = {
            name: number for names in reversed(self.months) for number, name in enumerate(names, 1)
        }
        self._numbers_of_months |= {
            other: number
            for other in lexicon.words("calendar.more_month_abbreviations")
            for number, short in enumerate(self.months[1], 1)
            if other.startswith(short)
        }

    def month(self, name: str) -> int:
        """The number of a month that is told by a name."""
        return self._numbers_of_months[name.lower()]

    def another_month(self, name: str, number: int) -> str:
        """A month's name of the kind that another one is: "sep" gives "May" short."""
        names = next((names for names in self.months if name.lower() in names), self.months[-1])
        return names[number - 1]

    def parts(self, text: str, *, day_first: bool) -> list[Slot]:
        """The parts of a text that is a date.

        text (str): "22/08/2012", "Aug 30 2002", "1st april '11", "June the tenth".
        day_first (bool): Whether 03/04 is the third of April.
        RETURNS (list[Slot]): Where they stand, in order; none for what is no date.
        """
        if found := self._numbers.fullmatch(text):
            order = _order(found, day_first)
            return [
                Slot(*found.span(name), kind, "digits")
                for name, kind in zip("abc", order, strict=False)
            ]
        found = next((match for form in self._forms if (match := form.fullmatch(text))), None)
        groups = found.groupdict() if found else {}
        return sorted(
            Slot(*found.span(name), *_PARTS[name])
            for name, part in groups.items()
            if found and part
        )


def _forms(lexicon: Lexicon) -> list[re.Pattern[str]]:
    """A date in words, whole, by the order of its parts."""

    def word(expression: str) -> str:
        return rf"(?<!{_LETTER})(?:{expression})(?!{_LETTER})"

    def any_of(*names: str) -> str:
        return lexicon.any_of(*(f"numbers.{name}" for name in names))

    tens, units, teens = any_of("tens"), any_of("units"), any_of("teens")
    small = lexicon.any_of("dates.fillers", "calendar.weekdays", "calendar.weekday_abbreviations")
    gap = rf"(?:(?!['’]\d\d\b)[\W_]|{word(small)})*"
    name = lexicon.any_of(
        "calendar.months", "calendar.month_abbreviations", "calendar.more_month_abbreviations"
    )
    month = word(rf"(?P<month>{name})")
    day_word = rf"{tens}[\s-]+{any_of('units', 'ordinal_units')}|" + any_of(
        "tens", "teens", "units", "ordinal_tens", "ordinal_teens", "ordinal_units"
    )
    day = (
        rf"(?<!\d)(?:(?P<ordinal>\d{{1,2}}{any_of('ordinal_endings')})(?!\w)|(?P<day>\d{{1,2}})(?!\d)"
        rf"|{word(f'(?P<day_word>{day_word})')})"
    )
    of_a_century = (
        rf"{lexicon.any_of('number_words.hundred')}|{any_of('zeros')}[\s-]+{units}"
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
    forms = (
        rf"{month}(?:{gap}{day}(?:{last})?)?(?(last_year)|(?:{gap}{year})?)",
        rf"{day}(?:{gap}{month}(?:-?{last}|{gap}{year})?)?",
        rf"{year}(?:{gap}{month}(?:{gap}{day})?)?",
        rf"{year}{gap}{day}{gap}{month}",
    )
    return [re.compile(f"{gap}{form}{gap}", re.IGNORECASE) for form in forms]


def _order(found: re.Match[str], day_first: bool) -> tuple[SlotKind, ...]:
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
