"""Turns tables into dialogues and back.

Inside, a table has a dialogue in each row: `id`, `messages` (a list of `speaker` and `text`),
`group`, and `fault`, the class of an error that was found before the dialogue was read.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..core.optional import require
from ..corpus.jsonl import parse_record
from ..corpus.records import Record
from ..errors import InputError, RecordError
from .layout import Layout

if TYPE_CHECKING:
    import pyarrow as pa

ID, ALL_MESSAGES, GROUP, FAULT, ERROR = "id", "messages", "group", "fault", "error"
SPEAKER, TEXT, SPANS = "speaker", "text", "spans"

HINTS = {
    "DuplicateId": "another dialogue has the same id",
    "SeveralGroups": "its rows have several groups",
    "MissingOrder": "a row has no value in the column that messages are sorted by",
    "RepeatedOrder": "two rows have the same value in the column that messages are sorted by",
}


def arrow() -> Any:
    """The package pyarrow.

    RETURNS (ModuleType): The package.
    RAISES (InputError): If it is not installed.
    """
    return require("pyarrow", "formats")


def nest(table: "pa.Table", layout: Layout) -> "pa.Table":
    """Give a table one row for each dialogue.

    table (pa.Table): A table whose rows are dialogues or messages. Rows of one dialogue need not
        stand together.
    layout (Layout): Its columns.
    RETURNS (pa.Table): Its dialogues in the order of their first rows, messages in the order of
        their rows or sorted by the column for it; all other columns are dropped.
    """
    pa = arrow()
    if layout.messages is not None:
        columns = {ID: table[layout.dialogue], ALL_MESSAGES: table[layout.messages]}
        groups = table[layout.group] if layout.group else pa.nulls(table.num_rows, pa.string())
        faults = table[FAULT] if FAULT in table.column_names else None
        columns[GROUP] = groups
        columns[FAULT] = pa.nulls(table.num_rows, pa.string()) if faults is None else faults
        return pa.table(columns)
    rows = _rows(table, layout)
    dialogues = [_dialogue(id, its) for id, its in _by_dialogue(rows)]
    return pa.Table.from_pylist(dialogues, schema=nested_schema(table.schema, layout))


def nested_schema(schema: "pa.Schema", layout: Layout) -> "pa.Schema":
    """The schema of `nest` for a table with a message in each row.

    schema (pa.Schema): The table's schema.
    layout (Layout): Its columns.
    RETURNS (pa.Schema): The nested schema; ids, speakers and texts keep their types.
    """
    pa = arrow()

    def type_of(name: str | None) -> Any:
        if name is None:
            return pa.string()
        type = schema.field(name).type
        return type.value_type if pa.types.is_dictionary(type) else type

    message = pa.struct([(SPEAKER, type_of(layout.speaker)), (TEXT, type_of(layout.text))])
    return pa.schema(
        [
            (ID, type_of(layout.dialogue)),
            (ALL_MESSAGES, pa.list_(message)),
            (GROUP, type_of(layout.group)),
            (FAULT, pa.string()),
        ]
    )


def _rows(table: "pa.Table", layout: Layout) -> Iterator[dict[str, Any]]:
    fields = {
        ID: layout.dialogue,
        SPEAKER: layout.speaker,
        TEXT: layout.text,
        GROUP: layout.group,
        "order": layout.order,
    }
    chosen = {field: table[name] for field, name in fields.items() if name is not None}
    table = arrow().table(chosen)
    for batch in table.to_batches(max_chunksize=10_000):
        yield from batch.to_pylist()


def _by_dialogue(rows: Iterable[dict[str, Any]]) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """The rows of each dialogue; a row without an id is a dialogue of its own."""
    found: dict[Any, list[dict[str, Any]]] = {}
    for number, row in enumerate(rows):
        id = row[ID]
        found.setdefault((True, number) if _is_missing(id) else (False, id), []).append(row)
    for its in found.values():
        yield its[0][ID], its


def _dialogue(id: Any, rows: list[dict[str, Any]]) -> dict[str, Any]:
    fault = None
    if len(rows) > 1 and "order" in rows[0]:
        orders = [row["order"] for row in rows]
        if any(map(_is_missing, orders)):
            fault = "MissingOrder"
        elif len(set(orders)) < len(orders):
            fault = "RepeatedOrder"
        else:
            rows = sorted(rows, key=lambda row: row["order"])
    groups = {None if _is_missing(group) else group for group in (row.get(GROUP) for row in rows)}
    if len(groups) > 1:
        fault = "SeveralGroups"
    messages = [{SPEAKER: row.get(SPEAKER), TEXT: row[TEXT]} for row in rows]
    return {ID: id, ALL_MESSAGES: messages, GROUP: next(iter(groups)), FAULT: fault}


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def read_dialogues(
    table: "pa.Table", seen: set[str] | None = None, first: int = 1
) -> Iterator[Record | RecordError]:
    """Read the dialogues of a nested table.

    table (pa.Table): What `nest` made.
    seen (set[str] | None): The ids so far: a dialogue with one of them is an error. None if ids
        may occur again.
    first (int): The number of the first row.
    YIELDS (Record | RecordError): A dialogue, or its error, in order.
    """
    number = first - 1
    for batch in table.to_batches(max_chunksize=1_000):
        for row in batch.to_pylist():
            number += 1
            fault = row.pop(FAULT, None)
            source = {name: value for name, value in row.items() if value is not None}
            try:
                record = parse_record(source, number, set() if seen is None else seen)
            except RecordError as error:
                yield error
                continue
            if fault is None:
                yield record
            else:
                yield RecordError(fault, HINTS[fault], line=number, id=record.dialogue.id)


def outcome_schema(*, spans: bool = False) -> "pa.Schema":
    """The schema of results: `messages` is null where there is an error.

    spans (bool): Whether messages have spans, and dialogues their group.
    RETURNS (pa.Schema): The schema.
    """
    pa = arrow()
    message = [(SPEAKER, pa.string()), (TEXT, pa.string())]
    if spans:
        numbers = [("start", pa.int32()), ("end", pa.int32()), ("label", pa.string())]
        more = [("score", pa.float64()), ("source", pa.string()), ("role", pa.string())]
        message.append((SPANS, pa.list_(pa.struct([*numbers, *more]))))
    fields = [(ID, pa.string()), (ALL_MESSAGES, pa.list_(pa.struct(message)))]
    if spans:
        fields.append((GROUP, pa.string()))
    return pa.schema([*fields, (ERROR, pa.string())])


def split_outcomes(outcomes: "pa.Table") -> tuple["pa.Table", "pa.Table"]:
    """Divide results.

    outcomes (pa.Table): Results with the schema of `outcome_schema`.
    RETURNS (tuple[pa.Table, pa.Table]): What is released, without errors; and the `id` and `error`
        of what is not.
    """
    failed = outcomes[ERROR].is_valid()
    released = outcomes.filter(outcomes[ERROR].is_null()).drop_columns([ERROR])
    return released, outcomes.filter(failed).select([ID, ERROR])


def unnest(released: "pa.Table", layout: Layout) -> "pa.Table":
    """Give released dialogues the layout of the input.

    released (pa.Table): Released dialogues, one in each row.
    layout (Layout): The columns of the input.
    RETURNS (pa.Table): The same columns, without the group. If each row is a message, the column
        that messages were sorted by has their numbers in the dialogue, from 0.
    """
    pa = arrow()
    if layout.messages is not None:
        names = {ID: layout.dialogue, ALL_MESSAGES: layout.messages}
        if layout.group:
            names[GROUP] = layout.group
        kept = [name for name in released.column_names if name in names]
        return released.select(kept).rename_columns([names[name] for name in kept])
    rows = [
        _row(id, number, message, layout)
        for id, messages in zip(
            released[ID].to_pylist(), released[ALL_MESSAGES].to_pylist(), strict=True
        )
        for number, message in enumerate(messages)
    ]
    return pa.Table.from_pylist(rows, schema=row_schema(released.schema, layout))


def row_schema(schema: "pa.Schema", layout: Layout) -> "pa.Schema":
    """The schema of `unnest` for a table with a message in each row."""
    pa = arrow()
    message = schema.field(ALL_MESSAGES).type.value_type
    fields: list[tuple[Any, Any]] = [(layout.dialogue, pa.string())]
    if layout.order:
        fields.append((layout.order, pa.int32()))
    if layout.speaker:
        fields.append((layout.speaker, pa.string()))
    fields.append((layout.text, pa.string()))
    if message.get_field_index(SPANS) >= 0:
        fields.append((SPANS, message.field(SPANS).type))
    return pa.schema(fields)


def _row(id: str, number: int, message: Mapping[str, Any], layout: Layout) -> dict[str, Any]:
    return {
        layout.dialogue: id,
        **({layout.order: number} if layout.order else {}),
        **({layout.speaker: message[SPEAKER]} if layout.speaker else {}),
        **({layout.text: message[TEXT]} if layout.text else {}),
        **({SPANS: message[SPANS]} if SPANS in message else {}),
    }


def make_table(rows: Sequence[Mapping[str, Any]], schema: "pa.Schema") -> "pa.Table":
    """Make a table of results; an error in doing so says nothing of what is in them."""
    try:
        return arrow().Table.from_pylist(list(rows), schema=schema)
    except Exception as error:
        problem = type(error).__name__
    raise InputError(f"The results cannot be written as a table ({problem}).")
