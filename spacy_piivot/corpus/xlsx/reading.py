"""Reads the dialogues of a workbook, with a message in each row."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from ...errors import RecordError
from ..records import Cell, Columns, Record
from ..tables.marks import without_marks
from ..tables.table_layout import TableLayout
from ..tables.table_reader import read_table
from ..tables.table_rows import TableRow
from .layout import WorkbookLayout, read_workbook_layout
from .package import Package
from .sheet import NoValue, SheetCell, SheetReader, SheetRow

# What a cell can contain, counted as Excel counts: in UTF-16.
MOST_CHARACTERS = 32_767


def read_workbook(path: Path, columns: Columns, default_id: str) -> Iterator[Record | RecordError]:
    """Read the dialogues of a workbook, one at a time.

    path (Path): The workbook.
    columns (Columns): Which sheet and which columns to read.
    default_id (str): The dialogue's id if there is no dialogue column.
    YIELDS (Record | RecordError): The dialogues, or their errors, in order. `line` is the number of
        a row.
    RAISES (InputError): If the file as a whole cannot be read.
    """
    layout = read_workbook_layout(path, columns)
    if not layout.table.header:
        return
    with Package(path) as package, SheetReader(package, layout.sheet) as reader:
        own = with_marks(layout.table)
        for item in read_table(lambda: sheet_rows(reader, layout), own, default_id):
            yield without_marks(item, own.header[len(layout.table.header) :])


def with_marks(table: TableLayout) -> TableLayout:
    """The layout of a table that also has, for each column that is written, one that is kept too.

    In those, a cell is true if the cell of the written column is no text.

    table (TableLayout): The layout of the sheet.
    RETURNS (TableLayout): The same columns, and the further ones after them.
    """
    names = [f"no text: {table.header[at]}" for at in table.written]
    count = len(table.header)
    return TableLayout(
        [*table.header, *names],
        table.text,
        table.speaker,
        table.dialogue,
        table.group,
        [*table.kept, *range(count, count + len(names))],
    )


def is_too_long(text: str) -> bool:
    """Whether a text is longer than a cell can hold."""
    if len(text) <= MOST_CHARACTERS // 2:
        return False
    return len(text) + sum(character > "\uffff" for character in text) > MOST_CHARACTERS


def sheet_rows(reader: SheetReader, layout: WorkbookLayout) -> Iterator[TableRow]:
    """The rows after the header, without empty ones.

    reader (SheetReader): Reads the sheet.
    layout (WorkbookLayout): Its layout.
    YIELDS (TableRow): The rows, with the cells of `with_marks`.
    """
    table = layout.table
    used = {*table.written, *([] if table.group is None else [table.group])}
    for row in reader.rows():
        if row.number < layout.first_row:
            continue
        cells, fault = _cells(reader, row, used)
        if fault is not None or any(cell.text for cell in cells.values()):
            values = _values(cells, table)
            yield TableRow(row.number, values, fault)


def _cells(
    reader: SheetReader, row: SheetRow, used: set[int]
) -> tuple[dict[int, SheetCell], RecordError | None]:
    """The cells of a row that are used, and what is wrong with them."""
    cells: dict[int, SheetCell] = {}
    fault = None
    for at in sorted(used):
        try:
            cells[at] = reader.cell(row, at)
        except NoValue:
            hint = "a formula has no result: open and save the file in Excel, or paste the values"
            fault = RecordError("FormulaWithoutResult", hint, line=row.number)
            continue
        if is_too_long(cells[at].text):
            hint = f"a cell has more than {MOST_CHARACTERS} characters: divide it, or use CSV"
            fault = RecordError("CellTooLong", hint, line=row.number)
    return cells, fault


def _values(cells: dict[int, SheetCell], table: TableLayout) -> Sequence[Cell]:
    empty = SheetCell("", None)
    values: list[Cell] = []
    for at in range(len(table.header)):
        cell = cells.get(at, empty)
        values.append(cell.value if at in table.kept else cell.text)
    for at in table.written:
        values.append(None if cells.get(at, empty).is_text else True)
    return values
