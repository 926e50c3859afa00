"""What is searched for elsewhere once it was found somewhere, and what is exempt from that.

What is replaced once must be replaced everywhere: `settling` sees to it, and the last check
(`release.py`) holds back a dialogue in which it is not so. Both go by these rules.
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

# Compared with what stands between their words: "the.best" is not "the best".
_LITERAL_LABELS = labels_of("contact")
# Numbers with fewer digits stand in any lesson.
_LEAST_DIGITS = 4
_LEAST_COUNTED = 3
_STEPS = frozenset({1, 2, 5, 10})
_DIGITS_UP = "01234567890"
_IN_FORMULAS = re.compile(r"[a-z]|[a-z]\d{1,2}|\d{1,2}[a-z]")
_WORDS_AND_SPACES = re.compile(r"[^\W\d_]+(?: +[^\W\d_]+)+")


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """Something that is searched for.

    words (tuple[str, ...]): Its folded words.
    label (str): Its label.
    literal (str): Where it matters what stands between the words: all of it, folded.
    """

    words: tuple[str, ...]
    label: str
    literal: str = ""


def search_term(text: str, label: str, lexicon: Lexicon = ENGLISH) -> SearchTerm:
    """What is searched for, of something that was found.

    text (str): What was found.
    label (str): As what.
    lexicon (Lexicon): The words of the language.
    RETURNS (SearchTerm): Its words; a name's without a possessive ending.
    """
    if label == NAME:
        text = possessive(lexicon).sub("", text.strip())
    found = list(TERM_WORD.finditer(text))
    if not found:
        return SearchTerm((), label)
    literal = fold(text[found[0].start() : found[-1].end()]) if label in _LITERAL_LABELS else ""
    return SearchTerm(tuple(fold(word.group()) for word in found), label, literal)


def exemption(term: SearchTerm, lexicon: Lexicon = ENGLISH) -> str:
    """Why a term with words is not searched for.

    term (SearchTerm): The term.
    lexicon (Lexicon): The words of the language.
    RETURNS (str): "ordinary_word" for a word of any text, initials and points of figures
        ("8A"); "number" for short numbers and codes such as "p3"; "counting" for numbers in
        steps; "role" for a transcriber's code for who speaks ("SS"); "" for what is searched for.
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


def settled_term(text: str, label: str, lexicon: Lexicon = ENGLISH) -> SearchTerm | None:
    """What is searched for, of something whose mentions are settled together.

    text (str): What was found.
    label (str): As what.
    lexicon (Lexicon): The words of the language.
    RETURNS (Optional[SearchTerm]): What the last check searches for, and what is the same wherever
        it stands though the check lets it pass: counting and codes. None for anything else.
    """
    term = search_term(text, label, lexicon)
    return term if term.words and exemption(term, lexicon) in ("", COUNTING, ROLE) else None


def stands_as_words(term: SearchTerm, found: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether words that practically nobody is called stand where no name does.

    term (SearchTerm): What is searched for.
    found (str): Its words where they stand.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): True for two and more such words, single letters among them, unless each has a
        capital: "x-intercept", "Math message". Of identifiers only what was taken for a user name
        can be words, if nothing but spaces stands between them.
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
    """Whether these are numbers that stand in any lesson: "12", "four, three"."""
    return (
        all(word.isdecimal() or word in numbers for word in words)
        and sum(len(word) if word.isdecimal() else 1 for word in words) < _LEAST_DIGITS
    )


def _is_counting(words: Sequence[str], numbers: Mapping[str, int]) -> bool:
    """Whether these are numbers in steps, up or down: "five, four, three", "10 20 30", "12345"."""
    if len(words) == 1 and words[0].isdecimal() and words[0].isascii():
        return words[0] in _DIGITS_UP or words[0] in _DIGITS_UP[::-1]
    if len(words) < _LEAST_COUNTED or not all(w.isdecimal() or w in numbers for w in words):
        return False
    counted = [int(word) if word.isdecimal() else numbers[word] for word in words]
    steps = {after - before for before, after in pairwise(counted)}
    return len(steps) == 1 and abs(steps.pop()) in _STEPS
