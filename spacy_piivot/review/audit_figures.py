"""The figures of an audit: how much PII is still in the release, with exact upper bounds.

They are computed from the strata and the answers alone, which the log has, so that `certify` and
anybody who reads the log get the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .bounds import CONFIDENCE, Stratum, estimate, interval, more_needed, stratified_bound

Coverage = Literal["covered", "kept", "partly", "missed"]
COVERED: Coverage = "covered"
# Recognised as what it is, and left by the policy.
KEPT: Coverage = "kept"
PARTLY: Coverage = "partly"
MISSED: Coverage = "missed"
# The bounds for which the page says how many more messages they need.
WANTED = (0.02, 0.01, 0.005, 0.001)


@dataclass(frozen=True, slots=True)
class Answer:
    """What an auditor said of one message.

    stratum (str): The stratum it was drawn from.
    marks (Sequence[tuple[str, str]]): The label of each PII in it, and whether the release replaces
        it: "covered", "kept" (left by the policy), "partly" or "missed".
    """

    stratum: str
    marks: Sequence[tuple[str, Coverage]] = ()

    def misses(self, label: str = "") -> bool:
        """Whether any PII (of a label) was overlooked, or a part of it."""
        return any(state in (PARTLY, MISSED) and label in ("", own) for own, state in self.marks)


def audit_figures(
    sizes: Mapping[str, int], answers: Iterable[Answer], confidence: float = CONFIDENCE
) -> dict[str, Any]:
    """Compute the figures of an audit.

    sizes (Mapping[str, int]): How many messages each stratum has.
    answers (Iterable[Answer]): What was said of messages drawn at random from their strata.
    confidence (float): That of the bounds, which are one-sided.
    RETURNS (dict[str, Any]): As JSON: "population", "answered", "with_misses" (messages with a
        miss), "with_partly" (those of them whose PII is only covered in part), "with_kept" (with
        PII that the policy leaves, which is no miss), "estimate" and
        "bound" (of the share of messages with a miss), "interval" (two-sided, of the answered
        messages only, not weighted), "confidence", "strata", "by_label" and "needed" (how many
        more messages a bound needs if nothing more is found; None if it cannot be reached).
    """
    answers = list(answers)
    whole = _strata(sizes, answers)
    missed = sum(one.found for one in whole)
    labels = sorted({label for answer in answers for label, state in answer.marks})
    return {
        "population": sum(sizes.values()),
        "answered": len(answers),
        "with_misses": missed,
        "with_partly": sum(_only_partly(answer) for answer in answers),
        "with_kept": sum(any(state == KEPT for _, state in answer.marks) for answer in answers),
        "estimate": estimate(whole),
        "bound": stratified_bound(whole, confidence),
        "interval": list(interval(missed, len(answers), confidence)) if answers else None,
        "confidence": confidence,
        "strata": [
            {"name": name, "messages": one.population, "answered": one.looked, "missed": one.found}
            for name, one in zip(sizes, whole, strict=True)
        ],
        "by_label": {label: _of_label(sizes, answers, label, confidence) for label in labels},
        "needed": [[wanted, more_needed(whole, wanted, confidence)] for wanted in WANTED],
    }


def _of_label(
    sizes: Mapping[str, int], answers: Sequence[Answer], label: str, confidence: float
) -> dict[str, Any]:
    strata = _strata(sizes, answers, label)
    states = [state for answer in answers for own, state in answer.marks if own == label]
    return {
        "marked": len(states),
        "missed": states.count(MISSED),
        "partly": states.count(PARTLY),
        "kept": states.count(KEPT),
        "with_misses": sum(one.found for one in strata),
        "estimate": estimate(strata),
        "bound": stratified_bound(strata, confidence),
    }


def _strata(sizes: Mapping[str, int], answers: Sequence[Answer], label: str = "") -> list[Stratum]:
    return [
        Stratum(
            size,
            sum(one.stratum == name for one in answers),
            sum(one.stratum == name and one.misses(label) for one in answers),
        )
        for name, size in sizes.items()
    ]


def _only_partly(answer: Answer) -> bool:
    states = {state for _, state in answer.marks}
    return PARTLY in states and MISSED not in states
