"""Formats scores, differences and counts as table cells."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .scores import Scores, gold_sizes, metric_name, score_metrics
from .sections import NOTHING, Cell

SEMEVAL_PROSE = {
    "strict": "same extent and label",
    "exact": "same extent",
    "partial": "overlapping extent",
    "type": "overlapping extent, same label",
}
Table = tuple[Sequence[str], Sequence[Sequence[Cell]]]


class Figures:
    """Formats scores with the decimals that suit the matching: Shen et al. print four."""

    def __init__(self, figures: Mapping[str, Any]) -> None:
        self.digits = 4 if figures["matching"] == "published" else 3
        # The smallest p that this number of resamples can show.
        self.least_p = 2 / (figures["bootstrap"] + 1)

    def ratio(self, value: float | None, sign: str = "") -> str:
        return NOTHING if value is None else f"{value:{sign}.{self.digits}f}"

    def score(self, score: Mapping[str, Any], metric: str) -> Cell:
        bounds = score.get("intervals", {}).get(metric)
        return Cell(self.ratio(score.get(metric)), self.interval(bounds))

    def interval(self, bounds: Sequence[float] | None, sign: str = "") -> str:
        return f"[{', '.join(self.ratio(bound, sign) for bound in bounds)}]" if bounds else ""

    def scores(self, first: str, scores: Scores) -> Table:
        """Make one row per score; if none has false positives, without columns that need them."""
        recall_only = has_recall_only(scores.values())
        counts = ["tp", "fn"] if recall_only else ["tp", "fp", "fn"]
        metrics = dict.fromkeys(m for score in scores.values() for m in score_metrics(score))
        shown = ["recall"] if recall_only else list(metrics)
        rows = [
            table_row(
                name,
                *(counted(score.get(c)) for c in counts),
                *(self.score(score, m) for m in shown),
            )
            for name, score in scores.items()
        ]
        return [first, *(count.upper() for count in counts), *map(metric_name, shown)], rows

    def semeval(self, schemes: Scores) -> Table:
        """Make one row per scheme."""
        counts = ["correct", "incorrect", "partial", "missed", "spurious"]
        metrics = ["precision", "recall", "f1"]
        rows = [
            table_row(
                f"{name}: {SEMEVAL_PROSE[name]}",
                *(counted(scheme[count]) for count in counts),
                *(self.ratio(scheme[metric]) for metric in metrics),
            )
            for name, scheme in schemes.items()
        ]
        return ["Scheme", *map(str.capitalize, counts), *map(metric_name, metrics)], rows

    def difference(self, difference: Mapping[str, Any]) -> Cell:
        """Format a difference with its interval and p."""
        known = [self.interval(difference["interval"], "+"), self.p(difference["p"])]
        return Cell(self.ratio(difference["difference"], "+"), ", ".join(filter(None, known)))

    def differences(self, pairs: Sequence[Mapping[str, Any]]) -> Table:
        """Make one row per pair of systems and metric."""
        metrics = [key for key in pairs[0] if key not in ("a", "b")]
        rows = [
            table_row(f"{pair_name(pair)}: {metric_name(metric)}", self.difference(pair[metric]))
            for pair in pairs
            for metric in metrics
        ]
        return ["Systems", "Difference"], rows

    def p(self, p: float | None) -> str:
        """Format a bootstrap p-value, no smaller than the resamples can show."""
        if p is None:
            return ""
        return f"p ≤ {self.least_p:.3f}" if p <= self.least_p else f"p = {p:.3f}"

    def side_by_side(
        self,
        first: str,
        groups: Sequence[str],
        systems: Mapping[str, Scores],
        metric: str,
        pairs: Sequence[Mapping[str, Any]] = (),
    ) -> Table:
        """Make one row per group; one column per system, and per pair the difference."""
        sizes = gold_sizes(systems.values())
        rows = [
            table_row(
                group,
                counted(sizes[group]),
                *(self.score(scores.get(group, {}), metric) for scores in systems.values()),
                *(self.difference(pair["labels"][group][metric]) for pair in pairs),
            )
            for group in groups
        ]
        return [first, "Gold", *systems, *map(pair_name, pairs)], rows


def has_recall_only(scores: Iterable[Mapping[str, Any]]) -> bool:
    return all(score.get("fp") is None for score in scores)


def table_row(*cells: str | Cell) -> list[Cell]:
    return [Cell(cell) if isinstance(cell, str) else cell for cell in cells]


def counted(number: int | None) -> str:
    return NOTHING if number is None else f"{number:,}"


def percentage(share: float | None) -> str:
    return NOTHING if share is None else f"{share:.1%}"


def pair_name(pair: Mapping[str, Any]) -> str:
    return f"{pair['a']} minus {pair['b']}"
