"""Computes the math density of messages (Zhou et al. 2026, Equation 1)."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..lang import Lexicon
from .patterns import count_patterns
from .prose import without_addresses
from .vocabulary import Vocabulary, vocabulary_of, words_of

TERM_WEIGHT, PHRASE_WEIGHT, PATTERN_WEIGHT = 1.0, 1.5, 2.0


@dataclass(frozen=True, slots=True)
class MathContent:
    """The counts of Equation 1 in a message.

    terms (int): How many different single-word terms it has.
    phrases (int): How often phrases occur in it.
    patterns (dict[str, int]): The number of matches by kind of pattern; kinds without matches are
        missing.
    """

    terms: int
    phrases: int
    patterns: dict[str, int]

    @property
    def weight(self) -> float:
        """The numerator of Equation 1."""
        counted = sum(self.patterns.values())
        return TERM_WEIGHT * self.terms + PHRASE_WEIGHT * self.phrases + PATTERN_WEIGHT * counted


def math_content(text: str, lexicon: Lexicon, vocabulary: Vocabulary | None = None) -> MathContent:
    """Count terms, phrases and patterns in a message, in linear time.

    text (str): The message.
    lexicon (Lexicon): The words.
    vocabulary (Vocabulary | None): The lexicon's if None.
    RETURNS (MathContent): The counts. Patterns of different kinds may match the same characters,
        as in the paper's sum.
    """
    vocabulary = vocabulary or lexicon.part(vocabulary_of)
    text = without_addresses(text)
    words = words_of(text)
    return MathContent(
        terms=len(vocabulary.terms.intersection(words)),
        phrases=vocabulary.count_phrases(words),
        patterns=count_patterns(text, lexicon),
    )


def math_density(
    text: str, tokens: int, lexicon: Lexicon, vocabulary: Vocabulary | None = None
) -> float:
    """Equation 1: the weighted counts over the number of tokens.

    text (str): The message.
    tokens (int): Its number of tokens, without white space.
    lexicon (Lexicon): The words.
    vocabulary (Vocabulary | None): The lexicon's if None.
    RETURNS (float): The density, 0 for a message without tokens; it may be above 1.
    """
    return math_content(text, lexicon, vocabulary).weight / tokens if tokens else 0.0


def math_densities(
    texts: Iterable[tuple[str, int]],
    lexicon: Lexicon,
    vocabulary: Vocabulary | None = None,
) -> list[float]:
    """The densities of messages; repeats are counted once.

    texts (Iterable[tuple[str, int]]): Messages with their numbers of tokens.
    lexicon (Lexicon): The words.
    vocabulary (Vocabulary | None): The lexicon's if None.
    RETURNS (list[float]): One per message.
    """
    known: dict[tuple[str, int], float] = {}
    densities = []
    for item in texts:
        if item not in known:
            known[item] = math_density(*item, lexicon, vocabulary)
        densities.append(known[item])
    return densities
