"""The measures of essays, one function each; every one takes what a system made of the essays."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import essay_scores as scores
from benchmarks.essay_filling import LABELS, SlotEssay
from benchmarks.essay_names import Names
from benchmarks.essay_systems import Essays, Outcome
from spacy_piivot.core.labels import CITED, ROLES
from spacy_piivot.evaluation import evaluate, fairness
from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
)
from spacy_piivot.evaluation.core.shares import Share
from spacy_piivot.evaluation.readers.reading import read_annotations
from training.corpora.essays import Essay, EssaySpan

REFERENCES = "references"
_PLACES = ("LOCATION", "STREET_ADDRESS", "SCHOOL", "NRP")


def filled(gold: Essays, outcomes: Sequence[Outcome], *, seed: int) -> dict[str, Any]:
    """Score essays with filled slots.

    gold (Essays): The copies, with the filled slots.
    outcomes (Sequence[Outcome]): What a system makes of them.
    seed (int): The seed of the resamples.
    RETURNS (dict[str, Any]): Strict scores on the names, and on names, places and schools; both
        with what is replaced elsewhere as false alarms, and without; the slots that are not
        touched, and those whose names no shipped list has; what is replaced outside.
    """
    edits = scores.replaced(outcomes)
    own = scores.chosen(edits, lambda span: span.label in LABELS or scores.is_direct(span))
    at_slots = scores.inside(gold, own)
    names = scores.chosen(gold, scores.is_direct)
    rare = scores.chosen(names, lambda span: not Names.is_listed(span.text or ""))
    return {
        "essays": len({essay.swap["of"] for essay in gold}),
        "copies": len(gold),
        "direct": scores.strict(names, own, direct=True, seed=seed),
        "direct_at_slots": scores.strict(names, at_slots, direct=True, seed=seed),
        "all": scores.strict(gold, own, direct=False, seed=seed),
        "all_at_slots": scores.strict(gold, at_slots, direct=False, seed=seed),
        "untouched": {
            "direct": scores.untouched(names, edits),
            "all": scores.untouched(gold, edits),
            "unlisted names": scores.untouched(rare, edits),
        },
        "by_label": scores.by_label(gold, at_slots, edits),
        "outside": scores.rates(scores.outside(gold, edits)),
    }


def alarms(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Count what is replaced in essays without slots; see `essay_scores.rates`."""
    return scores.rates(scores.replaced(outcomes))


def slotless(essays: Sequence[SlotEssay]) -> list[AnnotatedDialogue]:
    """The essays without slots, as dialogues."""
    return [
        AnnotatedDialogue(essay.id, [AnnotatedMessage((), essay.text)])
        for essay in essays
        if not essay.slots
    ]


def as_gold(essay: Essay) -> AnnotatedDialogue:
    """An essay of this project as a dialogue with all its spans."""
    spans = [
        AnnotatedSpan(one.start, one.end, one.label, one.role, text=essay.text[one.start : one.end])
        for one in essay.spans
    ]
    return AnnotatedDialogue(essay.id, [AnnotatedMessage(spans, essay.text)])


def own(essays: Sequence[Essay], outcomes: Sequence[Outcome], *, seed: int) -> dict[str, Any]:
    """Score essays of this project.

    essays (Sequence[Essay]): The essays.
    outcomes (Sequence[Outcome]): What a system makes of them.
    seed (int): The seed of the resamples.
    RETURNS (dict[str, Any]): Strict scores of what is replaced, and of what is found; the share
        that is replaced by role, of cited URLs, and in lists of references; alarms.
    """
    gold = [as_gold(essay) for essay in essays]
    edits, findings = scores.replaced(outcomes), scores.found(outcomes)
    private = scores.chosen(gold, scores.is_private)
    direct = scores.chosen(private, scores.is_direct)
    without = [
        edit for edit, real in zip(edits, private, strict=True) if not real.messages[0].spans
    ]
    return {
        "essays": len(gold),
        "words": scores.count_words(gold),
        "direct": scores.strict(direct, edits, direct=True, seed=seed),
        "direct_but_problems": scores.strict(
            direct,
            scores.outside(scores.chosen(gold, scores.is_of("NAME", "problem")), edits),
            direct=True,
            seed=seed,
        ),
        "direct_found": scores.strict(direct, findings, direct=True, seed=seed),
        "all": scores.strict(private, edits, direct=False, seed=seed),
        "all_found": scores.strict(private, findings, direct=False, seed=seed),
        "untouched": {
            "direct": scores.untouched(direct, edits),
            "all": scores.untouched(private, edits),
        },
        "replaced_by_role": _by_role(gold, edits),
        "references": _references(essays, gold, edits),
        "roles": scores.confusion(gold, outcomes),
        "alarms_without_pii": scores.rates(without),
        "outside": scores.rates(scores.outside(gold, edits)),
        "by_label": scores.by_label(private, edits, edits),
    }


