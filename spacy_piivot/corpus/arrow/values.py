"""Converts columns of texts and ids to Python's strings, and back."""

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
from pyarrow import types

# pandas gives categories the smallest index that suffices; surrogates can be more than names were.
_INDEX = pa.int32()

# Before this version, writing short texts that were cast to views ended the process.
_CASTS_VIEWS = int(pa.__version__.partition(".")[0]) >= 26

NOT_UTF8 = "a text is not UTF-8: convert the file that this one was made of"


def is_text(type: pa.DataType) -> bool:
    """Whether a column of this type contains texts; also as bytes, or in a dictionary."""
    if types.is_dictionary(type):
        return is_text(type.value_type)
    return (
        types.is_string(type)
        or types.is_large_string(type)
        or types.is_string_view(type)
        or _is_binary(type)
        or types.is_null(type)
    )


def is_id(type: pa.DataType) -> bool:
    """Whether a column of this type can contain ids: texts or whole numbers."""
    if types.is_dictionary(type):
        return is_id(type.value_type)
    return is_text(type) or types.is_integer(type)


def is_list(type: pa.DataType) -> bool:
    """Whether a column of this type contains lists."""
    return (
        types.is_list(type)
        or types.is_large_list(type)
        or types.is_list_view(type)
        or types.is_large_list_view(type)
        or types.is_fixed_size_list(type)
    )


def read_texts(column: pa.Array) -> list[str | None]:
    """The texts or ids of a column.

    column (pa.Array): A column of which `is_id` is true.
    RETURNS (list[str | None]): Its values; bytes that are not UTF-8 become lone surrogates, which
        a later check finds.
    """
    if types.is_dictionary(column.type):
        values = read_texts(column.dictionary)
        return [None if at is None else values[at] for at in column.indices.to_pylist()]
    if types.is_integer(column.type):
        return [None if value is None else str(value) for value in column.to_pylist()]
    try:
        return [_decoded(value) for value in column.to_pylist()]
    except UnicodeDecodeError:
        pass
    as_bytes = column.cast(pa.large_binary())
    return [_decoded(value) for value in as_bytes.to_pylist()]


def text_type(type: pa.DataType) -> pa.DataType:
    """The type of a released column of texts: the same, with room for more values.

    type (pa.DataType): The type of the source.
    RETURNS (pa.DataType): That of the copy. A column of nulls becomes one of texts.
    """
    if types.is_dictionary(type):
        index = type.index_type if type.index_type.bit_width >= _INDEX.bit_width else _INDEX
        value = text_type(type.value_type)
        # A dictionary that grows gets, of views, the empty buffer of `write_texts`.
        value = pa.large_string() if types.is_string_view(value) else value
        return pa.dictionary(index, value, type.ordered)
    return pa.string() if types.is_null(type) else type


def write_texts(values: Sequence[str | None], type: pa.DataType) -> pa.Array:
    """Make a column of texts or ids.

    values (Sequence[str | None]): The values.
    type (pa.DataType): The type of the column. A dictionary has just these values.
    RETURNS (pa.Array): The column.
    """
    if types.is_dictionary(type):
        plain = write_texts(values, type.value_type)
        return plain.dictionary_encode().cast(type)
    if types.is_integer(type):
        return pa.array([None if value is None else int(value) for value in values], type)
    if _is_binary(type):
        return pa.array([None if value is None else value.encode() for value in values], type)
    if types.is_string_view(type) and _CASTS_VIEWS:
        # Made at once, short texts get an empty buffer, on which polars fails if it is compressed.
        return pa.array(values, pa.large_string()).cast(type)
    return pa.array(values, type)


def id_type(type: pa.DataType, *, new_ids: bool = False) -> pa.DataType:
    """The type of a released column of ids.

    type (pa.DataType): The type of the source.
    new_ids (bool): Whether the ids are other ones than in the source.
    RETURNS (pa.DataType): The same; for new ids in place of numbers, that of texts.
    """
    if types.is_dictionary(type):
        value = id_type(type.value_type, new_ids=new_ids)
        return text_type(pa.dictionary(type.index_type, value, type.ordered))
    return pa.string() if new_ids and types.is_integer(type) else text_type(type)


def holds_bad_bytes(text: str) -> bool:
    """Whether a text that `read_texts` gave stands for bytes that are not UTF-8."""
    return any("\udc80" <= c <= "\udcff" for c in text)


def _is_binary(type: pa.DataType) -> bool:
    return types.is_binary(type) or types.is_large_binary(type) or types.is_binary_view(type)


def _decoded(value: Any) -> str | None:
    return value.decode(errors="surrogateescape") if isinstance(value, bytes) else value
