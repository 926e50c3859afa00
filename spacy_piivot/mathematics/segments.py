"""Segments of mathematics: dense messages and the neighbours that talk of the same.

Zhou et al. (2026), section 5 and Appendix 3: messages above a density are anchors; a segment grows
while its next neighbour is similar to what it holds so far.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy
from numpy.typing import NDArray

ANCHOR_THRESHOLD, SIMILARITY_THRESHOLD = 0.05, 0.3

Vectors = NDArray[numpy.float32]
Embedder = Callable[[Sequence[str]], Vectors]


@dataclass(slots=True)
class _Growing:
    """A segment while it grows: its first and last message, and the sum of their unit vectors."""

    first: int
    last: int
    total: Vectors
    open_sides: set[int] = field(default_factory=lambda: {-1, 1})

    def neighbour(self, side: int) -> int:
        return self.first - 1 if side < 0 else self.last + 1


def math_segments(
    texts: Sequence[str],
    densities: Sequence[float],
    embed: Embedder,
    anchor_threshold: float = ANCHOR_THRESHOLD,
    similarity_threshold: float = SIMILARITY_THRESHOLD,
) -> list[tuple[int, int]]:
    """Find the segments of a dialogue.

    texts (Sequence[str]): Its messages.
    densities (Sequence[float]): Their math densities.
    embed (Callable[[Sequence[str]], NDArray[numpy.float32]]): Unit vectors, one row a text; zeros
        for a text without words. Gets only messages that a segment may take in, each text once.
    anchor_threshold (float): A message above it is an anchor; neighbouring anchors are one segment.
    similarity_threshold (float): A neighbour joins while its cosine similarity to the mean of the
        segment's vectors is above it.
    RETURNS (List[Tuple[int, int]]): The first message of each segment and the one after its last,
        in order. Segments that meet are one.
    """
    vectors = _Embedded(texts, embed)
    segments = []
    for first, last in _runs([density > anchor_threshold for density in densities]):
        segments.append(_Growing(first, last - 1, vectors.sum(range(first, last))))
    growing = list(segments)
    while growing:
        wanted = [
            segment.neighbour(side) for segment in growing for side in sorted(segment.open_sides)
        ]
        vectors.prepare(at for at in wanted if 0 <= at < len(texts))
        growing = [s for s in growing if _grow(s, vectors, len(texts), similarity_threshold)]
    return _merged([(segment.first, segment.last + 1) for segment in segments])


class _Embedded:
    """The vectors of a dialogue's messages, made when they are first needed."""

    def __init__(self, texts: Sequence[str], embed: Embedder) -> None:
        self._texts = texts
        self._embed = embed
        self._known: dict[str, Vectors] = {}

    def prepare(self, numbers: Iterable[int]) -> None:
        """Embed messages together, each text once."""
        new = [
            text
            for text in dict.fromkeys(self._texts[at] for at in numbers)
            if text not in self._known
        ]
        if new:
            self._known.update(zip(new, self._embed(new), strict=True))

    def sum(self, numbers: Iterable[int]) -> Vectors:
        """The sum of some messages' vectors."""
        numbers = list(numbers)
        self.prepare(numbers)
        return cast(Vectors, numpy.sum([self._known[self._texts[at]] for at in numbers], axis=0))

    def __getitem__(self, at: int) -> Vectors:
        return self._known[self._texts[at]]


def _grow(segment: _Growing, vectors: _Embedded, messages: int, threshold: float) -> bool:
    """Take in the neighbour on each open side if it is similar; whether one was."""
    for side in sorted(segment.open_sides):
        at = segment.neighbour(side)
        if not 0 <= at < messages or _cosine(vectors[at], segment.total) <= threshold:
            segment.open_sides.discard(side)
            continue
        segment.total = segment.total + vectors[at]
        segment.first, segment.last = min(segment.first, at), max(segment.last, at)
    return bool(segment.open_sides)


def _cosine(one: Vectors, other: Vectors) -> float:
    lengths = float(numpy.linalg.norm(one) * numpy.linalg.norm(other))
    return float(one @ other) / lengths if lengths else 0.0


def _runs(flags: Sequence[bool]) -> list[tuple[int, int]]:
    """Where neighbours are all true: the first and the one after the last."""
    runs: list[tuple[int, int]] = []
    for at, flag in enumerate(flags):
        if flag and runs and runs[-1][1] == at:
            runs[-1] = (runs[-1][0], at + 1)
        elif flag:
            runs.append((at, at + 1))
    return runs


def _merged(segments: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for first, end in sorted(segments):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((first, end))
    return merged
