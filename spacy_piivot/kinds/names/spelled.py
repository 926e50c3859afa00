"""Searches texts for names whose letters are written one by one: "A-M-Y", "A+D+A+M"."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ...core.folding import fold
from .search import Hit
from .search_terms import NAME, SearchTerm

_LETTER = r"[^\W\d_][\u0300-\u036f]?"
_LISTING = frozenset("+*/,;:|")
_RUN = re.compile(
    rf"(?<![\w'’]){_LETTER}(?:(?:[ \t]{{0,2}}[-–—,.;:·|/+*_][ \t]{{0,2}}|[ \t]{{1,3}}){_LETTER})+"
    r"(?!\w)"
)
_LEAST_LETTERS = 3
# "a+b+e" is a sum, and "P, A, T" are points, whoever is called Abe or Pat.
_LEAST_LISTED = 4


class SpelledSearch:
    """Finds names that are spelled out, in one pass. The letters must be the whole name.

    names (Iterable[SearchTerm]): The terms of the names.
    """

    def __init__(self, names: Iterable[SearchTerm]) -> None:
        self._names: dict[str, SearchTerm] = {}
        for term in names:
            letters = "".join(term.words)
            if term.label == NAME and len(letters) >= _LEAST_LETTERS and not _is_alphabet(letters):
                self._names.setdefault(letters, term)

    def hits(self, text: str) -> Iterator[Hit]:
        """Find the names in a text.

        text (str): The text as it is.
        YIELDS (Hit): The occurrences.
        """
        for found in _RUN.finditer(text) if self._names else ():
            run = found.group()
            letters = fold("".join(filter(str.isalpha, run)))
            term = self._names.get(letters)
            if term and (len(letters) >= _LEAST_LISTED or _LISTING.isdisjoint(run)):
                yield Hit(term, *found.span(), *found.span())


def _is_alphabet(letters: str) -> bool:
    """Whether letters follow each other in the alphabet: points S, T, U are not Stu."""
    return all(ord(b) - ord(a) == 1 for a, b in pairwise(letters))
