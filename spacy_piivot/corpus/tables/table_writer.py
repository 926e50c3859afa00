"""Makes the rows of a table again of released dialogues."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..records import KEPT, Cell
from .table_layout import TableLayout


def written_header(layout: TableLayout) -> list[str]:
    """The header of a table's copy: the columns that are written, in the table's order."""
    return [layout.header[at] for at in layout.written]


def released_rows(record: Mapping[str, Any], layout: TableLayout) -> Iterator[list[Cell]]:
    """The rows of a released dialogue, one per message.

    record (Mapping[str, Any]): `{"id", "messages": [{"speaker", "text"}]}`; a message has its kept
        columns as `"kept": {column: cell}`.
    layout (TableLayout): The layout of the source.
    YIELDS (list[Cell]): The cells of the columns in `written_header`.
    """
    for message in record["messages"]:
        cells: dict[int, Cell] = {layout.text: message["text"]}
        if layout.speaker is not None:
            cells[layout.speaker] = message["speaker"]
        if layout.dialogue is not None:
            cells[layout.dialogue] = record["id"]
        kept = message.get(KEPT) or {}
        cells.update((at, kept.get(layout.header[at])) for at in layout.kept)
        yield [cells[at] for at in layout.written]
