"""Chooses all surrogates of some texts before Presidio's anonymizer uses the first."""

import sys
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import spacy
from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.entities import OperatorConfig
from spacy.language import Language

from ..components.hips_surrogator import HipsSurrogator
from ..components.pipeline_roles import SURROGATOR
from ..core.dialogue import Dialogue, Message, dialogue_to_doc, message_bounds
from ..core.spans import has_failed, set_candidates
from ..errors import PIIvotError
from ..surrogates import random_key
from .results import to_candidate

Surrogates = dict[str, dict[str, str]]
Edit = dict[str, Any]


@cache
def blank_pipeline() -> Language:
    """The pipeline whose vocabulary has the words of the texts."""
    nlp = spacy.blank("en")
    nlp.max_length = sys.maxsize
    return nlp


@cache
def _process_key() -> bytes:
    return random_key()


def default_surrogator() -> HipsSurrogator:
    """A component with the key in the environment, or else one drawn once per process."""
    component: HipsSurrogator = blank_pipeline().create_pipe(SURROGATOR)  # type: ignore[assignment]
    if not component.key_is_given:
        component.key = _process_key()
    return component


def choose_surrogates(
    pairs: Sequence[tuple[str, list[Any]]],
    id: str | None,
    surrogator: HipsSurrogator | None,
    options: Mapping[str, Any],
) -> Surrogates:
    """Choose the surrogate of each entity that the anonymizer will replace.

    pairs (Sequence[tuple[str, list[RecognizerResult]]]): Texts with their results.
    id (str | None): The id from which surrogates are drawn; the texts themselves if None.
    surrogator (HipsSurrogator | None): The component; `default_surrogator` if None.
    options (Mapping[str, Any]): The options of `anonymize`.
    RETURNS (dict[str, dict[str, str]]): Surrogates by entity type and text.
    RAISES (PIIvotError): If the component fails.
    """
    surrogator = surrogator or default_surrogator()
    dialogue = Dialogue(id or "", [Message("", text) for text, _ in pairs])
    doc = dialogue_to_doc(dialogue, blank_pipeline(), surrogator.lexicon)
    bounds = message_bounds(doc)
    candidates = [
        to_candidate(result, text, offset)
        for (offset, _), (text, results) in zip(bounds, pairs, strict=True)
        for result in results
    ]
    set_candidates(doc, filter(None, candidates), surrogator.spans_key)
    surrogator(doc)
    if has_failed(doc):
        raise PIIvotError(f"No surrogates were made (status {doc._.piivot_status!r}).")
    edits: list[Edit] = doc._.piivot_edits
    ends = [edit["end"] for edit in edits]
    engine = AnonymizerEngine()
    surrogates: Surrogates = {}
    for (offset, _), (text, results) in zip(bounds, pairs, strict=True):
        # The engine itself joins entities and resolves conflicts between them.
        kept = engine.anonymize(text, results, {"DEFAULT": OperatorConfig("keep")}, **options)
        for item in kept.items:
            known = surrogates.setdefault(item.entity_type, {})
            for place in _places(item, kept.text, text, results):
                start = offset + place
                new = _edited(item.text, start, edits, bisect_right(ends, start))
                # One place may keep a name for its role (a theorem's name), and another replace it.
                if known.get(item.text, item.text) in (item.text, ""):
                    known[item.text] = new
    return surrogates


def _places(item: Any, kept: str, text: str, results: Sequence[Any]) -> list[int]:
    """Where a kept entity may be in the text: the engine writes overlapping entities twice, which
    shifts its offsets. Then an entity begins at the start or end of a result."""
    if kept == text:
        return [item.start]
    borders = {border for result in results for border in (result.start, result.end)}
    return [border for border in sorted(borders) if text.startswith(item.text, border)]


def _edited(text: str, start: int, edits: Sequence[Edit], first: int) -> str:
    """A piece of the document with its edits, without those that begin before it."""
    pieces = []
    position, end = start, start + len(text)
    while first < len(edits) and edits[first]["start"] < end:
        edit = edits[first]
        if edit["start"] >= start:
            pieces += [text[position - start : edit["start"] - start], edit["surrogate"]]
        position = min(edit["end"], end)
        first += 1
    return "".join([*pieces, text[position - start :]])
