"""Calendar dates and dates of birth."""

import re
from collections.abc import Iterator

from .arithmetic import beside_operator
from .context import has_context, words
from .numerals import AGE_WORD, DAY_WORD, YEAR_WORDS
from .recognizer import DIGITS, Finding, Recognizer

_SCORE = 0.6
_BIRTH_SCORE = 0.8

_MONTHS = (
    "january february march april may june july august september october november december jan "
    "feb mar apr jun jul "
    "aug sept sep oct nov dec"
).split()
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})(?:(?<=\b[a-z]{{3}})\.(?=\s))?"
# Months that are also words or abbreviations of others need more than a number beside them.
_WORD_MONTHS = frozenset(("may", "march", "mar", "sep", "dec"))
_WEEKDAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|thur|fri|sat(?:ur)?|sun)(?:day)?,?\s(?:the\s)?)?"
)
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_YEAR = rf"(?P<year>,?\s(?:19|20)\d\d(?!\w)|\s?'\d\d(?!\w)|,?\s{YEAR_WORDS})?"
_MONTH_FIRST = re.compile(
    rf"(?<!\w){_WEEKDAY}{_MONTH}\s(?P<the>the\s)?(?:{_DAY}(?P<ordinal>st|nd|rd|th)?|"
    rf"(?P<word>{DAY_WORD}))"
    rf"(?!\w|[:%]\d|[.,]\d|/){_YEAR}",
    re.IGNORECASE,
)
_DAY_FIRST = re.compile(
    rf"(?<![\w.,:/$£€-])(?:{_WEEKDAY})(?P<the>the\s)?(?:{_DAY}(?P<ordinal>st|nd|rd|th)?|"
    rf"(?P<word>{DAY_WORD}))"
    rf"\s(?P<of>of\s)?{_MONTH}(?!\w){_YEAR}",
    re.IGNORECASE,
)
_OTHER_LANGUAGE = re.compile(
    r"(?<![\w.,])\d{1,2}\sde\s(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre"
    r"|octubre|noviembre"
    r"|diciembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro)"
    r"(?:\sde(?:l)?\s\d{4})?(?!\w)",
    re.IGNORECASE,
)
_NUMERIC = re.compile(
    r"(?<![\w.,/:$£€-])(?:(?P<y>(?:19|20)\d\d)(?P<s1>[-/.])(?P<m1>\d{1,2})(?P=s1)(?P<d1>\d{1,2})"
    r"|(?P<a>\d{1,2})(?P<s2>[-/.])(?P<b>\d{1,2})(?:(?P=s2)(?P<c>(?:19|20)\d\d|\d\d))?)(?!\w"
    r"|[./:,-]\d|/)"
)
_BIRTH = words(
    r"birthdays? birth b-?days? born dob d\.o\.b\.? b\sday birth-?dates?",
    r"turn(?:s|ed|ing)?\s\d{1,2} (?:1\d|[5-9])\son",
)
_BIRTH_AFTER = re.compile(
    r"\W{0,3}(?:is|was|'s|it's)?\s?(?:my|her|his|your|ur|their|\w+'s)\s(?:b-?day|birthday)",
    re.IGNORECASE,
)
_DATE_CONTEXT = words(
    r"on by until till til since due starts? started opens? ends? date back before after from"
    r" exam test meeting"
)
_NUMERIC_CONTEXT = words(
    r"by due date until till til back starts? final'?s? final exam meeting deadline born on\sthe"
)
_MODAL_AFTER = re.compile(
    r"\s(?:be|have|not|also|look|seem|need|or|get|go|want|only|say|you|i|we)(?!\w)", re.IGNORECASE
)
_NOUN_AFTER = re.compile(
    r"\s(?!at\b|in\b|on\b|and\b|or\b|to\b|is\b|for\b|we\b|i\b|n\b|but\b|was\b|if\b|the\b|from\b"
    r"|so\b|with\b|when\b|they\b|he\b|she\b|because\b|as\b|please\b|pls\b)[a-z]"
)

