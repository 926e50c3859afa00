"""The folded words of a text, by which texts are compared."""

import re
import unicodedata

from ..lang import Lexicon
from .forms import fold

_WORD = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """The folded words and digit runs of a text, in order."""
    return [fold(word) for word in _WORD.findall(unicodedata.normalize("NFC", text))]


def word_set(text: str) -> set[str]:
    """The distinct folded words and digit runs of a text; quick on long texts."""
    return {fold(word) for word in set(_WORD.findall(unicodedata.normalize("NFC", text)))}


def folded_words(lexicon: Lexicon, *names: str) -> frozenset[str]:
    """The entries of some lists of a language, folded, as words of a text are compared."""
    return frozenset(map(fold, lexicon.word_set(*names)))


def code(text: str) -> str:
    """A number or code without case and separators: "(612) 555-0123" gives "6125550123"."""
    return "".join(words(text))
