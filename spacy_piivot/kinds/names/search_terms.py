"""Decides which findings are searched for in the rest of the dialogue, and which are exempt.

A string that is replaced once must be replaced everywhere: `find/assignments.py` does this, and the
last check (`release.py`) holds back a dialogue that still contains it. Both use these rules.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...core.folding import fold
from ...core.labels import labels_of
from ...core.speakers import is_role_code
from ...lang import ENGLISH, Lexicon
from ...lang.number_words import NumberWords
from .forms import is_only_a_word, is_ordinary_word, possessive

NAME = "NAME"
# Why a term is exempt.
ORDINARY_WORD, NUMBER, COUNTING, ROLE = "ordinary_word", "number", "counting", "role"

TERM_WORD = re.compile(r"(?:[^\W_][\u0300-\u036f]*)+")

# Compared with the characters between their words: "the.best" is not "the best".
_LITERAL_LABELS = labels_of("contact")
# Numbers with fewer digits are in any lesson.
_LEAST_DIGITS = 4
_LEAST_COUNTED = 3
# Shorter names are too often words when they are glued.
_LEAST_GLUED, _MOST_GLUED = 5, 3
_STEPS = frozenset({1, 2, 5, 10})
_DIGITS_UP = "01234567890"
_IN_FORMULAS = re.compile(r"[a-z]|[a-z]\d{1,2}|\d{1,2}[a-z]")
_WORDS_AND_SPACES = re.compile(r"[^\W\d_]+(?: +[^\W\d_]+)+")


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """Something that is searched for.

    words (tuple[str, ...]): Its folded words.
    label (str): Its label.
    literal (str): The whole folded text, if the characters between the words matter; else "".
    """

    words: tuple[str, ...]
    label: str
    literal: str = ""


def search_term(text: str, label: str, lexicon: Lexicon = ENGLISH) -> SearchTerm:
    """Make the search term of a finding.

    text (str): The text of the finding.
    label (str): Its label.
    lexicon (Lexicon): The words of the language.
    RETURNS (SearchTerm): Its words, without the possessive ending of a name.
    """
    if label == NAME:
        text = possessive(lexicon).sub("", text.strip())
    found = list(TERM_WORD.finditer(text))
    if not found:
        return SearchTerm((), label)
    literal = fold(text[found[0].start() : found[-1].end()]) if label in _LITERAL_LABELS else ""
    return SearchTerm(tuple(fold(word.group()) for word in found), label, literal)


def glued_term(term: SearchTerm) -> SearchTerm | None:
    """Make the search term of a name written as one word: "maryjane" for Mary-Jane.

    The plain view reads spelled letters as one word, too: "M-A-R-Y-J-A-N-E".

    term (SearchTerm): The term of the name.
    RETURNS (SearchTerm | None): The term; None for one word, many words or few letters.
    """
    glued = "".join(term.words)
    is_long = len(glued) >= _LEAST_GLUED and glued.isalpha()
    several = 1 < len(term.words) <= _MOST_GLUED
    return SearchTerm((glued,), NAME) if term.label == NAME and several and is_long else None


def exemption(term: SearchTerm, lexicon: Lexicon = ENGLISH) -> str:
    """Say why a term is not searched for.

    term (SearchTerm): The term; it must have words.
    lexicon (Lexicon): The words of the language.
    RETURNS (str): "ordinary_word" for an ordinary word, initials and points of figures ("8A");
        "number" for short numbers and codes such as "p3"; "counting" for numbers in steps; "role"
        for a transcriber's code for a speaker ("SS"); "" if the term is searched for.
    """
    words = term.words
    if len(words) == 1 and is_ordinary_word(words[0], lexicon):
        return ORDINARY_WORD
    numbers = lexicon.part(NumberWords).cardinals
    if _is_short_number(words, numbers):
        return NUMBER
    if _is_counting(words, numbers):
        return COUNTING
    if term.label != NAME:
        is_code = len(words) == 1 and len(words[0]) < _LEAST_DIGITS and not words[0].isalpha()
        return NUMBER if is_code else ""
    if all(_IN_FORMULAS.fullmatch(word) for word in words):
        return ORDINARY_WORD
    return ROLE if is_role_code(" ".join(words), lexicon) else ""


def dialogue_term(text: str, label: str, lexicon: Lexicon = ENGLISH) -> SearchTerm | None:
    """Make the search term of a finding whose mentions are decided together.

    text (str): The text of the finding.
    label (str): Its label.
    lexicon (Lexicon): The words of the language.
    RETURNS (SearchTerm | None): A term that the last check searches for, or one that the check
        exempts but that means the same everywhere: counting and codes. None for anything else.
    """
    term = search_term(text, label, lexicon)
    return term if term.words and exemption(term, lexicon) in ("", COUNTING, ROLE) else None


def stands_as_words(term: SearchTerm, found: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether an occurrence of a term is ordinary words, not a name.

    term (SearchTerm): The term.
    found (str): Its words as they occur.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): True for two or more words, each practically never a name or a single letter,
        unless all are capitalised: "x-intercept", "Math message". Of the identifiers, only user
        names can be such words, with nothing but spaces between them.
    """
    if term.label != NAME and not _WORDS_AND_SPACES.fullmatch(term.literal):
        return False
    return (
        len(term.words) > 1
        and all(
            is_only_a_word(word, lexicon) or _IN_FORMULAS.fullmatch(word) for word in term.words
        )
        and not all(word.group()[0].isupper() for word in TERM_WORD.finditer(found))
        and not any(map(str.isdecimal, found))
    )


def _is_short_number(words: Sequence[str], numbers: Mapping[str, int]) -> bool:
    """Whether words are short numbers, as in any lesson: "12", "four, three"."""
    return (
        all(word.isdecimal() or word in numbers for word in words)
        and sum(len(word) if word.isdecimal() else 1 for word in words) < _LEAST_DIGITS
    )


def _is_counting(words: Sequence[str], numbers: Mapping[str, int]) -> bool:
    """Whether words are numbers in equal steps, up or down: "five, four, three", "12345"."""
    if len(words) == 1 and words[0].isdecimal() and words[0].isascii():
        return words[0] in _DIGITS_UP or words[0] in _DIGITS_UP[::-1]
    if len(words) < _LEAST_COUNTED or not all(w.isdecimal() or w in numbers for w in words):
        return False
    counted = [int(word) if word.isdecimal() else numbers[word] for word in words]
    steps = {after - before for before, after in pairwise(counted)}
    return len(steps) == 1 and abs(steps.pop()) in _STEPS
