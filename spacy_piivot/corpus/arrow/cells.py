"""Converts kept columns to cells, which are JSON values, and back."""

from collections.abc import Sequence

import pyarrow as pa
from pyarrow import types

from ..records import Cell
from .values import is_text, read_texts, text_type, write_texts


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
        or types.is_temporal(type)
    ) and not types.is_interval(type)


def cell_type(type: pa.DataType) -> pa.DataType:
    """The type of a released column: the same; see `text_type`."""
    return text_type(type) if is_text(type) and not types.is_null(type) else type


def read_cells(column: pa.Array) -> list[Cell]:
    """The cells of a column.

    column (pa.Array): A column of which `is_cell` is true.
    RETURNS (list[Cell]): Its values. Dates and times of a day are texts (ISO 8601), and so are
        decimal numbers; times and durations are whole numbers in the column's unit.
    """
    if is_text(column.type):
        return list(read_texts(column))
    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    type = column.type
    if types.is_decimal(type) or _is_date(type):
        column = column.cast(pa.string())
    elif types.is_temporal(type):
        column = column.cast(_as_integers(type))
    return list(column.to_pylist())


def write_cells(cells: Sequence[Cell], type: pa.DataType) -> pa.Array:
    """Make a column of cells.

    cells (Sequence[Cell]): The cells.
    type (pa.DataType): The type of the column.
    RETURNS (pa.Array): The column. A cell that was replaced by what its type does not have, for
        example a date by a word, is null.
    """
    value = type.value_type if types.is_dictionary(type) else type
    if types.is_null(type):
        return pa.nulls(len(cells))
    if is_text(type):
        return write_texts([None if cell is None else str(cell) for cell in cells], type)
    if types.is_decimal(value) or _is_date(value):
        column = _parsed(cells, value)
    elif types.is_temporal(value):
        column = pa.array(cells, _as_integers(value)).cast(value)
    else:
        column = pa.array(cells, value)
    return column if value is type else column.dictionary_encode().cast(type)


def _parsed(cells: Sequence[Cell], type: pa.DataType) -> pa.Array:
    try:
        return pa.array(cells, pa.string()).cast(type)
    except pa.ArrowException:
        pass
    return pa.concat_arrays([_one(cell, type) for cell in cells])


def _one(cell: Cell, type: pa.DataType) -> pa.Array:
    try:
        return pa.array([cell], pa.string()).cast(type)
    except pa.ArrowException:
        return pa.nulls(1, type)


def _is_date(type: pa.DataType) -> bool:
    return types.is_date(type) or types.is_timestamp(type)


def _as_integers(type: pa.DataType) -> pa.DataType:
    return pa.int32() if types.is_time32(type) else pa.int64()
