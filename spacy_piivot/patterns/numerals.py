"""Numbers as words: spoken digits, cardinals and ordinals, and the patterns that match them."""

from ..number_words import ORDINAL_TEENS
from ..number_words import ORDINAL_UNITS as _ORDINAL_UNITS
from ..number_words import TEENS as _TEENS
from ..number_words import TENS as _TENS
from ..number_words import UNITS as _UNITS
from .context import alternatives

DIGIT_WORDS: dict[str, int] = {
    "zero": 0, "oh": 0, "o": 0, "nought": 0, "one": 1, "two": 2, "three": 3, "four": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
}  # fmt: skip
_ORDINALS = [*_ORDINAL_UNITS, *ORDINAL_TEENS, "twentieth"]

UNITS: dict[str, int] = {word: number for number, word in enumerate(_UNITS, 1)}
# "one" to "thirteen": what a school year is called.
SMALL: dict[str, int] = UNITS | {word: number for number, word in enumerate(_TEENS[:4], 10)}
ORDINALS: dict[str, int] = {word: number for number, word in enumerate(_ORDINALS, 1)}
NUMBER_WORDS: frozenset[str] = frozenset([*_UNITS, *_TEENS, *_TENS])

SMALL_WORD = f"(?:{alternatives(SMALL)})"
# "four" to "ninety-nine": what an age is called.
AGE_WORD = (
    rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_UNITS)})\b)?"
    rf"|{alternatives([*_TEENS, *_UNITS[3:]])})"
)
# "first" to "thirty-first": the day of a month.
DAY_WORD = (
    rf"(?:(?:twenty|thirty)[- ](?:{'|'.join(_ORDINAL_UNITS)})"
    rf"|{alternatives([*ORDINALS, 'thirtieth'])})"
)
YEAR_WORDS = (
    rf"(?:(?:nineteen|twenty)[- ](?:{'|'.join(_TENS)}|{'|'.join(_TEENS)})"
    rf"(?:[- ](?:{'|'.join(_UNITS)}))?"
    rf"|two thousand(?: and)?(?: (?:{'|'.join(_TEENS + _UNITS)}|twenty(?:[- ]"
    rf"(?:{'|'.join(_UNITS)}))?))?)"
)
# A run of spoken or single digits: "oh one six, nine eight two", "0 7 7 0 0".
SPOKEN_DIGIT = rf"(?:{alternatives(DIGIT_WORDS)}|(?:double|triple) (?:{'|'.join(_UNITS)}|oh))"
