"""Reads plain text: a file is a dialogue of one message, unchanged to the byte."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from ..core.dialogue import Dialogue, Message
from ..errors import RecordError
from .format import Format
from .records import BOM, Columns, Record, check_characters


def read_text(path: Path, id: str) -> Iterator[Record | RecordError]:
    """Read a text file as a dialogue of one message.

    path (Path): The file, UTF-8. Its line ends stay as they are.
    id (str): The dialogue's id.
    YIELDS (Record | RecordError): One dialogue, or the file's error.
    """
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError:
        yield RecordError("NotUTF8", "convert the file to UTF-8", id=id)
        return
    text = text.removeprefix(BOM)
    try:
        check_characters(text, line=None, id=id)
    except RecordError as error:
        yield error
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
    return read_text(path, default_id)


def _open_writer(
    source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> TextWriter:
    return TextWriter(stream, has_bom(source))


TEXT = Format(".txt", _read, _open_writer, is_one_dialogue=True)
