"""Searches texts for strings found elsewhere: whole words, in any case; names in all forms."""

import re
from collections.abc import Iterable, Iterator
from operator import contains
from typing import NamedTuple

from ...core.folding import fold
from ...lang import ENGLISH, Lexicon
from .forms import NameForms, is_ordinary_word
from .search_terms import NAME, TERM_WORD, SearchTerm
from .variants import Variants, repeats

# Shorter names are not found with letters repeated: "leee" may be anything.
_LEAST_STRETCHED = 4
_LETTERS = re.compile(r"\D+")


class Hit(NamedTuple):
    """An occurrence of a term in a text.

    term (SearchTerm): The term.
    start (int): Its first letter: the "C" of "Cassie2x".
    end (int): The character after its last.
    first (int): The first character of the words that contain it.
    last (int): The character after the last one of these words.
    """

    term: SearchTerm
    start: int
    end: int
    first: int
    last: int


class TermSearch:
    """Finds terms in texts, in one pass over the words.

    Names are also found with letters repeated ("cassieee"; names of four letters and more), as
    plurals and next to digits ("Cassie2x").

    terms (Iterable[SearchTerm]): The terms; each must have words.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, terms: Iterable[SearchTerm], lexicon: Lexicon = ENGLISH) -> None:
        self._lexicon = lexicon
        self._without_plural = lexicon.part(NameForms).without_plural
        self._by_first: dict[str, list[SearchTerm]] = {}
        self._last_words = Variants()
        self._read: dict[str, dict[str, tuple[int, int]]] = {}
        last_words = set()
        for term in terms:
            self._by_first.setdefault(term.words[0], []).append(term)
            if term.label == NAME:
                last_words.add(term.words[-1])
        for word in last_words:
            self._last_words.add(word)

    def hits(self, text: str) -> Iterator[Hit]:
        """Find the terms in a text."""
        found = list(TERM_WORD.finditer(text))
        readings = [self._readings(match.group()) for match in found]
        for number, reading in enumerate(readings):
            for word in reading:
                for term in self._by_first.get(word, ()):
                    last = number + len(term.words) - 1
                    if last >= len(readings) or not all(
                        map(contains, readings[number : last + 1], term.words)
                    ):
                        continue
                    first_start, last_start = found[number].start(), found[last].start()
                    whole = first_start, found[last].end()
                    if term.literal and fold(text[slice(*whole)]) != term.literal:
                        continue
                    start = first_start + reading[word][0]
                    end = last_start + readings[last][term.words[-1]][1]
                    yield Hit(term, start, end, *whole)

    def _readings(self, word: str) -> dict[str, tuple[int, int]]:
        """The readings of a word, itself and the names inside it, each with its position."""
        if word not in self._read:
            readings = self._read[word] = {fold(word): (0, len(word))}
            letters = sorted((m.span() for m in _LETTERS.finditer(word)), key=lambda s: s[0] - s[1])
            for start, end in dict.fromkeys([(0, len(word)), *letters]):
                for name, surplus in self._names(fold(word[start:end])).items():
                    readings.setdefault(name, (start, end - surplus))
        return self._read[word]

    def _names(self, form: str) -> dict[str, int]:
        """The names of which a word is a form ("cassies"), and the length of its ending."""
        if form in self._last_words.alike(form):
            return {form: 0}
        if is_ordinary_word(form, self._lexicon):
            return {}
        bare = self._without_plural(form)
        # "jamess" is read as James's first, then as James with a letter repeated.
        found = {bare: len(form) - len(bare)} if bare in self._last_words.alike(bare) else {}
        for one in dict.fromkeys((form, bare)):
            if name := self._stretched(one):
                found.setdefault(name, len(form) - len(one))
        return found

    def _stretched(self, form: str) -> str:
        """The name of which a word is a form with letters repeated, or ""."""
        names = self._last_words.alike(form)
        if not names or is_ordinary_word(form, self._lexicon):
            return ""
        return min(
            (n for n in names if len(n) >= _LEAST_STRETCHED and repeats(form, n)), default=""
        )
