"""Reads and writes CSV with one row per message; the rows of a dialogue are consecutive."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from ...core.dialogue import Dialogue, Message
from ...errors import RecordError
from ..format import Format
from ..records import BOM, Columns, Record, check_characters
from .csv_layout import DIALOGUES, CsvLayout, read_layout
from .csv_rows import CsvRow, Survey, read_rows, survey_rows


def read_csv(path: Path, columns: Columns, default_id: str) -> Iterator[Record | RecordError]:
    """Read a CSV file, one dialogue at a time.

    A row that cannot be read makes the dialogue that it names fail. If it names none that can
    be trusted, it is reported separately, and the dialogues before and after it fail, since it
    could belong to either. A dialogue whose rows are not consecutive is left out as a whole.

    path (Path): The file, UTF-8.
    columns (Columns): Which columns to read.
    default_id (str): The dialogue's id if the file has no dialogue column.
    YIELDS (Record | RecordError): A dialogue, or the error in its rows.
    """
    layout = read_layout(path, columns)
    if not layout.header:
        return
    if layout.dialogue is None:
        yield from _read_one(path, layout, default_id)
        return
    survey = survey_rows(path, layout)
    reported: set[str] = set()
    current: _Rows | None = None
    fault_before: RecordError | None = None
    for row in read_rows(path, layout):
        if row.fault is None:
            row_id = row.cells[layout.dialogue]
            if current is None or row_id != current.id:
                if current is not None:
                    yield from current.finish(survey, reported)
                current = _Rows(row_id, row.line, fault=fault_before)
            fault_before = None
            current.add(row, layout)
            continue
        owner = survey.owners.get(row.line)
        if owner is None or row.leaves_quote_open:
            fault_before = row.fault
        if owner is None:
            if current is not None:
                current.fault = current.fault or row.fault
            yield row.fault
        elif owner not in survey.ids and owner not in reported:
            reported.add(owner)
            yield _of(row.fault, owner)
    if current is not None:
        yield from current.finish(survey, reported)


def _read_one(path: Path, layout: CsvLayout, id: str) -> Iterator[Record | RecordError]:
    """Read a file that is one dialogue."""
    current: _Rows | None = None
    for row in read_rows(path, layout):
        current = current or _Rows(id, row.line)
        if row.fault is None:
            current.add(row, layout)
        else:
            current.fault = current.fault or row.fault
    if current is not None:
        yield from current.finish(Survey(ids={id}), set())


class CsvWriter:
    """Writes dialogues with the columns and the dialect of the file they were read from.

    stream (BinaryIO): Where to write.
    layout (CsvLayout): The layout of the source.
    """

    def __init__(self, stream: BinaryIO, layout: CsvLayout) -> None:
        self.stream = stream
        self.layout = layout
        if layout.bom:
            stream.write(BOM.encode())
        if layout.header:
            self._write_row([layout.header[i] for i in layout.kept])

    def write(self, record: dict[str, Any]) -> None:
        """Write a released dialogue, one row per message."""
        layout = self.layout
        for message in record["messages"]:
            cells = {layout.text: message["text"]}
            if layout.speaker is not None:
                cells[layout.speaker] = message["speaker"]
            if layout.dialogue is not None:
                cells[layout.dialogue] = record["id"]
            self._write_row([cells[i] for i in layout.kept])

    def close(self) -> None:
        """Nothing follows the last row."""

    def _write_row(self, cells: Sequence[str]) -> None:
        # With "\r\n" the writer quotes cells that contain either character, as it must.
        row = io.StringIO(newline="")
        csv.writer(row, delimiter=self.layout.delimiter, lineterminator="\r\n").writerow(cells)
        text = row.getvalue().removesuffix("\r\n") + self.layout.line_end
        self.stream.write(text.encode())


@dataclass(slots=True)
class _Rows:
    """The rows of one dialogue while they are read."""

    id: str
    line: int
    messages: list[tuple[str, str]] = field(default_factory=list)
    fault: RecordError | None = None
    groups: set[str] = field(default_factory=set)

    def add(self, row: CsvRow, layout: CsvLayout) -> None:
        speaker = "" if layout.speaker is None else row.cells[layout.speaker]
        self.messages.append((speaker, row.cells[layout.text]))
        if layout.group is not None:
            self.groups.add(row.cells[layout.group])

    def finish(self, survey: Survey, reported: set[str]) -> Iterator[Record | RecordError]:
        """The dialogue, or its error if that has not been reported yet."""
        if self.id in reported:
            return
        try:
            record = self._parse(survey)
        except RecordError as error:
            if error.id is not None:
                reported.add(error.id)
            yield error
            return
        yield record

    def _parse(self, survey: Survey) -> Record:
        id, line = self.id, self.line
        if not id:
            raise RecordError("MissingId", "the dialogue column is empty", line=line)
        if _holds_bad_bytes(id):
            raise RecordError("NotUTF8", "convert the file to UTF-8", line=line)
        check_characters(id, line=line, id=None)
        if id in survey.faults:
            raise _of(survey.faults[id], id)
        if self.fault is not None and id not in survey.ids:
            hint = "the rows follow one that cannot be read, and may be part of it"
            raise RecordError(self.fault.kind, hint, line=line)
        if self.fault is not None:
            raise _of(self.fault, id)
        if id in survey.split:
            raise RecordError(
                "DuplicateId",
                "other dialogues are between its rows: sort the file by the dialogue column",
                line=survey.split[id],
                id=id,
            )
        for part in (cell for row in self.messages for cell in row):
            if _holds_bad_bytes(part):
                raise RecordError("NotUTF8", "convert the file to UTF-8", line=line, id=id)
            check_characters(part, line=line, id=id)
        if len(self.groups) > 1:
            raise RecordError("SeveralGroups", "its rows have several groups", line=line, id=id)
        group = next(iter(self.groups), None) or None
        messages = [Message(speaker, text) for speaker, text in self.messages]
        source = {
            "id": id,
            "messages": [{"speaker": speaker, "text": text} for speaker, text in self.messages],
        }
        return Record(Dialogue(id, messages, group=group), line, source)


def _of(fault: RecordError, id: str) -> RecordError:
    """The error of a row as the error of its dialogue."""
    return RecordError(fault.kind, fault.hint, line=fault.line, id=id)


def _holds_bad_bytes(text: str) -> bool:
    return any("\udc80" <= c <= "\udcff" for c in text)


def _notes(path: Path, columns: Columns) -> list[str]:
    layout = read_layout(path, columns)
    notes = [f"dropped columns: {', '.join(layout.dropped)}"] if layout.dropped else []
    if layout.header and layout.dialogue is None:
        notes.append("read as one dialogue because it has no dialogue column (--dialogue-column)")
    if layout.dialogue is not None and columns.dialogue is None:
        name = layout.header[layout.dialogue]
        if name != DIALOGUES[0]:
            notes.append(f"each {name!r} is a dialogue (--dialogue-column names another column)")
    return notes


def _open_writer(
    source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> CsvWriter:
    return CsvWriter(stream, read_layout(source, columns))


CSV = Format(".csv", read_csv, _open_writer, _notes)
