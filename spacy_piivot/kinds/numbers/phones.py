"""Finds telephone numbers: Presidio's, strict national formats, and spoken numbers.

These count alone: an international prefix, North American punctuation, a British leading zero in
groups, and any other number in groups of 3, 3 and 4 that Presidio considers valid. These need
context: seven to fifteen digits in any grouping, and seven or more spoken digits.
"""

import re
from collections.abc import Iterator

from ...lang import Lexicon
from ...lang.spoken_digits import SpokenDigits
from ...patterns.arithmetic import beside_operator, is_mathematics
from ...patterns.context import has_context, raise_score
from ...patterns.presidio import analyze
from ...patterns.recognizer import DIGITS, Finding, Recognizer
from .cues import has_owner_cue
from .phone_grammar import PhoneGrammar

_SCORE = 0.6
_LOOSE_SCORE = 0.4
# What makes an operand of an international number too; "/" and "|" stand between contacts.
_OPERATOR_BEFORE = re.compile(r"[=+*×÷^<>≤≥≠≈√\w-]\s?$")
_OPERATOR_AFTER = re.compile(r"\s?[=+*×÷^<>≤≥≠≈%²³°]|\s-\s\d|[-_]?\w|[.,:]\d")

# A calendar date, or more digits than a number can have.
_NOT_A_PHONE = re.compile(
    r"\d{1,2}([/.-])\d{1,2}\1(?:19|20)\d\d$|(?:19|20)\d\d-\d\d-\d\d$|(?:\D*\d){16}"
)


class Phones:
    """Finds telephone numbers in the words of a language.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._format = lexicon.part(PhoneGrammar)
        self._context = lexicon.pattern("phones.context")
        self._weak_context = lexicon.pattern("phones.weak_context")
        self._digits = lexicon.part(SpokenDigits)
        spoken = self._digits.run(3, 18, figures=True)
        self._spoken = re.compile(rf"(?<![\w-]){spoken}(?!\w)", re.IGNORECASE)

    def find(self, text: str, previous: str) -> Iterator[Finding]:
        """Find telephone numbers written in digits."""
        for match in self._format.candidate.finditer(text):
            start, end = match.span()
            number = match.group()
            if number.startswith("(") and ")" not in number:
                start += 1
                number = number[1:]
            strict = bool(self._format.strict.fullmatch(number))
            sure = strict and _is_international(text, start, end)
            if _NOT_A_PHONE.match(number):
                continue
            if not sure and beside_operator(text, start, end, self._lexicon):
                continue
            known = (
                has_context(self._context, text, start, previous)
                or (strict and has_context(self._weak_context, text, start, previous))
                or has_owner_cue(text, start, end, self._lexicon)
            )
            if not (known or sure) and is_mathematics(text, start, end, previous, self._lexicon):
                continue
            if known or strict:
                score = _SCORE if strict else _LOOSE_SCORE
                yield Finding(start, end, "PHONE_NUMBER", raise_score(score) if known else score)
            elif self._format.is_grouped(number):
                for first, last, score in analyze("PhoneRecognizer", number):
                    yield Finding(start + first, start + last, "PHONE_NUMBER", score)

    def find_spoken(self, text: str, previous: str) -> Iterator[Finding]:
        """Find telephone numbers spoken digit by digit, which count only with context."""
        for match in self._spoken.finditer(text):
            slots = self._digits.slots(match.group())
            start, end = match.span()
            if (
                not any(map(str.isalpha, match.group()))
                or not 7 <= sum(slot.times for slot in slots) <= 15
                or beside_operator(text, start, end, self._lexicon)
            ):
                continue
            if has_context(self._context, text, start, previous):
                yield Finding(start, end, "PHONE_NUMBER", raise_score(_SCORE))


def _is_international(text: str, start: int, end: int) -> bool:
    """Whether a number has a country code, and no operator beside it but a bar of a row of
    contacts: "a@b.example | +234 803 301 4478 / Lagos"."""
    before = text[max(0, start - 2) : start]
    beside_bar = before.rstrip()[-1:] in ("/", "|", "")
    return (
        "+" in text[start : start + 2]
        and (beside_bar or not _OPERATOR_BEFORE.search(before))
        and not _OPERATOR_AFTER.match(text, end)
    )


def phones(lexicon: Lexicon) -> tuple[Recognizer, ...]:
    """The recognisers of telephone numbers.

    lexicon (Lexicon): The words of a language.
    RETURNS (tuple[Recognizer, ...]): One for written and one for spoken numbers.
    """
    found = lexicon.part(Phones)
    spoken = lexicon.part(SpokenDigits).cues
    return (
        Recognizer("phone", ("PHONE_NUMBER",), DIGITS, found.find),
        Recognizer("spoken_phone", ("PHONE_NUMBER",), spoken, found.find_spoken),
    )
