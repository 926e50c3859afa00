"""Numbers and codes of students, users, sessions, accounts and meetings.

None counts alone: a word that announces it ("student id", "meeting ID", "login") must stand
shortly before it, or in the message that it answers.
"""

import re
from collections.abc import Iterator

from .arithmetic import beside_operator
from .context import ANSWER, PREVIOUS_WINDOW
from .numerals import DIGIT_WORDS, SPOKEN_DIGIT
from .phones import is_phone_format
from .recognizer import DIGITS, Finding, Recognizer

_OWNER = (
    r"student|pupil|learner|user|account|acount|customer|client|member|membership|session|class"
    r"|meeting|zoom|room|group|team|family|candidate|exam|entry|lunch|library|card|school|campus"
    r"|state|document|passport|census|registration|enrol?ment|roll|admission|booking|order"
    r"|invoice|case|claim|locker|badge|employee|staff|patient|tax|join|access|invite|osis|center"
    r"|centre|parent|ticket|policy|reference|ref|national|participant|player|game|device|serial"
)
_KIND = r"id|ids|i\.d\.|number|numbers|num|no|no\.|nr|nbr|code|codes|ref|reference|card|#"
# What announces a number of any form, ...
_STRONG = (
    rf"(?:{_OWNER})(?:'s)?\s?(?:{_KIND})"
    r"|(?:id|ids|i\.d\.)(?=\s?(?:'s|is|are|:|=|#|was|number|no|code|\d|(?-i:[A-Z]{2}|[A-Z]\d)))"
    r"|osis|upn|uln|ssid|client ref|(?:reference|account|acount|pupil|candidate|user)"
    r"(?=\s[A-Z]{0,4}[-/ ]?\d)"
    r"|(?-i:[B-HJ-Z]) (?:number|num)|s n one|t\.i\."
)
# ... and what announces a code only if letters and digits are mixed in it.
_WEAK = r"(?:the|group|my|her|his|your) code|accounts?|room|document|reference|ref|password"
_LOGIN = r"log[- ]?ins?|logged in as|log in as|sign[- ]?in|user ?names?|user|i used"
_CUE = re.compile(
    rf"(?<!\w)(?:(?P<strong>{_STRONG})|(?P<weak>{_WEAK})|(?P<login>{_LOGIN}))(?:'s)?(?!\w)",
    re.IGNORECASE,
)
# A code: a token with a digit, or one joined by "_" or ".", and the groups that continue it.
_CODE = re.compile(
    r"(?<![\w@.)])(?:[A-Z]{1,4} (?=[A-Z]{0,3}\d))?"
    r"(?:@?(?=[A-Za-z0-9\-/._]{0,40}\d)[A-Za-z0-9]{1,16}(?:[-/._][A-Za-z0-9]{1,16}){0,5}"
    r"|[A-Za-z]{2,20}(?:[_.][A-Za-z]{1,20}){1,3})"
    r"(?:(?:,(?= \d(?: \d)*(?!\w)))? (?:\d{1,8}|[A-Z]\d{0,8})(?![\w')])){0,12}(?![\w@])"
)
_SPOKEN_CODE = re.compile(
    rf"(?:[A-Z]{{2,5}} )?{SPOKEN_DIGIT}(?:[\s,\-]{{1,3}}{SPOKEN_DIGIT}){{3,15}}(?!\w)",
    re.IGNORECASE,
)
_MONTH_BEFORE = re.compile(
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s$", re.IGNORECASE
)
# Dates, ordinals, web addresses, a few single digits, a sheet or a section ("PAMP 5.1").
_NUMBER_OF_OTHER_KIND = re.compile(
    r"\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d+(?:st|nd|rd|th)|[\w.-]+\.[A-Za-z]{2,}(?:/.*)?"
    r"|\d(?: \d){0,4}|\d+[./]\d+|[a-z]{3,} \d{1,2}(?:\.\d{1,2})?",
    re.IGNORECASE,
)
_MEASURE = re.compile(r"\d+[A-Za-z]{1,4}")
# How far a code may stand after what announces it, in characters.
_REACH = 45
_ADJACENT_SCORE = 0.9
_ADJACENT = 12
_SCORE = 0.75
_ANSWER_SCORE = 0.7
_TIME_OR_UNIT = re.compile(
    r"\s?(?:am|pm|km|cm|kg|mins?|minutes?|hours?|hrs?|years?|yrs?|days?|weeks?|points?|students?"
    r"|people|dollars?|percent|degrees?|st|nd|rd|th)(?!\w)",
    re.IGNORECASE,
)


