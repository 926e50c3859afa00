"""Runs systems on essays: what they find, and what a release replaces or masks."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from spacy.language import Language

from spacy_piivot.cli.running import load_releasing_pipeline
from spacy_piivot.core.dialogue import Dialogue, Message, check_releasable, dialogue_to_doc
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.baselines import find_baseline
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue, AnnotatedSpan
from spacy_piivot.evaluation.core.schemes import canonical_label
from spacy_piivot.evaluation.readers.docs import from_doc
from spacy_piivot.lang import ENGLISH
from spacy_piivot.runs.surrogator import get_surrogator

_KEY = b"the key of every run that measures"

Essays = Sequence[AnnotatedDialogue]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a system makes of an essay.

    found (AnnotatedDialogue): Its findings, with canonical labels and the roles of names.
    replaced (AnnotatedDialogue): What a release replaces or masks, without roles.
    """

    found: AnnotatedDialogue
    replaced: AnnotatedDialogue


@dataclass(frozen=True, slots=True)
class System:
    """A system that reads essays.

    name (str): Its name, in tables.
    read (Callable): Reads essays of one message each.
    """

    name: str
    read: Callable[[Essays], list[Outcome]]


def load_ours(model: str | None, policy: str | None) -> System:
    """Load a pipeline of ours.

    model (str | None): The folder or name of a pipeline; None for the shipped one.
    policy (str | None): The policy of its releases; None for its own.
    RETURNS (System): The system.
    RAISES (InputError): If it cannot be loaded, or replaces nothing.
    """
    nlp = _load(model, policy)
    get_surrogator(nlp).set_key(_KEY)

    def read(essays: Essays) -> list[Outcome]:
        made = (
            dialogue_to_doc(Dialogue(essay.id, [Message("", _text(essay))]), nlp)
            for essay in essays
        )
        outcomes = []
        for essay, doc in zip(essays, nlp.pipe(made), strict=True):
            check_releasable(doc)
            text = _text(essay)
            edits = [
                AnnotatedSpan(
                    edit["start"],
                    edit["end"],
                    edit["label"],
                    score=edit["score"],
                    text=text[edit["start"] : edit["end"]],
                )
                for edit in doc._.piivot_edits
            ]
            found = from_doc(doc, lexicon=ENGLISH).messages[0].spans
            outcomes.append(Outcome(with_spans(essay, found), with_spans(essay, edits)))
        return outcomes

    name = f"{nlp.lang}_{nlp.meta['name']}"
    return System(f"{name}, policy {policy}" if policy else name, read)


def load_baseline(spec: str) -> System:
    """Load a baseline, which replaces all that it finds.

    spec (str): "SYSTEM:MODEL", as in `spacy-piivot baseline`.
    RETURNS (System): The system.
    RAISES (InputError): If there is no such system, or its model is missing.
    """
    baseline = find_baseline(spec)

    def read(essays: Essays) -> list[Outcome]:
        outcomes = []
        for essay in essays:
            spans = baseline.annotate(essay).messages[0].spans
            known = [
                replace(span, label=label)
                for span in spans
                if (label := canonical_label(span.label, span.text or ""))
            ]
            found = with_spans(essay, known)
            outcomes.append(Outcome(found, found))
        return outcomes

    return System(spec, read)


def with_spans(essay: AnnotatedDialogue, spans: Sequence[AnnotatedSpan]) -> AnnotatedDialogue:
    """The same essay with other spans."""
    return replace(essay, messages=[replace(essay.messages[0], spans=spans)])


def _text(essay: AnnotatedDialogue) -> str:
    return essay.messages[0].text or ""


def _load(model: str | None, policy: str | None) -> Language:
    if policy is None:
        return load_releasing_pipeline(model, None, None)
    load: Any = load_releasing_pipeline
    if "policy" not in inspect.signature(load).parameters:
        raise InputError("--policy: this version has no policies.")
    loaded: Language = load(model, None, None, policy=policy)
    return loaded
