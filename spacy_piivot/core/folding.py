"""Folds words, names and numbers to the form in which they are compared."""

import re
import unicodedata

from ..lang import Lexicon

_WORD = re.compile(r"[^\W_]+")
_REPEATED = re.compile(r"(.)\1+")
# Letters that have no decomposition into a plain letter and a mark, and kinds of apostrophe.
_PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
    | dict.fromkeys("’‘`ʻʼ", "'")
)


def fold(text: str) -> str:
    """Drop case and accents, so that two spellings of one name become the same.

    text (str): A name or a part of one.
    RETURNS (str): Casefolded, without diacritics, apostrophes straightened.
    """
    if text.isascii():
        return text.casefold().replace("`", "'")
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in plain if not unicodedata.combining(c)).translate(_PLAIN)


def words(text: str) -> list[str]:
    """The folded words and digit runs of a text, in order."""
    return [fold(word) for word in _WORD.findall(unicodedata.normalize("NFC", text))]


def word_set(text: str) -> set[str]:
    """The distinct folded words and digit runs of a text; quick on long texts."""
    return {fold(word) for word in set(_WORD.findall(unicodedata.normalize("NFC", text)))}


def folded_words(lexicon: Lexicon, *names: str) -> frozenset[str]:
    """The entries of some word lists of a language, folded."""
    return frozenset(map(fold, lexicon.word_set(*names)))


def code(text: str) -> str:
    """A number or code without case and separators: "(612) 555-0123" gives "6125550123"."""
    return "".join(words(text))


def squeeze(word: str) -> str:
    """Reduce each run of a letter to one: "cassieee" and "casie" both become "casie"."""
    return _REPEATED.sub(r"\1", word)
