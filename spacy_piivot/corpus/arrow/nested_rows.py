"""Reads and makes tables in which a row is a whole dialogue."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ...errors import RecordError
from ..jsonl import parse_record
from ..records import KEPT, Cell, Kept, Record, check_characters
from ..tables.marks import NULL_SPEAKER, NULL_TEXT
from .cells import read_cells, write_cells
from .nested_layout import NestedLayout
from .schemas import lists
from .values import NOT_UTF8, holds_bad_bytes, read_texts, write_texts


def nested_records(
    batches: Iterable[pa.RecordBatch], layout: NestedLayout, default_id: str
) -> Iterator[Record | RecordError]:
    """Make dialogues of rows.

    batches (Iterable[pa.RecordBatch]): The rows, with the columns in `layout.read`.
    layout (NestedLayout): Which columns contain what.
    default_id (str): The id of the first row of a table without ids; to those of the others, the
        number of the row is added.
    YIELDS (Record | RecordError): The dialogue of each row, or its error, in order. `line` is the
        number of the row, from 1.
    """
    seen: set[str] = set()
    line = 0
    for batch in batches:
        for source, kept in _rows(batch, layout):
            line += 1
            if layout.dialogue is None:
                source["id"] = default_id if line == 1 else f"{default_id}-{line}"
            try:
                yield _record(source, kept, line, seen)
            except RecordError as error:
                yield error


def nested_rows(
    records: Sequence[Mapping[str, Any]], layout: NestedLayout, schema: pa.Schema
) -> pa.RecordBatch:
    """Make rows of released dialogues.

    records (Sequence[Mapping[str, Any]]): `{"id", "messages": [{"speaker", "text"}]}`; kept
        columns of a dialogue, and kept fields of a message, are in its `"kept"`.
    layout (NestedLayout): The layout of the source.
    schema (pa.Schema): `layout.released()`.
    RETURNS (pa.RecordBatch): A row for each dialogue, in order.
    """
    columns = []
    for field in schema:
        if field.name == layout.messages:
            columns.append(_message_lists(records, layout, field.type))
        elif field.name == layout.dialogue:
            columns.append(write_texts([record["id"] for record in records], field.type))
        else:
            cells = [(record.get(KEPT) or {}).get(field.name) for record in records]
            columns.append(write_cells(cells, field.type))
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _rows(
    batch: pa.RecordBatch, layout: NestedLayout
) -> Iterator[tuple[dict[str, Any], Kept | None]]:
    """The JSON object of each row, and what else of it is kept."""
    column = batch.column(layout.messages)
    counts = pc.list_value_length(column).to_pylist()
    messages = iter(_messages(pc.list_flatten(column), layout))
    ids = _texts(batch, layout.dialogue)
    groups = _texts(batch, layout.group)
    kept = {name: read_cells(batch.column(name)) for name in layout.kept}
    for number, count in enumerate(counts):
        own = [next(messages) for _ in range(count or 0)]
        source: dict[str, Any] = {"id": ids[number]}
        if groups[number]:
            source["group"] = groups[number]
        if count is not None:
            source["messages"] = [message for message, _ in own]
        of_dialogue = {name: cells[number] for name, cells in kept.items()}
        of_messages = [fields for _, fields in own]
        is_kept = bool(of_dialogue) or any(of_messages)
        yield source, Kept(of_messages, of_dialogue) if is_kept else None


def _messages(
    flat: pa.Array, layout: NestedLayout
) -> list[tuple[dict[str, Any] | None, dict[str, Cell]]]:
    """Each message, None for null, and its kept fields."""
    if layout.text is None:
        texts = read_texts(flat)
        speakers: Sequence[str | None] = [""] * len(texts)
        is_there = [True] * len(texts)
        kept: dict[str, list[Cell]] = {}
    else:
        texts = read_texts(pc.struct_field(flat, layout.text))
        speakers = (
            [""] * len(texts)
            if layout.speaker is None
            else read_texts(pc.struct_field(flat, layout.speaker))
        )
        is_there = flat.is_valid().to_pylist()
        kept = {name: read_cells(pc.struct_field(flat, name)) for name in layout.kept_fields}
    found: list[tuple[dict[str, Any] | None, dict[str, Cell]]] = []
    for number, (text, speaker) in enumerate(zip(texts, speakers, strict=True)):
        if not is_there[number]:
            found.append((None, {}))
            continue
        own = {name: cells[number] for name, cells in kept.items()}
        if text is None:
            own[NULL_TEXT] = True
        if speaker is None:
            own[NULL_SPEAKER] = True
        found.append(({"speaker": speaker or "", "text": text or ""}, own))
    return found


def _texts(batch: pa.RecordBatch, name: str | None) -> Sequence[str | None]:
    return [None] * batch.num_rows if name is None else read_texts(batch.column(name))


def _record(source: dict[str, Any], kept: Kept | None, line: int, seen: set[str]) -> Record:
    id = source["id"]
    messages = [message for message in source.get("messages", ()) if message]
    texts = [text for message in messages for text in message.values()]
    if kept is not None:
        cells = [cell for own in (*kept.messages, kept.dialogue) for cell in own.values()]
        texts += [cell for cell in cells if isinstance(cell, str)]
    if any(map(holds_bad_bytes, filter(None, (id, source.get("group"), *texts)))):
        own = None if id is None or holds_bad_bytes(id) else id
        raise RecordError("NotUTF8", NOT_UTF8, line=line, id=own)
    record = replace(parse_record(source, line, seen), kept=kept)
    for text in texts:
        check_characters(text, line=line, id=id)
    return record


def _message_lists(
    records: Sequence[Mapping[str, Any]], layout: NestedLayout, type: pa.DataType
) -> pa.Array:
    messages = [message for record in records for message in record["messages"]]
    kept = [message.get(KEPT) or {} for message in messages]
    texts = _with_nulls([message["text"] for message in messages], kept, NULL_TEXT)
    value = type.value_type
    if layout.text is None:
        values = write_texts(texts, value)
    else:
        children = []
        for field in value:
            if field.name == layout.text:
                children.append(write_texts(texts, field.type))
            elif field.name == layout.speaker:
                speakers = [message["speaker"] for message in messages]
                speakers = _with_nulls(speakers, kept, NULL_SPEAKER)
                children.append(write_texts(speakers, field.type))
            else:
                cells = [fields.get(field.name) for fields in kept]
                children.append(write_cells(cells, field.type))
        values = pa.StructArray.from_arrays(children, fields=list(value))
    return lists([len(record["messages"]) for record in records], values, type)


def _with_nulls(
    texts: Sequence[str], kept: Sequence[Mapping[str, Cell]], null: str
) -> list[str | None]:
    return [
        None if not text and fields.get(null) else text
        for text, fields in zip(texts, kept, strict=True)
    ]
