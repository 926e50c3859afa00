"""English numbers as words, for what does not take a lexicon yet."""

from ..lang import ENGLISH
from ..lang.numerals import Numerals

_ENGLISH = ENGLISH.part(Numerals)

DIGIT_WORDS = dict(_ENGLISH.digits)
UNITS = {word: number for number, word in enumerate(_ENGLISH.units, 1)}
SMALL = {word: value for word, value in _ENGLISH.cardinals.items() if 1 <= value <= 13}
ORDINALS = {word: value for word, value in _ENGLISH.ordinals.items() if value <= 20}
NUMBER_WORDS = _ENGLISH.words
SMALL_WORD = f"(?:{'|'.join(sorted(SMALL, key=len, reverse=True))})"
AGE_WORD = ENGLISH.expression("numbers.age")
DAY_WORD = ENGLISH.expression("numbers.day")
YEAR_WORDS = ENGLISH.expression("numbers.year")
SPOKEN_DIGIT = ENGLISH.expression("numbers.spoken_digit")
