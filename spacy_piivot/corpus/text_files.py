"""Reads plain text: a file is a dialogue of one message, unchanged to the byte."""

from collections.abc import Iterator
from pathlib import Path

from ..core.dialogue import Dialogue, Message
from ..errors import RecordError
from .records import BOM, Record, check_characters


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
