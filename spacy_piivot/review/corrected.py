"""The corrected corpus: the input's own objects with the spans that a reviewer left.

For `deidentify --spans-from-input`, for `evaluate` as gold, and for `adapt` as training.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from ..core.dialogue import Dialogue, Message
from ..corpus import Record, write_line
from ..corpus.annotated_spans import SPANS, encode_span
from .model import REJECTED, ReviewSpan
from .rows import spans_of
from .store import Store

# The key of a span for the surrogate that a person set.
SURROGATE = "surrogate"


def files_of(store: Store) -> list[str]:
    """The names of the input's files that have dialogues, in order."""
    rows = store.all("SELECT file FROM dialogue GROUP BY file ORDER BY min(number)")
    return [name for (name,) in rows]


def jsonl_name(name: str, names: Sequence[str]) -> str:
    """The name of an input file's corrected dialogues.

    name (str): The file's name.
    names (Sequence[str]): All files' names.
    RETURNS (str): The same with the suffix ".jsonl"; added to the name if two would be the same.
    """
    path = PurePosixPath(name)
    if path.suffix == ".jsonl":
        return name
    short = path.with_suffix(".jsonl").as_posix()
    alike = [one for one in names if PurePosixPath(one).with_suffix(".jsonl").as_posix() == short]
    return short if len(alike) == 1 else f"{name}.jsonl"


def corrected_objects(
    store: Store, reviewer: str, file: str | None = None
) -> Iterator[dict[str, Any]]:
    """The dialogues as JSON objects, with `spans` in every message.

    store (Store): The state.
    reviewer (str): The pass.
    file (str | None): Only those of this input file: ids are unique within a file.
    YIELDS (dict[str, Any]): A dialogue. Those on which the pipeline failed are left out, as in a
        release.
    """
    for row in store.pages("dialogue", "number, file, error", ["number"]):
        if not row["error"] and file in (None, row["file"]):
            yield corrected_object(store, reviewer, row["number"])


def write_corrected(store: Store, reviewer: str, stream: BinaryIO, file: str | None = None) -> int:
    """Write the corrected dialogues as JSONL; see `corrected_objects`.

    stream (BinaryIO): Where to write; it gets original texts.
    RETURNS (int): How many dialogues were written.
    """
    count = 0
    for source in corrected_objects(store, reviewer, file):
        write_line(stream, source)
        count += 1
    return count


def corrected_object(store: Store, reviewer: str, number: int) -> dict[str, Any]:
    """One dialogue as a JSON object, with `spans` in every message.

    store (Store): The state.
    reviewer (str): The pass.
    number (int): The dialogue's number.
    RETURNS (dict[str, Any]): The object it was read from, with the spans that are not rejected.
    """
    with store.mutex:
        source = json.loads(store.value("SELECT source FROM dialogue WHERE number = ?", [number]))
        spans: list[list[dict[str, Any]]] = [[] for _ in source["messages"]]
        for span in spans_of(store, reviewer, number):
            if span.status != REJECTED:
                spans[span.message].append(_as_object(span))
    messages = [
        {**message, SPANS: own} for message, own in zip(source["messages"], spans, strict=True)
    ]
    return {**source, "messages": messages}


def corrected_record(store: Store, reviewer: str, number: int) -> Record:
    """One dialogue as a record, as if it was read from the corrected corpus, with its roster."""
    source = corrected_object(store, reviewer, number)
    row = store.one("SELECT id, line, roster FROM dialogue WHERE number = ?", [number])
    assert row is not None
    messages: Sequence[Message] = [
        Message(one.get("speaker") or "", one["text"], _id_of(one)) for one in source["messages"]
    ]
    group = source.get("group")
    dialogue = Dialogue(
        row["id"],
        messages,
        roster=json.loads(row["roster"]),
        group=None if group is None else str(group),
    )
    return Record(dialogue, row["line"], source)


def _id_of(message: dict[str, Any]) -> str | None:
    return None if message.get("id") is None else str(message["id"])


def _as_object(span: ReviewSpan) -> dict[str, Any]:
    encoded = encode_span(
        span.start,
        span.end,
        span.label,
        score=span.score,
        source=span.source,
        role=span.role or None,
    )
    return {**encoded, SURROGATE: span.surrogate} if span.surrogate else encoded
