"""Finds headers that are repeated on pages: "Okafor 2", "Reflection - N. Sylla - page 3"."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ..core.folding import fold
from ..lang import Lexicon
from .entries import Entries
from .lines import Line
from .words import SectionWords

_LONGEST = 110
_MOST_WORDS = 20
# Headers are at least this many characters apart; items of a list are nearer.
_PAGE = 250
# In how many lines at the top a header's words are looked for.
_TOP = 25
_NUMBER = re.compile(r"\d+")
_LAST_NUMBER = re.compile(r"(?:^|[\s–—-])\d{1,3}$")
_FRACTION = re.compile(r"[\s–—-]\d{1,3}\s?/\s?\d{1,3}$")
_FAR_NUMBER = re.compile(r"\S.*(?:\t| {2,})\d{1,3}$")
_PARTED = re.compile(r"\s[–—|/·-]\s|\t|, ")
_CELLS = re.compile(r"\t|\S {2,}\S")
_WORD = re.compile(r"[^\W\d_]{2,}")


def find_page_headers(lines: Sequence[Line], lexicon: Lexicon) -> frozenset[int]:
    """Find the lines that are headers or footers of pages.

    lines (Sequence[Line]): The lines of a text.
    lexicon (Lexicon): The words of a language.
    RETURNS (frozenset[int]): Their indices.
    """
    words, entries = lexicon.part(SectionWords), lexicon.part(Entries)
    found = set()
    alike: dict[str, list[int]] = defaultdict(list)
    top = {word for line in lines[:_TOP] for word in _rare(line.text, words)}
    for number, line in enumerate(lines):
        text = line.text
        if len(text) > _LONGEST or ":" in text or len(text.split()) > _MOST_WORDS:
            continue
        if words.page.search(text) or _FRACTION.search(text):
            bare = text.rstrip("0123456789 ./")
            if not entries.is_entry(text) and (len(bare) < 6 or _PARTED.search(text)):
                found.add(number)
        elif (
            _FAR_NUMBER.fullmatch(text)
            and number
            and not _is_in_table(lines, number)
            and not top.isdisjoint(_rare(text, words))
        ):
            found.add(number)
        if any(True for _ in _rare(text, words)):
            alike[_NUMBER.sub("#", fold(text))].append(number)
    for numbers in alike.values():
        if len(numbers) > 1 and _are_headers([lines[number] for number in numbers]):
            found.update(numbers)
    return frozenset(found)


def _are_headers(lines: Sequence[Line]) -> bool:
    """Whether lines that are alike but for numbers are far apart and numbered, or have parts."""
    if any(second.start - first.end < _PAGE for first, second in pairwise(lines)):
        return False
    if all(_LAST_NUMBER.search(line.text) for line in lines):
        pages = [int(_NUMBER.findall(line.text)[-1]) for line in lines]
        return all(first < second for first, second in pairwise(pages))
    return all(_PARTED.search(line.text) for line in lines)


def _is_in_table(lines: Sequence[Line], number: int) -> bool:
    beside = (*lines[max(0, number - 1) : number], *lines[number + 1 : number + 2])
    return any(_CELLS.search(line.text) for line in beside)


def _rare(text: str, words: SectionWords) -> Iterable[str]:
    """The folded words with a capital that are no ordinary words."""
    for word in _WORD.findall(text):
        if word[0].isupper() and (folded := fold(word)) not in words.ordinary:
            yield folded
