"""Converts dialogues to Doccano examples and back, as in PIIvot (Zent et al. 2025, A.1).

One example per dialogue, each message on its own line:

    {"text": "tutor: Hi Ada!\\nstudent: hello", "label": [[10, 13, "NAME"]], "dialogue": "t1"}

Doccano keeps unknown fields (`dialogue`) and exports them again. It stores the offsets that its
editor counts: UTF-16 units, or code points before the editor was rewritten. So the text contains
only characters that are one unit in both, one for each character of the message: emoji and others
beyond U+FFFF become "▯", letters of mathematical alphabets become plain letters, and control
characters and line breaks inside a message become their pictures ("␍␊"). The project's option
"Count grapheme clusters as one character" must stay off: the export does not show how it counted.
"""

import json
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ..core.labels import BY_NAME, to_scheme
from ..errors import InputError, RecordError
from .annotated_spans import (
    GUIDE,
    OURS,
    SPANS,
    EntryPosition,
    check_label,
    decode_spans,
    encode_span,
)
from .records import BOM, Record, is_int

_Refusal = Callable[[str, str], RecordError]

SCHEME = "codebook"
# The keys of spans in exports: current, former, and in projects with relations.
SPAN_KEYS = ("label", "labels", "entities")

_BOX = "▯"
_PICTURES = {
    **{code: 0x2400 + code for code in range(0x20) if chr(code) != "\t"},
    0x7F: 0x2421,
    **dict.fromkeys((0x85, 0x2028, 0x2029), 0x2424),
}
_BASIC = 0xFFFF


class Example(NamedTuple):
    """One line of a Doccano export.

    line (int): Its line, from 1.
    source (dict[str, Any]): Its JSON object.
    """

    line: int
    source: dict[str, Any]


def to_doccano(record: Record) -> dict[str, Any]:
    """Convert a dialogue to an example for Doccano.

    record (Record): The dialogue; the `spans` of its messages have canonical labels or the
        annotation guide's. Unless the project allows it, Doccano drops spans that overlap an
        earlier one.
    RETURNS (dict[str, Any]): `text`, `label` with the guide's labels, and the id as `dialogue`.
        The roles of names are lost.
    RAISES (RecordError): If a span is invalid, outside its message or has an unknown label.
    """
    page = _Page(record)
    labels = [
        [page.starts[number] + span.start, page.starts[number] + span.end, _guide_label(span.label)]
        for number, message in enumerate(record.source["messages"])
        for span in decode_spans(message, message["text"], EntryPosition.of(record, number), OURS)
    ]
    return {"text": page.shown, "label": sorted(labels), "dialogue": record.dialogue.id}


def from_doccano(example: Example, record: Record) -> dict[str, Any]:
    """Put the spans of a corrected example into its original dialogue.

    example (Example): The exported example. White space at the ends of a span is cut off.
    record (Record): The dialogue.
    RETURNS (dict[str, Any]): The object it was read from, with `spans` in every message: start,
        end and the annotation guide's label, and the surrogate that the record's span there had.
    RAISES (RecordError): If the text differs, or a span is invalid, has an unknown label, or is
        not within one message.
    """
    page = _Page(record)

    def error(kind: str, hint: str) -> RecordError:
        return RecordError(kind, hint, line=example.line, id=record.dialogue.id)

    if example.source.get("text") != page.shown:
        raise error(
            "TextDiffers",
            "the text is not the one that `prelabel` makes from this dialogue: give the same "
            "input, and do not edit texts in Doccano",
        )
    found: list[set[tuple[int, int, str]]] = [set() for _ in page.starts]
    key, listed = _entries(example, error)
    for at, entry in enumerate(listed):
        place = EntryPosition(example.line, record.dialogue.id, entry=f"{key}[{at}]")
        start, end, label = _parse_span(entry, place)
        check_label(label, place, GUIDE)
        number, start, end = page.locate(start, end, place)
        found[number].add((start, end, label))
    messages = [
        {
            **message,
            "spans": [
                encode_span(start, end, label, surrogate=own.get((start, end, label)))
                for start, end, label in spans
            ],
        }
        for message, spans, own in zip(
            record.source["messages"], map(sorted, found), _surrogates(record), strict=True
        )
    ]
    return {**record.source, "messages": messages}


