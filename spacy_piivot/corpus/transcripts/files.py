"""Reads and writes files of transcripts; everything outside the edits stays as it is."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from ...errors import RecordError
from ..format import Format
from ..records import BOM, Columns, Record, check_characters
from .exports import parse_export, recognise
from .layout import Layout, Turn, replaced
from .srt import is_srt, parse_srt
from .webvtt import is_webvtt, parse_webvtt

NONE = "none"

Parse = Callable[[str], Layout]


def read_utf8(path: Path, id: str) -> str:
    """The text of a file, without a byte order mark.

    path (Path): The file.
    id (str): The id of its dialogue, for the error.
    RETURNS (str): The text; its line ends stay as they are.
    RAISES (RecordError): If it is not UTF-8, or has characters that cannot be written.
    """
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError:
        problem = RecordError("NotUTF8", "convert the file to UTF-8", id=id)
    else:
        text = text.removeprefix(BOM)
        check_characters(text, line=None, id=id)
        return text
    raise problem  # outside the handler: its exception quotes the text


def transcript_kind(text: str, columns: Columns) -> str | None:
    """What export a text is read as.

    text (str): The text.
    columns (Columns): What the user said about text files.
    RETURNS (str | None): The kind of export; None for one message.
    """
    if columns.transcript is None:
        return recognise(text)
    return None if columns.transcript == NONE else columns.transcript


class LayoutWriter:
    """Writes the released copy of a transcript.

    stream (BinaryIO): Where to write.
    layout (Layout): The transcript as it was read.
    bom (bool): Whether the copy starts with a byte order mark.
    """

    def __init__(self, stream: BinaryIO, layout: Layout, bom: bool) -> None:
        self._stream = stream
        self._layout = layout
        self._bom = bom

    def write(self, record: dict[str, Any]) -> None:
        """Write the released dialogue."""
        text = replaced(self._layout.text, self._layout.replacements(record["messages"]))
        self._stream.write(((BOM if self._bom else "") + text).encode())

    def close(self) -> None:
        """Nothing follows the text."""


def open_layout_writer(source: Path, layout: Layout, stream: BinaryIO) -> LayoutWriter:
    """The writer of the copy of a file with a layout."""
    return LayoutWriter(stream, layout, source.read_bytes().startswith(BOM.encode()))


def read_layout_record(layout: Layout, id: str) -> Record:
    """The dialogue of a layout, which has at least one message."""
    if not layout.turns:
        layout.turns.append(Turn())
    return layout.record(id)


def layout_notes(layout: Layout) -> list[str]:
    """What the user is told about what is left out."""
    return [f"dropped: {', '.join(layout.reasons)}"] if layout.reasons else []


def _format(suffix: str, parse: Parse, fits: Callable[[str], bool], kind: str) -> Format:
    """A format all of whose files are transcripts."""

    def layout_of(path: Path, id: str) -> Layout:
        text = read_utf8(path, id)
        if text.strip() and not fits(text):
            raise RecordError(f"Not{kind}", f"the file is not {kind}", id=id)
        return parse(text) if text.strip() else Layout(text, kind)

    def read(path: Path, columns: Columns, default_id: str) -> Iterator[Record | RecordError]:
        try:
            record = read_layout_record(layout_of(path, default_id), default_id)
        except RecordError as error:
            yield error
            return
        yield record

    def notes(path: Path, columns: Columns) -> list[str]:
        try:
            return layout_notes(layout_of(path, ""))
        except RecordError:
            return []  # it is quarantined when it is read

    def open_writer(
        source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
    ) -> LayoutWriter:
        layout = layout_of(source, "")
        if not layout.turns:
            layout.turns.append(Turn())
        return open_layout_writer(source, layout, stream)

    return Format(suffix, read, open_writer, notes, is_one_dialogue=True)


WEBVTT = _format(".vtt", parse_webvtt, is_webvtt, "WebVTT")
SRT = _format(".srt", parse_srt, is_srt, "SRT")


def export_layout(text: str, columns: Columns) -> Layout | None:
    """The turns of a text file, if it is an export.

    text (str): The file's text.
    columns (Columns): What the user said about text files.
    RETURNS (Layout | None): Its turns; None if it is one message.
    """
    kind = transcript_kind(text, columns)
    return None if kind is None else parse_export(text, kind)
