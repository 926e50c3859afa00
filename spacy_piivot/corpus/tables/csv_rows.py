"""Reads the rows of a CSV file."""

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from ...errors import RecordError
from .csv_layout import CsvLayout, open_csv
from .table_layout import TableLayout
from .table_rows import TableRow


def read_rows(path: Path, layout: CsvLayout) -> Iterator[TableRow]:
    """Read the rows after the header; a bad one does not end the reading.

    path (Path): The file.
    layout (CsvLayout): Its layout, with a header.
    YIELDS (TableRow): The rows, each with its first line in the file; blank lines are skipped, and
        rows of empty cells, if one of them should name a dialogue. A row that is not valid CSV has
        the recognisable cells of its first line.
    """
    csv.field_size_limit(sys.maxsize)
    with open_csv(path, layout.encoding) as stream:
        before = 1 if layout.first and stream.readline() else 0
        lines = _Lines(stream)
        rows = csv.reader(lines, delimiter=layout.delimiter, strict=True)
        next(rows, None)
        while True:
            line = before + rows.line_num + 1
            lines.start()
            try:
                cells = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                hint = (
                    "a quote is never closed, so the rest of the file is read as one cell: close it"
                    if lines.ended
                    else f"the row cannot be read: {error}"
                )
                fault = RecordError("NotCSV", hint, line=line)
                first = lines.first.rstrip("\r\n")
                cells = next(csv.reader([first], delimiter=layout.delimiter), [])
                yield TableRow(line, cells, fault, leaves_quote_open=lines.quotes % 2 == 1)
                continue
            # Excel writes its empty rows as delimiters.
            if any(cells) or (cells and layout.table.dialogue is None):
                yield TableRow(line, cells, _cell_count(line, cells, layout.table))


class _Lines:
    """A file's lines, with the first line and the quotes of the current row."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.ended = False
        self.start()

    def start(self) -> None:
        """Start a new row."""
        self.first = ""
        self.quotes = 0

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = next(self.stream, None)
        if line is None:
            self.ended = True
            raise StopIteration
        self.first = self.first or line
        self.quotes += line.count('"')
        return line


def _cell_count(line: int, cells: list[str], layout: TableLayout) -> RecordError | None:
    if len(cells) == len(layout.header):
        return None
    hint = (
        f"the row has {len(cells)} cells, not {len(layout.header)}: put texts that contain the "
        "delimiter in quotes"
    )
    return RecordError("CellCount", hint, line=line)
