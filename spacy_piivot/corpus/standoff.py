"""Reads and makes stand-off labels: dialogue, message, offsets and label, but never the text.

One JSON object per labelled dialogue:

    {"source": "ncte", "id": "nc-10.25", "of": "nc-10", "first": 25, "messages": 12,
     "sha256": "93ab…", "spans": [[0, 5, 9, "NAME", "participant"], …]}

`source` is the source's file name without suffix. `of` is the dialogue's id there, if it is not
`id`. The dialogue has `messages` messages, beginning with `first`. `sha256` is the first 16 digits
of the hash of their texts, joined by line feeds. A span is message (from 0), start and end in
characters, label and role (null if it has none).
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import InputError, RecordError
from .annotated_spans import OURS, SPANS, EntryPosition, decode_span, encode_span, entries
from .jsonl import read_jsonl
from .records import is_int

Sources = Mapping[str, Mapping[str, dict[str, Any]]]

FIELDS = frozenset({"source", "id", "of", "first", "messages", "sha256", "spans"})
_ROW = ("start", "end", "label", "role")
_EXCERPT = re.compile(r"(.+)\.([0-9]{1,9})", re.DOTALL)
_DIGITS = 16


def strip_texts(labelled: Iterable[dict[str, Any]], sources: Sources) -> Iterator[dict[str, Any]]:
    """Remove the texts and speakers from labelled dialogues.

    labelled (Iterable[dict[str, Any]]): Dialogues with `id`, `corpus` (the source) and, in
        every message, `spans`. The id is the source's, followed by `.<s>` for an excerpt that
        begins with message s.
    sources (Mapping[str, Mapping[str, dict[str, Any]]]): The dialogues by source and id.
    YIELDS (dict[str, Any]): The stand-off record, in the same order.
    RAISES (RecordError): At the first dialogue that `add_texts` would not restore exactly.
    """
    for dialogue in labelled:
        record = _strip(dialogue, sources)
        if json.dumps(_rebuild(record, sources)) != json.dumps(dialogue):
            raise RecordError(
                "NotRebuilt",
                "the source and the spans do not give this record: every message needs 'spans' "
                "(an empty list says that there are none), and the rest must be as in the source",
                id=record["id"],
            )
        yield record


def add_texts(standoff: Iterable[dict[str, Any]], sources: Sources) -> Iterator[dict[str, Any]]:
    """Make labelled dialogues from stand-off records.

    standoff (Iterable[dict[str, Any]]): Records from `strip_texts`.
    sources (Mapping[str, Mapping[str, dict[str, Any]]]): The dialogues by source and id.
    YIELDS (dict[str, Any]): The labelled dialogue, in the same order.
    RAISES (RecordError): At the first record whose messages are not in the source or have other
        texts there, or that has a span that is empty or outside its text.
    """
    for record in standoff:
        yield _rebuild(record, sources)


def read_sources(folder: Path, names: Iterable[str]) -> dict[str, dict[str, dict[str, Any]]]:
    """Read the source files of the labels.

    folder (Path): The folder of the converted corpora.
    names (Iterable[str]): Their names, without ".jsonl".
    RETURNS (dict[str, dict[str, dict[str, Any]]]): The dialogues by source and id.
    RAISES (InputError): If there is no such file.
    RAISES (RecordError): At the first line that cannot be used.
    """
    return {
        name: {str(source["id"]): source for source in read_dialogues(folder / f"{name}.jsonl")}
        for name in sorted(set(names))
    }


def read_dialogues(path: Path) -> Iterator[dict[str, Any]]:
    """Read dialogue JSONL unchanged.

    path (Path): The file, UTF-8.
    YIELDS (dict[str, Any]): A dialogue with all its fields.
    RAISES (InputError): If there is no such file.
    RAISES (RecordError): At the first line that cannot be used.
    """
    _check_file(path)
    for item in read_jsonl(path):
        if isinstance(item, RecordError):
            raise item
        yield item.source


def read_standoff(path: Path) -> Iterator[dict[str, Any]]:
    """Read stand-off labels.

    path (Path): The file, UTF-8.
    YIELDS (dict[str, Any]): A stand-off record.
    RAISES (InputError): If there is no such file.
    RAISES (RecordError): At the first line that is not one, or repeats an id.
    """
    _check_file(path)
    seen: set[str] = set()
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            record = _parse(line)
            if record is None:
                raise RecordError("NotStandOff", "not a line of stand-off labels", line=number)
            if record["id"] in seen:
                raise RecordError(
                    "DuplicateId", "an earlier line has the same id", line=number, id=record["id"]
                )
            seen.add(record["id"])
            yield record


def _check_file(path: Path) -> None:
    if not path.is_file():
        raise InputError(f"{path}: no such file.")


def _parse(line: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if _is_standoff(record) else None


def _is_standoff(record: Any) -> bool:
    match record:
        case {
            "source": str(),
            "id": str(),
            "first": int(first),
            "messages": int(count),
            "sha256": str(),
            "spans": list(),
        }:
            known = record.keys() <= FIELDS and isinstance(record.get("of", ""), str)
            return known and first >= 0 and count > 0
    return False


def _strip(dialogue: dict[str, Any], sources: Sources) -> dict[str, Any]:
    id, source = str(dialogue["id"]), dialogue.get("corpus")
    if not isinstance(source, str):
        raise RecordError("MissingCorpus", "'corpus' must name the source", id=id)
    of, first = _find(id, source, sources)
    messages = dialogue["messages"]
    return {
        "source": source,
        "id": id,
        **({} if of == id else {"of": of}),
        "first": first,
        "messages": len(messages),
        "sha256": _hash(message["text"] for message in messages),
        "spans": [
            [number, *(span.get(key) for key in _ROW)]
            for number, message in enumerate(messages)
            for span, _ in entries(message, SPANS, EntryPosition(id=id, message=number))
        ],
    }


def _find(id: str, source: str, sources: Sources) -> tuple[str, int]:
    """The dialogue's id in the source, and its first message there."""
    dialogues = sources.get(source, {})
    if id in dialogues:
        return id, 0
    if (excerpt := _EXCERPT.fullmatch(id)) and excerpt[1] in dialogues:
        return excerpt[1], int(excerpt[2])
    raise _not_in_source(id)


