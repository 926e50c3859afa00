"""Between Arrow tables and dialogues, whichever of the two layouts a table has."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from ...errors import InputError, RecordError
from ..records import Columns, Record
from ..tables.marks import without_marks
from ..tables.table_reader import read_table, table_notes
from .message_rows import MessageLayout, find_message_layout, message_cells, message_rows
from .nested_layout import NestedLayout, find_nested
from .nested_rows import nested_records, nested_rows
from .values import NOT_UTF8

Layout = NestedLayout | MessageLayout


def arrow_layout(schema: pa.Schema, columns: Columns, name: str = "the table") -> Layout:
    """Find out which columns of a table contain what.

    schema (pa.Schema): Its columns.
    columns (Columns): The columns to look for.
    name (str): The name of the file, for errors.
    RETURNS (Layout): With a dialogue in each row if there is a list of messages; otherwise with a
        message in each row.
    RAISES (InputError): If a column is missing, occurs twice, or has the wrong type.
    """
    twice = next((one for one in schema.names if schema.names.count(one) > 1), None)
    if twice is not None:
        raise InputError(f"{name}: there are two columns {twice!r}. Rename one.")
    return find_nested(schema, columns, name) or find_message_layout(schema, columns, name)


def arrow_notes(
    batches: Callable[[], Iterable[pa.RecordBatch]], layout: Layout, columns: Columns
) -> list[str]:
    """Notes for the user on how a table is read.

    batches (Callable[[], Iterable[pa.RecordBatch]]): Reads the rows, as in `arrow_records`.
    layout (Layout): Its layout.
    columns (Columns): The columns that were looked for.
    RETURNS (list[str]): Which columns are dropped, and which were recognised by their names.
    """
    if isinstance(layout, MessageLayout):
        return table_notes(layout.for_notes, columns, lambda: message_cells(batches(), layout))
    dropped = [f"dropped columns: {', '.join(layout.dropped)}"] if layout.dropped else []
    return [*dropped, *layout.notes]


def arrow_records(
    batches: Callable[[], Iterable[pa.RecordBatch]], layout: Layout, default_id: str
) -> Iterator[Record | RecordError]:
    """Make dialogues of the rows of a table.

    batches (Callable[[], Iterable[pa.RecordBatch]]): Reads the rows, with the columns in
        `layout.read`; called several times if each row is a message.
    layout (Layout): Which columns contain what.
    default_id (str): The id of the dialogue if there is no column with ids; of several, what their
        ids start with.
    YIELDS (Record | RecordError): The dialogues, or their errors, in order. `line` is the number
        of the row, from 1.
    """
    if isinstance(layout, NestedLayout):
        return nested_records(batches(), layout, default_id)
    items = read_table(
        lambda: message_cells(batches(), layout),
        layout.used,
        default_id,
        advice=lambda text: NOT_UTF8,
    )
    return (without_marks(item, layout.marks) for item in items)


def arrow_rows(
    records: Sequence[Mapping[str, Any]], layout: Layout, schema: pa.Schema
) -> pa.RecordBatch:
    """Make rows of released dialogues.

    records (Sequence[Mapping[str, Any]]): `{"id", "messages": [{"speaker", "text"}]}`; kept
        columns of a dialogue or of a message are in its `"kept"`.
    layout (Layout): The layout of the source.
    schema (pa.Schema): `layout.released()`, which says whether ids are new.
    RETURNS (pa.RecordBatch): The rows, in order.
    """
    if isinstance(layout, NestedLayout):
        return nested_rows(records, layout, schema)
    return message_rows(records, layout, schema)
