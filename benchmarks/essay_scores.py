"""Scores what is replaced in essays against what must be."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.essay_systems import Essays, Outcome, with_spans
from spacy_piivot.core.labels import CITED, LABELS, MENTIONED, PARTICIPANT
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue, AnnotatedSpan
from spacy_piivot.evaluation.core.bootstrap import resample_weights
from spacy_piivot.evaluation.core.counts import F_BETAS
from spacy_piivot.evaluation.core.matching import match_all
from spacy_piivot.evaluation.core.schemes import prepare
from spacy_piivot.evaluation.core.shares import Share
from spacy_piivot.evaluation.core.tally import Tally, score_total, tally

# The labels of CRAPII's scheme: what identifies a person directly.
DIRECT = frozenset(label.name for label in LABELS if label.crapii)
# The role of a name that nobody gave one.
NO_ROLE = ""
_PRIVATE = (PARTICIPANT, MENTIONED, NO_ROLE)
RESAMPLES = 1000

Test = Callable[[AnnotatedSpan], bool]


def is_private(span: AnnotatedSpan) -> bool:
    """Whether a span belongs to a private person: it must be replaced."""
    if span.label == "NAME":
        return span.role in _PRIVATE
    return span.role != CITED


def is_direct(span: AnnotatedSpan) -> bool:
    """Whether its label is one of those that identify a person directly."""
    return span.label in DIRECT


def is_of(label: str, role: str | None = None) -> Test:
    """A test for spans of a label, with a role if one is given."""
    return lambda span: span.label == label and role in (None, span.role)


def chosen(essays: Essays, *tests: Test) -> list[AnnotatedDialogue]:
    """The essays with those of their spans that pass all tests."""
    return [
        with_spans(essay, [span for span in essay.spans() if all(test(span) for test in tests)])
        for essay in essays
    ]


def replaced(outcomes: Iterable[Outcome]) -> list[AnnotatedDialogue]:
    """What is replaced or masked in each essay."""
    return [outcome.replaced for outcome in outcomes]


def found(outcomes: Iterable[Outcome]) -> list[AnnotatedDialogue]:
    """What is found in each essay and belongs to private persons, whatever the policy does."""
    return chosen([outcome.found for outcome in outcomes], is_private)


def strict(gold: Essays, predicted: Essays, *, direct: bool, seed: int) -> dict[str, Any]:
    """Score by exact extent and label.

    gold (Essays): The essays with the spans that must be found.
    predicted (Essays): The same with a system's.
    direct (bool): Whether to score the direct identifiers only, in CRAPII's scheme.
    seed (int): The seed of the resamples, of essays with all their copies.
    RETURNS (dict[str, Any]): Counts, precision, recall, F1 and F5 with intervals.
    """
    counted = _by_source(gold, _tally(gold, predicted, direct=direct))
    weights = resample_weights(len(counted.counts), RESAMPLES, seed)
    return score_total(counted, weights, F_BETAS).to_dict()


def by_label(gold: Essays, predicted: Essays, edits: Essays) -> dict[str, dict[str, Any]]:
    """Score each label by itself; see `strict`.

    gold (Essays): The essays with the spans that must be found.
    predicted (Essays): The same with those of a system that are scored.
    edits (Essays): The same with all that a system replaces.
    RETURNS (dict[str, dict[str, Any]]): By canonical label, counts, precision, recall and F1, and
        how many gold spans no edit touches.
    """
    counts = _tally(gold, predicted, direct=False).by_key()
    return {
        label: {
            "tp": count.tp,
            "fp": count.fp,
            "fn": count.fn,
            "precision": count.precision if count.tp + count.fp else None,
            "recall": count.recall if count.tp + count.fn else None,
            "f1": count.f(),
            "untouched": untouched(chosen(gold, is_of(label)), edits),
        }
        for label, count in counts.items()
    }


def untouched(gold: Essays, predicted: Essays) -> dict[str, Any]:
    """How many gold spans no prediction touches, whatever its label."""
    share = touched(gold, predicted)
    return Share(share.of - share.count, share.of).to_dict("untouched")


def touched(gold: Essays, predicted: Essays) -> Share:
    """How many gold spans some prediction touches, whatever its label."""
    total = Share()
    for real, guess in zip(gold, predicted, strict=True):
        edits = list(guess.spans())
        spans = list(real.spans())
        hit = sum(any(span.overlaps(edit) for edit in edits) for span in spans)
        total += Share(hit, len(spans))
    return total


def inside(gold: Essays, predicted: Essays) -> list[AnnotatedDialogue]:
    """The predictions that touch a gold span."""
    return _divided(gold, predicted, inside=True)


def outside(gold: Essays, predicted: Essays) -> list[AnnotatedDialogue]:
    """The predictions that touch no gold span."""
    return _divided(gold, predicted, inside=False)


def _divided(gold: Essays, predicted: Essays, *, inside: bool) -> list[AnnotatedDialogue]:
    divided = []
    for real, guess in zip(gold, predicted, strict=True):
        spans = list(real.spans())
        divided.append(
            with_spans(
                guess,
                [
                    edit
                    for edit in guess.spans()
                    if any(edit.overlaps(span) for span in spans) == inside
                ],
            )
        )
    return divided


def rates(predicted: Essays) -> dict[str, Any]:
    """Count predictions per 1,000 words, by label and by case.

    predicted (Essays): Essays with a system's spans.
    RETURNS (dict[str, Any]): Essays, words, the number and rate of all, of those in lower case, of
        the others, and by label.
    """
    words = count_words(predicted)
    spans = [span for essay in predicted for span in essay.spans()]
    lower = Counter(span.label for span in spans if (span.text or "").islower())
    labels = Counter(span.label for span in spans)
    return {
        "essays": len(predicted),
        "words": words,
        "all": _rate(len(spans), words),
        "lower_case": _rate(lower.total(), words),
        "capitalised": _rate(len(spans) - lower.total(), words),
        "by_label": {
            label: {**_rate(count, words), "lower_case": lower[label]}
            for label, count in labels.most_common()
        },
    }


def count_words(essays: Essays) -> int:
    """The words of the essays, split at white space."""
    return sum(len((essay.messages[0].text or "").split()) for essay in essays)


def confusion(gold: Essays, outcomes: Sequence[Outcome]) -> dict[str, dict[str, int]]:
    """Count the roles that are predicted for the names of each role.

    gold (Essays): Essays with names that have roles.
    outcomes (Sequence[Outcome]): What a system finds in them.
    RETURNS (dict[str, dict[str, int]]): By gold role, how many names have each predicted role:
        that of the finding that shares most with the name; "none" without a role, "not found".
    """
    table: dict[str, Counter[str]] = {}
    for essay, outcome in zip(gold, outcomes, strict=True):
        names = [span for span in outcome.found.spans() if span.label == "NAME"]
        for span in essay.spans():
            if span.label == "NAME":
                role = _role_there(span, names)
                table.setdefault(span.role, Counter())[role] += 1
    return {role: dict(counts.most_common()) for role, counts in sorted(table.items())}


def _role_there(span: AnnotatedSpan, names: Iterable[AnnotatedSpan]) -> str:
    near = [name for name in names if name.overlaps(span)]
    if not near:
        return "not found"
    best = max(near, key=lambda n: min(n.end, span.end) - max(n.start, span.start))
    return best.role or "none"


def _rate(count: int, words: int) -> dict[str, Any]:
    return {"count": count, "per_1000_words": 1000 * count / words if words else None}


def _tally(gold: Essays, predicted: Essays, *, direct: bool) -> Tally:
    if direct:
        gold, predicted = chosen(gold, is_direct), chosen(predicted, is_direct)
    prepared = prepare(
        _without_roles(gold),
        _without_roles(predicted),
        "crapii" if direct else "canonical",
        own="canonical",
    )
    return tally(prepared.gold, match_all(prepared.gold, prepared.predicted, "strict"))


def _without_roles(essays: Essays) -> list[AnnotatedDialogue]:
    """Whose name it is decides what must be replaced, not whether it is."""
    return [
        with_spans(essay, [replace(span, role=NO_ROLE) for span in essay.spans()])
        for essay in essays
    ]


def _by_source(essays: Essays, counted: Tally) -> Tally:
    """The counts of all copies of an essay together."""
    sources: Mapping[str, int] = {
        id: number
        for number, id in enumerate(
            dict.fromkeys(essay.swap.get("of", essay.id) for essay in essays)
        )
    }
    summed = np.zeros((len(sources), *counted.counts.shape[1:]), dtype=np.int64)
    rows = [sources[essay.swap.get("of", essay.id)] for essay in essays]
    np.add.at(summed, rows, counted.counts)
    return Tally(counted.keys, summed)