def _by_role(gold: Essays, edits: Essays) -> dict[str, Any]:
    shares = {
        role: scores.touched(scores.chosen(gold, scores.is_of("NAME", role)), edits)
        for role in ROLES
    }
    shares["cited URL"] = scores.touched(scores.chosen(gold, scores.is_of("URL", CITED)), edits)
    return {role: share.to_dict("replaced") for role, share in shares.items()}


def _references(essays: Sequence[Essay], gold: Essays, edits: Essays) -> dict[str, Any]:
    """What is replaced in lists of references; gold marks no places there, so lines are counted."""
    lines = Share()
    authors = Share()
    inside = []
    for essay, real, edited in zip(essays, gold, edits, strict=True):
        spans = list(edited.spans())
        for section in essay.sections:
            if section.label != REFERENCES:
                continue
            there = [s for s in spans if _overlaps(s, section)]
            cited = [s for s in real.spans() if s.role == CITED and _overlaps(s, section)]
            names = scores.with_spans(real, [s for s in cited if s.label == "NAME"])
            authors += scores.touched([names], [edited])
            text = essay.text[section.start : section.end]
            inside.append(AnnotatedDialogue(essay.id, [AnnotatedMessage(there, text)]))
            places = [span for span in there if span.label in _PLACES]
            start = section.start
            for line in text.splitlines(keepends=True):
                end = start + len(line)
                hit = any(span.start < end and start < span.end for span in places)
                lines += Share(int(hit), 1) if line.strip() else Share()
                start = end
    return {
        "authors": authors.to_dict("replaced"),
        "lines_with_places_replaced": lines.to_dict("lines"),
        "replaced": scores.rates(inside),
    }


def _overlaps(span: AnnotatedSpan, section: EssaySpan) -> bool:
    return span.start < section.end and section.start < span.end


def crapii(path: Path, outcomes: Sequence[Outcome], *, seed: int) -> dict[str, Any]:
    """Score essays of CRAPII as its competition did: micro-averaged, by token.

    path (Path): The essays, in the competition's JSON.
    outcomes (Sequence[Outcome]): What a system makes of them.
    seed (int): The seed of the resamples.
    RETURNS (dict[str, Any]): The scores of what is replaced, and of what is found, in which public
        figures and names in terms are not students.
    """
    settings: Mapping[str, Any] = {
        "matching": "token",
        "scheme": "crapii",
        "seed": seed,
        "bootstrap": scores.RESAMPLES,
    }
    figures = {}
    for name, predicted in (
        ("replaced", scores.replaced(outcomes)),
        ("found", [outcome.found for outcome in outcomes]),
    ):
        result = evaluate(read_annotations(path), predicted, **settings).to_dict()
        figures[name] = {
            **result["overall"],
            "by_label": {
                label: {key: score[key] for key in ("tp", "fp", "fn")}
                for label, score in result["by_label"].items()
            },
        }
    return {"essays": len(outcomes), **figures}


def equality(gold: Essays, outcomes: Sequence[Outcome], *, seed: int) -> dict[str, Any]:
    """Compare the true-positive rates of names by region and gender.

    gold (Essays): Copies with filled slots, each of one group.
    outcomes (Sequence[Outcome]): What a system makes of them.
    seed (int): The seed of the resamples.
    RETURNS (dict[str, Any]): By "strict" and "overlap", the result of `fairness`.
    """
    edits = scores.replaced(outcomes)
    return {
        matching: fairness(gold, edits, matching=matching, scheme="canonical", seed=seed).to_dict()
        for matching in ("strict", "overlap")
    }
