"""The rows of a table, as the reader of any format gives them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from ...errors import RecordError
from ..records import Cell


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row after the header.

    line (int): Its line or its number in the file, as an error names it.
    cells (Sequence[Cell]): Its cells, one per column. Texts, speakers, dialogues and groups are
        strings, "" for an empty cell; kept cells are strings, numbers, true and false, or None.
        Of a row that cannot be read: the cells that can be recognised.
    fault (RecordError | None): Its error, if any.
    leaves_quote_open (bool): Whether the following rows may still belong to one of its cells.
    is_divided (bool): Of a row with an error: whether it is certain which cell is in which column,
        so that its dialogue alone fails.
    """

    line: int
    cells: Sequence[Cell] = field(repr=False)
    fault: RecordError | None = None
    leaves_quote_open: bool = False
    is_divided: bool = False


# Reads the rows again, from the first one after the header.
Rows = Callable[[], Iterable[TableRow]]
