"""`SurrogateOperator`: the surrogates of `hips_surrogator` in Presidio's anonymizer.

An operator sees one entity's text and type at a time, from the last to the first, in a new instance
each. A surrogate depends on all that is replaced in a document, so all of them are settled before,
and the operator looks them up in its `params`.
"""

import sys
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import spacy
from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.entities import InvalidParamError, OperatorConfig, RecognizerResult
from presidio_anonymizer.operators import Operator, OperatorType
from spacy.language import Language

from ..components.hips_surrogator import HipsSurrogator
from ..dialogue import Dialogue, Message, dialogue_to_doc, message_bounds
from ..errors import PIIvotError
from ..spans import has_failed, set_candidates
from .results import to_candidate

NAME = "surrogate"
PARAM = "surrogates"
# Values that the batch engine takes for texts.
_TEXTS = (str, bool, int, float)
# What pandas' and Python's missing values are written as.
_MISSING = frozenset({"None", "nan", "<NA>", "NaT"})

Surrogates = dict[str, dict[str, str]]
Edit = dict[str, Any]


class NotSettled(PIIvotError):
    def __init__(self, entity: str) -> None:
        super().__init__(
            f"A text of type {entity!r} has no surrogate: the operators were made for other texts "
            "or results, or with other options of anonymize. Make them with "
            "SurrogateOperator.for_texts from what you anonymize."
        )


class SurrogateOperator(Operator):
    """Replaces entities by surrogates, the same for one original in all texts of a call.

    `for_text`, `for_texts`, `for_dict` and `for_columns` make the operators for Presidio's engines.
    To be added to an `AnonymizerEngine` with `add_anonymizer`.
    """

    def operate(self, text: str, params: dict[str, Any] | None = None) -> str:
        """Look up the surrogate.

        text (str): The entity's text.
        params (Optional[dict[str, Any]]): What `for_texts` made, and the entity's type.
        RETURNS (str): The surrogate; the text itself where `hips_surrogator` keeps it.
        RAISES (NotSettled): If the text was not among those the params were made for.
        """
        given = params or {}
        return _look_up(given.get(PARAM, {}), given.get("entity_type", ""), text)

    def validate(self, params: dict[str, Any] | None = None) -> None:
        """Refuse params that hold no surrogates.

        params (Optional[dict[str, Any]]): The params.
        RAISES (InvalidParamError): If they hold none.
        """
        if not isinstance((params or {}).get(PARAM), Mapping):
            raise InvalidParamError(
                f"{NAME!r} needs the surrogates of your texts: make the operators with "
                "SurrogateOperator.for_text or for_texts."
            )

    def operator_name(self) -> str:
        return NAME

    def operator_type(self) -> OperatorType:
        return OperatorType.Anonymize

    @classmethod
    def for_text(
        cls,
        text: str,
        results: Sequence[Any],
        *,
        id: str | None = None,
        surrogator: HipsSurrogator | None = None,
        **options: Any,
    ) -> dict[str, OperatorConfig]:
        """Make the operators for a text.

        text (str): The text.
        results (Sequence[RecognizerResult]): What the analyzer found in it.
        id (Optional[str]): The document's id, with which its surrogates are drawn; without one it
            is the text itself, as for a Doc without one.
        surrogator (Optional[HipsSurrogator]): The component whose key and settings to use, as
            `nlp.get_pipe("hips_surrogator")` gives it; one with the key of the environment variable
            SPACY_PIIVOT_KEY if None.
        options (Any): The options that `AnonymizerEngine.anonymize` will be given, if any:
            `conflict_resolution`, `merge_entities_with_spaces`.
        RETURNS (dict[str, OperatorConfig]): For `anonymize`, under "DEFAULT".
        """
        return cls.for_texts([text], [results], id=id, surrogator=surrogator, **options)

    @classmethod
    def for_texts(
        cls,
        texts: Iterable[Any],
        results: Iterable[Sequence[Any]],
        *,
        id: str | None = None,
        surrogator: HipsSurrogator | None = None,
        **options: Any,
    ) -> dict[str, OperatorConfig]:
        """Make the operators for texts that belong together: one original, one surrogate.

        The surrogates are those of `hips_surrogator` for a dialogue with these messages and id.

        texts (Iterable[Any]): The texts; what is neither a string nor a number is passed over.
        results (Iterable[Sequence[RecognizerResult]]): What the analyzer found in each.
        id (Optional[str]): As for `for_text`.
        surrogator (Optional[HipsSurrogator]): As for `for_text`.
        options (Any): As for `for_text`.
        RETURNS (dict[str, OperatorConfig]): For `anonymize` and `anonymize_list`.
        """
        pairs = [
            (str(text) if isinstance(text, _TEXTS) else "", list(some))
            for text, some in zip(texts, results, strict=True)
        ]
        surrogates = _settle(pairs, id, surrogator or _default_surrogator(), options)
        return {"DEFAULT": OperatorConfig(NAME, {PARAM: surrogates})}

    @classmethod
    def for_dict(
        cls,
        results: Sequence[Any],
        *,
        id: str | None = None,
        surrogator: HipsSurrogator | None = None,
        **options: Any,
    ) -> dict[str, OperatorConfig]:
        """Make the operators for what `BatchAnalyzerEngine.analyze_dict` found.

        results (Sequence[DictAnalyzerResult]): The results of a dictionary, as a list. Iterators
            inside it, of nested dictionaries, are made lists: they can be read once only.
        id (Optional[str]): As for `for_text`.
        surrogator (Optional[HipsSurrogator]): As for `for_text`.
        options (Any): As for `for_text`.
        RETURNS (dict[str, OperatorConfig]): For `anonymize_dict`.
        """
        pairs = list(_pairs(results))
        texts, found = [text for text, _ in pairs], [some for _, some in pairs]
        return cls.for_texts(texts, found, id=id, surrogator=surrogator, **options)

    @classmethod
    def for_columns(
        cls,
        table: Any,
        entities: Mapping[str, str],
        *,
        id: str | None = None,
        surrogator: HipsSurrogator | None = None,
    ) -> dict[str, OperatorConfig]:
        """Make the operators for whole cells of a table, as presidio-structured replaces them.

        Its engine knows no operators but Presidio's own: these are of the kind "custom".

        table (DataFrame): Columns by name.
        entities (Mapping[str, str]): The entity type of each column to replace:
            `StructuredAnalysis.entity_mapping`.
        id (Optional[str]): As for `for_text`.
        surrogator (Optional[HipsSurrogator]): As for `for_text`.
        RETURNS (dict[str, OperatorConfig]): For `StructuredEngine.anonymize`; a missing value
            becomes "".
        """
        cells = {
            (entity, str(value)): None
            for column, entity in entities.items()
            for value in table[column]
            if not _is_missing(value)
        }
        pairs = [(text, [RecognizerResult(entity, 0, len(text), 1.0)]) for entity, text in cells]
        surrogates = _settle(pairs, id, surrogator or _default_surrogator(), {})
        return {
            entity: OperatorConfig("custom", {"lambda": _Cell(surrogates, entity)})
            for entity in entities.values()
        }


