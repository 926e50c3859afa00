"""Counts of true and false positives and false negatives, and the scores computed from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

F_BETAS = {"f1": 1.0, "f5": 5.0}


@dataclass(frozen=True, slots=True)
class Counts:
    """True positives, false positives and false negatives; precision, recall and F from them.

    A ratio whose denominator is zero is 0.
    """

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
        """F-beta: recall weighs beta times as much as precision."""
        weighted = (1 + beta**2) * self.tp
        total = weighted + beta**2 * self.fn + self.fp
        return weighted / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Score:
    """Counts with their ratios and, if requested, bootstrap intervals.

    counts (Counts): The counts.
    intervals (Mapping[str, tuple[float, float]]): The lower and upper bound of each metric.
    recall_only (bool): Whether false positives cannot be attributed: a false alarm has no gold
        role, region or gender.
    f_betas (Mapping[str, float]): The beta of each F-score, by name.
    """

    counts: Counts
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    recall_only: bool = False
    f_betas: Mapping[str, float] = field(default_factory=lambda: F_BETAS)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; None for a ratio that is not defined."""
        counts = self.counts
        found, real = counts.tp + counts.fp, counts.tp + counts.fn
        ratios: dict[str, float | None] = {
            "precision": counts.precision if found else None,
            "recall": counts.recall if real else None,
            **{
                name: counts.f(beta) if found or real else None
                for name, beta in self.f_betas.items()
            },
        }
        if self.recall_only:
            ratios = {name: value if name == "recall" else None for name, value in ratios.items()}
        return {
            "tp": counts.tp,
            "fp": None if self.recall_only else counts.fp,
            "fn": counts.fn,
            **ratios,
            "intervals": {name: list(bounds) for name, bounds in self.intervals.items()},
        }


def ratios(
    tp: NDArray, fp: NDArray, fn: NDArray, f_betas: Mapping[str, float]
) -> dict[str, NDArray]:
    """Compute precision, recall and F of many counts at once.

    tp, fp, fn (ndarray): Counts, all of one shape.
    f_betas (Mapping[str, float]): The beta of each F-score, by name.
    RETURNS (dict[str, ndarray]): The values of each metric; NaN where it is not defined.
    """

    def divide(above: NDArray, below: NDArray) -> NDArray:
        result = np.full(np.shape(below), np.nan)
        np.divide(above, below, out=result, where=np.asarray(below) > 0)
        return result

    values = {"precision": divide(tp, tp + fp), "recall": divide(tp, tp + fn)}
    for name, beta in f_betas.items():
        weighted = (1 + beta**2) * tp
        values[name] = divide(weighted, weighted + beta**2 * fn + fp)
    return values
