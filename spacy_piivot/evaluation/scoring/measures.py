"""Further measures of an evaluation, as plain values for JSON."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.labels import MENTIONED, PARTICIPANT
from ...errors import InputError
from ..core.annotations import AnnotatedMessage
from ..core.counts import Score
from ..core.matching import MATCHINGS, Decision, match_all
from ..core.schemes import PreparedSpans, name_label
from ..core.shares import Share
from ..core.strata import BY_NAME, RECALL_ONLY, STRATA, is_available, stratum_of
from ..core.tally import score_keys, tally
from ..core.tokens import message_tokens, tag_tokens
from ..groups.demographics import demographics_of

_CURVE_POINTS = 200


def balanced_accuracy(prepared: PreparedSpans) -> float | None:
    """Compute the mean recall of tokens over all labels, including O.

    prepared (PreparedSpans): Both sides in one scheme.
    RETURNS (float | None): 0 to 1; None if the sources have neither texts nor tokens.
        B- and I- are one label; a prediction over a distractor is excluded.
    """
    right: Counter[str] = Counter()
    real: Counter[str] = Counter()
    for gold, predicted in zip(prepared.gold, prepared.predicted, strict=True):
        for g, p in zip(gold.messages, predicted.messages, strict=True):
            if g.text is None and g.tokens is None and p.text is None and p.tokens is None:
                return None
            tokens = message_tokens(g, p)
            labels, found = tag_tokens(tokens, g.spans), tag_tokens(tokens, p.spans)
            neutral = set(tag_tokens(tokens, g.distractors)) - set(labels)
            neutral &= set(found)
            for position, tag in labels.items():
                real[tag[2:]] += 1
                right[tag[2:]] += found.get(position, "O")[2:] == tag[2:]
            real["O"] += len(tokens) - len(labels) - len(neutral)
            right["O"] += len(tokens) - len(labels.keys() | found.keys())
    shares = [right[label] / number for label, number in real.items() if number]
    return sum(shares) / len(shares) if shares else None


def scores_by_stratum(
    prepared: PreparedSpans,
    decisions: Sequence[Sequence[Decision]],
    weights: NDArray[np.int32],
    f_betas: Mapping[str, float],
) -> dict[str, Any]:
    """Score the strata of the corpus.

    prepared (PreparedSpans): Both sides in one scheme.
    decisions (Sequence[Sequence[Decision]]): The decisions of each dialogue.
    weights (ndarray): The bootstrap resamples, shape (resamples, dialogues).
    f_betas (Mapping[str, float]): The beta of each F-score, by name.
    RETURNS (dict[str, Any]): One score per stratum, by the name of the strata; None if the source
        does not say (or nameparser is missing, for region and gender).
    """
    by_name = None if missing_packages() else _region_and_gender
    found: dict[str, Any] = dict.fromkeys(STRATA)
    for name in STRATA:
        if not is_available(name, prepared.gold) or (name in BY_NAME and by_name is None):
            continue
        key_of = stratum_of(name, name_label(prepared.scheme), by_name)
        counted = tally(prepared.gold, decisions, key_of)
        recall_only = name in RECALL_ONLY
        scores = score_keys(counted, weights, f_betas, recall_only=recall_only)
        found[name] = as_dicts(scores) or None
    return found


def missing_packages() -> list[str]:
    """Return a note if regions and genders are unavailable for lack of an optional package."""
    try:
        demographics_of("")
        return []
    except InputError as error:
        return [f"region and gender of names: {error}"]


def distractors(prepared: PreparedSpans, f_betas: Mapping[str, float]) -> dict[str, Any]:
    """Score distractors separately (strict): organisations, and placeholders in the text."""

    def alone(message: AnnotatedMessage) -> AnnotatedMessage:
        return replace(message, spans=message.distractors, distractors=())

    gold, predicted = (
        [replace(dialogue, messages=list(map(alone, dialogue.messages))) for dialogue in side]
        for side in (prepared.gold, prepared.predicted)
    )
    counted = tally(gold, match_all(gold, predicted, "strict"))
    scores = {label: Score(counts, f_betas=f_betas) for label, counts in counted.by_key().items()}
    return as_dicts(scores)


def all_matchings(
    prepared: PreparedSpans,
    known: Mapping[str, Sequence[Sequence[Decision]]],
    f_betas: Mapping[str, float],
) -> dict[str, Any]:
    """Compute micro-averaged scores under every matching; None if its texts are missing.

    prepared (PreparedSpans): Both sides in one scheme.
    known (Mapping[str, Sequence[Sequence[Decision]]]): Decisions already made, by matching.
    f_betas (Mapping[str, float]): The beta of each F-score, by name.
    RETURNS (dict[str, Any]): One score per matching, without intervals.
    """
    scores: dict[str, Any] = {}
    for matching in MATCHINGS:
        try:
            decisions = known.get(matching) or match_all(
                prepared.gold, prepared.predicted, matching
            )
        except InputError:
            scores[matching] = None
            continue
        counted = tally(prepared.gold, decisions)
        scores[matching] = Score(counted.total(), f_betas=f_betas).to_dict()
    return scores


def roles(decisions: Iterable[Sequence[Decision]]) -> dict[str, Any] | None:
    """Measure how often found names have the right role; None if no such name has a role.

    A name without a role counts as a participant's, as it does when it is replaced.

    decisions (Iterable[Sequence[Decision]]): The decisions of each dialogue.
    RETURNS (dict[str, Any] | None): The share of right roles, the participants that got the
        role of nobody private (a policy may keep their names), and the roles given for each
        role of the gold.
    """
    confusion: dict[str, Counter[str]] = {}
    known = False
    for decided in decisions:
        for decision in decided:
            gold, predicted = decision.gold, decision.predicted
            if decision.outcome == "tp" and gold and predicted and gold.role:
                known |= bool(predicted.role)
                confusion.setdefault(gold.role, Counter())[predicted.role or PARTICIPANT] += 1
    if not known:
        return None
    of = sum(map(Counter.total, confusion.values()))
    right = Share(sum(found[role] for role, found in confusion.items()), of)
    participants = confusion.get(PARTICIPANT, Counter())
    private = participants[PARTICIPANT] + participants[MENTIONED]
    lost = Share(participants.total() - private, participants.total())
    return {
        **right.to_dict("right"),
        "participants_lost": lost.to_dict("lost"),
        "confusion": {role: dict(found) for role, found in sorted(confusion.items())},
    }


def curve(decisions: Sequence[Sequence[Decision]]) -> list[dict[str, float]] | None:
    """Compute precision and recall by the least score that a prediction must have.

    decisions (Sequence[Sequence[Decision]]): The decisions of each dialogue.
    RETURNS (list[dict[str, float]] | None): At most 200 points, from the highest threshold
        down; None if the scores of the predictions do not differ.
    """
    flat = [decision for decided in decisions for decision in decided]
    scored = sorted(
        ((d.predicted.score, d.outcome == "tp") for d in flat if d.predicted), reverse=True
    )
    real = sum(decision.gold is not None for decision in flat)
    if len({value for value, _ in scored}) < 2 or not real:
        return None
    values = np.array([value for value, _ in scored])
    right = np.cumsum([is_right for _, is_right in scored])
    last = np.flatnonzero(np.append(values[:-1] != values[1:], True))
    if len(last) > _CURVE_POINTS:
        last = last[np.linspace(0, len(last) - 1, _CURVE_POINTS).astype(int)]
    return [
        {
            "threshold": float(values[position]),
            "precision": float(right[position] / (position + 1)),
            "recall": float(right[position] / real),
        }
        for position in last
    ]


def as_dicts(scores: Mapping[str, Score]) -> dict[str, Any]:
    """Return plain values for JSON."""
    return {key: score.to_dict() for key, score in scores.items()}


def _region_and_gender(name: str) -> tuple[str, str]:
    found = demographics_of(name)
    return found.region, found.gender
