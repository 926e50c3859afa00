"""Writes workbooks with one sheet: the released columns, and nothing else of the source."""

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

from ...errors import InputError
from ..records import Cell, Columns
from ..tables.table_layout import TableLayout
from ..tables.table_writer import released_rows, written_header
from .escapes import escape
from .layout import read_workbook_layout
from .numbers import number_of, serial_of
from .package import Package
from .parts import SHEET, SHEET_END, SHEET_START, STYLES, other_parts
from .reading import MOST_CHARACTERS, is_too_long, with_marks
from .sheet import column_name

# The same in every file: not the time of the release.
_TIME = (1980, 1, 1, 0, 0, 0)
_TRUE_OR_FALSE = {"TRUE": 1, "FALSE": 0}


def open_workbook_writer(
    source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> "WorkbookWriter":
    """Make the writer of a workbook's de-identified copy.

    source (Path): The workbook that was read.
    columns (Columns): Which sheet and which columns were read.
    stream (BinaryIO): Where to write.
    new_ids (bool): Whether the dialogues have other ids than in the file.
    RETURNS (WorkbookWriter): The writer.
    """
    layout = read_workbook_layout(source, columns)
    with Package(source) as package:
        uses_1904 = package.uses_1904()
    return WorkbookWriter(layout.table, stream, uses_1904=uses_1904, new_ids=new_ids)


class WorkbookWriter:
    """Writes released dialogues, one row per message.

    A cell that was a number, a date, or true or false is so again, unless its text was changed.
    Everything else is a text, also if it starts with "=".

    table (TableLayout): The layout of the source.
    stream (BinaryIO): Where to write.
    uses_1904 (bool): Whether days are counted from 1904.
    new_ids (bool): Whether the dialogues have other ids than in the source, which are texts.
    """

    def __init__(
        self,
        table: TableLayout,
        stream: BinaryIO,
        *,
        uses_1904: bool = False,
        new_ids: bool = False,
    ) -> None:
        self._layout = with_marks(table) if table.header else table
        self._columns = len(table.written)
        self._uses_1904 = uses_1904
        self._as_text: int | None = None
        if new_ids and table.dialogue is not None:
            self._as_text = table.written.index(table.dialogue)
        self._archive = zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED)
        for name, xml in other_parts(uses_1904=uses_1904).items():
            self._archive.writestr(_part(name), xml)
        self._sheet = self._archive.open(_part(SHEET), "w", force_zip64=True)
        self._sheet.write(SHEET_START.encode())
        self._rows = 0
        if table.header:
            self._write_row(written_header(table), [None] * self._columns)

    def write(self, record: dict[str, Any]) -> None:
        """Write a released dialogue.

        record (dict[str, Any]): `{"id", "messages": [{"speaker", "text", "kept"}]}`.
        RAISES (InputError): If a text is too long for a cell.
        """
        try:
            for cells in released_rows(record, self._layout):
                marks = cells[self._columns :]
                if self._as_text is not None:
                    marks[self._as_text] = None
                self._write_row(cells[: self._columns], marks)
        except InputError:
            # Nobody will: an archive that is left open complains when it is forgotten.
            self.close()
            raise

    def close(self) -> None:
        """Write the end of the workbook; the stream stays open."""
        self._sheet.write(SHEET_END.encode())
        self._sheet.close()
        self._archive.close()

    def _write_row(self, cells: Sequence[Cell], marks: Sequence[Cell]) -> None:
        """Write a row; a mark says that a cell was no text."""
        self._rows += 1
        xml = [f'<row r="{self._rows}">']
        for column, (cell, mark) in enumerate(zip(cells, marks, strict=True)):
            if cell is not None and cell != "":
                place = f"{column_name(column)}{self._rows}"
                typed = _typed(place, cell, self._uses_1904) if mark else None
                xml.append(typed or _text(place, str(cell)))
        self._sheet.write("".join((*xml, "</row>\n")).encode())


def _typed(place: str, cell: Cell, uses_1904: bool) -> str | None:
    """A cell with a number, a date, or true or false; None if its text is not how one is read."""
    text = str(cell).upper() if isinstance(cell, bool) else str(cell)
    if text in _TRUE_OR_FALSE:
        return f'<c r="{place}" t="b"><v>{_TRUE_OR_FALSE[text]}</v></c>'
    number = _same_number(text)
    if number is not None:
        return f'<c r="{place}"><v>{number}</v></c>'
    found = serial_of(text, uses_1904=uses_1904)
    if found is None:
        return None
    serial, form = found
    return f'<c r="{place}" s="{STYLES[form]}"><v>{serial!r}</v></c>'


def _same_number(text: str) -> str | None:
    """A text if it is how a number is read."""
    try:
        return text if str(number_of(text)) == text else None
    except (ValueError, OverflowError):
        return None


def _text(place: str, text: str) -> str:
    if is_too_long(text):
        raise InputError(
            f"A released text has more than {MOST_CHARACTERS} characters, which no cell of a "
            "workbook can hold: divide the messages that are so long, or save the input as CSV."
        )
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'


def _part(name: str) -> zipfile.ZipInfo:
    part = zipfile.ZipInfo(name, _TIME)
    part.compress_type = zipfile.ZIP_DEFLATED
    return part
