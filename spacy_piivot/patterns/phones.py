"""Telephone numbers: Presidio's, strict national formats, and numbers that are spelt or spoken.

Counts alone: an international prefix, North American punctuation, a British leading zero in
groups, and any other number that Presidio takes for valid in groups of 3, 3 and 4. With context:
seven to fifteen digits in any grouping, and seven or more spoken ones.
"""

import re
from collections.abc import Iterator

from .arithmetic import beside_operator, is_mathematics
from .context import has_context, raised, words
from .number_cues import is_contact
from .numerals import DIGIT_WORDS, SPOKEN_DIGIT
from .presidio import analyze
from .recognizer import DIGITS, Finding, Recognizer

_SCORE = 0.6
_LOOSE_SCORE = 0.4
_CONTEXT = words(
    r"phones? telephones? tel cell cells cellphones? mobiles? landline whatsapp call calls called"
    r" ring rings rang rung text texts txt txting fax sms dial hotline contact contacts",
    r"(?:my|her|his|their|your|ur|our|new|old|same|mom'?s|mum'?s|dad'?s|moms|mums|dads|mamas?"
    r"|daytime"
    r"|desk|parents?|emergency|office|work|home|house|shop|school)\s(?:number|numbers|num|line"
    r"|digits)",
    r"(?:what|what's|whats|wats|is)\s(?:is\s)?(?:ur|your)\s(?:number|num) (?:a|the)\snumber\s"
    r"(?:in|to|for) number\sto\sreach",
)
_WEAK_CONTEXT = words(r"line desk office number numbers")
_CANDIDATE = re.compile(
    r"(?<![\w.])(?:\(\+|\+|\()?\d(?:(?:[ .\-/]|\)[ .\-]?| ?\(0\) ?| - )?\d){6,14}(?!\w|[ .\-]\d)"
    r"(?:\s?(?:(?:ext\.?|extension)\s?|x)\d{1,5}(?!\w))?"
)
_STRICT = re.compile(
    r"(?:\(?\+\d{1,3}\)?[ .\-]?\(?\d[\d .\-()]{5,16}\d"
    r"|(?:1[-. ])?\([2-9]\d\d\)[ -]?\d{3}[-. ]\d{4}"
    r"|(?:1[-. ])?[2-9]\d\d([-.])\d{3}\1\d{4}"
    r"|\(0\d{2,4}\) ?\d{3,4} ?\d{3,4}"
    # No social security number, and no row of four numbers.
    r"|(?!\d{3}-\d\d-\d{4}(?!\d)|\d\d([- ])\d\d\2\d\d\2\d\d(?![- ]?\d))"
    r"0\d{1,4}([- ])\d{1,5}(?:\3\d{1,5}){1,3}"
    r"|07\d{9})"
    r"(?:\s?(?:(?:ext\.?|extension)\s?|x)\d{1,5})?"
)
_GROUPS = re.compile(r"(?:\+?1 )?\(?[2-9]\d\d\)? [2-9]\d\d \d{4}")
_SPOKEN = re.compile(
    rf"(?<![\w-])(?:{SPOKEN_DIGIT}|\d{{1,5}})(?:(?:\.{{2,4}}\s?|[,\-]\s?|\s)(?:{SPOKEN_DIGIT}"
    rf"|then|\d{{1,5}})){{2,17}}"
    r"(?!\w)",
    re.IGNORECASE,
)
_DIGIT_OR_WORD = re.compile(r"\d|[a-z]+", re.IGNORECASE)


# A calendar date, or more digits than a number can have.
_NOT_A_PHONE = re.compile(
    r"\d{1,2}([/.-])\d{1,2}\1(?:19|20)\d\d$|(?:19|20)\d\d-\d\d-\d\d$|(?:\D*\d){16}"
)


def is_phone_format(text: str) -> bool:
    """Whether a string has the form of a telephone number as they are written.

    text (str): Digits with their punctuation.
    RETURNS (bool): Whether it is strict, or grouped by 3, 3 and 4.
    """
    return bool(_STRICT.fullmatch(text) or _GROUPS.fullmatch(text))


def find_phones(text: str, previous: str) -> Iterator[Finding]:
    """Telephone numbers written in digits."""
    for match in _CANDIDATE.finditer(text):
        start, end = match.span()
        number = match.group()
        if number.startswith("(") and ")" not in number:
            start += 1
            number = number[1:]
        if beside_operator(text, start, end) or _NOT_A_PHONE.match(number):
            continue
        strict = bool(_STRICT.fullmatch(number))
        known = (
            has_context(_CONTEXT, text, start, previous)
            or (strict and has_context(_WEAK_CONTEXT, text, start, previous))
            or is_contact(text, start, end)
        )
        if not known and is_mathematics(text, start, end, previous):
            continue
        if known or strict:
            score = _SCORE if strict else _LOOSE_SCORE
            yield Finding(start, end, "PHONE_NUMBER", raised(score) if known else score)
        elif _GROUPS.fullmatch(number):
            for first, last, score in analyze("PhoneRecognizer", number):
                yield Finding(start + first, start + last, "PHONE_NUMBER", score)


def find_spoken_phones(text: str, previous: str) -> Iterator[Finding]:
    """Telephone numbers said digit by digit: they count with context only."""
    for match in _SPOKEN.finditer(text):
        units = [unit.lower() for unit in _DIGIT_OR_WORD.findall(match.group())]
        digits = sum(unit in DIGIT_WORDS or unit.isdigit() for unit in units)
        spoken = any(unit in DIGIT_WORDS or unit == "then" for unit in units)
        digits += sum(unit == "double" for unit in units) + 2 * sum(
            unit == "triple" for unit in units
        )
        start, end = match.span()
        if not spoken or not 7 <= digits <= 15 or beside_operator(text, start, end):
            continue
        if has_context(_CONTEXT, text, start, previous):
            yield Finding(start, end, "PHONE_NUMBER", raised(_SCORE))


PHONES: tuple[Recognizer, ...] = (
    Recognizer("phone", ("PHONE_NUMBER",), DIGITS, find_phones),
    Recognizer(
        "spoken_phone",
        ("PHONE_NUMBER",),
        frozenset(DIGIT_WORDS) | {"then"},
        find_spoken_phones,
    ),
)
