"""The format of Excel workbooks; what reads and writes them is imported when one is used."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ...errors import RecordError
from ..format import Format, Writer
from ..records import Columns, Record


def _read(path: Path, columns: Columns, default_id: str) -> Iterator[Record | RecordError]:
    from .reading import read_workbook

    yield from read_workbook(path, columns, default_id)


def _notes(path: Path, columns: Columns) -> list[str]:
    from .notes import workbook_notes

    return workbook_notes(path, columns)


def _open_writer(
    source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
) -> Writer:
    from .writing import open_workbook_writer

    return open_workbook_writer(source, columns, stream, new_ids=new_ids)


XLSX = Format(".xlsx", _read, _open_writer, _notes, has_columns=True)
