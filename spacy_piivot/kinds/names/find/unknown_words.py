"""Recognises names that are on no list, by the tagger's scores and by lists of names in the text.

Names of many cultures are on no list, and the second look has learnt little about them. It is
overruled if the tagger is sure enough, or if the word is in a list of names.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

import numpy
from numpy.typing import NDArray

from ....lang import ENGLISH, Lexicon

# Features which show that a possible name is a word, part of a word or a sound.
_SPELLINGS = (
    "only_words", "some_word", "word_and_name", "doubtful", "stretched_word", "inflected_word",
    "single_letter", "spelled_out", "digits", "repeated_syllables", "without_vowels", "filler",
    "ordinary_use",
)  # fmt: skip
# Features which show that a word is discussed as a word, or greets a class.
_DISCUSSED = ("of_words_before", "of_words_after", "of_words_share", "class_after",
              "determiner_before")  # fmt: skip
# Any shorter word is one edit away from some word.
_LEAST_MISSPELT = 6
_LEAST_LETTERS = 3
# The tagger knows the sentence and counts twice.
_WEIGHT = 2
_LIMITS = (0.0001, 0.999)

Columns = Mapping[str, int]


def between_names(lexicon: Lexicon) -> re.Pattern[str]:
    """The pattern of separators between the names of a list."""
    also = lexicon.any_of("names.conjunctions")
    return re.compile(rf"[ \t]*(?:[,;&/|]|,?[ \t]*\b{also}\b|[^\w\s\x00-\x7f]+)[ \t]*")


def find_unlisted(
    rows: NDArray[numpy.float32],
    strings: Sequence[str],
    columns: Columns,
    discussed: Collection[str] = (),
) -> NDArray[numpy.bool_]:
    """Find the possible names that are on no list and nowhere discussed as words.

    rows (NDArray[numpy.float32]): Their features.
    strings (Sequence[str]): Their strings, in lower case.
    columns (Mapping[str, int]): The columns of the features.
    discussed (Collection[str]): Strings known to be discussed as words.
    RETURNS (NDArray[numpy.bool_]): One per row.
    """
    spelled = rows[:, [columns[name] for name in _SPELLINGS]].any(axis=1)
    letters = rows[:, columns["letters"]]
    spelled |= (rows[:, columns["misspelt_word"]] > 0) & (letters >= _LEAST_MISSPELT)
    spelled |= letters < _LEAST_LETTERS
    talk = rows[:, [columns[name] for name in _DISCUSSED]].max(axis=1).tolist()
    words = {string for string, most in zip(strings, talk, strict=True) if most > 0}
    words.update(discussed)
    return ~spelled & numpy.asarray([string not in words for string in strings], bool)


def joint_odds(
    probabilities: NDArray[numpy.float64], tagger: NDArray[numpy.float32]
) -> NDArray[numpy.float64]:
    """Combine the odds of the second look and the tagger.

    probabilities (NDArray[numpy.float64]): The probabilities of the second look.
    tagger (NDArray[numpy.float32]): The tagger's.
    RETURNS (NDArray[numpy.float64]): The odds for a name: 4 is four to one.
    """
    one, other = (numpy.clip(p.astype("float64"), *_LIMITS) for p in (probabilities, tagger))
    return one / (1 - one) * (other / (1 - other)) ** _WEIGHT


def in_name_list(
    text: str,
    places: Sequence[tuple[int, int]],
    taken: Sequence[bool],
    may: Sequence[bool],
    lexicon: Lexicon = ENGLISH,
) -> list[bool]:
    """Find the possible names that are in a list with names: "Quoc, Thuy", "Kofi and Ama".

    text (str): The text.
    places (Sequence[tuple[int, int]]): Possible names, in text order.
    taken (Sequence[bool]): Which are names.
    may (Sequence[bool]): Which may become one next to a name.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[bool]): `taken`, and those next to a name in the same case; "I see, Thuy" is not
        a list.
    """
    result = list(taken)
    between = lexicon.part(between_names)
    joined = [
        bool(between.fullmatch(text[end:start]))
        and _case(text[first:end]) == _case(text[start:last])
        for (first, end), (start, last) in pairwise(places)
    ]
    for number in range(1, len(result)):
        result[number] |= may[number] and joined[number - 1] and result[number - 1]
    for number in range(len(result) - 2, -1, -1):
        result[number] |= may[number] and joined[number] and result[number + 1]
    return result


def _case(found: str) -> tuple[bool, bool]:
    return found[:1].isupper(), found.isupper()
