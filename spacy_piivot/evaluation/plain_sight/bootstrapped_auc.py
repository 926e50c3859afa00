"""The area under the ROC curve of cross-validated scores, with an interval by dialogue."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..core.bootstrap import interval, resample_weights


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores that one model gave to the items of one fold, which it never saw.

    values (ndarray): The scores.
    positive (ndarray): Whether each item is a surrogate.
    groups (ndarray): The number of the dialogue of each item.
    """

    values: NDArray[np.float64]
    positive: NDArray[np.bool_]
    groups: NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Auc:
    """An area under the ROC curve: 0.5 is chance, 1 is certainty.

    value (float): The area.
    interval (tuple[float, float] | None): Its 95% interval, by dialogue.
    """

    value: float
    interval: tuple[float, float] | None = None

    def to_dict(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return {"auc": self.value, "interval": self.interval and list(self.interval)}


def auc_of(
    runs: Sequence[Sequence[Scores]], groups: int, *, resamples: int = 1000, seed: int = 0
) -> Auc:
    """Compute the mean area of several cross-validations.

    runs (Sequence[Sequence[Scores]]): The folds of each run. Items are compared inside a fold only:
        scores of different models have different scales.
    groups (int): How many dialogues there are.
    resamples (int): How often dialogues are resampled; 0 for no interval.
    seed (int): The seed of the resamples.
    RETURNS (Auc): The area and its interval.
    """
    weights = np.vstack(
        [np.ones((1, groups), dtype=np.int32), resample_weights(groups, resamples, seed)]
    )
    areas = []
    for folds in runs:
        won = np.zeros(len(weights))
        compared = np.zeros(len(weights))
        for fold in folds:
            more, pairs = _wins(fold, weights)
            won += more
            compared += pairs
        with np.errstate(invalid="ignore"):
            areas.append(won / compared)
    values = np.mean(areas, axis=0)
    return Auc(float(values[0]), interval(values[1:]) if resamples else None)


def _wins(fold: Scores, weights: NDArray[np.int32]) -> tuple[NDArray, NDArray]:
    """Count, in each resample, the pairs that are in the right order, and all pairs."""
    if not len(fold.values):
        return np.zeros(len(weights)), np.zeros(len(weights))
    order = np.argsort(fold.values, kind="stable")
    positive = fold.positive[order]
    own = weights[:, fold.groups[order]].astype(np.float64)
    _, starts = np.unique(fold.values[order], return_index=True)
    above = np.add.reduceat(own * positive, starts, axis=1)
    below = np.add.reduceat(own * ~positive, starts, axis=1)
    under = np.cumsum(below, axis=1) - below
    return (above * (under + below / 2)).sum(axis=1), above.sum(axis=1) * below.sum(axis=1)


def paired_share(
    runs: Sequence[tuple[NDArray[np.float64], NDArray[np.intp]]],
    groups: int,
    *,
    resamples: int = 1000,
    seed: int = 0,
) -> Auc:
    """Compute how often a surrogate scores higher than its own original; equal scores count half.

    runs (Sequence[tuple[ndarray, ndarray]]): The differences of scores, surrogate minus original,
        and the number of the dialogue of each pair, for each fold.
    groups (int): How many dialogues there are.
    resamples (int): How often dialogues are resampled; 0 for no interval.
    seed (int): The seed of the resamples.
    RETURNS (Auc): The share, which is an area over pairs, and its interval.
    """
    right = np.zeros(groups)
    count = np.zeros(groups)
    for differences, own in runs:
        np.add.at(right, own, (differences > 0) + (differences == 0) / 2)
        np.add.at(count, own, 1.0)
    weights = resample_weights(groups, resamples, seed)
    with np.errstate(invalid="ignore"):
        shares = (weights @ right) / (weights @ count)
    value = float(right.sum() / count.sum()) if count.sum() else float("nan")
    return Auc(value, interval(shares) if resamples else None)
