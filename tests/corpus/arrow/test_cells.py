from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest

from spacy_piivot.corpus.arrow.cells import cell_type, is_cell, read_cells, write_cells

WHEN = datetime(2026, 3, 1, 10, 30, 5, 120000)
CELLS = [
    (pa.string(), "Ola"),
    (pa.dictionary(pa.int32(), pa.string()), "Ola"),
    (pa.int8(), -4),
    (pa.uint64(), 2**64 - 1),
    (pa.dictionary(pa.int8(), pa.int64()), 7),
    (pa.float32(), 0.5),
    (pa.float64(), 0.1 + 0.2),
    (pa.bool_(), True),
    (pa.decimal128(10, 2), Decimal("1.20")),
    (pa.date32(), date(2026, 3, 1)),
    (pa.date64(), date(2026, 3, 1)),
    (pa.timestamp("ms"), WHEN),
    (pa.timestamp("ns"), WHEN),
    (pa.timestamp("us", "UTC"), WHEN),
    (pa.timestamp("us", "America/New_York"), WHEN),
    (pa.time32("s"), time(10, 30, 5)),
    (pa.time64("us"), time(10, 30, 5, 120000)),
    (pa.time64("ns"), time(10, 30, 5, 1)),
    (pa.null(), None),
]


@pytest.mark.parametrize(("type", "value"), CELLS, ids=lambda of: str(of))
def test_cells_of_every_type_come_back(type: pa.DataType, value: Any) -> None:
    plain = type.value_type if pa.types.is_dictionary(type) else type
    column = pa.array([value, None, value], plain)
    column = column if plain is type else column.dictionary_encode().cast(type)
    assert is_cell(type)
    cells = read_cells(column)
    assert all(isinstance(cell, str | int | float | bool | None) for cell in cells)
    assert write_cells(cells, cell_type(type)).equals(column)
    assert write_cells([], type).type == type


def test_dates_are_read_as_they_are_written() -> None:
    assert read_cells(pa.array([WHEN], pa.timestamp("s"))) == ["2026-03-01 10:30:05"]
    assert read_cells(pa.array([WHEN.date()], pa.date32())) == ["2026-03-01"]


@pytest.mark.parametrize(
    ("type", "cells", "written"),
    [
        (pa.int64(), ["12345", "Ola", 7], [12345, None, 7]),
        (pa.int8(), [1000, 1, None], [None, 1, None]),
        (pa.float64(), ["1.5", "Ola"], [1.5, None]),
        (pa.date32(), ["2026-03-01", "1 March"], [date(2026, 3, 1), None]),
        (pa.timestamp("ms"), ["2026-03-01 10:30:05.12", "then"], [WHEN, None]),
        (pa.time32("s"), ["10:30:05", "then"], [time(10, 30, 5), None]),
        (pa.decimal128(4, 2), ["1.20", "1234567"], [Decimal("1.20"), None]),
        (pa.string(), [7, None], ["7", None]),
    ],
    ids=str,
)  # fmt: skip
def test_a_surrogate_that_the_type_does_not_have_is_null(
    type: pa.DataType, cells: list, written: list
) -> None:
    assert write_cells(cells, type).to_pylist() == written


@pytest.mark.parametrize(
    "type", [pa.list_(pa.string()), pa.struct([("a", pa.string())]), pa.duration("s")], ids=str
)
def test_other_types_cannot_be_kept(type: pa.DataType) -> None:
    assert not is_cell(type)
