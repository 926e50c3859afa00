"""Reads and writes Word documents (`.docx`): an essay is one message, a transcript many."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from ...errors import RecordError
from ..format import Format
from ..records import Columns, Record, check_characters
from .document import Document, open_document


class DocxWriter:
    """Writes the released copy of a document.

    stream (BinaryIO): Where to write.
    document (Document): The document as it was read.
    """

    def __init__(self, stream: BinaryIO, document: Document) -> None:
        self._stream = stream
        self._document = document

    def write(self, record: dict[str, Any]) -> None:
        """Write the released dialogue."""
        self._stream.write(self._document.released(record["messages"]))

    def close(self) -> None:
        """Nothing follows the document."""


def _read(path: Path, columns: Columns, default_id: str) -> Iterator[Record | RecordError]:
    try:
        layout = open_document(path, columns, default_id).layout
        for text in (layout.text, *(turn.speaker for turn in layout.turns)):
            check_characters(text, line=None, id=default_id)
    except RecordError as error:
        yield error
        return
    yield layout.record(default_id)


def _notes(path: Path, columns: Columns) -> list[str]:
    try:
        document = open_document(path, columns, "")
    except RecordError:
        return []  # it is quarantined when it is read
    kind = document.layout.kind
    return [*([f"read as {kind}"] if kind else []), *document.notes]


def _open_writer(
    source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> DocxWriter:
    return DocxWriter(stream, open_document(source, columns, ""))


DOCX = Format(".docx", _read, _open_writer, _notes, is_one_dialogue=True)
