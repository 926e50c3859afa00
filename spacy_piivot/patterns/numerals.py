"""English numbers as words, for what does not take a lexicon yet."""

from ..lang import ENGLISH
from ..lang.numerals import Numerals

DIGIT_WORDS = dict(ENGLISH.part(Numerals).digits)
SPOKEN_DIGIT = ENGLISH.expression("numbers.spoken_digit")
