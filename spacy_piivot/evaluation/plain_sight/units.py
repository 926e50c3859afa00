"""The names and messages of dialogues, as items that a classifier tells apart."""

import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ...core.folding import fold
from ..attack.guessing import guess_names
from .classifiers import Items, beside, counted
from .name_lists import NameLists
from .statistics import ALONE, Mention, alone, mentions_of, name_words, rows
from .versions import Version

NAMES, IN_CONTEXT, MESSAGES = "names alone", "names in context", "messages"
UNITS = (NAMES, IN_CONTEXT, MESSAGES)
# How many words on either side of a name are read.
_WORDS_AROUND = 6
_FURTHEST = 80
_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")


@dataclass(slots=True)
class _Rows:
    texts: list[str] = field(default_factory=list)
    contexts: list[str] = field(default_factory=list)
    numbers: list[NDArray[np.float64]] = field(default_factory=list)
    positive: list[bool] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)

    def add(self, text: str, context: str, numbers: NDArray, positive: bool, group: int) -> None:
        self.texts.append(text)
        self.contexts.append(context)
        self.numbers.append(numbers)
        self.positive.append(positive)
        self.groups.append(group)

    def items(self) -> Items:
        columns = [counted(self.texts, letters=True)]
        if any(self.contexts):
            columns.append(counted(self.contexts, letters=False))
        return Items(
            beside(*columns),
            np.vstack(self.numbers),
            np.array(self.positive, dtype=bool),
            np.array(self.groups, dtype=np.intp),
        )


def items_of(
    originals: Sequence[Version],
    released: Sequence[Version],
    groups: Sequence[int],
    lists: NameLists,
) -> dict[str, Items]:
    """Describe all names and messages of two versions of dialogues.

    originals (Sequence[Version]): The dialogues as they were.
    released (Sequence[Version]): The same dialogues with surrogates.
    groups (Sequence[int]): The number of the group of each dialogue.
    lists (NameLists): What is known of names.
    RETURNS (dict[str, Items]): The items of both versions, by unit. Those of names in context are
        in the same order in both versions, all originals first.
    """
    found = {unit: _Rows() for unit in UNITS}
    for versions, positive in ((originals, False), (released, True)):
        for version, group in zip(versions, groups, strict=True):
            mentions = mentions_of(version)
            own, near = rows(mentions, lists)
            seen = set()
            for number, mention in enumerate(mentions):
                key = fold(mention.written)
                if key not in seen:
                    seen.add(key)
                    found[NAMES].add(mention.written, "", own[number], positive, group)
                both = np.concatenate([own[number], near[number]])
                context = _context(version, mention)
                found[IN_CONTEXT].add(mention.written, context, both, positive, group)
            for message in version.messages:
                if message.has_pii:
                    numbers = _message_numbers(message.text, lists)
                    found[MESSAGES].add(message.text, message.text, numbers, positive, group)
    return {unit: kept.items() for unit, kept in found.items() if kept.texts}


def _context(version: Version, mention: Mention) -> str:
    """Return the words around a name, each with its side; other names are only "Name"."""
    message = version.messages[mention.message]
    start, end = mention.extent
    before = list(_words(message.text, max(0, start - _FURTHEST), start, message.names))
    after = list(_words(message.text, end, end + _FURTHEST, message.names))
    left = [f"{word}_before" for word in before[-_WORDS_AROUND:]]
    return " ".join(left + [f"{word}_after" for word in after[:_WORDS_AROUND]])


def _words(text: str, start: int, end: int, names: Sequence[tuple[int, int]]) -> Iterator[str]:
    for word in _WORD.finditer(text, start, end):
        if any(first <= word.start() < last for first, last in names):
            yield "Name"
        else:
            yield fold(word[0]) if word[0].isalnum() else f"sign{ord(word[0])}"


def _message_numbers(text: str, lists: NameLists) -> NDArray[np.float64]:
    """Describe the words that look like names: the reader does not know which were replaced."""
    extents = guess_names(text)
    if not extents:
        return np.array([0.0, len(text), *[np.nan] * (3 * len(ALONE))])
    names = [text[start:end] for start, end in extents]
    described = np.array([alone(name, name_words(name), lists) for name in names], dtype=float)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # nothing is known of any of them
        summary = [reduce(described, axis=0) for reduce in (np.nanmean, np.nanmin, np.nanmax)]
    return np.concatenate([[len(names), len(text)], *summary])
