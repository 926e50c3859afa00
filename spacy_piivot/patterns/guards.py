"""Numbers that are nobody's, whatever found them: the guard that all detectors go through.

A fraction, a ratio, an amount of money, a measure and a row of counting are never a birth date,
a telephone number or an identifier, unless words beside them say so: "born 4/12", "my id is".
"""

import re
from collections.abc import Sequence
from functools import cache

from . import social_security
from .announcing import announces_identifier
from .births import has_birth_context
from .number_rows import is_counting, numbers_in, row_around
from .number_talk import any_of
from .numerals import SPOKEN_DIGIT
from .phones import is_phone_format
from .quantities import Quantity, quantity_around
from .veto import is_numeric

IDENTIFYING = frozenset(
    "PHONE_NUMBER ID_NUM US_SSN US_BANK_NUMBER US_DRIVER_LICENSE US_PASSPORT CREDIT_CARD "
    "IP_ADDRESS".split()
)
GUARDED = IDENTIFYING | {"DATE", "DATE_OF_BIRTH"}
# How far before a candidate its cue may stand, and how far back a question, in characters.
_BEFORE, _PREVIOUS = 90, 160
# A value that starts no later than this may be the answer to a question.
_ANSWER = 20
# How close to a fraction work on it stands.
_BESIDE = 30
_SENTENCE_END = re.compile(r"[.!?;](?=\s)")
_DAY_AND_MONTH = re.compile(r"(\d{1,2})\s?[/.⁄∕]\s?(\d{1,2})\.?")
# "p³"; "15/16ths"; a number without an ending.
_POWER = re.compile(r"[^\W\d_][²³⁰-⁹]+")
_ORDINAL_END = re.compile(r"(/\s?\d+)(?:ths?|rds?|nds?|sts?)\b", re.IGNORECASE)
_CARDINAL = re.compile(
    r"\d{1,3}|[a-z]+(?<!st)(?<!nd)(?<!rd)(?<!th)(?:[- ][a-z]+(?<!st)(?<!nd)(?<!rd)(?<!th))?", re.I
)
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_MONTH_BEFORE = re.compile(rf"(?<!\w){_MONTH}[a-z]*\.?\s(?:the\s)?\Z", re.IGNORECASE)
_MONTH_AFTER = re.compile(rf"\s(?:of\s)?{_MONTH}", re.IGNORECASE)
# An identifier has so many digits at least; spoken, it has no number from here on.
_FEWEST_DIGITS, _SMALL, _TEN = 4, 100, 10
_LONG_NUMBER = re.compile(
    rf"(?<!\w)(?:(?:{SPOKEN_DIGIT}|\d{{1,3}})[\s,.-]{{1,3}}){{5,20}}(?:{SPOKEN_DIGIT}|\d{{1,3}})(?!\w)"
    r"|(?<![\w.,])\d(?:[ -]?\d){6,14}(?![\w.,]\d)",
    re.IGNORECASE,
)
_NEVER_DATES = frozenset({Quantity.STAMP, Quantity.MONEY, Quantity.RATIO, Quantity.MEASURE})


def is_number_talk(
    text: str,
    start: int,
    end: int,
    label: str,
    previous: str = "",
    earlier: str = "",
    *,
    mathematical: bool = False,
) -> bool:
    """Whether a candidate is a number of the lesson, whatever found it.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the candidate begins.
    end (int): Where it ends.
    label (str): Its label.
    previous (str): The message before, which may ask for it.
    earlier (str): The messages before that, which may be about birthdays or telephones.
    mathematical (bool): Whether the message is among mathematics: there a number without a form
        of its own needs a cue.
    RETURNS (bool): Whether it is a quantity, counting or a mere number, and nothing beside it says
        that it is somebody's.
    """
    if label not in GUARDED:
        return False
    found = text[start:end].strip()
    if _POWER.fullmatch(found):
        return True
    spoken = _pattern("signs").sub(" ", _ORDINAL_END.sub(r"\1", found))
    if spoken.strip(" -") and not is_numeric(spoken):
        return False
    if quantity := quantity_around(text, start, end):
        if label in IDENTIFYING:
            may_be = quantity is Quantity.DECIMAL
            return not (may_be and _is_announced(text, start, previous))
        return quantity in _NEVER_DATES or not _is_date(text, start, end, label, previous, earlier)
    row = row_around(text, start, end)
    own = [number.value for number in row if number.start < end and number.end > start]
    counted = is_counting(own) or is_counting([number.value for number in row])
    if label not in IDENTIFYING:
        lone = len(own) == 1 and bool(_CARDINAL.fullmatch(found))
        return (counted and not has_birth_context(text, start, previous)) or (
            lone and not _is_beside_month(text, start, end)
        )
    if counted:
        return not _is_announced(text, start, previous)
    if social_security.has_form(found):
        doubtful = mathematical or not social_security.is_issued(found)
    else:
        unlike = label == "PHONE_NUMBER" and not is_phone_format(found)
        doubtful = (mathematical and unlike) or _is_short(found, own)
    if doubtful:
        return not (
            announces_identifier(f"{previous}\n{text}")
            or _pattern("identifier").search(earlier)
            or _was_said(f"{earlier}\n{previous}\n{text[:start]}")
        )
    return False


