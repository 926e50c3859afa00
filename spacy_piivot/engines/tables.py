"""Turns tables in memory into dialogues, and results into tables with the columns of the input."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..corpus.records import Record
from ..errors import InputError, RecordError
from .layout import Layout, arrow

if TYPE_CHECKING:
    import pyarrow as pa

# Columns of a table of results, beside those of the release: of a dialogue that is held back.
FAILED_ID, FAILED_ERROR = "spacy_piivot_id", "spacy_piivot_error"
ID, ERROR, SPANS, ROWS = "id", "error", "spans", "rows"

HINTS = {
    "DuplicateId": "another dialogue has the same id",
    "MissingOrder": "a row has no value in the column that messages are sorted by",
    "RepeatedOrder": "two rows have the same value in the column that messages are sorted by",
}
_ROWS_AT_ONCE = 1_000


def plain_types(table: "pa.Table") -> "pa.Table":
    """Give a table types that every engine can sort and group.

    table (pa.Table): A table.
    RETURNS (pa.Table): The same, with texts in place of views, dictionaries and columns of nulls.
    """
    pa = arrow()
    types = pa.types

    def plain(type: Any) -> Any:
        if types.is_dictionary(type):
            return plain(type.value_type)
        if types.is_string_view(type):
            return pa.large_string()
        if types.is_binary_view(type):
            return pa.large_binary()
        return pa.string() if types.is_null(type) else type

    fields = [field.with_type(plain(field.type)) for field in table.schema]
    return table.cast(pa.schema(fields))


def read_dialogues(
    table: "pa.Table", layout: Layout, repeated: frozenset[str] = frozenset()
) -> Iterator[Record | RecordError]:
    """Read the dialogues of a table.

    table (pa.Table): Whole dialogues. Rows of one dialogue need not stand together.
    layout (Layout): Its columns.
    repeated (frozenset[str]): Ids whose dialogues are all errors.
    YIELDS (Record | RecordError): A dialogue, or its error, in the order of their first rows.
    """
    from ..corpus.arrow.layouts import arrow_records

    faults: Mapping[str | None, str] = dict.fromkeys(repeated, "DuplicateId")
    if layout.order is not None:
        table, faults = _sorted(table, layout)
    batches = table.select(layout.corpus.read).to_batches(max_chunksize=_ROWS_AT_ONCE)
    for item in arrow_records(lambda: batches, layout.corpus, "table"):
        if isinstance(item, Record) and (fault := faults.get(item.dialogue.id)) is not None:
            yield RecordError(fault, HINTS[fault], line=item.line, id=item.dialogue.id)
        else:
            yield item


def _sorted(table: "pa.Table", layout: Layout) -> tuple["pa.Table", dict[str | None, str]]:
    """The rows of each dialogue in their order, and what is wrong with it where there is none."""
    ids = _texts(table[layout.dialogue])
    orders = table[layout.order].to_pylist()
    rows: dict[str | None, list[int]] = {}
    for at, id in enumerate(ids):
        rows.setdefault(id, []).append(at)
    faults: dict[str | None, str] = {}
    for id, its in rows.items():
        values = [orders[at] for at in its]
        if len(its) > 1 and any(map(_is_missing, values)):
            faults[id] = "MissingOrder"
        elif len(set(values)) < len(values):
            faults[id] = "RepeatedOrder"
        else:
            its.sort(key=lambda at: orders[at])
    # Views of texts cannot be taken in another order.
    return plain_types(table).take([at for its in rows.values() for at in its]), faults


def _texts(column: "pa.ChunkedArray") -> list[str | None]:
    from ..corpus.arrow.values import read_texts

    return [text for chunk in column.chunks for text in read_texts(chunk)]


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def result_schema(layout: Layout, *, new_ids: bool = False, spans: bool = False) -> "pa.Schema":
    """The columns of released dialogues: types and order of the input.

    layout (Layout): The columns of the input.
    new_ids (bool): Whether dialogues have other ids than in the input.
    spans (bool): Whether each message has its spans.
    RETURNS (pa.Schema): The columns. If rows are messages, the column that they were sorted by has
        their numbers in the dialogue, from 0.
    """
    pa = arrow()
    schema = layout.corpus.released(new_ids=new_ids)
    if layout.order is not None:
        names = layout.corpus.schema.names
        place = sum(names.index(name) < names.index(layout.order) for name in schema.names)
        schema = schema.insert(place, pa.field(layout.order, pa.int32()))
    if not spans:
        return schema
    if not layout.is_nested:
        if SPANS in schema.names:
            raise InputError(f"The column {SPANS!r} cannot be kept: the spans are put there.")
        return schema.append(pa.field(SPANS, span_lists()))
    corpus: Any = layout.corpus
    place = schema.get_field_index(corpus.messages)
    message = schema.field(place).type.value_type
    inside = list(message) if pa.types.is_struct(message) else [pa.field("text", message)]
    inside = [one for one in inside if one.name != SPANS]
    lists = pa.list_(pa.struct([*inside, pa.field(SPANS, span_lists())]))
    return schema.set(place, schema.field(place).with_type(lists))


def span_lists() -> "pa.DataType":
    """The type of the spans of a message."""
    pa = arrow()
    numbers = [("start", pa.int32()), ("end", pa.int32()), ("label", pa.string())]
    more = [("score", pa.float64()), ("source", pa.string()), ("role", pa.string())]
    return pa.list_(pa.struct([*numbers, *more]))


def make_rows(
    records: Sequence[Mapping[str, Any]], layout: Layout, *, new_ids: bool = False
) -> "pa.Table":
    """Make the rows of released dialogues; an error in doing so says nothing of what is in them.

    records (Sequence[Mapping[str, Any]]): As for `arrow_rows`; messages may have `spans`.
    layout (Layout): The columns of the input.
    new_ids (bool): Whether the dialogues have other ids than in the input.
    RETURNS (pa.Table): The rows, with the columns of `result_schema`.
    """
    pa = arrow()
    spans = any(SPANS in message for record in records for message in record["messages"])
    schema = result_schema(layout, new_ids=new_ids, spans=spans)
    if not records:
        return schema.empty_table()
    try:
        return pa.table(list(_columns(records, layout, schema, new_ids)), schema=schema)
    except Exception as error:
        problem = type(error).__name__
    raise InputError(f"The results cannot be written as a table ({problem}).")


def _columns(
    records: Sequence[Mapping[str, Any]], layout: Layout, schema: "pa.Schema", new_ids: bool
) -> Iterator["pa.Array"]:
    from ..corpus.arrow.layouts import arrow_rows

    pa = arrow()
    made = arrow_rows(records, layout.corpus, layout.corpus.released(new_ids=new_ids))
    found = [message.get(SPANS) for record in records for message in record["messages"]]
    for field in schema:
        if field.name == layout.order:
            numbers = [number for record in records for number in range(len(record["messages"]))]
            yield pa.array(numbers, field.type)
        elif field.name not in made.schema.names:
            yield pa.array(found, field.type)
        elif made.schema.field(field.name).type == field.type:
            yield made.column(field.name)
        else:
            yield _with_spans(made.column(field.name), found, field.type)


def _with_spans(lists: "pa.Array", found: Sequence[Any], type: "pa.DataType") -> "pa.Array":
    """Lists of messages, each with its spans."""
    pa = arrow()
    flat = pa.compute.list_flatten(lists)
    inside = list(type.value_type)
    is_struct = pa.types.is_struct(flat.type)
    columns = [
        pa.array(found, one.type)
        if one.name == SPANS
        else (pa.compute.struct_field(flat, one.name) if is_struct else flat)
        for one in inside
    ]
    ends = [0]
    for count in pa.compute.list_value_length(lists).to_pylist():
        ends.append(ends[-1] + count)
    messages = pa.StructArray.from_arrays(columns, fields=inside)
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), messages, type=type)


def failed_schema() -> "pa.Schema":
    """The columns of the dialogues that are held back."""
    pa = arrow()
    return pa.schema([(ID, pa.string()), (ERROR, pa.string())])


def joined_schema(released: "pa.Schema") -> "pa.Schema":
    """The columns of `join`."""
    pa = arrow()
    fields = [field.with_nullable(True) for field in released]
    return pa.schema([*fields, (FAILED_ID, pa.string()), (FAILED_ERROR, pa.string())])


def join(released: "pa.Table", failed: "pa.Table") -> "pa.Table":
    """One table of both, for engines that send one back.

    released (pa.Table): The released dialogues.
    failed (pa.Table): The `id` and `error` of the others.
    RETURNS (pa.Table): The columns of the release, and two for those that are held back, which
        `divide` takes apart.
    """
    pa = arrow()
    schema = joined_schema(released.schema)
    tables = [released, failed.rename_columns([FAILED_ID, FAILED_ERROR])]
    columns = [
        pa.chunked_array(
            [
                chunk
                for table in tables
                for chunk in (
                    table[field.name].chunks
                    if field.name in table.column_names
                    else [pa.nulls(table.num_rows, field.type)]
                )
            ],
            field.type,
        )
        for field in schema
    ]
    return pa.table(columns, schema=schema)


def divide(joined: "pa.Table") -> tuple["pa.Table", "pa.Table"]:
    """Take apart what `join` made.

    joined (pa.Table): A table of results.
    RETURNS (tuple[pa.Table, pa.Table]): The released dialogues; the `id` and `error` of the others.
    """
    is_failed = joined[FAILED_ERROR].is_valid()
    released = joined.filter(joined[FAILED_ERROR].is_null())
    failed = joined.filter(is_failed).select([FAILED_ID, FAILED_ERROR])
    return released.drop_columns([FAILED_ID, FAILED_ERROR]), failed.rename_columns([ID, ERROR])


def pack(dialogue: "pa.Table") -> "pa.Table":
    """Put all rows of a dialogue into one, so that no engine takes them apart.

    dialogue (pa.Table): The rows of one dialogue.
    RETURNS (pa.Table): One row with a list of the rows.
    """
    pa = arrow()
    rows = dialogue.combine_chunks().to_struct_array()
    rows = rows.combine_chunks() if isinstance(rows, pa.ChunkedArray) else rows
    return pa.table({ROWS: pa.ListArray.from_arrays(pa.array([0, len(rows)], pa.int32()), rows)})


def unpack(packed: "pa.Table") -> "pa.Table":
    """The rows of several packed dialogues, one below the other.

    packed (pa.Table): A table whose column `rows` has the rows of each dialogue.
    RETURNS (pa.Table): The rows.
    """
    pa = arrow()
    flat = [pa.compute.list_flatten(chunk) for chunk in packed[ROWS].chunks]
    return pa.Table.from_struct_array(
        pa.chunked_array(flat, packed.schema.field(ROWS).type.value_type)
    )