_BIRTHDAY_WORD = (
    r"(?:today|tomorrow|tmrw|tmr|(?:(?:this|next|last)\s)?(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)day|boxing day"
    r"|christmas(?:\s(?:day|eve))?|new year'?s(?:\s(?:day|eve))?|halloween|valentine'?s day"
    rf"|the\s(?:{_DAY}(?:st|nd|rd|th)|{DAY_WORD})|{_DAY}(?:st|nd|rd|th))(?!\w|\s(?:of|grade))"
)
_RELATIVE_BIRTH = re.compile(
    r"(?<!\w)(?:(?:it'?s|its|was|is|on|had|have|for)\s)?(?:my|her|his|our|mum'?s|mom'?s|dad'?s"
    r"|\w{2,12}'s)\s(?:\w{2,5}\s)?(?:birthday|bday|b-day|b day)"
    rf"\s(?:is\s|was\s|on\s|it's\s|party\s){{0,2}}(?P<day>{_BIRTHDAY_WORD})",
    re.IGNORECASE,
)
_BIRTH_TODAY = re.compile(
    rf"(?<!\w)(?P<day>{_BIRTHDAY_WORD})\s(?:is|was|'s)\s(?:my|her|his)\s(?:\w{{2,5}}\s)?"
    rf"(?:birthday|bday|b-day)",
    re.IGNORECASE,
)
_TURNS = re.compile(
    rf"(?<!\w)turn(?:s|ed|ing)?\s(?:{AGE_WORD}|\d{{1,2}})\son\s(?P<day>{_BIRTHDAY_WORD})",
    re.IGNORECASE,
)
_TURNS_TOMORROW = re.compile(
    rf"(?<!\w)turn(?:s|ed|ing)?\s(?:{AGE_WORD}|\d{{1,2}})\s(?P<day>today|tomorrow|tmrw|tmr"
    rf"|yesterday)(?!\w)",
    re.IGNORECASE,
)
# A fraction has a noun after it.
_CLOSED = re.compile(r"\s?(?:$|[,;!?)\"]|\.(?!\d))|\s(?:and|n|but|so|too|btw)(?!\w)")
_OPERATOR = re.compile(r"\s?[=+*×÷^<>%]")
# A whole date of these years that nothing introduces is a birth date: the plans of a
# conversation name no year, or the current one.
_BIRTH_YEAR = re.compile(
    r"(?<!\d)(?:19[3-9]\d|20[01]\d)(?!\d)|'(?:0\d|1\d)$|two thousand|twenty (?:\w+teen|ten"
    r"|eleven|twelve)$",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(
    r"(?<!\w)(?:on|by|until|till?|since|from|to|in|of|before|after|between)\s$", re.IGNORECASE
)


def find_dates(text: str, previous: str) -> Iterator[Finding]:
    """Dates with a day and a month; those of a birth as DATE_OF_BIRTH."""
    found: list[tuple[int, int]] = []
    covered: set[int] = set()
    for match in _MONTH_FIRST.finditer(text):
        if _is_month_first(text, match):
            found.append(match.span())
            covered.update(range(*match.span()))
    for match in _DAY_FIRST.finditer(text):
        if _is_day_first(text, match) and covered.isdisjoint(range(*match.span())):
            found.append(match.span())
            covered.update(range(*match.span()))
    found += [match.span() for match in _OTHER_LANGUAGE.finditer(text)]
    for match in _NUMERIC.finditer(text):
        if not beside_operator(text, *match.span()) and _is_numeric_date(text, match, previous):
            found.append(match.span())
    for start, end in found:
        birth = (
            has_context(_BIRTH, text, start, previous)
            or _BIRTH_AFTER.match(text, end)
            or (
                _BIRTH_YEAR.search(text[start:end])
                and not _INTRODUCED.search(text[max(0, start - 12) : start])
            )
        )
        if birth:
            yield Finding(start, end, "DATE_OF_BIRTH", _BIRTH_SCORE)
        else:
            yield Finding(start, end, "DATE", _SCORE)
    for pattern in (_RELATIVE_BIRTH, _BIRTH_TODAY, _TURNS, _TURNS_TOMORROW):
        for match in pattern.finditer(text):
            if covered.isdisjoint(range(*match.span("day"))):
                yield Finding(*match.span("day"), "DATE_OF_BIRTH", _BIRTH_SCORE)


def _is_month_first(text: str, match: re.Match[str]) -> bool:
    month = match.group("month")
    if match.group("year") or match.group("the"):
        return True
    if _OPERATOR.match(text, match.end()):
        return False
    if match.group("ordinal") or match.group("word"):
        return (
            month.lower() not in ("may", "march")
            or month[0].isupper()
            or not _MODAL_AFTER.match(text, match.end())
        )
    if month.lower() in _WORD_MONTHS:
        introduced = has_context(_DATE_CONTEXT, text, match.start(), "")
        return introduced or (
            not _NOUN_AFTER.match(text, match.end())
            and (month[0].isupper() or month.lower() not in ("may", "march", "mar"))
        )
    return True


def _is_day_first(text: str, match: re.Match[str]) -> bool:
    month = match.group("month").lower()
    if match.group("year") or match.group("of"):
        return True
    if month in _WORD_MONTHS:
        if _MODAL_AFTER.match(text, match.end()):
            return False
        return bool(
            match.group("ordinal")
            or match.group("month")[0].isupper()
            or has_context(_DATE_CONTEXT, text, match.start(), "")
        )
    return not (
        match.group("word")
        and not match.group("the")
        and match.group("word").lower() in ("second", "first")
    )


def _is_numeric_date(text: str, match: re.Match[str], previous: str) -> bool:
    if match.group("y"):
        month, day = int(match.group("m1")), int(match.group("d1"))
        return 1 <= month <= 12 and 1 <= day <= 31
    one, two, year = int(match.group("a")), int(match.group("b")), match.group("c")
    separator = match.group("s2")
    if not (1 <= one <= 31 and 1 <= two <= 31 and (one <= 12 or two <= 12)):
        return False
    if year and len(year) == 4:
        return True
    if separator == "/" and _CLOSED.match(text, match.end()):
        return has_context(_BIRTH, text, match.start(), previous)
    introduced = _NUMERIC_CONTEXT.search(text, max(0, match.start() - 25), match.start())
    return bool(introduced and year) and separator == "/"


_DATE_CUES = (
    frozenset(_MONTHS)
    | DIGITS
    | frozenset("today tomorrow tmrw tmr boxing christmas birthday bday turns turn".split())
)

DATES: tuple[Recognizer, ...] = (
    Recognizer("date", ("DATE", "DATE_OF_BIRTH"), _DATE_CUES, find_dates),
)
