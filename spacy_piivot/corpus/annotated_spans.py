"""Reads, checks and writes the annotated spans of records, for all formats in one place.

    {"start": 5, "end": 9, "label": "NAME", "role": "participant", "score": 0.93, "text": "Maya"}

`start` and `end` are characters of the message. `role` (of a name or URL), `score`, `text` (the
characters at the offsets) and `surrogate` (set by a person) may be omitted. Errors name the record,
the message and the entry, but never the covered text, the surrogate or the label, which may be text
if columns were mixed up.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..core.labels import CANONICAL, FROM_CODEBOOK, LABELS, PLACEHOLDER, ROLES
from ..errors import RecordError
from .records import Record, is_int

SPANS, LOOKALIKES = "spans", "lookalikes"
# The labels of our annotation guide, and with them the canonical ones.
GUIDE = frozenset({PLACEHOLDER, *(label.codebook for label in LABELS)})
OURS = frozenset({*GUIDE, *CANONICAL, *FROM_CODEBOOK})
Extent = tuple[int, int]


@dataclass(frozen=True, slots=True)
class AnnotatedSpan:
    """One labelled span of a message.

    start (int): First character in the message.
    end (int): Character after the last.
    label (str): Its label, in the source's scheme.
    role (str): For a name or URL, one of `labels.ROLES` or "".
    score (float): The system's confidence, 0 to 1; 1 for gold.
    text (str | None): The characters, if the source gives them.
    surrogate (str | None): The surrogate that a person set, as written; None if there is none.
    """

    start: int
    end: int
    label: str
    role: str = ""
    score: float = 1.0
    text: str | None = field(default=None, repr=False)
    surrogate: str | None = field(default=None, repr=False)

    def overlaps(self, other: "AnnotatedSpan") -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Lookalike:
    """Something that resembles PII but is not: a span over it is a false alarm.

    start (int): First character in the message.
    end (int): Character after the last.
    kind (str): What it is, in the source's words.
    """

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class EntryPosition:
    """The position of an entry, for errors.

    line (int | None): The line in the file, from 1.
    id (str | None): The dialogue's id.
    message (int | None): The message, from 0.
    entry (str): The entry in it: "spans[2]", from 0.
    """

    line: int | None = None
    id: str | None = None
    message: int | None = None
    entry: str = ""

    @classmethod
    def of(cls, record: Record, message: int) -> "EntryPosition":
        """A message of a record."""
        return cls(record.line, record.dialogue.id, message)

    def at(self, entry: str) -> "EntryPosition":
        """An entry there."""
        return replace(self, entry=entry)

    def error(self, kind: str, what: str) -> RecordError:
        """An error at this position."""
        message = "" if self.message is None else f"in message {self.message}, "
        entry = f"{self.entry}: " if self.entry else ""
        return RecordError(kind, message + entry + what, line=self.line, id=self.id)


def decode_spans(
    message: Mapping[str, Any],
    text: str,
    place: EntryPosition,
    known: Collection[str] | None = None,
    *,
    blank: bool = True,
) -> list[AnnotatedSpan]:
    """The spans of a message.

    message (Mapping[str, Any]): The message's JSON object; without `spans` it has none.
    text (str): Its text.
    place (EntryPosition): The message's position.
    known (Collection[str] | None): The labels that a span may have; None for any.
    blank (bool): Whether a span may cover only white space.
    RETURNS (list[AnnotatedSpan]): The spans, in the record's order.
    RAISES (RecordError): If one is invalid.
    """
    return [
        decode_span(entry, text, where, known, blank=blank)
        for entry, where in entries(message, SPANS, place)
    ]


def decode_span(
    entry: Mapping[str, Any],
    text: str | None,
    place: EntryPosition,
    known: Collection[str] | None = None,
    *,
    blank: bool = True,
) -> AnnotatedSpan:
    """One span; see `decode_spans`.

    text (str | None): The text of its message; None if the source has none: then the offsets
        are compared with the `text` of the span.
    """
    start, end = _extent(entry, text, place)
    label = check_label(entry.get("label"), place, known)
    role, score, own = entry.get("role"), entry.get("score"), entry.get("text")
    if role not in (*ROLES, "", None):
        raise place.error(
            "InvalidSpans", f"the role is unknown. Use one of: {', '.join(ROLES)}, or omit it"
        )
    score = 1.0 if score is None else score
    if not isinstance(score, int | float) or isinstance(score, bool) or not 0 <= score <= 1:
        raise place.error("InvalidSpans", "the score must be a number from 0 to 1, or be omitted")
    surrogate = entry.get("surrogate")
    if not isinstance(surrogate, str | None):
        raise place.error("InvalidSurrogate", "the surrogate must be in quotes, or be omitted")
    own = own if isinstance(own, str) else None
    if own is not None:
        _check_text(own, text, start, end, place)
    covered = own if text is None else text[start:end]
    if not blank and not (covered or "").strip():
        raise place.error("BlankSpan", "it covers white space only: remove it")
    return AnnotatedSpan(start, end, label, role or "", float(score), covered, surrogate)


def check_label(label: Any, place: EntryPosition, known: Collection[str] | None = None) -> str:
    """Refuse an invalid label.

    label (Any): The value of `label`.
    place (EntryPosition): Its position.
    known (Collection[str] | None): The labels that are allowed; None for any.
    RETURNS (str): The label.
    RAISES (RecordError): If it is not a string, is empty or is not known.
    """
    if not isinstance(label, str) or not label:
        raise place.error("InvalidSpans", "the label is missing: give it one, in quotes")
    if known is not None and label not in known:
        raise place.error(
            "UnknownLabel", f"the label is unknown. Use one of: {', '.join(sorted(known))}"
        )
    return label


def decode_lookalikes(
    message: Mapping[str, Any], text: str, place: EntryPosition
) -> list[Lookalike]:
    """The lookalikes of PII in a message: `{"start": 0, "end": 4, "kind": "fraction"}`.

    message (Mapping[str, Any]): The message's JSON object; without `lookalikes` it has none.
    text (str): Its text.
    place (EntryPosition): The message's position.
    RETURNS (list[Lookalike]): The lookalikes, in the message's order.
    RAISES (RecordError): If an entry is invalid.
    """
    found = []
    for entry, where in entries(message, LOOKALIKES, place):
        start, end = _extent(entry, text, where)
        kind = entry.get("kind")
        if not isinstance(kind, str):
            raise where.error("InvalidLookalikes", "the kind must be a string")
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
    surrogate: str | None = None,
) -> dict[str, Any]:
    """A span as a JSON object of a record.

    start (int): First character in the message.
    end (int): Character after the last.
    label (str): Its label.
    score (float | None): The system's confidence; None for gold.
    source (str | None): The component that found it; None for gold.
    role (str | None): The role of a name or URL; "" to omit it, None for null.
    surrogate (str | None): The surrogate that a person set; None for none.
    RETURNS (dict[str, Any]): The JSON object.
    """
    return {
        "start": start,
        "end": end,
        "label": label,
        **({} if score is None else {"score": round(score, 4)}),
        **({} if source is None else {"source": source}),
        **({} if role == "" else {"role": role}),
        **({} if surrogate is None else {"surrogate": surrogate}),
    }


def encode_lookalike(start: int, end: int, kind: str) -> dict[str, Any]:
    """A lookalike as a JSON object of a record."""
    return {"start": start, "end": end, "kind": kind}


def text_order(span: AnnotatedSpan) -> tuple[int, int, str]:
    """The sort key of spans: text order."""
    return span.start, span.end, span.label


def entries(
    message: Mapping[str, Any], key: str, place: EntryPosition
) -> Iterator[tuple[Mapping[str, Any], EntryPosition]]:
    """The objects that a message lists under a key, each with its position; none without the key.

    RAISES (RecordError): If the value is not a list of objects.
    """
    found = message.get(key)
    if found is None:
        return
    if not isinstance(found, list | tuple) or not all(isinstance(one, Mapping) for one in found):
        raise place.error(f"Invalid{key.capitalize()}", f"{key!r} must be a list of JSON objects")
    for number, entry in enumerate(found):
        yield entry, place.at(f"{key}[{number}]")


def _extent(entry: Mapping[str, Any], text: str | None, place: EntryPosition) -> Extent:
    start, end = entry.get("start"), entry.get("end")
    if is_int(start) and is_int(end) and 0 <= start < end and (text is None or end <= len(text)):
        return start, end
    inside = "" if text is None else f" <= {len(text)}, the end of the text"
    raise place.error(
        "InvalidOffsets", f"offsets must be whole numbers from 0, with start < end{inside}"
    )


def _check_text(own: str, text: str | None, start: int, end: int, place: EntryPosition) -> None:
    """Refuse a span whose text is not the text at its offsets."""
    if text is None and len(own) != end - start:
        raise place.error(
            "InvalidOffsets",
            f"the text of the span has {len(own)} characters, but the offsets cover {end - start}: "
            "'end' is the character after the last",
        )
    if text is not None and own != text[start:end]:
        units = text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end]
        counts_units = units == own.encode("utf-16-le", "surrogatepass")
        hint = ": they count UTF-16 units, as JavaScript does; count code points"
        raise place.error(
            "InvalidSpans",
            f"its 'text' is not the text at its offsets{hint if counts_units else ''}",
        )
