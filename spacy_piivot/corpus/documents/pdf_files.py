"""Reads PDFs (`.pdf`) as essays of one message; their released copies are texts."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ...errors import RecordError
from ..format import Format
from ..records import Columns, Record, check_characters
from ..transcripts.files import LayoutWriter
from ..transcripts.layout import Layout, Turn
from .paragraphs import joined_lines
from .pdf_text import read_pdf_text


def _layout(path: Path, id: str) -> Layout:
    text = read_pdf_text(path, id).text
    check_characters(text, line=None, id=id)
    return Layout(text, "", [Turn(pieces=joined_lines(text))])


def _read(path: Path, columns: Columns, default_id: str) -> Iterator[Record | RecordError]:
    try:
        record = _layout(path, default_id).record(default_id)
    except RecordError as error:
        yield error
        return
    yield record


def _notes(path: Path, columns: Columns) -> list[str]:
    try:
        pages = read_pdf_text(path).pages
    except RecordError:
        return []  # it is quarantined when it is read
    notes = ["only the text is released, as .txt"]
    empty = sum(not page for page in pages)
    if empty:
        notes.append(f"{empty} of {len(pages)} pages have no text (scans?) and are left out")
    return notes


def _open_writer(
    source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> LayoutWriter:
    return LayoutWriter(stream, _layout(source, ""), bom=False)


PDF = Format(".pdf", _read, _open_writer, _notes, is_one_dialogue=True, written_suffix=".txt")
