"""Measures the lesson content that a system would remove, as plain values for JSON."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...core.dialogue import MATH
from ...lang import Lexicon
from ..core.annotations import AnnotatedDialogue
from ..core.matching import Decision
from ..core.schemes import PreparedSpans
from ..core.shares import Share
from ..core.strata import is_available
from .categories import CATEGORIES, NUMERIC, category_of
from .untouched import lookalike_alarms, touched_clean_messages, untouched_numbers, untouched_tokens


def false_positives(
    prepared: PreparedSpans, decisions: Sequence[Sequence[Decision]], lexicon: Lexicon
) -> list[dict[str, Any]]:
    """Count the false positives of each category; see `categories.CATEGORIES`."""
    counts: Counter[str] = Counter()
    in_maths: Counter[str] = Counter()
    for dialogue, decided in zip(prepared.gold, decisions, strict=True):
        for decision in decided:
            if decision.outcome == "fp":
                message = dialogue.messages[decision.message]
                category = category_of(decision, message, lexicon)
                counts[category] += 1
                in_maths[category] += message.segment == MATH
    known = is_available("segment", prepared.gold)
    total = counts.total()
    return [
        {
            "category": category,
            "numeric": category in NUMERIC,
            "count": counts[category],
            "share": counts[category] / total,
            "math": in_maths[category] if known else None,
        }
        for category in CATEGORIES
        if counts[category]
    ]


def lookalikes(
    gold: Sequence[AnnotatedDialogue], predicted: Sequence[AnnotatedDialogue]
) -> dict[str, Any] | None:
    """Count the lookalikes taken for PII, by kind; None if the gold marks none."""
    by_kind: dict[str, Share] = {}
    for g, p in zip(gold, predicted, strict=True):
        for kind, share in lookalike_alarms(g, p).items():
            by_kind[kind] = by_kind.get(kind, Share()) + share
    if not by_kind:
        return None
    kinds = {kind: share.to_dict("false_alarms") for kind, share in sorted(by_kind.items())}
    return {**sum(by_kind.values(), Share()).to_dict("false_alarms"), "by_kind": kinds}


def numbers(
    gold: Sequence[AnnotatedDialogue], predicted: Sequence[AnnotatedDialogue]
) -> dict[str, Any] | None:
    """Count the untouched numbers outside of gold spans; None without texts or numbers."""
    total, maths = Share(), Share()
    for g, p in zip(gold, predicted, strict=True):
        for gold_message, predicted_message in zip(g.messages, p.messages, strict=True):
            share = untouched_numbers(gold_message, predicted_message)
            total += share
            if gold_message.segment == MATH:
                maths += share
    if not total.of:
        return None
    in_maths = maths.to_dict("untouched") if maths.of else None
    return {**total.to_dict("untouched"), "math": in_maths}


def math_tokens(
    gold: Sequence[AnnotatedDialogue],
    predicted: Sequence[AnnotatedDialogue],
    decisions: Sequence[Sequence[Decision]],
) -> dict[str, Any] | None:
    """Count the untouched tokens of mathematics, and false positives per 1,000 of them; None if no
    message with a text is marked as mathematics."""
    total, false = Share(), 0
    for g, p, decided in zip(gold, predicted, decisions, strict=True):
        for gold_message, predicted_message in zip(g.messages, p.messages, strict=True):
            if gold_message.segment == MATH and gold_message.text is not None:
                total += untouched_tokens(gold_message, predicted_message)
        false += sum(
            decision.outcome == "fp" and g.messages[decision.message].segment == MATH
            for decision in decided
        )
    if not total.of:
        return None
    return {
        **total.to_dict("untouched"),
        "false_positives": false,
        "per_1000": 1000 * false / total.of,
    }


def clean_messages(
    gold: Sequence[AnnotatedDialogue], predicted: Sequence[AnnotatedDialogue]
) -> dict[str, Any] | None:
    """Count the messages without PII that get a span; None without texts or such messages."""
    total = sum(map(touched_clean_messages, gold, predicted), Share())
    return total.to_dict("touched") if total.of else None
