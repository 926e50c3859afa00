"""Messages with gold spans, and edits that keep text and spans together."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, message_bounds
from spacy_piivot.core.labels import PLACEHOLDER, from_codebook
from spacy_piivot.core.spans import Candidate, set_candidates
from spacy_piivot.corpus.annotated_spans import (
    OURS,
    EntryPosition,
    decode_lookalikes,
    decode_spans,
    encode_lookalike,
    encode_span,
)
from spacy_piivot.errors import RecordError

# The key in a Doc's user data for what it was made from.
SOURCE_KEY = "corpus"


@dataclass(frozen=True, slots=True)
class Gold:
    """A gold span of a message: character offsets, canonical label, and role if it is a name."""

    start: int
    end: int
    label: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Lookalike:
    """A lookalike, which resembles PII but is not: character offsets and its kind."""

    start: int
    end: int
    kind: str


_Entry = TypeVar("_Entry", Gold, Lookalike)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message with its gold spans in order, and its lookalikes."""

    speaker: str
    text: str
    spans: tuple[Gold, ...] = ()
    lookalikes: tuple[Lookalike, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledDialogue:
    """A dialogue with gold; `corpus` decides which augmentations fit."""

    id: str
    corpus: str
    messages: tuple[Labelled, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of some characters of a message.

    start (int): First character that is replaced.
    end (int): The character after the last; `start` for an insertion.
    text (str): The new text.
    spans (tuple[Gold, ...]): Gold in the new text, with offsets in it.
    """

    start: int
    end: int
    text: str
    spans: tuple[Gold, ...] = ()


def read_record(record: dict[str, Any]) -> LabelledDialogue:
    """Read a dialogue in the data's JSONL format, with canonical labels, without placeholders.

    record (dict[str, Any]): The JSON object.
    RETURNS (LabelledDialogue): The dialogue.
    RAISES (RecordError): If a span has an unknown label, is empty, is outside its message,
        overlaps another one, or has a `text` that differs from the message.
    """
    messages = tuple(
        _read_message(message, EntryPosition(id=record["id"], message=number))
        for number, message in enumerate(record["messages"])
    )
    dialogue = LabelledDialogue(record["id"], record["corpus"], messages)
    check(dialogue)
    return dialogue


def _read_message(message: dict[str, Any], place: EntryPosition) -> Labelled:
    text = message["text"]
    spans = decode_spans(message, text, place, OURS, blank=False)
    lookalikes = decode_lookalikes(message, text, place)
    return Labelled(
        message["speaker"],
        text,
        tuple(
            Gold(span.start, span.end, from_codebook(span.label, span.text or ""), span.role)
            for span in sorted(spans, key=lambda span: span.start)
            if span.label != PLACEHOLDER
        ),
        tuple(
            Lookalike(entry.start, entry.end, entry.kind)
            for entry in sorted(lookalikes, key=lambda entry: entry.start)
        ),
    )


def check(dialogue: LabelledDialogue) -> None:
    """Check that gold fits its text.

    dialogue (LabelledDialogue): The dialogue.
    RAISES (RecordError): If a span or a lookalike is empty or outside its message, or spans
        are out of order or overlap.
    """
    for number, message in enumerate(dialogue.messages):
        length = len(message.text)
        entries: list[Gold | Lookalike] = [*message.spans, *message.lookalikes]
        for entry in entries:
            if not 0 <= entry.start < entry.end <= length:
                raise _error(dialogue, number, "offsets are empty or outside the text")
            if not message.text[entry.start : entry.end].strip():
                raise _error(dialogue, number, "a span is only white space")
        for one, following in zip(message.spans, message.spans[1:], strict=False):
            if following.start < one.end:
                raise _error(dialogue, number, "spans overlap or are out of order")


def _error(dialogue: LabelledDialogue, number: int, what: str) -> RecordError:
    return RecordError("InvalidSpans", f"in message {number}, {what}", id=dialogue.id)


def edit(message: Labelled, edits: Iterable[Edit]) -> Labelled:
    """Change a message's text; spans outside the changes are kept.

    message (Labelled): The message.
    edits (Iterable[Edit]): The edits in text order, without overlaps.
    RETURNS (Labelled): The new message. Gold inside an edit is replaced by the gold of the
        edit; a lookalike that an edit touches is dropped.
    RAISES (ValueError): If an edit begins or ends inside a gold span.
    """
    pieces: list[str] = []
    added: list[Gold] = []
    made = tuple(edits)
    position = length = 0
    for change in made:
        before = message.text[position : change.start]
        pieces += [before, change.text]
        start = length + len(before)
        added += [
            replace(span, start=span.start + start, end=span.end + start) for span in change.spans
        ]
        length = start + len(change.text)
        position = change.end
    pieces.append(message.text[position:])
    kept = [_moved(span, made) for span in message.spans if not _replaced(span, made)]
    lookalikes = [
        _moved(entry, made)
        for entry in message.lookalikes
        if not any(change.start < entry.end and entry.start < change.end for change in made)
    ]
    return replace(
        message,
        text="".join(pieces),
        spans=tuple(sorted((*kept, *added), key=lambda span: span.start)),
        lookalikes=tuple(lookalikes),
    )


def _replaced(span: Gold, edits: Sequence[Edit]) -> bool:
    for change in edits:
        if change.start <= span.start and span.end <= change.end:
            return True
        if change.start < span.end and span.start < change.end:
            raise ValueError("An edit begins or ends inside a gold span.")
    return False


def _moved(entry: _Entry, edits: Sequence[Edit]) -> _Entry:
    shift = sum(
        len(change.text) - (change.end - change.start)
        for change in edits
        if change.end <= entry.start
    )
    return replace(entry, start=entry.start + shift, end=entry.end + shift)


def rewrite(message: Labelled, surrogate: Callable[[Gold, str], str]) -> Labelled:
    """Replace the text of every gold span.

    message (Labelled): The message.
    surrogate (Callable[[Gold, str], str]): Gives the new string for a span and its string.
    RETURNS (Labelled): The new message; its spans cover the new strings.
    """
    edits = []
    for span in message.spans:
        string = surrogate(span, message.text[span.start : span.end])
        gold = replace(span, start=0, end=len(string))
        edits.append(Edit(span.start, span.end, string, (gold,)))
    return edit(message, edits)


def insert(message: Labelled, at: int, text: str, spans: Iterable[Gold] = ()) -> Labelled:
    """Insert text with its own spans, outside the message's spans."""
    return edit(message, [Edit(at, at, text, tuple(spans))])


def append(message: Labelled, other: Labelled) -> Labelled:
    """Append the text of another message after a space; the speaker stays."""
    shift = len(message.text) + 1
    return replace(
        message,
        text=f"{message.text} {other.text}",
        spans=(
            *message.spans,
            *(
                replace(span, start=span.start + shift, end=span.end + shift)
                for span in other.spans
            ),
        ),
        lookalikes=(
            *message.lookalikes,
            *(replace(e, start=e.start + shift, end=e.end + shift) for e in other.lookalikes),
        ),
    )


def words(dialogue: LabelledDialogue) -> int:
    """How many words a dialogue has, split at white space."""
    return sum(len(message.text.split()) for message in dialogue.messages)


def to_doc(dialogue: LabelledDialogue, nlp: Language, spans_key: str = "pii") -> Doc:
    """A Doc with messages, and gold in its span group.

    RAISES (RecordError): If gold does not fit its text.
    """
    check(dialogue)
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


def to_record(dialogue: LabelledDialogue) -> dict[str, Any]:
    """A dialogue in the data's JSONL format, with canonical labels."""
    return {
        "id": dialogue.id,
        "corpus": dialogue.corpus,
        "messages": [_to_message(message) for message in dialogue.messages],
    }


def _to_message(message: Labelled) -> dict[str, Any]:
    record: dict[str, Any] = {
        "speaker": message.speaker,
        "text": message.text,
        "spans": [encode_span(s.start, s.end, s.label, role=s.role) for s in message.spans],
    }
    if message.lookalikes:
        record["lookalikes"] = [
            encode_lookalike(entry.start, entry.end, entry.kind) for entry in message.lookalikes
        ]
    return record
