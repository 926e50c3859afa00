"""The schema of a released file: that of the source, without what it says beside the columns.

Metadata of a schema can contain anything: pandas and Spark list all columns there, also those that
are dropped, and pandas the values of an index. None of it is copied.
"""

import pyarrow as pa
from pyarrow import types

# The number of a column, by which Iceberg and others find it.
_FIELD_ID = b"PARQUET:field_id"


def released_field(field: pa.Field, type: pa.DataType) -> pa.Field:
    """A column of the release.

    field (pa.Field): The column of the source.
    type (pa.DataType): The type of the released one.
    RETURNS (pa.Field): The same name, and whether it may be null.
    """
    number = (field.metadata or {}).get(_FIELD_ID, b"")
    metadata = {_FIELD_ID: number} if number.isdigit() else None
    return pa.field(field.name, type, field.nullable, metadata)


def list_of(type: pa.DataType, value: pa.Field) -> pa.DataType:
    """A type of lists.

    type (pa.DataType): The type of lists in the source.
    value (pa.Field): What the released ones contain.
    RETURNS (pa.DataType): Lists of the same kind.
    """
    if types.is_fixed_size_list(type):
        return pa.list_(value, type.list_size)
    if types.is_large_list(type):
        return pa.large_list(value)
    if types.is_list_view(type):
        return pa.list_view(value)
    if types.is_large_list_view(type):
        return pa.large_list_view(value)
    return pa.list_(value)


def lists(counts: list[int], values: pa.Array, type: pa.DataType) -> pa.Array:
    """A column of lists.

    counts (list[int]): How many values each list has.
    values (pa.Array): The values of all lists, in order.
    type (pa.DataType): The type of the column.
    RETURNS (pa.Array): The column.
    """
    if types.is_fixed_size_list(type):
        return pa.FixedSizeListArray.from_arrays(values, type=type)
    ends = [0]
    for count in counts:
        ends.append(ends[-1] + count)
    if types.is_large_list(type):
        return pa.LargeListArray.from_arrays(pa.array(ends, pa.int64()), values, type=type)
    if types.is_list_view(type):
        sizes = pa.array(counts, pa.int32())
        return pa.ListViewArray.from_arrays(pa.array(ends[:-1], pa.int32()), sizes, values, type)
    if types.is_large_list_view(type):
        sizes = pa.array(counts, pa.int64())
        starts = pa.array(ends[:-1], pa.int64())
        return pa.LargeListViewArray.from_arrays(starts, sizes, values, type)
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), values, type=type)
