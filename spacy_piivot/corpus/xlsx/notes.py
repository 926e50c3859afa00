"""Notes for the user on how a workbook is read."""

from pathlib import Path

from ..records import Columns
from ..tables.table_reader import table_notes
from .layout import read_workbook_layout
from .package import Package
from .reading import sheet_rows
from .sheet import SheetReader


def workbook_notes(path: Path, columns: Columns) -> list[str]:
    """Notes for the user on how a workbook is read.

    path (Path): The workbook; its sheet is read as a whole.
    columns (Columns): The columns to look for.
    RETURNS (list[str]): The notes of all tables; which sheet is read if there are several, and how
        many of its rows are hidden.
    RAISES (InputError): If the workbook cannot be read, or a column is missing.
    """
    layout = read_workbook_layout(path, columns)
    with Package(path) as package, SheetReader(package, layout.sheet) as reader:
        notes = table_notes(layout.table, columns, lambda: sheet_rows(reader, layout))
        hidden = sum(row.is_hidden for row in reader.rows() if row.number >= layout.first_row)
    if layout.sheets > 1:
        notes.append(
            f"sheet {layout.number} of {layout.sheets} is read, and the others are dropped "
            "(--sheet names another one)"
        )
    if hidden:
        notes.append(f"hidden rows, which are read too and not hidden in the result: {hidden}")
    return notes
