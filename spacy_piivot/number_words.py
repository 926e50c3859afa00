"""English number words, for what does not take a lexicon yet."""

from .lang import ENGLISH
from .lang.numerals import Numerals

_ENGLISH = ENGLISH.part(Numerals)

UNITS = list(_ENGLISH.units)
TEENS = list(_ENGLISH.teens)
TENS = list(_ENGLISH.tens)
NUMBERS = dict(_ENGLISH.cardinals)
ORDINAL_UNITS = list(_ENGLISH.ordinal_units)
ORDINAL_TEENS = list(_ENGLISH.ordinal_teens)
