"""Converts dialogues to Doccano examples and back, as in PIIvot (Zent et al. 2025, A.1).

One example per dialogue, as a `Page`:

    {"text": "tutor: Hi Ada!\\nstudent: hello", "label": [[10, 13, "NAME"]], "dialogue": "t1"}

Doccano keeps unknown fields (`dialogue`) and exports them again. It stores the offsets that its
editor counts: UTF-16 units, or code points before the editor was rewritten; a page's are the same
in both. The project's option "Count grapheme clusters as one character" must stay off: the export
does not show how it counted.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import InputError, RecordError
from .annotated_spans import EntryPosition
from .annotation_page import Example, Page
from .records import BOM, Record, is_int

_Refusal = Callable[[str, str], RecordError]

# The keys of spans in exports: current, former, and in projects with relations.
SPAN_KEYS = ("label", "labels", "entities")


def to_doccano(record: Record) -> dict[str, Any]:
    """Convert a dialogue to an example for Doccano.

    record (Record): The dialogue; the `spans` of its messages have canonical labels or the
        annotation guide's. Unless the project allows it, Doccano drops spans that overlap an
        earlier one.
    RETURNS (dict[str, Any]): `text`, `label` with the guide's labels, and the id as `dialogue`.
        The roles of names are lost.
    RAISES (RecordError): If a span is invalid, outside its message or has an unknown label.
    """
    page = Page(record)
    labels = [list(span) for span in page.spans()]
    return {"text": page.shown, "label": labels, "dialogue": record.dialogue.id}


def from_doccano(example: Example, record: Record) -> dict[str, Any]:
    """Put the spans of a corrected example into its original dialogue.

    example (Example): The exported example. White space at the ends of a span is cut off.
    record (Record): The dialogue.
    RETURNS (dict[str, Any]): The object it was read from, with `spans` in every message: start,
        end and the annotation guide's label, and the surrogate that the record's span there had.
    RAISES (RecordError): If the text differs, or a span is invalid, has an unknown label, or is
        not within one message.
    """
    page = Page(record)

    def error(kind: str, hint: str) -> RecordError:
        return RecordError(kind, hint, line=example.line, id=record.dialogue.id)

    if example.source.get("text") != page.shown:
        raise error(
            "TextDiffers",
            "the text is not the one that `prelabel` makes from this dialogue: give the same "
            "input, and do not edit texts in Doccano",
        )
    key, entries = _entries(example, error)
    places = (
        EntryPosition(example.line, record.dialogue.id, entry=f"{key}[{at}]")
        for at in range(len(entries))
    )
    return page.with_spans(
        (*_parse_span(entry, place), place) for entry, place in zip(entries, places, strict=True)
    )


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
