"""Matches predicted spans to gold spans, in one of five ways.

| matching | a prediction is right if |
|---|---|
| strict | a gold span has the same start, end and label |
| any_label | a gold span has the same start and end |
| overlap | it overlaps a gold span of the same label (SemEval-2013 "type") |
| token | counted by token: the gold token has the same B- or I- tag (Holmes et al. 2024) |
| published | the dialogue's gold has the same text under the same label, wherever it occurs |

The first three are nervaluate's strict, exact and ent_type, one prediction at a time. A gold span
is matched once; predictions that match exactly come first, then those with the highest scores, so
that nothing depends on the order of a file. (Overlaps are matched greedily, the closest first, and
a wrong prediction does not use up a gold span.) The last is the scorer behind the tables of Shen
et al. (2025): a multiset of (file, type, text).
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from ...errors import InputError
from .annotations import AnnotatedDialogue, AnnotatedMessage, AnnotatedSpan
from .tokens import message_tokens, tag_tokens

MATCHINGS = ("strict", "any_label", "overlap", "token", "published")
Outcome = Literal["tp", "fp", "fn"]
_Spans = Sequence[AnnotatedSpan]
_Rule = Callable[[AnnotatedSpan, AnnotatedSpan], bool]
# The least share of a gold span that a prediction must cover, as in nervaluate.
_LEAST_SHARED = 0.01


class Decision(NamedTuple):
    """The outcome of one gold span, or of one prediction that is not a true positive.

    message (int): The index of its message (the gold span's, for "published").
    label (str): The label it counts for: the gold span's, or a false positive's own.
    outcome (str): "tp", "fp" or "fn".
    gold (AnnotatedSpan | None): The gold span; None for a false positive. If tokens are
        matched, a span of one token.
    predicted (AnnotatedSpan | None): The prediction; None for a false negative.
    """

    message: int
    label: str
    outcome: Outcome
    gold: AnnotatedSpan | None
    predicted: AnnotatedSpan | None


def match_dialogue(
    gold: AnnotatedDialogue, predicted: AnnotatedDialogue, matching: str
) -> list[Decision]:
    """Match the predictions of one dialogue.

    gold (AnnotatedDialogue): The dialogue with its gold spans and distractors.
    predicted (AnnotatedDialogue): The same dialogue with a system's spans.
    matching (str): One of `MATCHINGS`.
    RETURNS (list[Decision]): One decision per gold span and per false positive. An unmatched
        prediction that overlaps a distractor is neither right nor wrong: it gets no decision.
    RAISES (InputError): If the matching is unknown, or needs texts that the sources lack.
    """
    if matching == "published":
        decisions = _match_texts(gold, predicted)
    elif matching == "token":
        decisions = _by_message(gold, predicted, match_tokens)
    elif matching in _RULES:
        is_right = _RULES[matching]
        decisions = _by_message(
            gold, predicted, lambda number, g, p: _match_spans(number, g.spans, p.spans, is_right)
        )
    else:
        raise InputError(f"Unknown matching {matching!r}. Use one of: {', '.join(MATCHINGS)}.")
    return [decision for decision in decisions if not _is_neutral(decision, gold)]


def match_all(
    gold: Sequence[AnnotatedDialogue], predicted: Sequence[AnnotatedDialogue], matching: str
) -> list[list[Decision]]:
    """Match the predictions of every dialogue; see `match_dialogue`."""
    return [match_dialogue(g, p, matching) for g, p in zip(gold, predicted, strict=True)]


def match_tokens(
    number: int, gold: AnnotatedMessage, predicted: AnnotatedMessage
) -> Iterator[Decision]:
    """Match the B- and I- tags of one message's tokens, as the competition on CRAPII did.

    number (int): The index of the message.
    gold (AnnotatedMessage): The message with gold spans, and its text or tokens.
    predicted (AnnotatedMessage): The same message with a system's spans.
    YIELDS (Decision): One decision per token that is right, wrong or missed.
    RAISES (InputError): If the message has neither text nor tokens.
    """
    if not gold.spans and not predicted.spans:
        return
    tokens = message_tokens(gold, predicted)
    real, found = tag_tokens(tokens, gold.spans), tag_tokens(tokens, predicted.spans)
    for position in sorted({*real, *found}):
        g, p = real.get(position), found.get(position)
        start, end = tokens[position]
        gold_token = g and AnnotatedSpan(start, end, g[2:])
        predicted_token = p and AnnotatedSpan(start, end, p[2:])
        if g and g == p:
            yield Decision(number, g[2:], "tp", gold_token or None, predicted_token or None)
            continue
        if g:
            yield Decision(number, g[2:], "fn", gold_token or None, None)
        if p:
            yield Decision(number, p[2:], "fp", None, predicted_token or None)


def _by_message(
    gold: AnnotatedDialogue,
    predicted: AnnotatedDialogue,
    match: Callable[[int, AnnotatedMessage, AnnotatedMessage], Iterator[Decision]],
) -> Iterator[Decision]:
    for number, (g, p) in enumerate(zip(gold.messages, predicted.messages, strict=True)):
        yield from match(number, g, p)


def _match_spans(
    number: int, gold: _Spans, predicted: _Spans, is_right: _Rule
) -> Iterator[Decision]:
    for near_gold, near_predicted in clusters(gold, predicted):
        remaining = list(near_gold)
        for span in exact_first(near_predicted, near_gold):
            right = [g for g in remaining if is_right(g, span)]
            if right:
                matched = min(right, key=lambda g: (g.label != span.label, _distance(g, span)))
                remaining.remove(matched)
                yield Decision(number, matched.label, "tp", matched, span)
            else:
                yield Decision(number, span.label, "fp", None, span)
        for g in remaining:
            yield Decision(number, g.label, "fn", g, None)


def _is_strict(gold: AnnotatedSpan, span: AnnotatedSpan) -> bool:
    return _is_exact(gold, span) and gold.label == span.label


def _is_exact(gold: AnnotatedSpan, span: AnnotatedSpan) -> bool:
    return (gold.start, gold.end) == (span.start, span.end)


def _is_overlap(gold: AnnotatedSpan, span: AnnotatedSpan) -> bool:
    if gold.label != span.label:
        return False
    shared = min(gold.end, span.end) - max(gold.start, span.start)
    return shared / (gold.end - gold.start) >= _LEAST_SHARED


def _distance(gold: AnnotatedSpan, span: AnnotatedSpan) -> int:
    return abs(gold.start - span.start) + abs(gold.end - span.end)


_RULES: Mapping[str, _Rule] = {
    "strict": _is_strict,
    "any_label": _is_exact,
    "overlap": _is_overlap,
}


def clusters(gold: _Spans, predicted: _Spans) -> Iterator[tuple[_Spans, _Spans]]:
    """Group spans connected by overlaps, from left to right; matches stay within a cluster."""
    tagged = sorted(
        [*((span, 0) for span in gold), *((span, 1) for span in predicted)],
        key=lambda entry: (entry[0].start, entry[0].end),
    )
    cluster: tuple[list[AnnotatedSpan], list[AnnotatedSpan]] = ([], [])
    end = 0
    for span, side in tagged:
        if span.start >= end and (cluster[0] or cluster[1]):
            yield cluster
            cluster = ([], [])
        cluster[side].append(span)
        end = max(end, span.end)
    if cluster[0] or cluster[1]:
        yield cluster


def _match_texts(gold: AnnotatedDialogue, predicted: AnnotatedDialogue) -> Iterator[Decision]:
    waiting: dict[tuple[str, str], list[tuple[int, AnnotatedSpan]]] = defaultdict(list)
    for number, message in enumerate(gold.messages):
        for span in message.spans:
            waiting[span.label, _text(span)].append((number, span))
    for number, message in enumerate(predicted.messages):
        for span in message.spans:
            matches = waiting[span.label, _text(span)]
            if matches:
                place, matched = matches.pop(0)
                yield Decision(place, matched.label, "tp", matched, span)
            else:
                yield Decision(number, span.label, "fp", None, span)
    for matches in waiting.values():
        for number, span in matches:
            yield Decision(number, span.label, "fn", span, None)


def _is_neutral(decision: Decision, gold: AnnotatedDialogue) -> bool:
    span = decision.predicted
    if decision.outcome != "fp" or span is None:
        return False
    distractors = gold.messages[decision.message].distractors
    return any(span.overlaps(distractor) for distractor in distractors)


def exact_first(predicted: _Spans, gold: _Spans) -> list[AnnotatedSpan]:
    extents = {(span.start, span.end) for span in gold}
    labelled = {(span.start, span.end, span.label) for span in gold}
    return sorted(
        predicted,
        key=lambda span: (
            (span.start, span.end, span.label) not in labelled,
            (span.start, span.end) not in extents,
            -span.score,
            span.start,
            span.end,
            span.label,
        ),
    )


def _text(span: AnnotatedSpan) -> str:
    if span.text is None:
        raise InputError(
            "Published matching compares the texts of spans, and a file has none: add a text "
            "column, or match 'strict', 'any_label' or 'overlap'."
        )
    return span.text
