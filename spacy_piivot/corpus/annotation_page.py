"""A dialogue as one text, for annotation tools: each message on its own line, after its speaker.

Tools count the offsets of spans in UTF-16 units or in code points, and some changed from one to the
other. So the text contains only characters that are one unit in both, one for each character of
the message: emoji and others beyond U+FFFF become "▯", letters of mathematical alphabets become
plain letters, and control characters and line breaks inside a message become their pictures ("␍␊").
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..core.labels import BY_NAME, to_scheme
from .annotated_spans import (
    GUIDE,
    OURS,
    SPANS,
    EntryPosition,
    check_label,
    decode_spans,
    encode_span,
)
from .records import Record

SCHEME = "codebook"

_BOX = "▯"
_PICTURES = {
    **{code: 0x2400 + code for code in range(0x20) if chr(code) != "\t"},
    0x7F: 0x2421,
    **dict.fromkeys((0x85, 0x2028, 0x2029), 0x2424),
}
_BASIC = 0xFFFF


class Example(NamedTuple):
    """One dialogue of an export.

    line (int): Its line or its position in the file, from 1.
    source (dict[str, Any]): Its JSON object.
    """

    line: int
    source: dict[str, Any]


def has_text(record: Record) -> bool:
    """Whether a dialogue has any text; tools do not accept empty texts."""
    return any(message.text.strip() for message in record.dialogue.messages)


@dataclass(slots=True)
class Page:
    """A dialogue as an annotation tool shows it.

    record (Record): The dialogue.
    starts (list[int]): Where the text of each message starts, after its speaker.
    ends (list[int]): Where it ends.
    text (str): All lines, with the dialogue's own characters.
    shown (str): The same lines with only characters that every tool counts as one.
    """

    record: Record
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    text: str = ""
    shown: str = ""

    def __post_init__(self) -> None:
        lines: list[str] = []
        position = 0
        for message in self.record.dialogue.messages:
            speaker = f"{message.speaker}: " if message.speaker else ""
            lines.append(speaker + message.text)
            self.starts.append(position + len(speaker))
            self.ends.append(position + len(lines[-1]))
            position = self.ends[-1] + 1
        self.text = "\n".join(lines)
        self.shown = "\n".join("".join(map(_show, line)) for line in lines)

    def spans(self) -> list[tuple[int, int, str]]:
        """The spans of the record's messages: start and end on the page, and the guide's label.

        RAISES (RecordError): If a span is invalid, outside its message or has an unknown label.
        """
        return sorted(
            (self.starts[number] + one.start, self.starts[number] + one.end, guide_label(one.label))
            for number, message in enumerate(self.record.source["messages"])
            for one in decode_spans(
                message, message["text"], EntryPosition.of(self.record, number), OURS
            )
        )

    def with_spans(self, given: Iterable[tuple[int, int, str, EntryPosition]]) -> dict[str, Any]:
        """Put spans of the page into the dialogue.

        given (Iterable[tuple[int, int, str, EntryPosition]]): Start and end on the page, the label
            and where it stands in the export. White space at the ends of a span is cut off.
        RETURNS (dict[str, Any]): The object it was read from, with `spans` in every message; a
            span has the surrogate that the record's span there had.
        RAISES (RecordError): If a label is unknown, or a span is not within one message.
        """
        found: list[set[tuple[int, int, str]]] = [set() for _ in self.starts]
        for start, end, label, place in given:
            check_label(label, place, GUIDE)
            number, start, end = self.locate(start, end, place)
            found[number].add((start, end, label))
        messages = [
            {
                **message,
                SPANS: [
                    encode_span(start, end, label, surrogate=own.get((start, end, label)))
                    for start, end, label in spans
                ],
            }
            for message, spans, own in zip(
                self.record.source["messages"],
                map(sorted, found),
                _surrogates(self.record),
                strict=True,
            )
        ]
        return {**self.record.source, "messages": messages}

    def locate(self, start: int, end: int, place: EntryPosition) -> tuple[int, int, int]:
        """The message of a span, and where it starts and ends in it."""
        if not 0 <= start < end <= len(self.text):
            raise place.error("InvalidOffsets", "it is empty or ends outside the text")
        covered = self.text[start:end]
        end -= len(covered) - len(covered.rstrip())
        start += len(covered) - len(covered.lstrip())
        if start >= end:
            raise place.error("BlankSpan", "it covers white space only: remove it")
        number = bisect_right(self.ends, start)
        if start < self.starts[number]:
            raise place.error(
                "SpanOnSpeaker",
                f"it covers the name of a speaker, before message {number}: "
                "speaker names are not text; label only the messages",
            )
        if end > self.ends[number]:
            raise place.error(
                "SpanOverMessages",
                f"it starts in message {number} and ends after it: label each message separately",
            )
        return number, start - self.starts[number], end - self.starts[number]


def _show(character: str) -> str:
    code = ord(character)
    if code <= _BASIC:
        return chr(_PICTURES.get(code, code))
    plain = unicodedata.normalize("NFKC", character)
    return plain if len(plain) == 1 and plain.isalnum() and ord(plain) <= _BASIC else _BOX


def _surrogates(record: Record) -> Iterator[dict[tuple[Any, Any, str], str]]:
    """The surrogates that the spans of each message have, by extent and the guide's label."""
    for message in record.source["messages"]:
        own = {}
        spans = message.get(SPANS)
        for entry in spans if isinstance(spans, list | tuple) else ():
            label = entry.get("label") if isinstance(entry, Mapping) else None
            if isinstance(label, str) and isinstance(surrogate := entry.get("surrogate"), str):
                own[entry.get("start"), entry.get("end"), guide_label(label)] = surrogate
        yield own


def guide_label(label: str) -> str:
    """The annotation guide's name of a label."""
    mapped = to_scheme(label, SCHEME) if label in BY_NAME else label
    assert mapped is not None
    return mapped
