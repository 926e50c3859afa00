"""Matching predicted spans to gold spans by their exact offsets.

The first version holds the strict scheme (same offsets, same label), which the components'
scorers and the project's scores share.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

Extent = tuple[int, int, str]


@dataclass(slots=True)
class Counts:
    """True positives, false positives and false negatives; precision, recall and F from them."""

    tp: int = 0
    fp: int = 0
    fn: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def precision(self) -> float:
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else 0.0

    @property
    def recall(self) -> float:
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else 0.0

    def f(self, beta: float = 1.0) -> float:
        """F-beta; recall weighs beta times as much as precision."""
        weighted = (1 + beta**2) * self.tp
        total = weighted + beta**2 * self.fn + self.fp
        return weighted / total if total else 0.0


def match_strict(
    gold: Iterable[Extent],
    predicted: Iterable[Extent],
    *,
    distractors: Iterable[str] = (),
) -> dict[str, Counts]:
    """Count exact matches: same start, same end, same label.

    gold (Iterable[Extent]): (start, end, label) of one text.
    predicted (Iterable[Extent]): The same of a system's output.
    distractors (Iterable[str]): Gold labels that are not scored: a prediction that overlaps
        one, and matches no other gold, is neither right nor wrong.
    RETURNS (dict[str, Counts]): Counts a label.
    """
    ignored = set(distractors)
    gold = list(gold)
    targets = Counter(extent for extent in gold if extent[2] not in ignored)
    neutral = [(start, end) for start, end, label in gold if label in ignored]
    counts: dict[str, Counts] = {}
    for extent in predicted:
        start, end, label = extent
        if targets[extent] > 0:
            targets[extent] -= 1
            counts.setdefault(label, Counts()).tp += 1
        elif label not in ignored and not any(start < e and s < end for s, e in neutral):
            counts.setdefault(label, Counts()).fp += 1
    for (_, _, label), missing in targets.items():
        counts.setdefault(label, Counts()).fn += missing
    return counts
