"""Chooses the reader and writer of a file by its suffix, for the whole package."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, BinaryIO, NamedTuple, Protocol

from ..errors import RecordError
from .csv_files import CsvWriter, read_csv
from .csv_layout import DIALOGUES, read_layout
from .essay_files import EssayWriter, essay_notes, read_essay_records
from .essays import survey_essays
from .inputs import InputFile, Inputs
from .jsonl import read_jsonl, write_line
from .lists import Roster
from .records import BOM, Columns, Record
from .text_files import has_bom, read_text


class Entry(NamedTuple):
    """A dialogue or an error, and the file it comes from.

    file (InputFile): The file.
    item (Record | RecordError): A dialogue, or its error.
    """

    file: InputFile
    item: Record | RecordError


class Writer(Protocol):
    """Writes released dialogues, `{"id", "messages": [{"speaker", "text"}]}`, in one format."""

    def write(self, record: dict[str, Any]) -> None: ...

    def close(self) -> None:
        """Write what follows the last dialogue; the stream stays open."""


def read_records(file: InputFile, columns: Columns) -> Iterator[Record | RecordError]:
    """Read a file's dialogues, one at a time.

    file (InputFile): The file.
    columns (Columns): Which columns of a CSV file to read.
    YIELDS (Record | RecordError): A dialogue, or its error, in order.
    RAISES (InputError): If the file as a whole cannot be read.
    """
    if file.format == ".jsonl":
        return read_jsonl(file.path)
    if file.format == ".csv":
        return read_csv(file.path, columns, file.default_id)
    if file.format == ".json":
        return read_essay_records(file.path)
    return read_text(file.path, file.default_id)


def read_inputs(inputs: Inputs, columns: Columns, roster: Roster | None = None) -> Iterator[Entry]:
    """Read all the files, one dialogue at a time.

    inputs (Inputs): The files.
    columns (Columns): Which columns of CSV files to read.
    roster (Roster | None): The names of known participants.
    YIELDS (Entry): Each dialogue with its names, or its error, in order.
    RAISES (InputError): If a file as a whole cannot be read.
    """
    for file in inputs.files:
        for item in read_records(file, columns):
            if roster is not None and isinstance(item, Record):
                names = roster.names(item.dialogue.id)
                item = replace(item, dialogue=replace(item.dialogue, roster=names))
            yield Entry(file, item)


def layout_notes(file: InputFile, columns: Columns) -> list[str]:
    """Notes for the user on how a file is read.

    file (InputFile): The file; CSV files and files of essays have notes.
    columns (Columns): Which columns are read.
    RETURNS (list[str]): Which columns are dropped, which column has the ids of essays, and whether
        the file is one dialogue because it has no dialogue column; how many essays have labels.
    RAISES (InputError): If a required column is missing, or a file of essays is not a list.
    """
    if file.format == ".json":
        return essay_notes(file.path)
    if file.format != ".csv":
        return []
    layout = read_layout(file.path, columns)
    notes = [f"dropped columns: {', '.join(layout.dropped)}"] if layout.dropped else []
    if layout.header and layout.dialogue is None:
        notes.append("read as one dialogue because it has no dialogue column (--dialogue-column)")
    if layout.dialogue is not None and columns.dialogue is None:
        name = layout.header[layout.dialogue]
        if name != DIALOGUES[0]:
            notes.append(f"each {name!r} is a dialogue (--dialogue-column names another column)")
    return notes


def open_writer(
    file: InputFile, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> Writer:
    """Make the writer of a file's de-identified copy, in the format of the file.

    file (InputFile): The file that was read.
    columns (Columns): Which columns of a CSV file were read.
    stream (BinaryIO): Where to write.
    new_ids (bool): Whether the dialogues have other ids than in the file. Those of essays that
        are numbers there are numbers again if they are the same.
    RETURNS (Writer): The writer.
    """
    if file.format == ".jsonl":
        return _JsonlWriter(stream)
    if file.format == ".csv":
        return CsvWriter(stream, read_layout(file.path, columns))
    if file.format == ".json":
        return EssayWriter(stream, frozenset() if new_ids else survey_essays(file.path).numbers)
    return _TextWriter(stream, has_bom(file.path))


class _PlainWriter:
    def close(self) -> None:
        """Nothing follows the last dialogue."""


class _JsonlWriter(_PlainWriter):
    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def write(self, record: dict[str, Any]) -> None:
        write_line(self.stream, record)


class _TextWriter(_PlainWriter):
    def __init__(self, stream: BinaryIO, bom: bool) -> None:
        self.stream = stream
        self.bom = bom

    def write(self, record: dict[str, Any]) -> None:
        text = "".join(message["text"] for message in record["messages"])
        self.stream.write(((BOM if self.bom else "") + text).encode())
