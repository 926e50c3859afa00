"""Recognises words before a name that are not part of it."""

from ...lang import ENGLISH, Lexicon
from ...lang.titles import Titles


def is_title_or_relative(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a folded word before a name is a title, an office or a relative ("uncle")."""
    words = lexicon.part(Titles)
    return word in words.titles or word in words.offices or word in words.only_close
