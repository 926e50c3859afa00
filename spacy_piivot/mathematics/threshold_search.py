"""Searches for the two thresholds of the segmentation (Zhou et al. 2026, Appendix 3).

Good segments contain the false positives of a detector but not its true positives: the objective
is the harmonic mean of the share of false positives inside and one minus the share of true
positives inside.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy

from .segments import Embedder, Vectors, math_segments

ANCHORS = (0.05, 0.06, 0.07, 0.08, 0.09, 0.10)
SIMILARITIES = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)


@dataclass(frozen=True, slots=True)
class ScoredDialogue:
    """A dialogue with the numbers of a detector's right and wrong candidates.

    texts (Sequence[str]): Its messages.
    densities (Sequence[float]): Their math densities.
    true (Sequence[int]): True positives per message.
    false (Sequence[int]): False positives per message.
    """

    texts: Sequence[str]
    densities: Sequence[float]
    true: Sequence[int]
    false: Sequence[int]


@dataclass(frozen=True, slots=True)
class ThresholdScore:
    """The result of a pair of thresholds.

    anchor (float): The anchor threshold.
    similarity (float): The similarity threshold.
    false_inside (float | None): The share of false positives inside mathematics; None if there
        are none.
    true_inside (float | None): The share of true positives inside mathematics.
    messages (float): The share of messages that are mathematics.
    """

    anchor: float
    similarity: float
    false_inside: float | None
    true_inside: float | None
    messages: float

    @property
    def objective(self) -> float:
        """The harmonic mean of `false_inside` and 1 - `true_inside`; 0 if either is 0 or None."""
        if self.false_inside is None or self.true_inside is None:
            return 0.0
        kept = 1 - self.true_inside
        total = self.false_inside + kept
        return 2 * self.false_inside * kept / total if total else 0.0


def search_thresholds(
    dialogues: Sequence[ScoredDialogue],
    embed: Embedder,
    anchors: Sequence[float] = ANCHORS,
    similarities: Sequence[float] = SIMILARITIES,
) -> list[ThresholdScore]:
    """Score every pair of thresholds.

    dialogues (Sequence[ScoredDialogue]): Dialogues with candidates.
    embed (Callable[[Sequence[str]], NDArray[numpy.float32]]): The embedder; each message is
        embedded once for all pairs.
    anchors (Sequence[float]): Anchor thresholds.
    similarities (Sequence[float]): Similarity thresholds.
    RETURNS (list[ThresholdScore]): One per pair, anchor by anchor.
    """
    remembering = _Remembering(embed)
    scores = []
    for anchor in anchors:
        for similarity in similarities:
            inside = [
                _inside(math_segments(d.texts, d.densities, remembering, anchor, similarity), d)
                for d in dialogues
            ]
            true, false, messages = numpy.sum(inside, axis=0) if inside else (0, 0, 0)
            scores.append(
                ThresholdScore(
                    anchor,
                    similarity,
                    _share(false, sum(sum(d.false) for d in dialogues)),
                    _share(true, sum(sum(d.true) for d in dialogues)),
                    _share(messages, sum(len(d.texts) for d in dialogues)) or 0.0,
                )
            )
    return scores


def best_score(scores: Sequence[ThresholdScore]) -> ThresholdScore:
    """The pair with the highest objective; among equals, the one with the fewest messages."""
    return max(scores, key=lambda score: (score.objective, -score.messages))


class _Remembering:
    """An embedder that embeds each text once."""

    def __init__(self, embed: Embedder) -> None:
        self._embed = embed
        self._known: dict[str, Vectors] = {}

    def __call__(self, texts: Sequence[str]) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._embed(new), strict=True))
        return numpy.stack([self._known[text] for text in texts])


def _inside(segments: Sequence[tuple[int, int]], dialogue: ScoredDialogue) -> tuple[int, int, int]:
    """True positives, false positives and messages inside segments."""
    return (
        sum(sum(dialogue.true[first:end]) for first, end in segments),
        sum(sum(dialogue.false[first:end]) for first, end in segments),
        sum(end - first for first, end in segments),
    )


def _share(part: int, whole: int) -> float | None:
    return float(part / whole) if whole else None
