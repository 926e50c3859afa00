"""Reads and writes CSV with one row per message."""

import csv
import io
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from ...errors import RecordError
from ..format import Format
from ..records import Cell, Columns, Record
from .csv_layout import CsvLayout, read_layout
from .csv_rows import read_rows
from .encodings import advice
from .table_reader import read_table, table_notes
from .table_writer import released_rows, written_header


def read_csv(path: Path, columns: Columns, default_id: str) -> Iterator[Record | RecordError]:
    """Read a CSV file, one dialogue at a time; see `read_table`.

    path (Path): The file.
    columns (Columns): Which columns to read.
    default_id (str): The dialogue's id if the file has no dialogue column.
    YIELDS (Record | RecordError): A dialogue, or the error in its rows.
    """
    layout = read_layout(path, columns)
    encoding = layout.encoding
    yield from read_table(
        partial(read_rows, path, layout),
        layout.table,
        default_id,
        encoding=encoding.name,
        advice=partial(advice, encoding=encoding),
    )


class CsvWriter:
    """Writes dialogues with the columns and the dialect of the file they were read from.

    stream (BinaryIO): Where to write.
    layout (CsvLayout): The layout of the source.
    """

    def __init__(self, stream: BinaryIO, layout: CsvLayout) -> None:
        self.stream = stream
        self.layout = layout
        stream.write(layout.encoding.mark + layout.first.encode(layout.encoding.name))
        if layout.table.header:
            self._write_row(written_header(layout.table))

    def write(self, record: dict[str, Any]) -> None:
        """Write a released dialogue, one row per message."""
        for cells in released_rows(record, self.layout.table):
            self._write_row(cells)

    def close(self) -> None:
        """Nothing follows the last row."""

    def _write_row(self, cells: Sequence[Cell]) -> None:
        # With "\r\n" the writer quotes cells that contain either character, as it must.
        row = io.StringIO(newline="")
        csv.writer(row, delimiter=self.layout.delimiter, lineterminator="\r\n").writerow(cells)
        text = row.getvalue().removesuffix("\r\n") + self.layout.line_end
        self.stream.write(text.encode(self.layout.encoding.name))


def _notes(path: Path, columns: Columns) -> list[str]:
    layout = read_layout(path, columns)
    notes = [layout.encoding.note] if layout.encoding.note else []
    return notes + table_notes(layout.table, columns, partial(read_rows, path, layout))


def _open_writer(
    source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> CsvWriter:
    return CsvWriter(stream, read_layout(source, columns))


CSV = Format(".csv", read_csv, _open_writer, _notes, has_columns=True)
# As Excel names text with tabs, if it is not told to name it .txt.
TSV = Format(".tsv", read_csv, _open_writer, _notes, has_columns=True)
