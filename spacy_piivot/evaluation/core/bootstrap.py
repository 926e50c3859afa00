"""Bootstrap intervals and p-values, from resampled dialogues.

Dialogues are resampled, not spans: the names of one dialogue tend to be found or missed together.
"""

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95


def resample_weights(n: int, resamples: int, seed: int) -> NDArray[np.int32]:
    """Draw n of n dialogues with replacement, many times.

    n (int): How many dialogues there are.
    resamples (int): How often to draw.
    seed (int): The random seed: the same draws for every metric and system.
    RETURNS (ndarray): Shape (resamples, n): how often each dialogue is in a resample.
    """
    draws = np.random.default_rng(seed)
    weights = np.zeros((resamples, n), dtype=np.int32)
    for row in weights if n else ():
        row[:] = np.bincount(draws.integers(n, size=n), minlength=n)
    return weights


def interval(values: NDArray, confidence: float = CONFIDENCE) -> tuple[float, float] | None:
    """Compute the percentile interval of a resampled metric.

    values (ndarray): The metric in each resample; NaN where it is not defined.
    confidence (float): The share of resamples inside the interval.
    RETURNS (tuple[float, float] | None): Lower and upper bound; None if no resample
        defines the metric.
    """
    defined = values[~np.isnan(values)]
    if not len(defined):
        return None
    outside = 50 * (1 - confidence)
    low, high = np.percentile(defined, [outside, 100 - outside])
    return float(low), float(high)


def p_value(differences: NDArray) -> float | None:
    """Compute the two-sided bootstrap p-value of a difference.

    differences (ndarray): The paired difference in each resample; NaN where it is not defined,
        which counts as no difference: a label that occurs in one dialogue proves nothing.
    RETURNS (float | None): Twice the smaller share of resamples on either side of zero,
        counting one more on each side, since a finite number of resamples never proves p = 0;
        None if no resample defines the difference.
    """
    if np.isnan(differences).all():
        return None
    counted = np.nan_to_num(differences)
    tail = min((counted <= 0).sum(), (counted >= 0).sum())
    return min(1.0, 2 * (float(tail) + 1) / (len(counted) + 1))