def _is_date(text: str, start: int, end: int, label: str, previous: str, earlier: str) -> bool:
    """Whether a fraction or a decimal is a day and a month, and words beside it say so."""
    date = _DAY_AND_MONTH.fullmatch(text[start:end].strip())
    if not date or not _is_day_and_month(*map(int, date.groups())):
        return False
    if _fraction_after().match(text, end):
        return False
    sentence = text[_sentence_start(text, start) : start]
    if label == "DATE_OF_BIRTH":
        if has_birth_context(text, start, f"{earlier}\n{previous}"[-_PREVIOUS:]):
            return _is_introduced(sentence) or not _is_worked_on(text, start, end)
        said = f"{earlier}\n{previous}\n{sentence}"
        births = [match.end() for match in _pattern("birth").finditer(said)]
        known = any(not _pattern("celebrated").match(said, end + 1) for end in births)
        return known and (_is_introduced(sentence) or not _is_worked_on(text, start, end))
    if _is_worked_on(text, start, end):
        return False
    return bool(
        _pattern("plan").search(sentence)
        or (start <= _ANSWER and _pattern("plan").search(previous[-_PREVIOUS:]))
        or (start <= _ANSWER and _pattern("asked").search(previous[-_PREVIOUS:]))
        or _planned().search(text, max(0, start - _ANSWER), start)
    )


def _is_worked_on(text: str, start: int, end: int) -> bool:
    """Whether words close to a fraction are about fractions."""
    work = _pattern("fraction_work")
    return bool(
        work.search(text, max(0, start - _BESIDE), start) or work.search(text, end, end + _BESIDE)
    )


def _is_introduced(sentence: str) -> bool:
    """Whether a birth, or whose one it is, stands right before: "my birthday is", "mine's"."""
    return bool(_introduced().search(sentence))


def _is_announced(text: str, start: int, previous: str) -> bool:
    """Whether words right before a number say that it is somebody's, or a question asks for it."""
    if _identifier().search(text, max(0, start - _BEFORE), start):
        return True
    return start <= _ANSWER and bool(_asked_for().search(previous[-_PREVIOUS:]))


def _is_short(found: str, row: Sequence[int]) -> bool:
    """Whether a number has too few digits for an identifier, or is a row of small numbers with one
    that nobody says as a digit."""
    digits = sum(map(str.isdigit, found))
    if not row:
        return digits < _FEWEST_DIGITS
    if max(row) >= _SMALL:
        return digits < _FEWEST_DIGITS
    said = sum(len(str(number)) for number in row)
    return said < _FEWEST_DIGITS or (max(row) >= _TEN and len(row) > 1 and digits == 0)


def _was_said(said: str) -> bool:
    """Whether a long number was said, of which a short one may be a part: "at the end 71"."""
    return any(
        not is_counting([number.value for number in numbers_in(match.group())])
        for match in _LONG_NUMBER.finditer(said)
    )


def _is_beside_month(text: str, start: int, end: int) -> bool:
    return bool(
        _MONTH_BEFORE.search(text, max(0, start - _ANSWER), start) or _MONTH_AFTER.match(text, end)
    )


def _is_day_and_month(one: int, two: int) -> bool:
    return 1 <= one <= 31 and 1 <= two <= 31 and min(one, two) <= 12


def _sentence_start(text: str, position: int) -> int:
    ends = [match.end() for match in _SENTENCE_END.finditer(text, 0, position)]
    return ends[-1] if ends else 0


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """The entries of a list of the file as whole words."""
    return re.compile(rf"(?<![^\W_]){any_of(name)}(?![^\W_])", re.IGNORECASE)


@cache
def _introduced() -> re.Pattern[str]:
    between = r"(?:[\s:=,-]|\b(?:is|was|it'?s|on|in)\b|'s)*"
    return re.compile(rf"(?<!\w)(?:{any_of('birth')}|{any_of('own')}){between}\Z", re.IGNORECASE)


@cache
def _fraction_after() -> re.Pattern[str]:
    return re.compile(rf"\s{any_of('fraction_after')}(?!\w)", re.IGNORECASE)


@cache
def _asked_for() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![^\W_]){any_of('identifier')}(?![^\W_])[^.!?]{{0,60}}[?:]", re.IGNORECASE
    )


@cache
def _planned() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){any_of('planned')}\s\Z", re.IGNORECASE)


@cache
def _identifier() -> re.Pattern[str]:
    between = r"(?:[\s:=#,.-]|\b(?:is|was|it'?s|at|on|to|the|number|no)\b|'s)*"
    return re.compile(rf"(?<![^\W_]){any_of('identifier')}(?![^\W_]){between}\Z", re.IGNORECASE)
