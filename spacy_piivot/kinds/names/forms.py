"""Classifies words as ordinary words, particles or peoples, and finds possessives of names."""

import re

from ...core.folding import fold
from ...lang import ENGLISH, Lexicon


class NameForms:
    """The endings and particles of names in a language, and its ordinary words.

    lexicon (Lexicon): The words of the language.
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
        """Remove the ending of a plural from a folded word, if it has one."""
        return word.removesuffix(next(filter(word.endswith, self.plurals), ""))


def possessive(lexicon: Lexicon = ENGLISH) -> re.Pattern[str]:
    """The pattern of the possessive ending of a name, with either apostrophe."""
    return lexicon.part(NameForms).possessive


def is_particle(part: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a part of a name does not identify a person alone ("van", "de", an initial)."""
    return fold(part) in lexicon.part(NameForms).particles or len(part) == 1


def is_ordinary_word(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a word occurs in ordinary text, in any case ("Mark", "Will", "table").

    word (str): One word.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): True if it is an ordinary word, even if it is also a name ("Hope").
    """
    forms = lexicon.part(NameForms)
    folded = fold(word)
    return folded in forms.only_words or folded in forms.words_too


def is_only_a_word(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether an ordinary word is practically never a name ("adjacent", "bid").

    word (str): One word.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): False for names that are also words ("Mark"), and for words on no list.
    """
    return fold(word) in lexicon.part(NameForms).only_words


def is_people(name: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a possible name is a people, a religion or a language ("Greek")."""
    return fold(name) in lexicon.part(NameForms).peoples
