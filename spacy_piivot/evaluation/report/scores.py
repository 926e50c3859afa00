"""How scores are named and ordered wherever they are shown."""

from collections.abc import Iterable, Mapping
from typing import Any

Scores = Mapping[str, Mapping[str, Any]]


def metric_name(metric: str) -> str:
    """A metric's key as readers write it: Precision, Recall, F1."""
    return metric.capitalize()


def score_metrics(score: Mapping[str, Any]) -> list[str]:
    """The keys of a score that are metrics, in order: precision, recall, every F."""
    return [key for key in score if key not in ("tp", "fp", "fn", "intervals")]


def gold_sizes(scores: Iterable[Scores]) -> dict[str, int]:
    """How many gold spans each group has.

    scores (Iterable[Scores]): The groups of one system, or of several on the same gold.
    RETURNS (dict[str, int]): A size a group, in the order in which they are given.
    """
    return {
        group: score["tp"] + score["fn"] for system in scores for group, score in system.items()
    }


def by_frequency(sizes: Mapping[str, int]) -> list[str]:
    """Labels with most gold first."""
    return sorted(sizes, key=lambda label: (-sizes[label], label))
