"""Annotated dialogues from dialogue JSONL, with `spans` in the messages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...corpus.jsonl import read_jsonl
from ...corpus.records import Record, is_int
from ...dialogue import MATH, NON_MATH
from ...errors import RecordError
from ...labels import ROLES
from ...speakers import speaker_name, speaker_role
from ..core.annotations import AnnotatedDialogue, AnnotatedMessage, AnnotatedSpan, Extent, Lookalike

# What a copy of a name-swap test says of itself.
SWAP_KEYS = frozenset({"of", "region", "subregion", "gender"})


def read_dialogues(path: Path) -> Iterator[AnnotatedDialogue]:
    """Read labelled dialogues.

    path (Path): Dialogue JSONL, UTF-8. A message may have `spans` (`start`, `end`, `label`,
        `role`, `score`, `text`), a `segment` and `lookalikes` (`start`, `end`, `kind`); a
        dialogue a `corpus` and, of a name-swap test, its `swap`.
    YIELDS (AnnotatedDialogue): A dialogue. A message without `spans` has none.
    RAISES (RecordError): At the first line that cannot be used: an evaluation that leaves out a
        record is wrong. A dialogue in which no message has `spans` was not labelled.
    """
    for item in read_jsonl(path):
        if isinstance(item, RecordError):
            raise item
        yield annotate(item)


def annotate(record: Record) -> AnnotatedDialogue:
    """The spans of a dialogue that was read; see `read_dialogues`.

    record (Record): What was read.
    RETURNS (AnnotatedDialogue): The dialogue.
    RAISES (RecordError): If it is not labelled, or not as it should be.
    """
    source, dialogue = record.source, record.dialogue

    def error(kind: str, what: str) -> RecordError:
        return RecordError(kind, what, line=record.line, id=dialogue.id)

    if all(message.get("spans") is None for message in source["messages"]):
        raise error(
            "MissingSpans",
            "no message has 'spans': label the dialogue (an empty list says that there are none)",
        )
    corpus = source.get("corpus") or ""
    if not isinstance(corpus, str):
        raise error("InvalidCorpus", "'corpus' must be a string")
    swap = source.get("swap") or {}
    if not isinstance(swap, Mapping) or not all(isinstance(v, str) for v in swap.values()):
        raise error("InvalidSwap", "'swap' must be an object of strings")
    if swap and not swap.keys() >= SWAP_KEYS:
        raise error("InvalidSwap", f"'swap' must have {', '.join(sorted(SWAP_KEYS))}")
    messages = [
        _message(message, read.text, read.speaker, _Place(record, number))
        for number, (message, read) in enumerate(
            zip(source["messages"], dialogue.messages, strict=True)
        )
    ]
    return AnnotatedDialogue(dialogue.id, messages, corpus, swap=swap)


@dataclass(frozen=True, slots=True)
class _Place:
    """A message of a record, for errors."""

    record: Record
    message: int

    def error(self, kind: str, what: str) -> RecordError:
        return RecordError(
            kind,
            f"in message {self.message}, {what}",
            line=self.record.line,
            id=self.record.dialogue.id,
        )


def _message(source: Mapping[str, Any], text: str, speaker: str, place: _Place) -> AnnotatedMessage:
    segment = source.get("segment") or ""
    if segment not in (MATH, NON_MATH, ""):
        raise place.error("InvalidSegment", f"'segment' must be {MATH!r} or {NON_MATH!r}")
    spans = [_span(span, text, place) for span in _objects(source, "spans", place)]
    lookalikes = [_lookalike(entry, text, place) for entry in _objects(source, "lookalikes", place)]
    return AnnotatedMessage(
        spans=sorted(spans, key=lambda span: (span.start, span.end, span.label)),
        text=text,
        speaker=speaker_role(speaker),
        speaker_name=speaker_name(speaker),
        segment=segment,
        lookalikes=lookalikes,
    )


def _span(source: Mapping[str, Any], text: str, place: _Place) -> AnnotatedSpan:
    start, end = _extent(source, text, place)
    label, role, score, own = (source.get(key) for key in ("label", "role", "score", "text"))
    if isinstance(own, str) and own != text[start:end]:
        raise place.error("InvalidSpans", "the text of a span is not what its offsets give")
    if not isinstance(label, str) or not label:
        raise place.error("InvalidSpans", "a span must have a label")
    if role is not None and role not in (*ROLES, ""):
        raise place.error(
            "InvalidSpans", f"the role of a span is unknown. Use one of: {', '.join(ROLES)}"
        )
    if score is not None and not (
        isinstance(score, int | float) and not isinstance(score, bool) and 0 <= score <= 1
    ):
        raise place.error("InvalidSpans", "the score of a span must be a number from 0 to 1")
    return AnnotatedSpan(
        start, end, label, role or "", 1.0 if score is None else float(score), text[start:end]
    )


def _lookalike(source: Mapping[str, Any], text: str, place: _Place) -> Lookalike:
    start, end = _extent(source, text, place)
    kind = source.get("kind")
    if not isinstance(kind, str):
        raise place.error("InvalidLookalikes", "the kind of a lookalike must be a string")
    return Lookalike(start, end, kind)


def _objects(source: Mapping[str, Any], key: str, place: _Place) -> list[Mapping[str, Any]]:
    entries = source.get(key)
    if entries is None:
        return []
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
        raise place.error(f"Invalid{key.capitalize()}", f"{key!r} must be a list of JSON objects")
    return entries


def _extent(source: Mapping[str, Any], text: str, place: _Place) -> Extent:
    start, end = source.get("start"), source.get("end")
    if not (is_int(start) and is_int(end)) or not 0 <= start < end <= len(text):
        raise place.error(
            "InvalidOffsets", "offsets must be whole numbers inside the text, with start < end"
        )
    return start, end