def _surrogates(record: Record) -> Iterator[dict[tuple[Any, Any, str], str]]:
    """The surrogates that the spans of each message have, by extent and the guide's label."""
    for message in record.source["messages"]:
        own = {}
        spans = message.get(SPANS)
        for entry in spans if isinstance(spans, list | tuple) else ():
            label = entry.get("label") if isinstance(entry, Mapping) else None
            if isinstance(label, str) and isinstance(surrogate := entry.get("surrogate"), str):
                own[entry.get("start"), entry.get("end"), _guide_label(label)] = surrogate
        yield own


def has_text(record: Record) -> bool:
    """Whether a dialogue has any text; Doccano does not accept empty texts."""
    return any(message.text.strip() for message in record.dialogue.messages)


def read_examples(path: Path) -> dict[str, Example]:
    """Read an export of Doccano.

    path (Path): JSONL, UTF-8.
    RETURNS (dict[str, Example]): The examples by the dialogue's id.
    RAISES (InputError): If there is no such file.
    RAISES (RecordError): At the first line that is not an example of `to_doccano`, or has the same
        dialogue as an earlier line.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such file. Give the JSONL file that Doccano exported.")
    examples: dict[str, Example] = {}
    for example in _read_lines(path):
        id = example.source.get("dialogue")
        if not isinstance(id, str) or not id:
            raise RecordError(
                "MissingDialogue",
                "'dialogue' must be the id that `prelabel` wrote",
                line=example.line,
            )
        if id in examples:
            raise RecordError(
                "DuplicateDialogue",
                "an earlier line has the same dialogue: give one annotator's export at a time",
                line=example.line,
                id=id,
            )
        examples[id] = example
    return examples


def format_example(example: Mapping[str, Any]) -> bytes:
    """Format an example as a line of JSONL.

    example (Mapping[str, Any]): An example from `to_doccano`.
    RETURNS (bytes): ASCII, because Doccano sometimes guesses encodings wrongly.
    """
    return json.dumps(example).encode("ascii") + b"\n"


def _read_lines(path: Path) -> Iterator[Example]:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            line = line.removeprefix(BOM.encode()) if number == 1 else line
            if not line.strip():
                continue
            # Raised outside the handler, whose exception contains the text.
            try:
                source = json.loads(line)
            except (ValueError, RecursionError):
                source = None
            if not isinstance(source, dict):
                raise RecordError(
                    "NotAnExample",
                    "not a JSON object: unpack the archive, and give the .jsonl file in it",
                    line=number,
                )
            yield Example(number, source)


@dataclass(slots=True)
class _Page:
    """A dialogue as Doccano shows it.

    record (Record): The dialogue.
    starts (list[int]): Where the text of each message starts, after its speaker.
    ends (list[int]): Where it ends.
    text (str): All lines, with the dialogue's own characters.
    shown (str): The same lines with only characters that Doccano counts as one.
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


def _entries(example: Example, error: _Refusal) -> tuple[str, list[Any]]:
    for key in SPAN_KEYS:
        if isinstance(entries := example.source.get(key), list):
            return key, entries
    raise error("MissingLabels", "'label' must be a list of spans: export the project as JSONL")


def _parse_span(entry: Any, place: EntryPosition) -> tuple[int, int, str]:
    """A span of an export: a list, or an object in projects with relations."""
    if isinstance(entry, Mapping):
        entry = [entry.get(key) for key in ("start_offset", "end_offset", "label")]
    match entry:
        case [start, end, str(label)] if is_int(start) and is_int(end):
            return start, end, label
    raise place.error("InvalidSpans", "it is not [start, end, label]")


def _guide_label(label: str) -> str:
    mapped = to_scheme(label, SCHEME) if label in BY_NAME else label
    assert mapped is not None
    return mapped
