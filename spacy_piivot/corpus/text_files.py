"""Reads plain text: a file is a dialogue of one message, unless it certainly is a transcript."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from ..core.dialogue import Dialogue, Message
from ..errors import RecordError
from .format import Format, Writer
from .records import BOM, Columns, Record
from .transcripts.files import export_layout, open_layout_writer, read_layout_record, read_utf8


def read_text(path: Path, id: str, columns: Columns) -> Iterator[Record | RecordError]:
    """Read a text file as a dialogue of one message, or as the transcript that it is.

    path (Path): The file, UTF-8. Its line ends stay as they are.
    id (str): The dialogue's id.
    columns (Columns): Whether, and how, to read transcripts.
    YIELDS (Record | RecordError): One dialogue, or the file's error.
    """
    try:
        text = read_utf8(path, id)
    except RecordError as error:
        yield error
        return
    layout = export_layout(text, columns)
    if layout is not None:
        yield read_layout_record(layout, id)
        return
    source = {"id": id, "messages": [{"speaker": "", "text": text}]}
    yield Record(Dialogue(id, [Message("", text)]), None, source)


def has_bom(path: Path) -> bool:
    """Whether a file starts with a byte order mark, which its copy then also gets."""
    mark = BOM.encode()
    with path.open("rb") as stream:
        return stream.read(len(mark)) == mark


class TextWriter:
    """Writes a released text.

    stream (BinaryIO): Where to write.
    bom (bool): Whether it starts with a byte order mark.
    """

    def __init__(self, stream: BinaryIO, bom: bool) -> None:
        self.stream = stream
        self.bom = bom

    def write(self, record: dict[str, Any]) -> None:
        """Write a released dialogue of one message."""
        text = "".join(message["text"] for message in record["messages"])
        self.stream.write(((BOM if self.bom else "") + text).encode())

    def close(self) -> None:
        """Nothing follows the text."""


def _read(path: Path, columns: Columns, default_id: str) -> Iterator[Record | RecordError]:
    return read_text(path, default_id, columns)


def _notes(path: Path, columns: Columns) -> list[str]:
    try:
        layout = export_layout(read_utf8(path, ""), columns)
    except RecordError:
        return []  # it is quarantined when it is read
    if layout is None:
        return []
    other = " (--transcript none reads it as one message)" if columns.transcript is None else ""
    return [f"read as {layout.kind}{other}"]


def _open_writer(
    source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> Writer:
    layout = export_layout(read_utf8(source, ""), columns)
    if layout is not None:
        return open_layout_writer(source, layout, stream)
    return TextWriter(stream, has_bom(source))


TEXT = Format(".txt", _read, _open_writer, _notes, is_one_dialogue=True)
