"""Counts decisions by dialogue, and scores the counts with bootstrap intervals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .annotations import AnnotatedDialogue
from .bootstrap import interval
from .counts import Counts, Score, ratios
from .matching import Decision

OUTCOMES = ("tp", "fp", "fn")
_ROWS_AT_ONCE = 100
# The largest share of resamples without some label at which a macro average has an interval.
_UNDEFINED = 0.05
KeyOf = Callable[[AnnotatedDialogue, Decision], str]


@dataclass(frozen=True, slots=True)
class Tally:
    """True positives, false positives and false negatives by dialogue and key.

    keys (Sequence[str]): Labels, or strata; sorted.
    counts (ndarray): Shape (dialogues, keys, 3), in the order of `OUTCOMES`.
    """

    keys: Sequence[str]
    counts: NDArray[np.int64]

    def total(self) -> Counts:
        """Sum all counts."""
        return _counts(self.counts.sum(axis=(0, 1)))

    def by_key(self) -> dict[str, Counts]:
        """Sum the counts of each key."""
        summed = self.counts.sum(axis=0)
        return {key: _counts(row) for key, row in zip(self.keys, summed, strict=True)}

    def resampled(self, weights: NDArray[np.int32]) -> NDArray[np.float64]:
        """Sum the counts of each resample of the dialogues.

        weights (ndarray): Shape (resamples, dialogues): how often each dialogue was drawn.
        RETURNS (ndarray): Shape (resamples, keys, 3).
        """
        flat = self.counts.reshape(len(self.counts), 3 * len(self.keys)).astype(np.float64)
        result = np.zeros((len(weights), flat.shape[1]))
        for first in range(0, len(weights), _ROWS_AT_ONCE):
            chunk = weights[first : first + _ROWS_AT_ONCE]
            result[first : first + len(chunk)] = chunk.astype(np.float64) @ flat
        return result.reshape(len(weights), len(self.keys), 3)


def tally(
    gold: Sequence[AnnotatedDialogue],
    decisions: Sequence[Sequence[Decision]],
    key_of: KeyOf = lambda dialogue, decision: decision.label,
) -> Tally:
    """Count decisions by a key; those without a key are excluded.

    gold (Sequence[AnnotatedDialogue]): The gold dialogues.
    decisions (Sequence[Sequence[Decision]]): The decisions of each dialogue.
    key_of (Callable): Returns the key of a decision in its dialogue; by default its label.
    RETURNS (Tally): The counts.
    """
    keyed = [
        [(key, decision.outcome) for decision in decided if (key := key_of(dialogue, decision))]
        for dialogue, decided in zip(gold, decisions, strict=True)
    ]
    keys = sorted({key for counted in keyed for key, _ in counted})
    column = {key: position for position, key in enumerate(keys)}
    counts = np.zeros((len(gold), len(keys), 3), dtype=np.int64)
    for row, counted in enumerate(keyed):
        for key, outcome in counted:
            counts[row, column[key], OUTCOMES.index(outcome)] += 1
    return Tally(keys, counts)


def score_total(counted: Tally, weights: NDArray[np.int32], f_betas: Mapping[str, float]) -> Score:
    """Compute micro-averaged scores, from the counts of all keys together.

    counted (Tally): The counts.
    weights (ndarray): The bootstrap resamples, shape (resamples, dialogues).
    f_betas (Mapping[str, float]): The beta of each F-score, by name.
    RETURNS (Score): Counts, ratios and intervals.
    """
    summed = counted.resampled(weights).sum(axis=1)
    return Score(counted.total(), intervals(summed, f_betas), f_betas=f_betas)


def score_keys(
    counted: Tally,
    weights: NDArray[np.int32],
    f_betas: Mapping[str, float],
    *,
    recall_only: bool = False,
) -> dict[str, Score]:
    """Compute the scores of each key; see `score_total`.

    recall_only (bool): Whether false positives have no keys.
    RETURNS (dict[str, Score]): One score per key.
    """
    resampled = counted.resampled(weights)
    scores = {}
    for position, (key, counts) in enumerate(counted.by_key().items()):
        bounds = intervals(resampled[:, position], f_betas)
        if recall_only:
            bounds = {name: pair for name, pair in bounds.items() if name == "recall"}
        scores[key] = Score(counts, bounds, recall_only, f_betas)
    return scores


def macro_average(
    counted: Tally, weights: NDArray[np.int32], f_betas: Mapping[str, float]
) -> dict[str, object]:
    """Compute the unweighted mean over the labels that occur in the gold.

    counted (Tally): Counts by label.
    weights (ndarray): The bootstrap resamples, shape (resamples, dialogues).
    f_betas (Mapping[str, float]): The beta of each F-score, by name.
    RETURNS (dict[str, object]): The mean of each metric, None without any gold, and
        `intervals`. A label without predictions has precision 0 here. The mean of a resample
        that lacks a label is not comparable: there are no intervals if many do.
    """
    in_gold = [k for k, c in enumerate(counted.by_key().values()) if c.tp + c.fn]
    means = _means(counted.counts.sum(axis=0)[None, in_gold], f_betas)
    resampled = _means(counted.resampled(weights)[:, in_gold], f_betas)
    bounds = {
        name: pair
        for name, values in resampled.items()
        if np.isnan(values).sum() <= _UNDEFINED * len(values) and (pair := interval(values))
    }
    return {
        **{name: float(v[0]) if not np.isnan(v[0]) else None for name, v in means.items()},
        "intervals": {name: list(pair) for name, pair in bounds.items()},
    }


def intervals(
    resampled: NDArray[np.float64], f_betas: Mapping[str, float]
) -> dict[str, tuple[float, float]]:
    """Compute the percentile interval of each metric.

    resampled (ndarray): Shape (resamples, 3): the counts of each resample.
    f_betas (Mapping[str, float]): The beta of each F-score, by name.
    RETURNS (dict[str, tuple[float, float]]): The bounds of each metric that is defined.
    """
    values = ratios(resampled[:, 0], resampled[:, 1], resampled[:, 2], f_betas)
    return {name: pair for name, column in values.items() if (pair := interval(column))}


def _means(counts: NDArray, f_betas: Mapping[str, float]) -> dict[str, NDArray]:
    values = ratios(counts[..., 0], counts[..., 1], counts[..., 2], f_betas)
    number = counts.shape[1]
    whole = (counts[..., 0] + counts[..., 2] > 0).all(axis=1) & (number > 0)
    return {
        name: np.where(whole, np.nan_to_num(columns).sum(axis=1) / max(number, 1), np.nan)
        for name, columns in values.items()
    }


def _counts(row: NDArray) -> Counts:
    return Counts(int(row[0]), int(row[1]), int(row[2]))
