"""Reads and writes files, each in its own format."""

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, NamedTuple

from ..errors import RecordError
from .format import Writer
from .inputs import InputFile, Inputs
from .lists import Roster
from .records import Columns, Record


class Entry(NamedTuple):
    """A dialogue or an error, and the file it comes from.

    file (InputFile): The file.
    item (Record | RecordError): A dialogue, or its error.
    """

    file: InputFile
    item: Record | RecordError


def read_records(file: InputFile, columns: Columns) -> Iterator[Record | RecordError]:
    """Read a file's dialogues, one at a time.

    file (InputFile): The file.
    columns (Columns): Which columns of a table to read.
    YIELDS (Record | RecordError): A dialogue, or its error, in order.
    RAISES (InputError): If the file as a whole cannot be read.
    """
    return file.format.read(file.path, columns, file.default_id)


def read_inputs(inputs: Inputs, columns: Columns, roster: Roster | None = None) -> Iterator[Entry]:
    """Read all the files, one dialogue at a time.

    inputs (Inputs): The files.
    columns (Columns): Which columns of tables to read.
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

    file (InputFile): The file.
    columns (Columns): Which columns are read.
    RETURNS (list[str]): For tables, which columns are dropped, which column has the ids of
        essays, and whether the file is one dialogue because it has no dialogue column; for files
        of essays, how many have labels.
    RAISES (InputError): If a required column is missing, or a file of essays is not a list.
    """
    return file.format.notes(file.path, columns)


def open_writer(
    file: InputFile, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> Writer:
    """Make the writer of a file's de-identified copy, in the format of the file.

    file (InputFile): The file that was read.
    columns (Columns): Which columns of a table were read.
    stream (BinaryIO): Where to write.
    new_ids (bool): Whether the dialogues have other ids than in the file. Those of essays that
        are numbers there are numbers again if they are the same.
    RETURNS (Writer): The writer.
    """
    return file.format.open_writer(file.path, columns, stream, new_ids=new_ids)
