"""The pattern of a word of a name, and the titles before names."""

import re
import unicodedata

from .lexicon import ENGLISH, Lexicon, any_word

# Python's \w excludes combining marks: separate accents, vowel signs of Indic scripts.
_MARKS = "".join(c for c in map(chr, range(0x10000)) if unicodedata.category(c)[0] == "M")
_LETTERS = rf"(?:[^\W\d_][{_MARKS}]*)+"

# Letters, and apostrophes and hyphens between letters.
NAME_WORD = re.compile(rf"{_LETTERS}(?:['’‘`-]{_LETTERS})*")

_CLOSE = ("parents", "grandparents", "siblings", "children", "others", "friends")


class Titles:
    """The titles, offices and relatives before names in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        # Only a name follows these, also in lower case.
        self.with_names = lexicon.word_set("titles.with_names")
        self.titles = self.with_names | lexicon.word_set("titles.alone_too")
        self.offices = lexicon.word_set("titles.offices")
        self.close = lexicon.word_set(*(f"kinship.{group}" for group in _CLOSE))
        # Relatives and friends that are not also names: "hi granny", but "hi Nan".
        self.only_close = self.close - lexicon.word_set("kinship.names_too")
        inner = lexicon.word_set("titles.inside_names")
        self.before = _before(self.titles)
        # Before a name also those that may be names or relatives: "Chef Yohanes", "aunt Agnes".
        self.before_any = _before(self.titles | self.offices | self.only_close | inner)


def _before(words: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"\b{any_word(words)}\.?\s+\Z", re.IGNORECASE)


def titles(lexicon: Lexicon = ENGLISH) -> frozenset[str]:
    """The titles of a language, in lower case."""
    return lexicon.part(Titles).titles
