"""Finds segments of mathematics: dense messages and neighbours on the same topic.

Zhou et al. (2026), section 5 and Appendix 3: messages above a density are anchors; a segment grows
while its next neighbour is similar to the messages it contains so far.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy
from numpy.typing import NDArray

ANCHOR_THRESHOLD, SIMILARITY_THRESHOLD = 0.05, 0.3

Vectors = NDArray[numpy.float32]
Embedder = Callable[[Sequence[str]], Vectors]


@dataclass(slots=True, eq=False)
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
    """Find the segments of a dialogue, in time linear in its number of messages.

    texts (Sequence[str]): Its messages.
    densities (Sequence[float]): Their math densities.
    embed (Callable[[Sequence[str]], NDArray[numpy.float32]]): Unit vectors, one row per text; zeros
        for a text without words. Gets only messages that a segment may include, each text once.
    anchor_threshold (float): A message above it is an anchor; neighbouring anchors are one segment.
    similarity_threshold (float): A neighbour joins while its cosine similarity to the mean of the
        segment's vectors is above it.
    RETURNS (list[tuple[int, int]]): The first message of each segment and the one after its last,
        in order. Segments that meet are joined and continue to grow.
    """
    runs = _runs([density > anchor_threshold for density in densities])
    if runs in ([], [(0, len(texts))]):
        return runs
    vectors = _Embedded(texts, embed)
    vectors.prepare(at for first, end in runs for at in range(first, end))
    segments = [_Growing(first, end - 1, vectors.sum(range(first, end))) for first, end in runs]
    at_end = {end: segment for segment in segments for end in (segment.first, segment.last)}
    growing = segments
    while growing:
        vectors.prepare(
            at
            for segment in growing
            for side in segment.open_sides
            if 0 <= (at := segment.neighbour(side)) < len(texts)
        )
        for segment in growing:
            # A segment that was absorbed by another has no open sides left.
            for side in sorted(segment.open_sides):
                _grow(segment, side, at_end, vectors, len(texts), similarity_threshold)
        growing = [segment for segment in growing if segment.open_sides]
    left = {(segment.first, segment.last + 1) for segment in at_end.values()}
    return sorted(left)


class _Embedded:
    """The vectors of a dialogue's messages, computed at their first use."""

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
        """The sum of the vectors of some messages, after `prepare`."""
        return cast(Vectors, numpy.sum([self[at] for at in numbers], axis=0))

    def __getitem__(self, at: int) -> Vectors:
        return self._known[self._texts[at]]


def _grow(
    segment: _Growing,
    side: int,
    at_end: dict[int, _Growing],
    vectors: _Embedded,
    messages: int,
    threshold: float,
) -> None:
    """Include the neighbour on one side if it is similar, or join the segment that begins there."""
    at = segment.neighbour(side)
    if not 0 <= at < messages:
        segment.open_sides.discard(side)
        return
    other = at_end.get(at)
    if other is not None:
        segment.total = segment.total + other.total
        for end in (segment.first, segment.last, other.first, other.last):
            at_end.pop(end, None)
        segment.first, segment.last = min(segment.first, other.first), max(segment.last, other.last)
        if side not in other.open_sides:
            segment.open_sides.discard(side)
        other.open_sides.clear()
    elif _cosine(vectors[at], segment.total) > threshold:
        segment.total = segment.total + vectors[at]
        for end in (segment.first, segment.last):
            at_end.pop(end, None)
        segment.first, segment.last = min(segment.first, at), max(segment.last, at)
    else:
        segment.open_sides.discard(side)
    at_end[segment.first] = at_end[segment.last] = segment


def _cosine(one: Vectors, other: Vectors) -> float:
    lengths = float(numpy.linalg.norm(one) * numpy.linalg.norm(other))
    return float(one @ other) / lengths if lengths else 0.0


def _runs(flags: Sequence[bool]) -> list[tuple[int, int]]:
    """Runs of true flags: the first position and the one after the last."""
    runs: list[tuple[int, int]] = []
    for at, flag in enumerate(flags):
        if flag and runs and runs[-1][1] == at:
            runs[-1] = (runs[-1][0], at + 1)
        elif flag:
            runs.append((at, at + 1))
    return runs
