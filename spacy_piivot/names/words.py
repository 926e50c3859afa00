"""What a word of a name is, and the titles that stand before names."""

import re
import unicodedata

# Python's \w leaves out combining marks: accents typed apart, vowel signs of Indic scripts.
_MARKS = "".join(c for c in map(chr, range(0x10000)) if unicodedata.category(c)[0] == "M")
_LETTERS = rf"(?:[^\W\d_][{_MARKS}]*)+"

# Letters, and apostrophes and hyphens between letters.
NAME_WORD = re.compile(rf"{_LETTERS}(?:['’‘`-]{_LETTERS})*")

TITLES = frozenset(
    "mr mrs ms miss mx dr prof professor sir madam maam ma'am señor señora senor senora "
    "sr sra mme monsieur madame herr frau coach principal".split()
)

# Offices and ranks, that stand before names as titles do, but may be names themselves.
RANKS = frozenset(
    "governor president senator mayor captain major general colonel sergeant officer judge king "
    "queen prince princess lord lady duke baron bishop pope saint sister brother father mother "
    "pastor reverend deacon nurse chef farmer uncle aunt auntie grandma grandpa".split()
)
