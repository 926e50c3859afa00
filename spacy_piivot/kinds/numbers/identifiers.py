"""Finds numbers and codes of students, users, sessions, accounts and meetings.

None of them counts alone: a cue ("student id", "meeting ID", "login") must occur shortly before
it, or in the message that it answers.
"""

import re
from collections.abc import Iterator
from functools import partial

from ...lang import ENGLISH, Lexicon
from ...lang.spoken_digits import SpokenDigits
from ...patterns.arithmetic import beside_operator
from ...patterns.context import ANSWER, PREVIOUS_WINDOW
from ...patterns.recognizer import DIGITS, Finding, Recognizer
from .phone_grammar import is_phone_format

# A code: a token with a digit, or one joined by "_" or ".", and the groups that continue it.
_CODE = re.compile(
    r"(?<![\w@.)])(?:[A-Z]{1,4} (?=[A-Z]{0,3}\d))?"
    r"(?:@?(?=[A-Za-z0-9\-/._]{0,40}\d)[A-Za-z0-9]{1,16}(?:[-/._][A-Za-z0-9]{1,16}){0,5}"
    r"|[A-Za-z]{2,20}(?:[_.][A-Za-z]{1,20}){1,3})"
    r"(?:(?:,(?= \d(?: \d)*(?!\w)))? (?:\d{1,8}|[A-Z]\d{0,8})(?![\w')])){0,12}(?![\w@])"
)
_MEASURE = re.compile(r"\d+[A-Za-z]{1,4}")
# How far after its cue a code may begin, and up to where it is adjacent, in characters.
_REACH = 45
_ADJACENT = 12
_ADJACENT_SCORE = 0.9
_SCORE = 0.75
_ANSWER_SCORE = 0.7
# Dates, web addresses, a few single digits, a sheet or a section ("PAMP 5.1").
_OTHER_NUMBER = (
    r"\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|[\w.-]+\.[A-Za-z]{2,}(?:/.*)?|\d(?: \d){0,4}"
    r"|\d+[./]\d+|[a-z]{3,} \d{1,2}(?:\.\d{1,2})?"
)


