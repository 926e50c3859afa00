"""Finds how a CSV file is written: its delimiter, line end and columns."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from ...errors import InputError
from ..records import Columns
from .encodings import Encoding, find_encoding
from .table_layout import TableLayout, find_layout, has_text

DELIMITERS = (",", ";", "\t")
# The first line by which Excel is told the delimiter.
_SEPARATOR = re.compile(r'"?sep=(.)"?[\r\n]*', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CsvLayout:
    """How a CSV file is written, and which of its columns are used.

    table (TableLayout): Its columns.
    delimiter (str): Comma, semicolon or tab.
    line_end (str): The line end of the header row.
    encoding (Encoding): How its characters are written.
    first (str): A line before the header that tells Excel the delimiter; "" if there is none.
    """

    table: TableLayout
    delimiter: str = ","
    line_end: str = "\n"
    encoding: Encoding = field(default_factory=Encoding)
    first: str = ""


def read_layout(path: Path, columns: Columns) -> CsvLayout:
    """Find a file's encoding, its delimiter and its columns from its header row.

    path (Path): The file.
    columns (Columns): The columns to look for.
    RETURNS (CsvLayout): The layout.
    RAISES (InputError): If the encoding cannot be known, or a column is missing, occurs twice, or
        two could be meant.
    """
    encoding = find_encoding(path, columns.encoding)
    with open_csv(path, encoding) as stream:
        header = stream.readline()
        said = _SEPARATOR.fullmatch(header)
        first, header = (header, stream.readline()) if said else ("", header)
    if not header:
        return CsvLayout(TableLayout(header=()), encoding=encoding, first=first)
    if any("\ud800" <= c <= "\udfff" for c in header):
        raise InputError(f"{path.name}: the header row is not {encoding.name}. Give --encoding.")
    delimiters = (said[1],) if said else DELIMITERS
    rows = {delimiter: _cells(header, delimiter) for delimiter in delimiters}
    with_text = (delimiter for delimiter in rows if has_text(rows[delimiter], columns))
    delimiter = next(with_text, max(rows, key=lambda delimiter: len(rows[delimiter])))
    return CsvLayout(
        table=find_layout(rows[delimiter], columns, path.name),
        delimiter=delimiter,
        line_end=header[len(header.rstrip("\r\n")) :] or "\n",
        encoding=encoding,
        first=first,
    )


def open_csv(path: Path, encoding: Encoding) -> TextIO:
    """Open a CSV file after its byte order mark.

    path (Path): The file.
    encoding (Encoding): Its encoding. Invalid bytes are read as lone surrogates, which no valid
        text has: a later check finds them cell by cell.
    RETURNS (TextIO): The file.
    """
    stream = path.open("rb")
    stream.seek(len(encoding.mark))
    return io.TextIOWrapper(stream, encoding.name, encoding.errors, newline="")


def _cells(line: str, delimiter: str) -> Sequence[str]:
    return next(csv.reader([line.rstrip("\r\n")], delimiter=delimiter), [])
