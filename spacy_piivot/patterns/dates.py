"""Calendar dates and dates of birth."""

import re
from collections.abc import Iterator

from .arithmetic import beside_operator
from .births import find_birth_words, has_birth_context, is_birth_date
from .context import ANSWER, has_context, words
from .numerals import DAY_WORD, YEAR_WORDS
from .recognizer import DIGITS, Finding, Recognizer

_SCORE = 0.6
_BIRTH_SCORE = 0.8

_MONTHS = (
    "january february march april may june july august september october november december jan "
    "feb mar apr jun jul "
    "aug sept sep oct nov dec"
).split()
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})(?:(?<=\b[a-z]{{3}})(?<!may)\.(?=\s))?"
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
    r"(?<![\w.,/:$£€-])(?P<weekday>(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|thur|fri|sat(?:ur)?|sun)"
    r"(?:day)?(?:,?\s(?:the\s)?|\.\s))?"
    r"(?:(?P<y>(?:19|20)\d\d)(?P<s1>[-/.])(?P<m1>\d{1,2})(?P=s1)(?P<d1>\d{1,2})"
    r"|(?P<a>\d{1,2})(?P<s2>[-/.])(?P<b>\d{1,2})(?:(?P=s2)(?P<c>(?:19|20)\d\d|\d\d))?)(?!\w"
    r"|[./:,-]\d|/)",
    re.IGNORECASE,
)
_DATE_CONTEXT = words(
    r"on by until till til since due starts? started opens? ends? date back before after from"
    r" exam test meeting quiz homework hw final finals here absent out off away gone leaving"
    r" party game trip recital concert tournament class school"
)
# An event or a plan has a date, ...
_PLAN = words(
    r"due deadline tests? exams? quiz(?:zes)? finals? final's meetings? class(?:es)? lessons?"
    r" homework hw project trip party game recital concert tournament conference graduation starts?"
    r" opens? ends? submit back leav(?:e|ing) absent here need session see meet moved scheduled",
    r"(?:turn|hand)\sin",
)
_PLANNED = re.compile(r"(?:\bon|\bby|\bdue|\buntil|\btill?|\bback|\bis|\bfor|:)\s(?:the\s)?$", re.I)
# ... unless it is work on a fraction.
_FRACTION_WORK = words(
    r"divid\w+ multipl\w+ times increas\w+ decreas\w+ reduc\w+ scal\w+ shrink grow fractions?"
    r" numerator denominator equal\w* plot graph mark stuck work\w* simplif\w+ problem question"
    r" slope ratio half third quarter cups? answer what how add subtract minus plus"
)
_USUAL_FRACTION = re.compile(r"1/[2-68]|2/[35]|3/[458]|4/5|5/[68]|7/8|10/10|0\d?/.*")
_MODAL_AFTER = re.compile(
    r"\s(?:be|have|not|also|look|seem|need|or|get|go|want|only|say|you|i|we)(?!\w)", re.IGNORECASE
)
# "you may 2", "they march 5": a verb after its subject.
_SUBJECT = re.compile(r"(?<!\w)(?:i|you|u|we|they|he|she|it|there|that|which|who)\s$", re.I)
_NOUN_AFTER = re.compile(
    r"\s(?!at\b|in\b|on\b|and\b|or\b|to\b|is\b|for\b|we\b|i\b|n\b|but\b|was\b|if\b|the\b|from\b"
    r"|so\b|with\b|when\b|they\b|he\b|she\b|because\b|as\b|please\b|pls\b)[a-z]"
)

# A fraction has a noun after it.
_CLOSED = re.compile(
    r"\s?(?:$|[,;!?)\"]|\.(?!\d)|[^\w\s=+*/×÷^<>≤≥%(.:-])"
    r"|\s(?:and|n|but|so|too|btw|at|in|from|for|@|pls|please|lol|or|the|i|we|if|ok|not)(?!\w)",
    re.IGNORECASE,
)
_OPERATOR = re.compile(r"\s?[=+*×÷^<>%]")


def find_dates(text: str, previous: str) -> Iterator[Finding]:
    """Dates with a day and a month; those of a birth as DATE_OF_BIRTH."""
    found: list[tuple[int, int]] = []
    covered: set[int] = set()
    for match in _MONTH_FIRST.finditer(text):
        if _is_month_first(text, match, previous):
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
        if is_birth_date(text, start, end, previous):
            yield Finding(start, end, "DATE_OF_BIRTH", _BIRTH_SCORE)
        else:
            yield Finding(start, end, "DATE", _SCORE)
    for start, end in find_birth_words(text):
        if covered.isdisjoint(range(start, end)):
            yield Finding(start, end, "DATE_OF_BIRTH", _BIRTH_SCORE)


def _is_month_first(text: str, match: re.Match[str], previous: str) -> bool:
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
        before = text[max(0, match.start() - 12) : match.start()]
        if month.islower() and _SUBJECT.search(before):
            return False
        introduced = (
            (len(text) <= ANSWER and match.group() == text.strip(" .!?"))
            or has_context(_DATE_CONTEXT, text, match.start(), "")
            or has_birth_context(text, match.start(), previous)
        )
        return (introduced and not (month.islower() and _NOUN_AFTER.match(text, match.end()))) or (
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
    if not (1 <= one <= 31 and 1 <= two <= 31 and (one <= 12 or two <= 12)):
        return False
    if year and len(year) == 4:
        return True
    closed = bool(_CLOSED.match(text, match.end()))
    if not closed or (match.group("s2") != "/" and not year):
        return False
    return bool(
        match.group("weekday")
        or has_birth_context(text, match.start(), previous)
        or _is_planned(text, match)
    )


def _is_planned(text: str, match: re.Match[str]) -> bool:
    """Whether a day and a month stand as the date of an event: "hw due 5/17"."""
    before = text[max(0, match.start() - 60) : match.start()]
    if match.group("s2") != "/" or not (_PLANNED.search(before) and _PLAN.search(before)):
        return False
    if match.group("c"):
        return True
    return not (_FRACTION_WORK.search(before) or _USUAL_FRACTION.fullmatch(match.group()))


_DATE_CUES = (
    frozenset(_MONTHS)
    | DIGITS
    | frozenset("today tomorrow tmrw tmr boxing christmas birthday bday turns turn".split())
)

DATES: tuple[Recognizer, ...] = (
    Recognizer("date", ("DATE", "DATE_OF_BIRTH"), _DATE_CUES, find_dates),
)