class _Cell:
    """Replaces the cells of a column."""

    def __init__(self, surrogates: Surrogates, entity: str) -> None:
        self.surrogates = surrogates
        self.entity = entity

    def __call__(self, value: Any) -> str:
        return "" if _is_missing(value) else _look_up(self.surrogates, self.entity, str(value))


def _look_up(surrogates: Surrogates, entity: str, text: str) -> str:
    found = surrogates.get(entity, {}).get(text)
    if found is None:
        raise NotSettled(entity)
    return found


def _is_missing(value: Any) -> bool:
    return value == "" if isinstance(value, str) else str(value) in _MISSING


@cache
def _default_surrogator() -> HipsSurrogator:
    component: HipsSurrogator = spacy.blank("en").add_pipe("hips_surrogator")  # type: ignore[assignment]
    return component


@cache
def _tokenizing() -> Language:
    nlp = spacy.blank("en")
    nlp.max_length = sys.maxsize
    return nlp


def _settle(
    pairs: Sequence[tuple[str, list[Any]]],
    id: str | None,
    surrogator: HipsSurrogator,
    options: Mapping[str, Any],
) -> Surrogates:
    """By entity type and text, what stands for each entity that the anonymizer will meet."""
    dialogue = Dialogue(id or "", [Message("", text) for text, _ in pairs])
    doc = dialogue_to_doc(dialogue, _tokenizing())
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
        # Which entities it will meet, joined and without conflicts, the engine itself says.
        kept = engine.anonymize(text, results, {"DEFAULT": OperatorConfig("keep")}, **options)
        for item in kept.items:
            known = surrogates.setdefault(item.entity_type, {})
            for place in _places(item, kept.text, text, results):
                start = offset + place
                new = _edited(item.text, start, edits, bisect_right(ends, start))
                # What one place keeps for its role (a theorem's name) another may not.
                if known.get(item.text, item.text) in (item.text, ""):
                    known[item.text] = new
    return surrogates


def _places(item: Any, kept: str, text: str, results: Sequence[Any]) -> list[int]:
    """Where an entity stands that the engine kept: entities that overlap are written twice, which
    moves what it says. Then it stands where its text begins with a result, or behind one."""
    if kept == text:
        return [item.start]
    borders = {border for result in results for border in (result.start, result.end)}
    return [border for border in sorted(borders) if text.startswith(item.text, border)]


def _edited(text: str, start: int, edits: Sequence[Edit], first: int) -> str:
    """A piece of the document with its edits; one that begins before it has been made there."""
    pieces = []
    position, end = start, start + len(text)
    while first < len(edits) and edits[first]["start"] < end:
        edit = edits[first]
        if edit["start"] >= start:
            pieces += [text[position - start : edit["start"] - start], edit["surrogate"]]
        position = min(edit["end"], end)
        first += 1
    return "".join([*pieces, text[position - start :]])


def _pairs(results: Iterable[Any]) -> Iterable[tuple[Any, list[Any]]]:
    for result in results:
        if isinstance(result.value, dict):
            result.recognizer_results = list(result.recognizer_results)
            yield from _pairs(result.recognizer_results)
        elif isinstance(result.value, str):
            yield result.value, result.recognizer_results
        elif isinstance(result.value, Iterable):
            yield from zip(result.value, result.recognizer_results, strict=False)
