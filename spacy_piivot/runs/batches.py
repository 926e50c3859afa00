"""Divides dialogues into batches for worker processes, and limits how many are under way.

Batches are measured in characters: the time for a dialogue grows with them. The first batches are
small, so that all workers soon have work, also when there are few dialogues.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from ..corpus import Entry, Record

# A batch ends before it has more characters, or when it has as many dialogues.
MOST_CHARACTERS, MOST_DIALOGUES = 16_000, 32
# The first batches, one for each worker, are so much smaller; the next ones half as much, …
_SMALLER = 8
# What a dialogue counts in addition to its characters.
_EACH = 100
# Characters that may be read and not yet written: always, and for each worker.
_WINDOW, _WINDOW_EACH = 2_000_000, 4 * MOST_CHARACTERS


T = TypeVar("T")


class Batch(NamedTuple, Generic[T]):
    """Dialogues that one worker processes together.

    entries (list[T]): The entries, in order.
    size (int): Their characters.
    """

    entries: list[T]
    size: int

    @property
    def is_long(self) -> bool:
        """Whether it has a long dialogue: a worker that has it gets nothing else meanwhile."""
        return self.size > MOST_CHARACTERS


def size_of(entry: Entry) -> int:
    """What an entry counts: the characters of its dialogue, and a little for itself."""
    if not isinstance(entry.item, Record):
        return _EACH
    return _EACH + sum(len(message.text) for message in entry.item.dialogue.messages)


def make_batches(entries: Iterable[Entry], workers: int) -> Iterator[Batch[Entry]]:
    """Divide entries into batches, reading no further than the next batch needs.

    entries (Iterable[Entry]): The entries.
    workers (int): How many workers share them.
    YIELDS (Batch[Entry]): The batches, in order. A dialogue that is longer than a batch is alone
        in its own.
    """
    return cut_by_size(entries, size_of, workers)


def cut_by_size(
    entries: Iterable[T], size_of: Callable[[T], int], workers: int
) -> Iterator[Batch[T]]:
    """Divide anything as `make_batches` divides entries.

    entries (Iterable[T]): What to divide.
    size_of (Callable[[T], int]): What each counts.
    workers (int): How many workers share them.
    YIELDS (Batch[T]): The batches, in order.
    """
    batch: list[T] = []
    size = made = 0

    def part() -> float:
        return max(1, _SMALLER >> (made // workers))

    for entry in entries:
        own = size_of(entry)
        if batch and size + own > MOST_CHARACTERS / part():
            yield Batch(batch, size)
            batch, size, made = [], 0, made + 1
        batch.append(entry)
        size += own
        if len(batch) >= MOST_DIALOGUES / part():
            yield Batch(batch, size)
            batch, size, made = [], 0, made + 1
    if batch:
        yield Batch(batch, size)


def window(workers: int) -> int:
    """How many characters may be read and not yet written.

    It bounds the memory, and how far the others may be ahead of a dialogue that takes long.

    workers (int): How many workers there are.
    RETURNS (int): Characters.
    """
    return _WINDOW + workers * _WINDOW_EACH
