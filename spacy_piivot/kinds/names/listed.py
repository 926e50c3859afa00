"""Looks up words in lists of given names and surnames."""

from functools import cached_property

from ...core.folding import fold
from ...lang import ENGLISH, Lexicon
from .forms import is_only_a_word
from .locales import GENDERS, listed_names


class ListedNames:
    """The folded names that are evidence in a language; not all locales are used.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    @cached_property
    def given(self) -> frozenset[str]:
        return self._names("given")

    @cached_property
    def family(self) -> frozenset[str]:
        return self._names("family")

    def _names(self, kind: str) -> frozenset[str]:
        names = {
            name
            for locale in self._lexicon.words(f"name_regions.listed_{kind}")
            for gender in GENDERS
            for name in listed_names(locale, kind, gender)
        }
        return frozenset(map(fold, names.union(self._lexicon.words(f"name_regions.added_{kind}"))))


def is_listed_given_name(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a word is a listed given name and not only an ordinary word."""
    return fold(word) in lexicon.part(ListedNames).given and not is_only_a_word(word, lexicon)


def is_listed_surname(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a word is a listed surname and not only an ordinary word."""
    return fold(word) in lexicon.part(ListedNames).family and not is_only_a_word(word, lexicon)
