"""Finds the sheet and the columns of a workbook that are read."""

from dataclasses import dataclass
from pathlib import Path

from ...errors import InputError
from ..records import Columns
from ..tables.table_layout import TableLayout, find_layout
from .package import Package, Sheet
from .sheet import SheetReader, SheetRow, column_name


@dataclass(frozen=True, slots=True)
class WorkbookLayout:
    """Which sheet of a workbook is read, and which of its columns.

    sheet (Sheet): The sheet.
    number (int): Its position among the sheets with rows, from 1.
    sheets (int): How many there are.
    first_row (int): The number of the row after the header.
    table (TableLayout): The columns.
    """

    sheet: Sheet
    number: int
    sheets: int
    first_row: int
    table: TableLayout


def read_workbook_layout(path: Path, columns: Columns) -> WorkbookLayout:
    """Find the sheet and the columns to read: the header is the first row with a text.

    path (Path): The workbook.
    columns (Columns): The columns to look for; `sheet` is the name or the position of a sheet, None
        for the first that is not hidden.
    RETURNS (WorkbookLayout): The layout; that of an empty sheet has no header.
    RAISES (InputError): If there is no such sheet, or a column is missing.
    """
    with Package(path) as package:
        sheets = package.sheets()
        number = _chosen(sheets, columns.sheet, path)
        sheet = sheets[number - 1]
        with SheetReader(package, sheet) as reader:
            for row in reader.rows():
                header = _header(row, reader)
                if header:
                    table = find_layout(header, columns, path.name)
                    return WorkbookLayout(sheet, number, len(sheets), row.number + 1, table)
    return WorkbookLayout(sheet, number, len(sheets), 1, TableLayout(header=()))


def _chosen(sheets: list[Sheet], asked: str | None, path: Path) -> int:
    """The position of the sheet to read, from 1."""
    if not sheets:
        raise InputError(f"{path.name}: has no sheet with rows.")
    if asked is None:
        shown = [number for number, sheet in enumerate(sheets, 1) if not sheet.is_hidden]
        return next(iter(shown), 1)
    names = [sheet.name for sheet in sheets]
    if asked in names:
        return names.index(asked) + 1
    if asked.isascii() and asked.isdigit() and 1 <= int(asked) <= len(sheets):
        return int(asked)
    raise InputError(
        f"{path.name}: there is no sheet {asked!r}. Give --sheet with its exact name, or a number "
        f"from 1 to {len(sheets)}."
    )


def _header(row: SheetRow, reader: SheetReader) -> list[str]:
    """The names of the columns; of a column without a name, its letters."""
    texts = {column: reader.cell(row, column).text for column in row.cells}
    texts = {column: text for column, text in texts.items() if text.strip()}
    if not texts:
        return []
    return [texts.get(column, column_name(column)) for column in range(max(texts) + 1)]
