"""Finds how a CSV file is written: its delimiter, line end and columns."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from ...errors import InputError
from ..records import Columns
from ..text_files import has_bom
from .table_layout import TableLayout, find_layout, has_text

DELIMITERS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class CsvLayout:
    """How a CSV file is written, and which of its columns are used.

    table (TableLayout): Its columns.
    delimiter (str): Comma, semicolon or tab.
    line_end (str): The line end of the header row.
    bom (bool): Whether it starts with a byte order mark.
    """

    table: TableLayout
    delimiter: str = ","
    line_end: str = "\n"
    bom: bool = False


def read_layout(path: Path, columns: Columns) -> CsvLayout:
    """Find a file's delimiter and columns from its header row.

    path (Path): The file, UTF-8.
    columns (Columns): The columns to look for.
    RETURNS (CsvLayout): The layout.
    RAISES (InputError): If a column is missing, occurs twice, or two could be meant.
    """
    with open_csv(path) as stream:
        first = stream.readline()
    if not first:
        return CsvLayout(TableLayout(header=()))
    if any("\ud800" <= c <= "\udfff" for c in first):
        raise InputError(f"{path.name}: the header row is not UTF-8. Convert the file.")
    rows = {delimiter: _cells(first, delimiter) for delimiter in DELIMITERS}
    with_text = (delimiter for delimiter in DELIMITERS if has_text(rows[delimiter], columns))
    delimiter = next(with_text, max(rows, key=lambda delimiter: len(rows[delimiter])))
    return CsvLayout(
        table=find_layout(rows[delimiter], columns, path.name),
        delimiter=delimiter,
        line_end=first[len(first.rstrip("\r\n")) :] or "\n",
        bom=has_bom(path),
    )


def open_csv(path: Path) -> TextIO:
    """Open a CSV file; invalid bytes are read as characters that a later check finds."""
    # Invalid bytes become lone surrogates, which valid UTF-8 never gives, and fail cell by cell.
    return path.open(encoding="utf-8-sig", errors="surrogateescape", newline="")


def _cells(line: str, delimiter: str) -> Sequence[str]:
    return next(csv.reader([line.rstrip("\r\n")], delimiter=delimiter), [])
