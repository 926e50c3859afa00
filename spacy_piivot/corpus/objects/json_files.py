"""The formats of JSON: `.json`, a list of objects or one object, and `.jsonl`, one in each line."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ...errors import RecordError
from ..essay_files import essay_notes, open_essay_writer, read_essay_records
from ..format import Format, Writer
from ..records import Columns, Record, nothing_to_keep
from ..tables.column_names import json_names
from .json_objects import is_one_object, line_objects, list_objects, start_of
from .object_files import notes_on_objects, open_object_writer, read_objects
from .object_layout import ObjectLayout, find_object_layout


def holds_essays(path: Path) -> bool:
    """Whether a `.json` file is a list of essays.

    path (Path): The file.
    RETURNS (bool): Whether it is.
    RAISES (InputError): If it cannot be read.
    """
    return _layout(path, Columns()).kind == "essays"


def _layout(path: Path, columns: Columns) -> ObjectLayout:
    return find_object_layout(path, list_objects, columns, lines=False)


def _line_layout(path: Path, columns: Columns) -> ObjectLayout:
    return find_object_layout(path, line_objects, columns, lines=True)


def _read(path: Path, columns: Columns, default_id: str) -> Iterator[Record | RecordError]:
    layout = _layout(path, columns)
    if layout.kind == "essays":
        yield from read_essay_records(path)
    else:
        yield from read_objects(path, list_objects, layout, columns, default_id)


def _notes(path: Path, columns: Columns) -> list[str]:
    layout = _layout(path, columns)
    if layout.kind != "essays":
        return notes_on_objects(path, list_objects, layout, columns)
    return [*essay_notes(path), *map(nothing_to_keep, columns.keep)]


def _open_writer(
    source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> Writer:
    layout = _layout(source, columns)
    if layout.kind == "essays":
        return open_essay_writer(source, stream, new_ids=new_ids)
    one = is_one_object(source)
    return open_object_writer(layout, stream, lines=False, one=one, new_ids=new_ids)


def _read_lines(path: Path, columns: Columns, default_id: str) -> Iterator[Record | RecordError]:
    layout = _line_layout(path, columns)
    yield from read_objects(path, line_objects, layout, columns, default_id)


def _line_notes(path: Path, columns: Columns) -> list[str]:
    return notes_on_objects(path, line_objects, _line_layout(path, columns), columns)


def _open_line_writer(
    source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> Writer:
    layout = _line_layout(source, columns)
    return open_object_writer(layout, stream, lines=True, new_ids=new_ids)


def _may_be_dialogues(path: Path) -> bool:
    """Whether a file of a folder is a list, or an object with messages and not with settings."""
    if not os.access(path, os.R_OK):
        return True  # whoever reads it says what is wrong
    start = start_of(path)
    if start.startswith(b"{"):
        return any(f'"{name}"'.encode() in start for name in json_names("messages"))
    return start.startswith(b"[")


# All objects of a list may be in one line.
JSON = Format(
    ".json",
    _read,
    _open_writer,
    _notes,
    _may_be_dialogues,
    has_ids=True,
    has_columns=True,
    has_lines=False,
)
JSONL = Format(
    ".jsonl", _read_lines, _open_line_writer, _line_notes, has_ids=True, has_columns=True
)
