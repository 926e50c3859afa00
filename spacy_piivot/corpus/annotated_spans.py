"""Annotated spans as records hold them: here alone they are read, checked and written.

    {"start": 5, "end": 9, "label": "NAME", "role": "participant", "score": 0.93, "text": "Maya"}

`start` and `end` are characters of the message. `role` (of a name), `score` and `text` (what the
offsets give) may be left out. Errors name the record, the message and the entry, and never say what
a span covers or its label, which may be a text where columns were mixed up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import RecordError
from ..labels import ROLES
from .records import Record, is_int

SPANS, LOOKALIKES = "spans", "lookalikes"
Extent = tuple[int, int]


@dataclass(frozen=True, slots=True)
class AnnotatedSpan:
    """One labelled span of a message.

    start (int): First character in the message.
    end (int): Character after the last.
    label (str): Its label, in whatever scheme the source uses.
    role (str): For a name: participant, problem, math_term, public or "".
    score (float): The system's confidence, 0 to 1; 1 for gold.
    text (Optional[str]): The characters, where the source gives them.
    """

    start: int
    end: int
    label: str
    role: str = ""
    score: float = 1.0
    text: str | None = field(default=None, repr=False)

    def overlaps(self, other: "AnnotatedSpan") -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Lookalike:
    """Something that resembles PII and is none: a span over it is a false alarm.

    start (int): First character in the message.
    end (int): Character after the last.
    kind (str): What it is, in the words of the source.
    """

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands, for errors.

    line (Optional[int]): The line in the file, from 1.
    id (Optional[str]): The dialogue's id.
    message (Optional[int]): The message, from 0.
    """

    line: int | None = None
    id: str | None = None
    message: int | None = None

    @classmethod
    def of(cls, record: Record, message: int) -> "Place":
        """A message of a record."""
        return cls(record.line, record.dialogue.id, message)

    def error(self, kind: str, what: str) -> RecordError:
        """What is wrong there."""
        where = "" if self.message is None else f"in message {self.message}, "
        return RecordError(kind, where + what, line=self.line, id=self.id)


def decode_spans(message: Mapping[str, Any], text: str, place: Place) -> list[AnnotatedSpan]:
    """The spans of a message.

    message (Mapping[str, Any]): The message as JSON has it; without `spans` it has none.
    text (str): Its text.
    place (Place): Where it stands.
    RETURNS (list[AnnotatedSpan]): The spans, in the record's order.
    RAISES (RecordError): If one is not as it should be.
    """
    return [decode_span(entry, text, place) for entry in entries(message, SPANS, place)]


def decode_span(entry: Mapping[str, Any], text: str, place: Place) -> AnnotatedSpan:
    """One span; see `decode_spans`."""
    start, end = _extent(entry, text, place)
    label, role, score, own = (entry.get(key) for key in ("label", "role", "score", "text"))
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


def decode_lookalikes(message: Mapping[str, Any], text: str, place: Place) -> list[Lookalike]:
    """What resembles PII in a message: `{"start": 0, "end": 4, "kind": "fraction"}`.

    message (Mapping[str, Any]): The message as JSON has it; without `lookalikes` it has none.
    text (str): Its text.
    place (Place): Where it stands.
    RETURNS (list[Lookalike]): What it lists, in its order.
    RAISES (RecordError): If an entry is not as it should be.
    """
    found = []
    for entry in entries(message, LOOKALIKES, place):
        start, end = _extent(entry, text, place)
        kind = entry.get("kind")
        if not isinstance(kind, str):
            raise place.error("InvalidLookalikes", "the kind of a lookalike must be a string")
        found.append(Lookalike(start, end, kind))
    return found


def encode_span(
    start: int,
    end: int,
    label: str,
    *,
    score: float | None = None,
    source: str | None = None,
    role: str | None = "",
) -> dict[str, Any]:
    """A span as a record holds it.

    start (int): First character in the message.
    end (int): Character after the last.
    label (str): Its label.
    score (Optional[float]): How sure a system is; None for gold.
    source (Optional[str]): Who found it; None for gold.
    role (Optional[str]): The role of a name; "" where nothing is said of it, None for null.
    RETURNS (dict[str, Any]): The JSON object.
    """
    return {
        "start": start,
        "end": end,
        "label": label,
        **({} if score is None else {"score": round(score, 4)}),
        **({} if source is None else {"source": source}),
        **({} if role == "" else {"role": role}),
    }


def encode_lookalike(start: int, end: int, kind: str) -> dict[str, Any]:
    """What resembles PII, as a record holds it."""
    return {"start": start, "end": end, "kind": kind}


def text_order(span: AnnotatedSpan) -> tuple[int, int, str]:
    """By what spans are sorted."""
    return span.start, span.end, span.label


def entries(message: Mapping[str, Any], key: str, place: Place) -> list[Mapping[str, Any]]:
    """The objects that a message lists under a key; none without it.

    RAISES (RecordError): If it is no list of objects.
    """
    found = message.get(key)
    if found is None:
        return []
    if not isinstance(found, list) or not all(isinstance(entry, Mapping) for entry in found):
        raise place.error(f"Invalid{key.capitalize()}", f"{key!r} must be a list of JSON objects")
    return found


def _extent(entry: Mapping[str, Any], text: str, place: Place) -> Extent:
    start, end = entry.get("start"), entry.get("end")
    if not (is_int(start) and is_int(end)) or not 0 <= start < end <= len(text):
        raise place.error(
            "InvalidOffsets", "offsets must be whole numbers inside the text, with start < end"
        )
    return start, end
