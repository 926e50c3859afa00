"""Reads the rows of a CSV file, and surveys them to find the dialogues of bad rows."""

import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from ...errors import RecordError
from ..records import check_characters
from .csv_layout import CsvLayout, open_csv


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One row after the header.

    line (int): Its first line in the file, from 1.
    cells (list[str]): Its cells; if it is not valid CSV, the recognisable cells of its first
        line.
    fault (RecordError | None): Its error, if any.
    leaves_quote_open (bool): Whether the following lines may still belong to one of its cells.
    """

    line: int
    cells: list[str]
    fault: RecordError | None = None
    leaves_quote_open: bool = False


@dataclass(slots=True)
class Survey:
    """The results of a first pass over all rows of a file.

    ids (set[str]): The dialogues that certainly have good rows.
    split (dict[str, int]): The dialogues with others between their rows, with the line at
        which they start again.
    faults (dict[str, RecordError]): The dialogues with bad rows, with the first error.
    owners (dict[int, str]): The dialogues of the bad rows that name one, by line.
    """

    ids: set[str] = field(default_factory=set)
    split: dict[str, int] = field(default_factory=dict)
    faults: dict[str, RecordError] = field(default_factory=dict)
    owners: dict[int, str] = field(default_factory=dict)


def read_rows(path: Path, layout: CsvLayout) -> Iterator[CsvRow]:
    """Read the rows after the header; a bad one does not end the reading.

    path (Path): The file, UTF-8.
    layout (CsvLayout): Its layout, with a header.
    YIELDS (CsvRow): The rows; blank lines are skipped.
    """
    csv.field_size_limit(sys.maxsize)
    with open_csv(path) as stream:
        lines = _Lines(stream)
        rows = csv.reader(lines, delimiter=layout.delimiter, strict=True)
        next(rows)
        while True:
            line = rows.line_num + 1
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
                yield CsvRow(line, cells, fault, leaves_quote_open=lines.quotes % 2 == 1)
                continue
            if cells:
                yield CsvRow(line, cells, _cell_count(line, cells, layout))


def survey_rows(path: Path, layout: CsvLayout) -> Survey:
    """Go through all rows to find the dialogues of bad rows, and dialogues that are split up.

    A bad row's dialogue is trusted only if a good row has the same dialogue or the same
    speaker: it may be part of a message, which must not be mistaken for an id.

    path (Path): The file, UTF-8.
    layout (CsvLayout): Its layout, with a dialogue column.
    RETURNS (Survey): The results; only ids and speakers are held in memory, not texts.
    """
    survey = Survey()
    speakers: set[str] = set()
    started: set[str] = set()
    bad: list[tuple[RecordError, str, str]] = []
    current: str | None = None
    doubtful: str | None = None
    after_bad: CsvRow | None = None
    for row in read_rows(path, layout):
        if row.fault is not None:
            id = _cell(row.cells, layout.dialogue, layout)
            bad.append((row.fault, id, _cell(row.cells, layout.speaker, layout)))
            after_bad = row
            continue
        assert layout.dialogue is not None
        id = row.cells[layout.dialogue]
        if id != current:
            if id in started:
                survey.split.setdefault(id, row.line)
            started.add(id)
            doubtful = id if after_bad and not _is_like(row, after_bad, layout) else None
            current = id
        after_bad = None
        if doubtful != id:
            survey.ids.add(id)
            if layout.speaker is not None:
                speakers.add(row.cells[layout.speaker])
    for fault, id, speaker in bad:
        if _is_id(id) and (id in survey.ids or (speaker and speaker in speakers)):
            assert fault.line is not None
            survey.owners[fault.line] = id
            survey.faults.setdefault(id, fault)
    return survey


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


def _cell_count(line: int, cells: list[str], layout: CsvLayout) -> RecordError | None:
    if len(cells) == len(layout.header):
        return None
    hint = (
        f"the row has {len(cells)} cells, not {len(layout.header)}: put texts that contain the "
        "delimiter in quotes"
    )
    return RecordError("CellCount", hint, line=line)


def _cell(cells: list[str], position: int | None, layout: CsvLayout) -> str:
    """A cell of a bad row, counted from the side without the text column."""
    if position is None:
        return ""
    if position > layout.text:
        position += len(cells) - len(layout.header)
        return cells[position] if position > layout.text else ""
    return cells[position] if position < len(cells) else ""


def _is_like(row: CsvRow, bad: CsvRow, layout: CsvLayout) -> bool:
    """Whether a good row has the dialogue or the speaker of a complete bad row before it."""
    return len(bad.cells) >= len(layout.header) and any(
        position is not None
        and row.cells[position] != ""
        and row.cells[position] == _cell(bad.cells, position, layout)
        for position in (layout.dialogue, layout.speaker)
    )


def _is_id(id: str) -> bool:
    try:
        check_characters(id, line=None, id=None)
    except RecordError:
        return False
    return bool(id)
