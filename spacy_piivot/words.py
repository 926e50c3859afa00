"""What a word is, as far as names go."""

import re
import unicodedata

# Python's \w leaves out combining marks: accents typed apart, vowel signs of Indic scripts.
_MARKS = "".join(c for c in map(chr, range(0x10000)) if unicodedata.category(c)[0] == "M")
_LETTERS = rf"(?:[^\W\d_][{_MARKS}]*)+"

# Letters, and apostrophes and hyphens between letters.
NAME_WORD = re.compile(rf"{_LETTERS}(?:['’‘`-]{_LETTERS})*")