def find_codes(text: str, previous: str) -> Iterator[Finding]:
    """Identifying numbers and codes after the words that announce them."""
    taken = 0
    tail = previous[-PREVIOUS_WINDOW:]
    asked = max(_CUE.finditer(tail), key=re.Match.end, default=None)
    places: list[tuple[int, int, str]] = []
    if asked:
        kind = str(asked.lastgroup)
        answered = _first_code(tail, asked.end(), asked.end() + _REACH, kind)
        if not answered:
            places.append((0, ANSWER // 2, f"{kind} answer"))
        else:  # a correction or a second one has the same shape
            for finding in _same_shape(text, 0, tail[slice(*answered)]):
                taken = finding.end
                yield finding
    places += [(cue.end(), cue.end() + _REACH, str(cue.lastgroup)) for cue in _CUE.finditer(text)]
    for start, limit, kind in places:
        if start < taken:
            continue
        span = _first_code(text, start, limit, kind)
        if span is None:
            continue
        if kind.endswith("answer") or kind == "login":
            score = _ANSWER_SCORE
        else:
            score = _ADJACENT_SCORE if span[0] - start <= _ADJACENT else _SCORE
        yield Finding(*span, "ID_NUM", score)
        taken = span[1]
        for finding in _same_shape(text, taken, text[slice(*span)]):
            taken = finding.end
            yield finding


def _first_code(text: str, start: int, limit: int, kind: str) -> tuple[int, int] | None:
    for match in _CODE.finditer(text, start, min(len(text), limit + 40)):
        first, last = match.span()
        if first > limit:
            break
        code = match.group()
        if _CUE.fullmatch(code.partition(" ")[0]):
            first += len(code.partition(" ")[0]) + 1
            code = text[first:last]
        if _is_code(code, kind) and not (
            beside_operator(text, first, last)
            or _MONTH_BEFORE.search(text[max(0, first - 12) : first])
            or _TIME_OR_UNIT.match(text, last)
        ):
            return first, last
        if kind.endswith("answer"):
            break
    spoken = _SPOKEN_CODE.search(text, start, min(len(text), limit + 80))
    if spoken and spoken.start() <= limit and kind.startswith("strong"):
        return spoken.span()
    return None


def _same_shape(text: str, start: int, code: str) -> Iterator[Finding]:
    shape = _shape(code)
    if len(shape) < 5:
        return
    for match in _CODE.finditer(text, start):
        if _shape(match.group()) == shape and not beside_operator(text, *match.span()):
            yield Finding(*match.span(), "ID_NUM", _ANSWER_SCORE)


def _shape(code: str) -> str:
    return re.sub(r"[A-Za-z]", "A", re.sub(r"\d", "0", code))


def _is_code(code: str, kind: str) -> bool:
    digits = sum(c.isdigit() for c in code)
    letters = sum(c.isalpha() for c in code)
    if _NUMBER_OF_OTHER_KIND.fullmatch(code):
        return False
    answer = kind.endswith("answer")
    if answer and is_phone_format(code):
        return False
    if kind.startswith("login"):
        if _MEASURE.fullmatch(code):
            return False
        return letters >= 2 and (digits >= 2 or (bool(re.search(r"\w_\w", code)) and letters >= 4))
    if not letters:
        if not kind.startswith("strong"):
            return digits >= 8
        return digits >= (5 if answer and code[0] != "0" else 4)
    joined = bool(re.search(r"[-/_.@ ]", code))
    return (digits >= 2 and digits + letters >= 4) or (digits >= 1 and joined and letters >= 3)


IDENTIFIER_NUMBERS: tuple[Recognizer, ...] = (
    Recognizer("id_number", ("ID_NUM",), DIGITS | frozenset(DIGIT_WORDS) | {"_"}, find_codes),
)
