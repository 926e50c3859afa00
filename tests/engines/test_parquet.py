from io import BytesIO
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from partitioned import dialogues, rows_of

from spacy_piivot.corpus import Record
from spacy_piivot.engines.layout import TableColumns
from spacy_piivot.engines.parquet import ParquetPart
from spacy_piivot.errors import InputError, RecordError

MADE = dialogues(600)


@pytest.fixture
def nested(tmp_path: Path) -> Path:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.Table.from_pylist([{**one, "grade": 5} for one in MADE]), path)
    return path


def test_dialogues_are_read_in_batches(nested: Path) -> None:
    part = ParquetPart(nested, TableColumns())
    assert part.dropped == ["grade"]
    read = [item for item in part.read() if isinstance(item, Record)]
    assert [item.dialogue.id for item in read] == [one["id"] for one in MADE]
    assert [item.line for item in read] == list(range(1, 601))
    assert read[599].dialogue.group == "g2"


def test_equal_ids_are_seen_over_batches(tmp_path: Path) -> None:
    pq.write_table(pa.Table.from_pylist([*MADE, MADE[0]]), tmp_path / "in.parquet")
    *_, last = ParquetPart(tmp_path / "in.parquet", TableColumns()).read()
    assert isinstance(last, RecordError)
    assert (last.kind, last.line, last.id) == ("DuplicateId", 601, "d0")


@pytest.mark.parametrize("as_rows", [False, True])
def test_what_is_written_has_the_layout_of_the_input(as_rows: bool, tmp_path: Path) -> None:
    made = MADE[:30]
    rows = rows_of(made) if as_rows else made
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "in.parquet")
    part = ParquetPart(tmp_path / "in.parquet", TableColumns(order="turn" if as_rows else None))
    stream = BytesIO()
    writer = part.open_writer(stream)
    for one in made:
        writer.write({"id": one["id"], "messages": one["messages"]})
    writer.close()
    assert not stream.closed
    written = pq.read_table(pa.BufferReader(stream.getvalue())).to_pylist()
    assert "group" not in written[0]
    assert written == [{name: row[name] for name in written[0]} for row in rows]


def test_an_empty_file_is_written_with_its_columns(nested: Path) -> None:
    stream = BytesIO()
    ParquetPart(nested, TableColumns()).open_writer(stream).close()
    assert pq.read_schema(pa.BufferReader(stream.getvalue())).names == ["id", "messages"]


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path, nested: Path) -> None:
    (tmp_path / "bad.parquet").write_text("Zorblatt")
    with pytest.raises(InputError, match=r"bad\.parquet: is not a Parquet file") as raised:
        ParquetPart(tmp_path / "bad.parquet", TableColumns())
    assert "Zorblatt" not in str(raised.value)
    content = bytearray(nested.read_bytes())
    content[4:4000] = b"\xff" * 3996
    nested.write_bytes(content)
    with pytest.raises(InputError, match=r"in\.parquet: is damaged"):
        list(ParquetPart(nested, TableColumns()).read())
