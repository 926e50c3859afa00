"""Personal names as text: parts, possessives, titles, words that are also names."""

import re

from ...core.folding import fold
from ...lang import ENGLISH, Lexicon


class NameForms:
    """How names are written in a language, and which of its words are none.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.possessive = lexicon.pattern("names.possessive")
        self.particles = lexicon.word_set("names.particles")
        self.plurals = lexicon.words("names.plurals")
        self.only_words = lexicon.word_set("ordinary_words")
        self.words_too = lexicon.word_set("names_that_are_words")
        self.peoples = frozenset(
            row["word"] for row in lexicon.rows("nationalities") if row["capital"]
        )

    def without_plural(self, word: str) -> str:
        """A folded word without the ending of a plural; itself if it has none."""
        return word.removesuffix(next(filter(word.endswith, self.plurals), ""))


def possessive(lexicon: Lexicon = ENGLISH) -> re.Pattern[str]:
    """The possessive ending of a name, in either apostrophe."""
    return lexicon.part(NameForms).possessive


def is_particle(part: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a part of a name does not identify by itself ("van", "de", an initial)."""
    return fold(part) in lexicon.part(NameForms).particles or len(part) == 1


def is_ordinary_word(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a word stands in ordinary text too, whatever its case ("Mark", "Will", "table").

    word (str): One word.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): True if it is an ordinary word of it, a name as well ("Hope") or not.
    """
    forms = lexicon.part(NameForms)
    folded = fold(word)
    return folded in forms.only_words or folded in forms.words_too


def is_only_a_word(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a word is an ordinary one that practically nobody is called ("adjacent", "bid").

    word (str): One word.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): False for names that are also words ("Mark"), and for words that no
        list holds.
    """
    return fold(word) in lexicon.part(NameForms).only_words


def is_people(name: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether what was taken for a name is a people, a religion or a language ("Greek")."""
    return fold(name) in lexicon.part(NameForms).peoples
