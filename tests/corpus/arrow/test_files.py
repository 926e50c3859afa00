from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from made_tables import SUFFIXES, chat, read_arrow, write_arrow

from spacy_piivot.corpus.arrow.files import ArrowFile, open_ipc, open_parquet
from spacy_piivot.errors import InputError


def opener(path: Path) -> Callable[[Path], ArrowFile]:
    return open_parquet if path.suffix == ".parquet" else open_ipc


def rewrite(path: Path, rows: int = 2) -> Path:
    """Copy a file batch by batch."""
    file = opener(path)(path)
    copied = path.with_name(f"copy-{path.name}")
    with copied.open("wb") as stream:
        writer = file.open_rows(stream, file.schema)
        for batch in file.batches(file.schema.names, rows):
            writer.write(batch)
        writer.close()
    return copied


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_some_columns_are_read_in_small_batches(tmp_path: Path, suffix: str) -> None:
    path = write_arrow(tmp_path / f"a{suffix}", chat(), rows=3)
    batches = list(opener(path)(path).batches(["text", "dialogue"], 2))
    assert {batch.num_rows for batch in batches} <= {1, 2}
    read = pa.Table.from_batches(batches)
    assert read.select(["dialogue", "text"]) == chat().select(["dialogue", "text"])


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("codec", ["zstd", "lz4"])
def test_a_copy_has_the_rows_the_compression_and_the_groups(
    tmp_path: Path, suffix: str, codec: str
) -> None:
    table = chat(kind=pa.array(["x", "y", "z", "y"]).dictionary_encode())
    path = write_arrow(tmp_path / f"a{suffix}", table, rows=3, compression=codec)
    copied = rewrite(path)
    assert read_arrow(copied).to_pylist() == table.to_pylist()
    assert read_arrow(copied).schema == table.schema
    if suffix == ".parquet":
        groups = pq.ParquetFile(copied).metadata
        assert [groups.row_group(at).num_rows for at in range(2)] == [3, 1]
        assert groups.row_group(0).column(0).compression == codec.upper()
    else:
        again = opener(copied)(copied)
        assert [batch.num_rows for batch in again.batches(["text"], 100)] == [3, 1]
        assert again.rows_at_once == 3


def test_the_dictionary_of_a_file_grows(tmp_path: Path) -> None:
    kinds = pa.array([f"kind {number % 7}" for number in range(40)]).dictionary_encode()
    table = pa.table({"kind": kinds, "inside": [[{"who": str(n)}] for n in range(40)]})
    type = pa.list_(pa.struct([("who", pa.dictionary(pa.int32(), pa.string()))]))
    table = table.set_column(1, "inside", pa.array(table["inside"].to_pylist(), type))
    path = write_arrow(tmp_path / "a.arrow", table, rows=10)
    file = open_ipc(path)
    copied = tmp_path / "copy.arrow"
    with copied.open("wb") as stream:
        writer = file.open_rows(stream, file.schema)
        for start in range(0, 40, 4):
            # Each batch has a dictionary of its own.
            rows = table.slice(start, 4).to_pylist()
            writer.write(pa.RecordBatch.from_pylist(rows, table.schema))
        writer.close()
    assert read_arrow(copied).to_pylist() == table.to_pylist()


# The last bytes of a stream only say that it ends.
@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("of", [0, 3, 40, 300, -10, -30])
def test_a_cut_off_file_is_refused_in_one_line(tmp_path: Path, suffix: str, of: int) -> None:
    path = write_arrow(tmp_path / f"a{suffix}", chat())
    path.write_bytes(path.read_bytes()[:of])
    with pytest.raises(InputError, match=r"^a[.][a-z]+: [^\n]*(damaged|cut off)[.]$"):
        list(opener(path)(path).batches(["text"], 10))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_another_kind_of_file_is_refused(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_text("dialogue,text\nSecretname,x\n" * 100)
    with pytest.raises(InputError) as refused:
        opener(path)(path)
    assert "Secretname" not in str(refused.value)
    assert refused.value.__cause__ is None
    assert refused.value.__context__ is None


def test_damaged_pages_are_refused(tmp_path: Path) -> None:
    path = write_arrow(tmp_path / "a.parquet", chat(more=pa.array(["x" * 9000] * 4)))
    data = bytearray(path.read_bytes())
    data[4:60] = bytes(56)
    path.write_bytes(data)
    with pytest.raises(InputError, match="damaged"):
        list(open_parquet(path).batches(["dialogue", "text"], 10))


def test_encrypted_and_old_files_are_named(tmp_path: Path) -> None:
    encrypted = tmp_path / "a.parquet"
    encrypted.write_bytes(b"PARE" + bytes(40) + b"PARE")
    with pytest.raises(InputError, match="is encrypted"):
        open_parquet(encrypted)
    old = tmp_path / "a.feather"
    old.write_bytes(b"FEA1" + bytes(40) + b"FEA1")
    with pytest.raises(InputError, match="version 1"):
        open_ipc(old)


def test_a_stream_may_have_the_suffix_of_a_file(tmp_path: Path) -> None:
    # The data sets of Hugging Face do.
    stream = write_arrow(tmp_path / "a.arrows", chat())
    path = stream.rename(tmp_path / "a.arrow")
    copied = rewrite(path)
    assert not copied.read_bytes().startswith(b"ARROW1")
    assert pa.ipc.open_stream(copied).read_all() == chat()


def test_parquet_of_others_gets_no_arrow_schema(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(chat(), path, store_schema=False)
    assert b"ARROW:schema" not in (pq.read_metadata(rewrite(path)).metadata or {})
