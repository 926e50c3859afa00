"""Surveys the rows of a table, to find the dialogues of bad rows and those that are split up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ...errors import RecordError
from ..records import Cell, check_characters
from .table_layout import TableLayout
from .table_rows import TableRow


@dataclass(slots=True)
class Survey:
    """The results of a first pass over all rows of a table.

    ids (set[str]): The dialogues that certainly have good rows.
    split (dict[str, int]): The dialogues with others between their rows, with the line at
        which they start again.
    faults (dict[str, RecordError]): The dialogues with bad rows, with the first error.
    owners (dict[int, str]): The dialogues of the bad rows that name one, by the row's number.
    spoiled (dict[str, RecordError]): The dialogues beside bad rows that may be part of them, with
        the error.
    """

    ids: set[str] = field(default_factory=set)
    split: dict[str, int] = field(default_factory=dict)
    faults: dict[str, RecordError] = field(default_factory=dict)
    owners: dict[int, str] = field(default_factory=dict)
    spoiled: dict[str, RecordError] = field(default_factory=dict)


@dataclass(slots=True)
class _Bad:
    """A bad row, and the dialogues before and after it."""

    number: int
    fault: RecordError
    id: str
    speaker: str
    row: TableRow
    before: str | None
    after: str | None = None


def survey_rows(rows: Iterable[TableRow], layout: TableLayout) -> Survey:
    """Go through all rows to find the dialogues of bad rows, and dialogues that are split up.

    A bad row's dialogue is trusted only if a good row has the same dialogue or the same
    speaker: it may be part of a message, which must not be mistaken for an id.

    rows (Iterable[TableRow]): The rows.
    layout (TableLayout): The table's layout, with a dialogue column.
    RETURNS (Survey): The results; only ids and speakers are held in memory, not texts.
    """
    survey = Survey()
    speakers: set[str] = set()
    started: set[str] = set()
    bad: list[_Bad] = []
    following: list[_Bad] = []
    current: str | None = None
    doubtful: str | None = None
    for number, row in enumerate(rows):
        if row.fault is not None:
            speaker = _cell(row.cells, layout.speaker, layout)
            id = _cell(row.cells, layout.dialogue, layout)
            bad.append(_Bad(number, row.fault, id, speaker, row, current))
            following.append(bad[-1])
            continue
        id = text_of(row.cells, layout.dialogue)
        if id != current:
            if id in started and is_id(id):
                survey.split.setdefault(id, row.line)
            started.add(id)
            doubtful = id if following and _may_be_part(row, following[-1].row, layout) else None
            current = id
        for one in following:
            one.after = id
        following = []
        if doubtful != id:
            survey.ids.add(id)
            speakers.add(text_of(row.cells, layout.speaker))
    for one in bad:
        is_known = one.id in survey.ids or (one.speaker and one.speaker in speakers)
        if is_id(one.id) and (one.row.is_divided or is_known):
            survey.owners[one.number] = one.id
            survey.faults.setdefault(one.id, one.fault)
            beside = [one.after] if one.row.leaves_quote_open else []
        else:
            beside = [] if one.row.is_divided else [one.before, one.after]
        for id in filter(None, beside):
            survey.spoiled.setdefault(id, one.fault)
    return survey


def text_of(cells: Sequence[Cell], position: int | None) -> str:
    """A cell as text.

    cells (Sequence[Cell]): The cells of a good row.
    position (int | None): The position of the cell; None for a column that is not there.
    RETURNS (str): The text; "" without a column.
    """
    cell = None if position is None else cells[position]
    return "" if cell is None else str(cell)


def is_id(id: str) -> bool:
    """Whether a cell can be the id of a dialogue.

    id (str): The cell.
    RETURNS (bool): False if it is empty or cannot be written.
    """
    try:
        check_characters(id, line=None, id=None)
    except RecordError:
        return False
    return bool(id)


def _cell(cells: Sequence[Cell], position: int | None, layout: TableLayout) -> str:
    """A cell of a bad row, counted from the side without the text column."""
    if position is None:
        return ""
    if position > layout.text:
        position += len(cells) - len(layout.header)
        return text_of(cells, position) if position > layout.text else ""
    return text_of(cells, position) if position < len(cells) else ""


def _may_be_part(row: TableRow, bad: TableRow, layout: TableLayout) -> bool:
    """Whether a good row may be part of a bad row before it.

    It is not if it has the dialogue or the speaker of a complete bad row.
    """
    is_like = len(bad.cells) >= len(layout.header) and any(
        position is not None
        and row.cells[position] != ""
        and row.cells[position] == _cell(bad.cells, position, layout)
        for position in (layout.dialogue, layout.speaker)
    )
    return not bad.is_divided and not is_like
