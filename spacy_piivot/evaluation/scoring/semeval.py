"""The SemEval-2013 tables, as nervaluate counts them."""

from typing import Any

from nervaluate.entities import Entity, EvaluationResult
from nervaluate.strategies import (
    EntityTypeEvaluation,
    EvaluationStrategy,
    ExactEvaluation,
    PartialEvaluation,
    StrictEvaluation,
)

from ..core.annotations import AnnotatedDialogue, AnnotatedSpan
from ..core.matching import clusters, exact_first
from ..core.schemes import Prepared

SEMEVAL: dict[str, EvaluationStrategy] = {
    "strict": StrictEvaluation(),
    "exact": ExactEvaluation(),
    "partial": PartialEvaluation(),
    "type": EntityTypeEvaluation(),
}


def semeval_counts(
    gold: AnnotatedDialogue, predicted: AnnotatedDialogue, strategy: str
) -> tuple[int, int, int, int, int]:
    """nervaluate's counts of one dialogue.

    gold (AnnotatedDialogue): The dialogue with its gold spans.
    predicted (AnnotatedDialogue): The same with a system's spans.
    strategy (str): A key of `SEMEVAL`.
    RETURNS (tuple[int, int, int, int, int]): Correct, incorrect, partial, missed, spurious;
        predictions over a distractor alone are left out.
    """
    total = [0, 0, 0, 0, 0]
    for g, p in zip(gold.messages, predicted.messages, strict=True):
        found = [
            span
            for span in p.spans
            if not (g.distractors and any(map(span.overlaps, g.distractors)))
            or any(_may_match(span, real, strategy) for real in g.spans)
        ]
        for near_gold, near_found in clusters(g.spans, found):
            result, _ = SEMEVAL[strategy].evaluate(
                [_entity(span) for span in near_gold],
                [_entity(span) for span in exact_first(near_found, near_gold)],
                [],
            )
            for position, name in enumerate(
                ("correct", "incorrect", "partial", "missed", "spurious")
            ):
                total[position] += getattr(result, name)
    correct, incorrect, partial, missed, spurious = total
    return correct, incorrect, partial, missed, spurious


def _may_match(span: AnnotatedSpan, gold: AnnotatedSpan, strategy: str) -> bool:
    """Whether a prediction over a distractor is right, or partly right, all the same."""
    if strategy in ("strict", "exact") and (span.start, span.end) != (gold.start, gold.end):
        return False
    if strategy in ("strict", "type") and span.label != gold.label:
        return False
    return span.overlaps(gold)


def _entity(span: AnnotatedSpan) -> Entity:
    return Entity(span.label, span.start, span.end - 1)


def semeval(prepared: Prepared) -> dict[str, Any]:
    """nervaluate's tables: correct, incorrect, partial, missed and spurious in four schemes."""
    table = {}
    for strategy in SEMEVAL:
        rows = [
            semeval_counts(gold, predicted, strategy)
            for gold, predicted in zip(prepared.gold, prepared.predicted, strict=True)
        ]
        result = EvaluationResult(*(sum(column) for column in zip(*rows, strict=True)))
        result.compute_metrics(partial_or_type=strategy in ("partial", "type"))
        names = "correct incorrect partial missed spurious precision recall f1".split()
        table[strategy] = {name: getattr(result, name) for name in names}
    return table