class IdentifierGrammar:
    """The cues of identifying numbers and codes, and the forms of these.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        strong = lexicon.expression("identifiers.strong")
        self.cue = re.compile(
            rf"(?<!\w)(?:(?P<strong>{strong})|(?P<weak>{lexicon.any_of('identifiers.weak')})"
            rf"|(?P<login>{lexicon.any_of('identifiers.logins')}))"
            rf"{lexicon.any_of('endings.possessive')}?(?!\w)",
            re.IGNORECASE,
        )
        # "A B four four one seven"
        spoken = lexicon.part(SpokenDigits).run(4, 16)
        self.spoken_code = re.compile(
            rf"(?<!\w)(?-i:(?:[A-Z]{{1,5}} ){{0,3}}){spoken}(?!\w)", re.IGNORECASE
        )
        self.month_before = re.compile(
            rf"{lexicon.any_of('calendar.month_abbreviations')}[a-z]*\.?\s$", re.IGNORECASE
        )
        self.other_number = re.compile(
            rf"{_OTHER_NUMBER}|\d+{lexicon.any_of('numbers.ordinal_endings')}", re.IGNORECASE
        )
        self.unit = re.compile(rf"\s?{lexicon.any_of('identifiers.units')}(?!\w)", re.IGNORECASE)

    def first_code(self, text: str, start: int, limit: int, kind: str) -> tuple[int, int] | None:
        """The first code that begins in a part of a text.

        text (str): The message.
        start (int): Where the part begins.
        limit (int): Where it ends.
        kind (str): The kind of its cue: "strong", "weak" or "login", followed by " answer" if the
            cue is in the message before.
        RETURNS (tuple[int, int] | None): Its extent; None if there is none.
        """
        for match in _CODE.finditer(text, start, min(len(text), limit + 40)):
            first, last = match.span()
            if first > limit:
                break
            code = match.group()
            if self.cue.fullmatch(code.partition(" ")[0]):
                first += len(code.partition(" ")[0]) + 1
                code = text[first:last]
            if self._is_code(code, kind) and not (
                beside_operator(text, first, last, self._lexicon)
                or self.month_before.search(text[max(0, first - 12) : first])
                or self.unit.match(text, last)
            ):
                return first, last
            if kind.endswith("answer"):
                break
        spoken = self.spoken_code.search(text, start, min(len(text), limit + 80))
        if spoken and spoken.start() <= limit and kind.startswith("strong"):
            return spoken.span()
        return None

    def _is_code(self, code: str, kind: str) -> bool:
        digits = sum(c.isdigit() for c in code)
        letters = sum(c.isalpha() for c in code)
        if self.other_number.fullmatch(code):
            return False
        answer = kind.endswith("answer")
        if answer and is_phone_format(code, self._lexicon):
            return False
        if kind.startswith("login"):
            if _MEASURE.fullmatch(code):
                return False
            return letters >= 2 and (
                digits >= 2 or (bool(re.search(r"\w_\w", code)) and letters >= 4)
            )
        if not letters:
            if not kind.startswith("strong"):
                return digits >= 8
            return digits >= (5 if answer and code[0] != "0" else 4)
        joined = bool(re.search(r"[-/_.@ ]", code))
        return (digits >= 2 and digits + letters >= 4) or (digits >= 1 and joined and letters >= 3)


def find_codes(text: str, previous: str, lexicon: Lexicon = ENGLISH) -> Iterator[Finding]:
    """Find identifying numbers and codes after their cues."""
    grammar = lexicon.part(IdentifierGrammar)
    last_end = 0
    tail = previous[-PREVIOUS_WINDOW:]
    question = max(grammar.cue.finditer(tail), key=re.Match.end, default=None)
    # Where a code may begin, up to where, and the kind of its cue.
    searches: list[tuple[int, int, str]] = []
    if question:
        kind = str(question.lastgroup)
        own_code = grammar.first_code(tail, question.end(), question.end() + _REACH, kind)
        if not own_code:
            searches.append((0, ANSWER // 2, f"{kind} answer"))
        else:  # a correction or a second one has the same shape
            for finding in _same_shape(text, 0, tail[slice(*own_code)], lexicon):
                last_end = finding.end
                yield finding
    searches += [
        (cue.end(), cue.end() + _REACH, str(cue.lastgroup)) for cue in grammar.cue.finditer(text)
    ]
    for start, limit, kind in searches:
        if start < last_end:
            continue
        span = grammar.first_code(text, start, limit, kind)
        if span is None:
            continue
        if kind.endswith("answer") or kind == "login":
            score = _ANSWER_SCORE
        else:
            score = _ADJACENT_SCORE if span[0] - start <= _ADJACENT else _SCORE
        yield Finding(*span, "ID_NUM", score)
        last_end = span[1]
        for finding in _same_shape(text, last_end, text[slice(*span)], lexicon):
            last_end = finding.end
            yield finding


def _same_shape(text: str, start: int, code: str, lexicon: Lexicon) -> Iterator[Finding]:
    """Find further codes with the shape of one that was found."""
    shape = _shape(code)
    if len(shape) < 5:
        return
    for match in _CODE.finditer(text, start):
        if _shape(match.group()) == shape and not beside_operator(text, *match.span(), lexicon):
            yield Finding(*match.span(), "ID_NUM", _ANSWER_SCORE)


def _shape(code: str) -> str:
    return re.sub(r"[A-Za-z]", "A", re.sub(r"\d", "0", code))


def identifier_numbers(lexicon: Lexicon) -> tuple[Recognizer, ...]:
    """The recogniser of identifying numbers and codes.

    lexicon (Lexicon): The words.
    RETURNS (tuple[Recognizer, ...]): The recogniser.
    """
    cues = DIGITS | lexicon.part(SpokenDigits).cues | {"_"}
    return (Recognizer("id_number", ("ID_NUM",), cues, partial(find_codes, lexicon=lexicon)),)
