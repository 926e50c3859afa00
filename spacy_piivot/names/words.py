"""What a word of a name is, and the titles that stand before names."""

import re
import unicodedata

from ..lang import ENGLISH, Lexicon

# Python's \w leaves out combining marks: accents typed apart, vowel signs of Indic scripts.
_MARKS = "".join(c for c in map(chr, range(0x10000)) if unicodedata.category(c)[0] == "M")
_LETTERS = rf"(?:[^\W\d_][{_MARKS}]*)+"

# Letters, and apostrophes and hyphens between letters.
NAME_WORD = re.compile(rf"{_LETTERS}(?:['’‘`-]{_LETTERS})*")


class Titles:
    """The titles of a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.titles = lexicon.word_set("titles.titles")
        # Offices and ranks, that stand before names as titles do, but may be names themselves.
        self.ranks = lexicon.word_set("titles.ranks")
        self.before = re.compile(rf"\b{lexicon.any_of('titles.titles')}\.?\s+\Z", re.IGNORECASE)


def titles(lexicon: Lexicon = ENGLISH) -> frozenset[str]:
    """The titles of a language, folded or as they are written in lower case."""
    return lexicon.part(Titles).titles


def ranks(lexicon: Lexicon = ENGLISH) -> frozenset[str]:
    """Offices and ranks: they stand before names as titles do, but may be names themselves."""
    return lexicon.part(Titles).ranks


def __getattr__(name: str) -> frozenset[str]:
    # For whoever does not hold a lexicon yet.
    if name == "TITLES":
        return titles()
    if name == "RANKS":
        return ranks()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
