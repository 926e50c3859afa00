"""Compares the true-positive rates of groups, with intervals, tests and the gap."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ...core.optional import require
from ..core.bootstrap import interval


@dataclass(frozen=True, slots=True)
class Group:
    """The entities of one group.

    name (str): The group: "female", "NG", "Africa", "Western Asia".
    n (int): The number of its gold entities.
    detected (int): How many of them were found: the true positives.
    interval (tuple[float, float] | None): The 95% bootstrap interval of the true-positive rate.
    difference (float | None): The rate minus that of all other groups together.
    difference_interval (tuple[float, float] | None): Its 95% bootstrap interval.
    u (float | None): Mann-Whitney U of the group's entities (found or not) against the
        others'; None if all were found or all were missed, or there are no others.
    p (float | None): Its two-tailed p (normal approximation with correction for ties).
    p_holm (float | None): p adjusted for the number of tests in the table (Holm, 1979); None
        for a small group. Two groups make one test.
    small (bool): Whether it has too few entities to count in the gap.
    """

    name: str
    n: int
    detected: int
    interval: tuple[float, float] | None
    difference: float | None
    difference_interval: tuple[float, float] | None
    u: float | None
    p: float | None
    p_holm: float | None
    small: bool

    @property
    def rate(self) -> float:
        """The true-positive rate."""
        return self.detected / self.n


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The groups of one attribute.

    attribute (str): The attribute that distinguishes them, such as "gender".
    groups (Sequence[Group]): The groups, those with most entities first.
    unknown (int): The number of entities excluded because they belong to no group.
    gap (float | None): Equality of opportunity: the largest true-positive rate minus the smallest,
        of the groups that are not small; None for fewer than two groups.
    gap_interval (tuple[float, float] | None): The 95% bootstrap interval of the difference
        between these two groups. As they were chosen by their rates, it is biased upwards.
    """

    attribute: str
    groups: Sequence[Group]
    unknown: int
    gap: float | None
    gap_interval: tuple[float, float] | None


def group_table(
    attribute: str,
    values: Sequence[str],
    detected: NDArray[np.int64],
    sources: NDArray[np.int64],
    weights: NDArray,
    *,
    least: int,
    tests: bool = True,
) -> GroupTable:
    """Compare the true-positive rates of groups.

    attribute (str): The attribute that distinguishes the groups.
    values (Sequence[str]): The group of each entity; "" for none.
    detected (ndarray): 1 for each entity that was found, 0 for others.
    sources (ndarray): The dialogue of each entity, as a column of `weights`.
    weights (ndarray): Shape (resamples, dialogues): how often each dialogue is in a resample.
    least (int): The number of entities from which on a group is not small.
    tests (bool): Whether to test each group against the others.
    RETURNS (GroupTable): The table.
    RAISES (InputError): If tests are needed and SciPy is not installed.
    """
    groups = np.array(values, dtype=object)
    known = groups != ""
    names = sorted(set(groups[known]), key=lambda name: (-(groups == name).sum(), name))
    used, columns = np.unique(sources, return_inverse=True)
    drawn = weights[:, used].astype(float)
    rates = np.full((len(weights), len(names)), np.nan)
    sizes = drawn @ np.bincount(columns[known], minlength=len(used))
    all_found = drawn @ np.bincount(columns[known], weights=detected[known], minlength=len(used))
    rows: list[Group] = []
    for number, name in enumerate(names):
        inside = groups == name
        own, rest = detected[inside], detected[known & ~inside]
        size = drawn @ np.bincount(columns[inside], minlength=len(used))
        found = drawn @ np.bincount(columns[inside], weights=own, minlength=len(used))
        np.divide(found, size, out=rates[:, number], where=size > 0)
        of_rest = np.full(len(weights), np.nan)
        np.divide(all_found - found, sizes - size, out=of_rest, where=sizes > size)
        u, p = mann_whitney(own, rest) if tests else (None, None)
        rows.append(
            Group(
                name=name,
                n=len(own),
                detected=int(own.sum()),
                interval=interval(rates[:, number]),
                difference=float(own.mean() - rest.mean()) if len(rest) else None,
                difference_interval=interval(rates[:, number] - of_rest),
                u=u,
                p=p,
                p_holm=None,
                small=len(own) < least,
            )
        )
    large = [number for number, row in enumerate(rows) if not row.small]
    gap, gap_interval = None, None
    if len(large) > 1:
        point = [rows[number].rate for number in large]
        gap = max(point) - min(point)
        best, worst = large[int(np.argmax(point))], large[int(np.argmin(point))]
        gap_interval = interval(rates[:, best] - rates[:, worst])
    return GroupTable(attribute, _with_holm(rows), int((~known).sum()), gap, gap_interval)


def mann_whitney(own: NDArray, rest: NDArray) -> tuple[float | None, float | None]:
    """Compute the two-tailed Mann-Whitney U of two samples (Shen et al., 2025, 3.5).

    own (ndarray): One sample.
    rest (ndarray): The other.
    RETURNS (tuple[float | None, float | None]): U of the first sample, and p by the normal
        approximation with corrections for ties and continuity; None and None if a sample is
        empty or no two values differ.
    RAISES (InputError): If SciPy is not installed.
    """
    if not len(own) or not len(rest) or len(np.unique(np.concatenate([own, rest]))) == 1:
        return None, None
    test = require("scipy.stats", "evaluation").mannwhitneyu
    result = test(own, rest, alternative="two-sided", method="asymptotic")
    return float(result.statistic), float(result.pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for their number, by Holm's (1979) step-down method.

    p_values (Sequence[float]): The p-values of all tests.
    RETURNS (list[float]): The adjusted p-values, at most 1, in the same order.
    """
    adjusted = [1.0] * len(p_values)
    highest = 0.0
    for rank, position in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, (len(p_values) - rank) * p_values[position])
        adjusted[position] = min(1.0, highest)
    return adjusted


def _with_holm(rows: Sequence[Group]) -> list[Group]:
    tested = [row.p for row in rows if row.p is not None and not row.small]
    # With two groups, both tests are the same one.
    adjusted = iter(tested if len(rows) == 2 else holm(tested))
    return [
        replace(row, p_holm=next(adjusted)) if row.p is not None and not row.small else row
        for row in rows
    ]
