"""Spans that the input already holds: gold, or corrected by a person."""

from collections.abc import Mapping
from typing import Any

from spacy.tokens import Doc

from ..corpus import Record
from ..corpus.records import is_int
from ..dialogue import message_bounds
from ..errors import RecordError, UnknownLabel
from ..labels import CANONICAL, FROM_CODEBOOK, PLACEHOLDER, ROLES, from_codebook
from ..spans import Candidate, add_candidates, mark_searched

SOURCE = "input"
IGNORED = frozenset({PLACEHOLDER})


def set_input_spans(doc: Doc, record: Record) -> None:
    """Take the `spans` in a record's messages as the Doc's candidates.

    doc (Doc): The Doc of the dialogue.
    record (Record): What was read. A message without `spans` has none, but a dialogue without
        any is refused: it was not labelled. Placeholders are left alone; labels are canonical
        or the annotation guide's.
    RAISES (RecordError): If no message has `spans`, or a span is not one, lies outside its
        message or has an unknown label or role.
    """
    candidates: list[Candidate] = []
    messages = record.source["messages"]
    if not any("spans" in message for message in messages):
        raise RecordError(
            "MissingSpans",
            "no message has 'spans' (an empty list says that there are none): give what `detect` "
            "writes, corrected, or leave out --spans-from-input",
            line=record.line,
            id=record.dialogue.id,
        )
    for number, (message, (start, _)) in enumerate(zip(messages, message_bounds(doc), strict=True)):
        spans = message.get("spans") or ()
        problem = "" if isinstance(spans, list | tuple) else "'spans' must be a list"
        for span in () if problem else spans:
            candidate = _parse(span, message["text"], start)
            if isinstance(candidate, str):
                problem = candidate
                break
            if candidate is not None:
                candidates.append(candidate)
        if problem:
            hint = f"in message {number}, {problem}"
            raise RecordError("InvalidSpans", hint, line=record.line, id=record.dialogue.id)
    mark_searched(doc, SOURCE)
    add_candidates(doc, candidates)


def _parse(span: Any, text: str, shift: int) -> Candidate | str | None:
    """A span as a candidate, None if it is to be left out, or what is wrong with it."""
    if not isinstance(span, Mapping):
        return "a span must be a JSON object"
    start, end, label, score, role = (
        span.get(key) for key in ("start", "end", "label", "score", "role")
    )
    if not (is_int(start) and is_int(end)) or not 0 <= start < end <= len(text):
        return "the offsets of a span must lie inside the text, with start < end"
    if not text[start:end].strip():
        return "a span covers white space only: remove it"
    if not isinstance(label, str):
        return "a span must have a label"
    if label in IGNORED:
        return None
    try:
        label = from_codebook(label, text[start:end])
    except UnknownLabel:
        known = ", ".join((*CANONICAL, *FROM_CODEBOOK))
        return f"the label of a span is unknown. Use one of: {known}"
    if score is not None and not (isinstance(score, int | float) and 0 <= score <= 1):
        return "the score of a span must be a number from 0 to 1"
    if role is not None and role not in (*ROLES, ""):
        return "the role of a span is unknown"
    return Candidate(
        start + shift, end + shift, label, 1.0 if score is None else float(score), SOURCE,
        role or "",
    )  # fmt: skip
