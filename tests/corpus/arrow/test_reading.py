"""What reaches a copy besides the columns: nothing."""

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import REPOSITORY
from copied import copy
from made_tables import SUFFIXES, chat, read_arrow, write_arrow

from spacy_piivot.corpus import Columns

SECRET = "Secretname"


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_metadata_is_not_copied(tmp_path: Path, suffix: str) -> None:
    fields = [pa.field(one.name, one.type, metadata={"note": SECRET}) for one in chat().schema]
    schema = pa.schema(fields, metadata={"pandas": SECRET, "org.apache.spark": SECRET})
    copied = copy(write_arrow(tmp_path / f"a{suffix}", chat().cast(schema)))
    assert SECRET.encode() not in copied.read_bytes()
    assert read_arrow(copied).schema.metadata is None


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_dictionaries_and_statistics_have_only_what_is_released(
    tmp_path: Path, suffix: str
) -> None:
    # The dialogue that fails has the speaker and the text that are in the dictionaries.
    type = pa.dictionary(pa.int32(), pa.string())
    table = pa.table(
        {
            "dialogue": ["a", "b"],
            "speaker": pa.array(["tutor", SECRET], type),
            "text": pa.array(["fine", f"\0{SECRET}"], type),
            "dropped": pa.array([SECRET, SECRET], type),
        }
    )
    copied = copy(write_arrow(tmp_path / f"a{suffix}", table))
    assert read_arrow(copied).num_rows == 1
    assert SECRET.encode() not in copied.read_bytes()


def test_the_index_of_pandas_is_a_column_like_others(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = chat().to_pandas()
    frame.index = pandas.Index([SECRET] * 4, name="who")
    path = tmp_path / "a.parquet"
    frame.to_parquet(path)
    copied = copy(path)
    assert SECRET.encode() not in copied.read_bytes()
    again = pandas.read_parquet(copied)
    assert list(again.columns) == ["dialogue", "speaker", "text"]
    assert list(again["text"]) == chat()["text"].to_pylist()
    assert SECRET in copy(path, Columns(keep=("who",))).read_bytes().decode("latin-1")


@pytest.mark.skipif(int(pa.__version__[:2]) < 26, reason="older versions cannot write such views")
@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_polars_reads_what_it_wrote(tmp_path: Path, suffix: str) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.from_arrow(chat(kind=pa.array(["x", "y", "x", "y"])))
    frame = frame.with_columns(polars.col("kind", "speaker").cast(polars.Categorical))
    path = tmp_path / f"a{suffix}"
    if suffix == ".parquet":
        frame.write_parquet(path)
        again = polars.read_parquet(copy(path, Columns(keep=("kind",))))
    else:
        frame.write_ipc(path, compression="zstd")
        again = polars.read_ipc(copy(path, Columns(keep=("kind",))))
    assert again.to_dicts() == frame.to_dicts()


def test_many_small_dialogues_fill_the_groups_of_the_source(tmp_path: Path) -> None:
    numbers = range(10_000)
    table = pa.table(
        {"dialogue": [str(n // 3) for n in numbers], "text": [f"text {n}" for n in numbers]}
    )
    path = write_arrow(tmp_path / "a.parquet", table, rows=6_000)
    copied = copy(path)
    found = pq.ParquetFile(copied).metadata
    assert [found.row_group(at).num_rows for at in range(2)] == [6_000, 4_000]
    assert read_arrow(copied) == table


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_empty_table_stays_one(tmp_path: Path, suffix: str) -> None:
    path = write_arrow(tmp_path / f"a{suffix}", chat().slice(0, 0))
    assert read_arrow(copy(path)) == chat().slice(0, 0)


# In a process of its own, whose peak does not begin with that of others.
CONVERT = f"""
import re, sys
sys.path.insert(0, {str(REPOSITORY / "tests" / "support")!r})
from pathlib import Path
from copied import copy
import pyarrow.parquet
peak = lambda: int(re.search("VmHWM:\\s*([0-9]+)", Path("/proc/self/status").read_text())[1])
before = peak()
copy(Path(sys.argv[1]))
print((peak() - before) // 1024)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suffix", "rows_at_once"), [(".parquet", 20_000), (".parquet", 200_000), (".arrow", 20_000)]
)
def test_a_large_file_is_never_in_memory(tmp_path: Path, suffix: str, rows_at_once: int) -> None:
    """200 MB of texts, in groups of rows or in one."""
    rows, each = 200_000, 50
    texts = [f"{row} {'what is 4/12? ' * 72}" for row in range(rows)]
    ids = pa.array([row // each for row in range(rows)])
    table = pa.table({"dialogue": ids, "text": texts})
    path = write_arrow(tmp_path / f"a{suffix}", table, rows=rows_at_once)
    assert table.nbytes > 200e6
    run = subprocess.run(
        [sys.executable, "-c", CONVERT, path], check=True, capture_output=True, text=True
    )
    print(f"{run.stdout.strip()} MiB more at the peak")
    assert int(run.stdout) < 200
    assert read_arrow(path.with_name(f"copy-{path.name}")) == table
