"""Counts candidates inside and outside mathematics (Zhou et al. 2026, section 5, Figure 1)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...core.dialogue import MATH
from ..core.annotations import AnnotatedDialogue
from ..core.matching import Decision, match_all
from ..core.options import Options
from ..core.pairing import Paired
from ..core.schemes import prepare
from ..report.sections import NOTHING, Cell, Report, Section
from .math_plots import stacked_bars

_HEADER = (
    "Label", "True in maths", "True outside", "False in maths", "False outside",
    "Precision in maths", "Precision outside",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MathCandidates:
    """The result of `math_candidates`.

    predicted (str): The name of the detector.
    by_label (dict[str, Counter[str]]): True and false positives ("tp", "fp") by label; those
        inside mathematics end with "_math".
    tokens (Counter[str]): The number of tokens, "math" and "other".
    messages (Counter[str]): The number of messages, "math" and "other".
    """

    predicted: str
    by_label: dict[str, Counter[str]]
    tokens: Counter[str]
    messages: Counter[str]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "predicted": self.predicted,
            "messages": dict(self.messages),
            "tokens": dict(self.tokens),
            "by_label": {label: dict(found) for label, found in sorted(self.by_label.items())},
        }

    def report(self) -> Report:
        """Make a report with the table and the share of false positives in mathematics."""
        total = sum(self.by_label.values(), Counter())
        rows = [
            self._row(label, self.by_label[label])
            for label in sorted(
                self.by_label, key=lambda label: (-self.by_label[label].total(), label)
            )
        ]
        rows.append(self._row("all", total))
        false = total["fp"] + total["fp_math"]
        prose = (
            f"{_percent(self.tokens['math'], self.tokens.total())} of the tokens and "
            f"{_percent(total['fp_math'], false)} of the false positives are in mathematics."
        )
        return Report(
            f"Candidates of {self.predicted} and mathematics",
            prose,
            [Section("Candidates by label", header=_HEADER, rows=rows, plot="candidates")],
        )

    def plots(self) -> dict[str, str]:
        """Draw the bar chart, as SVG by name."""
        names = {
            "tp_math": "true, in maths", "tp": "true, outside",
            "fp_math": "false, in maths", "fp": "false, outside",
        }  # fmt: skip
        series = {
            shown: {label: found[key] for label, found in self.by_label.items()}
            for key, shown in names.items()
        }
        title = f"Candidates of {self.predicted}"
        return {"candidates": stacked_bars(title, "Candidates", series)}

    @staticmethod
    def _row(label: str, found: Counter[str]) -> list[Cell]:
        counts = [Cell(f"{found[key]:,}") for key in ("tp_math", "tp", "fp_math", "fp")]
        precision = [
            Cell(_ratio(found[f"tp{where}"], found[f"tp{where}"] + found[f"fp{where}"]))
            for where in ("_math", "")
        ]
        return [Cell(label), *counts, *precision]


def math_candidates(
    paired: Paired,
    segments: Sequence[Sequence[str]],
    tokens: Sequence[Sequence[int]],
    options: Options,
    predicted_name: str,
) -> MathCandidates:
    """Count true and false candidates inside and outside mathematics.

    paired (Paired): Gold and a detector's output, from `readers.sources.pair_sources`.
    segments (Sequence[Sequence[str]]): "MATH" or "NON-MATH" for each message of the gold.
    tokens (Sequence[Sequence[int]]): The number of tokens of each message.
    options (Options): How to score.
    predicted_name (str): The name of the detector.
    RETURNS (MathCandidates): The counts.
    """
    by_label: dict[str, Counter[str]] = {}
    in_tokens: Counter[str] = Counter()
    in_messages: Counter[str] = Counter()
    _, decisions = decide(paired, options)
    for decided, marks, counts in zip(decisions, segments, tokens, strict=True):
        for mark, count in zip(marks, counts, strict=True):
            where = "math" if mark == MATH else "other"
            in_tokens[where] += count
            in_messages[where] += 1
        for decision in decided:
            if decision.outcome != "fn":
                inside = "_math" if marks[decision.message] == MATH else ""
                found = by_label.setdefault(decision.label, Counter())
                found[decision.outcome + inside] += 1
    return MathCandidates(predicted_name, by_label, in_tokens, in_messages)


def decide(
    paired: Paired, options: Options
) -> tuple[Sequence[AnnotatedDialogue], list[list[Decision]]]:
    """Match the candidates to gold; see `scoring.evaluation.score`.

    paired (Paired): Gold and a detector's output.
    options (Options): How to score.
    RETURNS (tuple[Sequence[AnnotatedDialogue], list[list[Decision]]]): The gold dialogues with
        the scheme's labels, and the decisions of each.
    """
    gold = [one for one, _ in paired.dialogues]
    predicted = [other for _, other in paired.dialogues]
    prepared = prepare(gold, predicted, options.scheme, own=paired.scheme)
    return prepared.gold, match_all(prepared.gold, prepared.predicted, options.matching)


def _ratio(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else NOTHING


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else NOTHING
