"""Converts kept columns to cells, which are JSON values, and back."""

import re
from collections.abc import Sequence
from fractions import Fraction

import pyarrow as pa
from pyarrow import types

from ..records import Cell
from .values import is_text, read_texts, text_type, write_texts

_PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_TIME = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\.(\d+))?")


def is_cell(type: pa.DataType) -> bool:
    """Whether a column of this type can be kept: texts, numbers, true and false, times."""
    if types.is_dictionary(type):
        return is_cell(type.value_type)
    return (
        is_text(type)
        or types.is_integer(type)
        or types.is_floating(type)
        or types.is_boolean(type)
        or types.is_decimal(type)
        or _is_date(type)
        or types.is_time(type)
    )


def cell_type(type: pa.DataType) -> pa.DataType:
    """The type of a released column: the same; see `text_type`."""
    return text_type(type) if is_text(type) and not types.is_null(type) else type


def read_cells(column: pa.Array) -> list[Cell]:
    """The cells of a column.

    column (pa.Array): A column of which `is_cell` is true.
    RETURNS (list[Cell]): Its values. Dates, times and decimal numbers are texts: "2026-03-01",
        "2026-03-01 10:30:00Z", "10:30:00".
    """
    if is_text(column.type):
        return list(read_texts(column))
    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if not _is_number(column.type):
        column = column.cast(pa.string())
    return list(column.to_pylist())


def write_cells(cells: Sequence[Cell], type: pa.DataType) -> pa.Array:
    """Make a column of cells.

    cells (Sequence[Cell]): The cells.
    type (pa.DataType): The type of the column.
    RETURNS (pa.Array): The column. A cell that was replaced by what its type does not have, for
        example a number by a word, is null.
    """
    value = type.value_type if types.is_dictionary(type) else type
    if types.is_null(type):
        return pa.nulls(len(cells))
    if is_text(type):
        return write_texts([None if cell is None else str(cell) for cell in cells], type)
    try:
        column = _made(cells, value)
    except (pa.ArrowException, ValueError):
        column = pa.concat_arrays([_one(cell, value) for cell in cells])
    return column if value is type else column.dictionary_encode().cast(type)


def _made(cells: Sequence[Cell], type: pa.DataType) -> pa.Array:
    if types.is_time(type):
        unit = _PER_SECOND[type.unit]
        numbers = [None if cell is None else _seconds(str(cell), unit) for cell in cells]
        return pa.array(numbers, pa.int32() if types.is_time32(type) else pa.int64()).cast(type)
    if _is_number(type) and not any(isinstance(cell, str) for cell in cells):
        return pa.array(cells, type)
    texts = [None if cell is None else str(cell) for cell in cells]
    return pa.array(texts, pa.string()).cast(type)


def _one(cell: Cell, type: pa.DataType) -> pa.Array:
    try:
        return _made([cell], type)
    except (pa.ArrowException, ValueError):
        return pa.nulls(1, type)


def _seconds(text: str, unit: int) -> int:
    """A time of a day as a whole number, which pyarrow does not read."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise ValueError("no time")
    hours, minutes, seconds = (int(found[number]) for number in (1, 2, 3))
    rest = Fraction(f"0.{found[4] or 0}") * unit
    return (hours * 3600 + minutes * 60 + seconds) * unit + int(rest)


def _is_number(type: pa.DataType) -> bool:
    return types.is_integer(type) or types.is_floating(type) or types.is_boolean(type)


def _is_date(type: pa.DataType) -> bool:
    return types.is_date(type) or types.is_timestamp(type)
