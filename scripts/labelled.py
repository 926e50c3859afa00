"""Messages with gold spans, and edits that keep text and spans together."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.dialogue import Dialogue, Message, dialogue_to_doc, message_bounds
from spacy_piivot.labels import from_codebook
from spacy_piivot.spans import Candidate, set_candidates

PLACEHOLDER = "PLACEHOLDER"


@dataclass(frozen=True, slots=True)
class Gold:
    """A gold span of a message: character offsets, canonical label, role of a name."""

    start: int
    end: int
    label: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message with its gold spans in order."""

    speaker: str
    text: str
    spans: tuple[Gold, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledDialogue:
    """A dialogue with gold; `corpus` tells which augmentations fit."""

    id: str
    corpus: str
    messages: tuple[Labelled, ...]


def read_record(record: dict[str, Any]) -> LabelledDialogue:
    """A dialogue of the data's JSONL format, in canonical labels, without placeholders."""
    return LabelledDialogue(
        record["id"],
        record["corpus"],
        tuple(
            Labelled(
                message["speaker"],
                message["text"],
                tuple(
                    Gold(
                        span["start"],
                        span["end"],
                        from_codebook(span["label"], message["text"][span["start"] : span["end"]]),
                        span.get("role") or "",
                    )
                    for span in sorted(message.get("spans", ()), key=lambda span: span["start"])
                    if span["label"] != PLACEHOLDER
                ),
            )
            for message in record["messages"]
        ),
    )


def rewrite(message: Labelled, surrogate: Callable[[Gold, str], str]) -> Labelled:
    """Put another string in the place of every gold span.

    message (Labelled): The message.
    surrogate (Callable[[Gold, str], str]): The new string of a span with a given string.
    RETURNS (Labelled): The new message; its spans cover the new strings.
    """
    pieces: list[str] = []
    spans: list[Gold] = []
    position = length = 0
    for span in message.spans:
        before = message.text[position : span.start]
        string = surrogate(span, message.text[span.start : span.end])
        pieces += [before, string]
        start = length + len(before)
        length = start + len(string)
        spans.append(replace(span, start=start, end=length))
        position = span.end
    pieces.append(message.text[position:])
    return replace(message, text="".join(pieces), spans=tuple(spans))


def insert(message: Labelled, at: int, text: str, spans: Iterable[Gold] = ()) -> Labelled:
    """Insert text, with spans of its own, outside the message's spans."""
    moved = [
        replace(span, start=span.start + len(text), end=span.end + len(text))
        if span.start >= at
        else span
        for span in message.spans
    ]
    added = [replace(span, start=span.start + at, end=span.end + at) for span in spans]
    return replace(
        message,
        text=message.text[:at] + text + message.text[at:],
        spans=tuple(sorted((*moved, *added), key=lambda span: span.start)),
    )


def to_doc(dialogue: LabelledDialogue, nlp: Language, spans_key: str = "pii") -> Doc:
    """A Doc with messages and gold in its span group."""
    doc = dialogue_to_doc(
        Dialogue(dialogue.id, [Message(m.speaker, m.text) for m in dialogue.messages]), nlp
    )
    set_candidates(
        doc,
        [
            Candidate(start + span.start, start + span.end, span.label, 1.0, "gold", span.role)
            for (start, _), message in zip(message_bounds(doc), dialogue.messages, strict=True)
            for span in message.spans
        ],
        spans_key,
    )
    return doc