def _rebuild(record: dict[str, Any], sources: Sources) -> dict[str, Any]:
    id, first, count = record["id"], record["first"], record["messages"]
    dialogue = sources.get(record["source"], {}).get(record.get("of", id))
    if dialogue is None:
        raise _not_in_source(id)
    messages = dialogue["messages"][first : first + count]
    if len(messages) < count:
        raise RecordError(
            "MessagesNotInSource", "the source's dialogue ends before the labelled one", id=id
        )
    if _hash(message["text"] for message in messages) != record["sha256"]:
        raise RecordError(
            "TextDiffers",
            "the source does not have the text that was labelled: convert the files of "
            "the same commit again",
            id=id,
        )
    spans: list[list[dict[str, Any]]] = [[] for _ in messages]
    for number, span in _read_spans(record, messages):
        spans[number].append(span)
    return {
        **dialogue,
        "id": id,
        "messages": [
            {**message, "spans": own} for message, own in zip(messages, spans, strict=True)
        ],
    }


def _read_spans(
    record: dict[str, Any], messages: list[dict[str, Any]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    for at, row in enumerate(record["spans"]):
        place = EntryPosition(id=record["id"], entry=f"spans[{at}]")
        if not isinstance(row, list) or len(row) != 1 + len(_ROW) or not is_int(row[0]):
            raise place.error("InvalidSpans", f"it is not [message, {', '.join(_ROW)}]")
        number = row[0]
        if not 0 <= number < len(messages):
            raise place.error("InvalidSpans", "the dialogue has no such message")
        place = replace(place, message=number)
        entry = dict(zip(_ROW, row[1:], strict=True))
        span = decode_span(entry, messages[number]["text"], place, OURS)
        yield number, encode_span(span.start, span.end, span.label, role=span.role)


def _hash(texts: Iterable[str]) -> str:
    joined = "\n".join(texts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(joined).hexdigest()[:_DIGITS]


def _not_in_source(id: str) -> RecordError:
    return RecordError("NotInSource", "the source has no such dialogue", id=id)
