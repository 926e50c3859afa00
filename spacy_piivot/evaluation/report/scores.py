"""Names and orders scores for reports, plots and tables."""

from collections.abc import Iterable, Mapping
from typing import Any

Scores = Mapping[str, Mapping[str, Any]]


def metric_name(metric: str) -> str:
    """Write a metric's key for readers: Precision, Recall, F1."""
    return metric.capitalize()


def score_metrics(score: Mapping[str, Any]) -> list[str]:
    """List the keys of a score that are metrics: precision, recall, each F-score."""
    return [key for key in score if key not in ("tp", "fp", "fn", "intervals")]


def gold_sizes(scores: Iterable[Scores]) -> dict[str, int]:
    """Count the gold spans of each group.

    scores (Iterable[Scores]): The groups of one system, or of several on the same gold.
    RETURNS (dict[str, int]): One size per group, in the given order.
    """
    return {
        group: score["tp"] + score["fn"] for system in scores for group, score in system.items()
    }


def by_frequency(sizes: Mapping[str, int]) -> list[str]:
    """Sort labels by the number of gold spans, the largest first."""
    return sorted(sizes, key=lambda label: (-sizes[label], label))
