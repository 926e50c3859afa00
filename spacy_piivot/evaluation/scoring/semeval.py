"""Computes the SemEval-2013 tables with nervaluate."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from ...core.optional import require
from ...errors import InputError
from ..core.annotations import AnnotatedDialogue, AnnotatedSpan
from ..core.matching import clusters, exact_first
from ..core.schemes import PreparedSpans

SCHEMES = ("strict", "exact", "partial", "type")
_COUNTS = ("correct", "incorrect", "partial", "missed", "spurious")
_RATIOS = ("precision", "recall", "f1")


def semeval(prepared: PreparedSpans) -> dict[str, Any] | None:
    """Count correct, incorrect, partial, missed and spurious spans in four schemes.

    prepared (PreparedSpans): Both sides in one scheme.
    RETURNS (dict[str, Any] | None): One table per scheme; None if nervaluate is missing.
    """
    if missing_nervaluate():
        return None
    table = {}
    for scheme in SCHEMES:
        rows = [
            semeval_counts(gold, predicted, scheme)
            for gold, predicted in zip(prepared.gold, prepared.predicted, strict=True)
        ]
        result = _nervaluate("entities").EvaluationResult(
            *(sum(column) for column in zip(*rows, strict=True))
        )
        result.compute_metrics(partial_or_type=scheme in ("partial", "type"))
        table[scheme] = {name: getattr(result, name) for name in (*_COUNTS, *_RATIOS)}
    return table


def missing_nervaluate() -> list[str]:
    """Return a note if nervaluate is missing."""
    try:
        _nervaluate("entities")
        return []
    except InputError as error:
        return [f"SemEval-2013 schemes: {error}"]


def semeval_counts(
    gold: AnnotatedDialogue, predicted: AnnotatedDialogue, scheme: str
) -> tuple[int, int, int, int, int]:
    """Count one dialogue with nervaluate.

    gold (AnnotatedDialogue): The dialogue with its gold spans.
    predicted (AnnotatedDialogue): The same dialogue with a system's spans.
    scheme (str): One of `SCHEMES`.
    RETURNS (tuple[int, int, int, int, int]): Correct, incorrect, partial, missed, spurious;
        predictions over a distractor alone are excluded.
    RAISES (InputError): If nervaluate is not installed.
    """
    strategy = _strategies()[scheme]
    entity = _nervaluate("entities").Entity

    def entities(spans: Sequence[AnnotatedSpan]) -> list[Any]:
        return [entity(span.label, span.start, span.end - 1) for span in spans]

    total = [0, 0, 0, 0, 0]
    for g, p in zip(gold.messages, predicted.messages, strict=True):
        found = [
            span
            for span in p.spans
            if not (g.distractors and any(map(span.overlaps, g.distractors)))
            or any(_may_match(span, real, scheme) for real in g.spans)
        ]
        for near_gold, near_found in clusters(g.spans, found):
            result, _ = strategy.evaluate(
                entities(near_gold),
                entities(exact_first(near_found, near_gold)),
                [],
            )
            for position, name in enumerate(_COUNTS):
                total[position] += getattr(result, name)
    correct, incorrect, partial, missed, spurious = total
    return correct, incorrect, partial, missed, spurious


def _may_match(span: AnnotatedSpan, gold: AnnotatedSpan, scheme: str) -> bool:
    """Whether a prediction over a distractor also matches a gold span, fully or partly."""
    if scheme in ("strict", "exact") and (span.start, span.end) != (gold.start, gold.end):
        return False
    if scheme in ("strict", "type") and span.label != gold.label:
        return False
    return span.overlaps(gold)


@cache
def _strategies() -> Mapping[str, Any]:
    kinds = _nervaluate("strategies")
    return {
        "strict": kinds.StrictEvaluation(),
        "exact": kinds.ExactEvaluation(),
        "partial": kinds.PartialEvaluation(),
        "type": kinds.EntityTypeEvaluation(),
    }


def _nervaluate(module: str) -> ModuleType:
    return require(f"nervaluate.{module}", "evaluation")
