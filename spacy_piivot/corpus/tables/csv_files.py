"""Reads and writes CSV with one row per message."""

import csv
import io
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from ...errors import RecordError
from ..format import Format
from ..records import BOM, Cell, Columns, Record
from .csv_layout import CsvLayout, read_layout
from .csv_rows import read_rows
from .table_layout import table_notes
from .table_reader import read_table
from .table_writer import released_rows, written_header


def read_csv(path: Path, columns: Columns, default_id: str) -> Iterator[Record | RecordError]:
    """Read a CSV file, one dialogue at a time; see `read_table`.

    path (Path): The file, UTF-8.
    columns (Columns): Which columns to read.
    default_id (str): The dialogue's id if the file has no dialogue column.
    YIELDS (Record | RecordError): A dialogue, or the error in its rows.
    """
    layout = read_layout(path, columns)
    yield from read_table(partial(read_rows, path, layout), layout.table, default_id)


class CsvWriter:
    """Writes dialogues with the columns and the dialect of the file they were read from.

    stream (BinaryIO): Where to write.
    layout (CsvLayout): The layout of the source.
    """

    def __init__(self, stream: BinaryIO, layout: CsvLayout) -> None:
        self.stream = stream
        self.layout = layout
        if layout.bom:
            stream.write(BOM.encode())
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
        self.stream.write(text.encode())


def _notes(path: Path, columns: Columns) -> list[str]:
    return table_notes(read_layout(path, columns).table, columns)


def _open_writer(
    source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> CsvWriter:
    return CsvWriter(stream, read_layout(source, columns))


CSV = Format(".csv", read_csv, _open_writer, _notes)
