"""Reports the search for the thresholds of mathematics (Zhou et al. 2026, Appendix 3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...mathematics.threshold_search import ScoredDialogue, ThresholdScore, best_score
from ..core.options import Options
from ..core.pairing import Paired
from ..report.sections import NOTHING, Cell, Report, Section
from .math_candidates import decide
from .math_plots import objective_lines, objective_map

_HEADER = (
    "Anchor", "Similarity", "False positives in maths", "True positives in maths",
    "Messages in maths", "Objective",
)  # fmt: skip
_TITLE = "Thresholds of mathematics for the candidates of {}"


@dataclass(frozen=True, slots=True)
class MathThresholds:
    """The objective of each pair of thresholds.

    predicted (str): The name of the detector.
    scores (Sequence[ThresholdScore]): One score per pair.
    """

    predicted: str
    scores: Sequence[ThresholdScore]

    @property
    def best(self) -> ThresholdScore:
        """The score of the pair with the highest objective."""
        return best_score(self.scores)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "predicted": self.predicted,
            "best": _to_dict(self.best),
            "scores": list(map(_to_dict, self.scores)),
        }

    def report(self) -> Report:
        """Make a report with the tables and the best pair."""
        best = self.best
        prose = (
            f"Best: anchor {best.anchor:g}, similarity {best.similarity:g}, objective "
            f"{best.objective:.3f} (the harmonic mean of the share of false positives in maths and "
            "the share of true positives outside)."
        )
        rows = [
            [
                Cell(f"{score.anchor:g}"), Cell(f"{score.similarity:g}"),
                Cell(_share(score.false_inside)), Cell(_share(score.true_inside)),
                Cell(_share(score.messages)), Cell(f"{score.objective:.3f}"),
            ]
            for score in self.scores
        ]  # fmt: skip
        sections = [
            Section("Objective", "", *self._grid(), plot="map"),
            Section("Pairs of thresholds", header=_HEADER, rows=rows, plot="lines"),
        ]
        return Report(_TITLE.format(self.predicted), prose, sections)

    def _grid(self) -> tuple[Sequence[str], Sequence[Sequence[Cell]]]:
        """Tabulate objectives: anchor thresholds downwards, similarity thresholds across."""
        rows: dict[float, list[Cell]] = {}
        for score in self.scores:
            cells = rows.setdefault(score.anchor, [Cell(f"{score.anchor:g}")])
            cells.append(Cell(f"{score.objective:.3f}"))
        similarities = dict.fromkeys(f"{score.similarity:g}" for score in self.scores)
        return ["Anchor", *similarities], list(rows.values())

    def plots(self) -> dict[str, str]:
        """Draw the lines and the heat map, as SVG by name."""
        objective = {(score.anchor, score.similarity): score.objective for score in self.scores}
        return {
            "lines": objective_lines("Objective by similarity threshold", objective),
            "map": objective_map("Objective by both thresholds", objective),
        }


def scored_dialogues(
    paired: Paired, densities: Sequence[Sequence[float]], options: Options
) -> list[ScoredDialogue]:
    """Count the true and false candidates of each message.

    paired (Paired): Gold and a detector's output, from `readers.sources.pair_sources`.
    densities (Sequence[Sequence[float]]): The math density of each message of the gold.
    options (Options): How to score.
    RETURNS (list[ScoredDialogue]): The dialogues, for `search_thresholds`.
    """
    gold, decisions = decide(paired, options)
    scored = []
    for dialogue, decided, own in zip(gold, decisions, densities, strict=True):
        counts = {outcome: [0] * len(own) for outcome in ("tp", "fp", "fn")}
        for decision in decided:
            counts[decision.outcome][decision.message] += 1
        texts = [message.text or "" for message in dialogue.messages]
        scored.append(ScoredDialogue(texts, own, counts["tp"], counts["fp"]))
    return scored


def _to_dict(score: ThresholdScore) -> dict[str, float | None]:
    return {
        "anchor": score.anchor,
        "similarity": score.similarity,
        "false_inside": score.false_inside,
        "true_inside": score.true_inside,
        "messages": score.messages,
        "objective": score.objective,
    }


def _share(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}"
