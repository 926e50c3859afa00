from pathlib import Path

import pyarrow as pa
import pytest
from made_tables import chat, write_arrow

from spacy_piivot.corpus.arrow.ipc_compression import IpcFacts, ipc_compression


@pytest.mark.parametrize("suffix", [".arrow", ".arrows"])
@pytest.mark.parametrize("codec", [None, "lz4", "zstd"])
def test_the_compression_and_the_first_batch_are_found(
    tmp_path: Path, suffix: str, codec: str | None
) -> None:
    # A dictionary comes before the batch.
    table = chat(kind=pa.array(["x", "y", "x", "y"]).dictionary_encode())
    path = write_arrow(tmp_path / f"a{suffix}", table, rows=3, compression=codec)
    assert ipc_compression(path) == IpcFacts(codec, 3)


@pytest.mark.parametrize("suffix", [".arrow", ".arrows"])
def test_a_file_without_rows_has_no_compression(tmp_path: Path, suffix: str) -> None:
    path = write_arrow(tmp_path / f"a{suffix}", chat().slice(0, 0), compression="zstd")
    assert ipc_compression(path).codec in (None, "zstd")
    assert ipc_compression(path).rows_at_once == 0


def test_a_file_that_polars_wrote_is_understood(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    path = tmp_path / "a.arrow"
    polars.from_arrow(chat()).write_ipc(path, compression="zstd")
    assert ipc_compression(path) == IpcFacts("zstd", 4)
