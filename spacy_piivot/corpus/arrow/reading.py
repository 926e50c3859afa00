"""Reads and writes Parquet and Arrow files, in batches."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from ...errors import RecordError
from ..records import Columns, Record
from .files import ArrowFile
from .layouts import Layout, arrow_layout, arrow_notes, arrow_records, arrow_rows

Open = Callable[[Path], ArrowFile]

# Rows read at once: each may be a whole dialogue.
_ROWS = 512
# Messages released at once.
_MESSAGES = 4096


def read_arrow(
    open_file: Open, path: Path, columns: Columns, default_id: str
) -> Iterator[Record | RecordError]:
    """Read the dialogues of a file.

    open_file (Callable[[Path], ArrowFile]): Opens files of its format.
    path (Path): The file.
    columns (Columns): Which columns to read.
    default_id (str): The dialogue's id if no column has ids.
    YIELDS (Record | RecordError): The dialogues, or their errors, in order.
    RAISES (InputError): If the file as a whole cannot be read.
    """
    file = open_file(path)
    layout = arrow_layout(file.schema, columns, path.name)
    yield from arrow_records(lambda: file.batches(layout.read, _ROWS), layout, default_id)


def arrow_file_notes(open_file: Open, path: Path, columns: Columns) -> list[str]:
    """Notes for the user on how a file is read; see `arrow_notes`."""
    file = open_file(path)
    layout = arrow_layout(file.schema, columns, path.name)
    return arrow_notes(lambda: file.batches(layout.read, _ROWS), layout, columns)


def open_arrow_writer(
    open_file: Open, source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> "ArrowWriter":
    """Make the writer of a file's de-identified copy.

    open_file (Callable[[Path], ArrowFile]): Opens files of its format.
    source (Path): The file that was read.
    columns (Columns): Which columns were read.
    stream (BinaryIO): Where to write.
    new_ids (bool): Whether the dialogues have other ids than in the file.
    RETURNS (ArrowWriter): The writer.
    """
    file = open_file(source)
    layout = arrow_layout(file.schema, columns, source.name)
    return ArrowWriter(file, layout, stream, new_ids=new_ids)


class ArrowWriter:
    """Writes released dialogues with the columns, types and compression of their source.

    file (ArrowFile): The source.
    layout (Layout): Which of its columns contain what.
    stream (BinaryIO): Where to write.
    new_ids (bool): Whether the dialogues have other ids than in the source.
    """

    def __init__(
        self, file: ArrowFile, layout: Layout, stream: BinaryIO, *, new_ids: bool = False
    ) -> None:
        self.layout = layout
        self.schema = layout.released(new_ids=new_ids)
        self._rows = file.open_rows(stream, self.schema)
        self._waiting: list[dict[str, Any]] = []
        self._messages = 0

    def write(self, record: dict[str, Any]) -> None:
        """Write a released dialogue."""
        self._waiting.append(record)
        self._messages += len(record["messages"])
        if self._messages >= _MESSAGES:
            self._write_rows()

    def close(self) -> None:
        """Write the rows that are left, and the end of the file."""
        if self._waiting:
            self._write_rows()
        self._rows.close()

    def _write_rows(self) -> None:
        self._rows.write(arrow_rows(self._waiting, self.layout, self.schema))
        self._waiting = []
        self._messages = 0
