"""Reads and makes tables in which a row is a message, through the core of all tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from ...errors import InputError
from ..records import Cell, Columns
from ..tables.marks import NULL_SPEAKER, NULL_TEXT
from ..tables.table_layout import TableLayout, find_layout
from ..tables.table_rows import TableRow
from ..tables.table_writer import released_rows
from .cells import cell_type, is_cell, read_cells, write_cells
from .schemas import released_field
from .values import id_type, is_id, is_text, read_texts, text_type, write_texts


@dataclass(frozen=True, slots=True)
class MessageLayout:
    """The columns of a table with a message in each row.

    schema (pa.Schema): All columns.
    all (TableLayout): Which of them are used.
    used (TableLayout): The same of the columns that are read, and two more.
    """

    schema: pa.Schema
    all: TableLayout
    used: TableLayout

    @property
    def read(self) -> list[str]:
        """The columns that are read."""
        return list(self.used.header[:-2])

    @property
    def marks(self) -> list[str]:
        """The two more columns."""
        return list(self.used.header[-2:])

    @property
    def for_notes(self) -> TableLayout:
        """The layout of what the user is told: with the columns that are not read at the end."""
        others = [name for name in self.schema.names if name not in self.read]
        header = [*self.read, *others]
        kept = [at for at in self.used.kept if at < len(self.read)]
        return replace(self.used, header=header, kept=kept, notes=self.all.notes)

    def released(self, *, new_ids: bool = False) -> pa.Schema:
        """The schema of the release.

        new_ids (bool): Whether the dialogues have other ids than in the source.
        RETURNS (pa.Schema): The columns that are written, in the order of the source.
        """
        fields = []
        for at in self.all.written:
            field = self.schema.field(at)
            if at == self.all.text:
                type = text_type(field.type)
            elif at == self.all.speaker:
                # A speaker that is a number may be replaced by a name.
                type = id_type(field.type, new_ids=True)
            elif at == self.all.dialogue:
                type = id_type(field.type, new_ids=new_ids)
            else:
                type = cell_type(field.type)
            fields.append(released_field(field, type))
        return pa.schema(fields)


def find_message_layout(schema: pa.Schema, columns: Columns, name: str) -> MessageLayout:
    """Find the columns of a table with a message in each row.

    schema (pa.Schema): The columns.
    columns (Columns): The columns to look for.
    name (str): The name of the file, for errors.
    RETURNS (MessageLayout): The layout.
    RAISES (InputError): If a column is missing, or not of the type that is needed.
    """
    layout = find_layout(schema.names, columns, name)

    def check(at: int | None, fits: bool, what: str) -> None:
        if at is not None and not fits:
            field = schema.field(at)
            raise InputError(
                f"{name}: {field.name!r} has the type {field.type}, and must contain {what}."
            )

    def type_of(at: int | None) -> pa.DataType:
        return pa.null() if at is None else schema.field(at).type

    check(layout.text, is_text(type_of(layout.text)), "texts")
    for at in (layout.speaker, layout.dialogue, layout.group):
        check(at, is_id(type_of(at)), "texts or whole numbers")
    for at in layout.kept:
        check(at, is_cell(type_of(at)), "texts, numbers or times")
    read = sorted(
        {
            at
            for at in (
                layout.text,
                layout.speaker,
                layout.dialogue,
                layout.group,
                *layout.kept,
            )
            if at is not None
        }
    )

    def moved(at: int | None) -> int | None:
        return None if at is None else read.index(at)

    used = TableLayout(
        [*(schema.names[at] for at in read), NULL_TEXT, NULL_SPEAKER],
        read.index(layout.text),
        moved(layout.speaker),
        moved(layout.dialogue),
        moved(layout.group),
        [*(read.index(at) for at in layout.kept), len(read), len(read) + 1],
    )
    return MessageLayout(schema, layout, used)


def message_cells(batches: Iterable[pa.RecordBatch], layout: MessageLayout) -> Iterator[TableRow]:
    """The rows of a table for the core of tables.

    batches (Iterable[pa.RecordBatch]): The rows, with the columns in `layout.read`.
    layout (MessageLayout): Which columns contain what.
    YIELDS (TableRow): The rows, numbered from 1.
    """
    used = layout.used
    as_texts = {used.text, used.speaker, used.dialogue, used.group}
    line = 0
    for batch in batches:
        columns: list[Sequence[Cell]] = []
        for at, name in enumerate(layout.read):
            column = batch.column(name)
            columns.append(read_texts(column) if at in as_texts else read_cells(column))
        columns.append(_nulls(columns[used.text]))
        columns.append(
            [None] * batch.num_rows if used.speaker is None else _nulls(columns[used.speaker])
        )
        for cells in zip(*columns, strict=True):
            line += 1
            yield TableRow(line, cells)


def message_rows(
    records: Iterable[Mapping[str, Any]], layout: MessageLayout, schema: pa.Schema
) -> pa.RecordBatch:
    """Make rows of released dialogues.

    records (Iterable[Mapping[str, Any]]): `{"id", "messages": [{"speaker", "text", "kept"}]}`.
    layout (MessageLayout): The layout of the source.
    schema (pa.Schema): `layout.released()`.
    RETURNS (pa.RecordBatch): A row for each message, in order.
    """
    used = layout.used
    rows = [row for record in records for row in released_rows(record, used)]
    # The two more columns are the last.
    columns = dict(zip(used.written, zip(*rows, strict=True), strict=True))
    null_text, null_speaker = columns[len(used.header) - 2], columns[len(used.header) - 1]
    made = []
    for at, field in zip(used.written, schema, strict=False):
        if at == used.text:
            made.append(write_texts(_with_nulls(columns[at], null_text), field.type))
        elif at == used.speaker:
            made.append(write_texts(_with_nulls(columns[at], null_speaker), field.type))
        elif at == used.dialogue:
            made.append(write_texts(list(columns[at]), field.type))
        else:
            made.append(write_cells(columns[at], field.type))
    return pa.RecordBatch.from_arrays(made, schema=schema)


def _nulls(cells: Sequence[Cell]) -> Sequence[Cell]:
    return [True if cell is None else None for cell in cells]


def _with_nulls(texts: Sequence[Any], nulls: Sequence[Cell]) -> list[str | None]:
    return [None if null and not text else text for text, null in zip(texts, nulls, strict=True)]
