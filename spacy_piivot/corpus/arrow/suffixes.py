"""The formats of Parquet and Arrow files; pyarrow is imported when one of them is used."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from ...core.optional import require
from ...errors import RecordError
from ..format import Format, Writer
from ..records import Columns, Record

# The names of the functions of `files` that open them.
_OPENERS = {
    ".parquet": "open_parquet",
    ".arrow": "open_ipc",
    ".arrows": "open_ipc",
    ".feather": "open_ipc",
}


def _modules() -> tuple[ModuleType, ModuleType]:
    require("pyarrow", "formats")
    from . import files, reading

    return files, reading


def _read(
    suffix: str, path: Path, columns: Columns, default_id: str
) -> Iterator[Record | RecordError]:
    files, reading = _modules()
    opener = getattr(files, _OPENERS[suffix])
    yield from reading.read_arrow(opener, path, columns, default_id)


def _notes(suffix: str, path: Path, columns: Columns) -> list[str]:
    files, reading = _modules()
    notes: list[str] = reading.arrow_file_notes(getattr(files, _OPENERS[suffix]), path, columns)
    return notes


def _open_writer(
    suffix: str, source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> Writer:
    files, reading = _modules()
    opener = getattr(files, _OPENERS[suffix])
    writer: Writer = reading.open_arrow_writer(opener, source, columns, stream, new_ids=new_ids)
    return writer


ARROW_FORMATS = tuple(
    Format(
        suffix,
        partial(_read, suffix),
        partial(_open_writer, suffix),
        partial(_notes, suffix),
        has_columns=True,
    )
    for suffix in _OPENERS
)
