"""Small Parquet and Arrow files."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

SUFFIXES = (".parquet", ".arrow", ".arrows", ".feather")


def write_arrow(path: Path, table: pa.Table, **options: Any) -> Path:
    """Write a table in the format of the file's suffix.

    options (Any): `rows` of a row group or a batch, and `compression`.
    """
    rows, compression = options.get("rows"), options.get("compression")
    if path.suffix == ".parquet":
        pq.write_table(table, path, row_group_size=rows, compression=compression or "snappy")
        return path
    make = pa.ipc.new_stream if path.suffix == ".arrows" else pa.ipc.new_file
    with make(
        str(path), table.schema, options=pa.ipc.IpcWriteOptions(compression=compression)
    ) as writer:
        writer.write_table(table, rows)
    return path


def read_arrow(path: Path) -> pa.Table:
    if path.suffix == ".parquet":
        return pq.read_table(path)
    open_file = pa.ipc.open_stream if path.suffix == ".arrows" else pa.ipc.open_file
    with pa.OSFile(str(path)) as stream, open_file(stream) as reader:
        return reader.read_all()


def chat(**more: pa.Array) -> pa.Table:
    """Two dialogues of two messages, a message in each row."""
    columns = {
        "dialogue": pa.array(["a", "a", "b", "b"]),
        "speaker": pa.array(["tutor", "Ola", "tutor", "Ola"]),
        "text": pa.array(["Hi Ola!", "4/12  ", "line\r\nbreak", "x = -1 🎉"]),
    }
    return pa.table({**columns, **more})


def nested(text: pa.DataType | None = None, speaker: pa.DataType | None = None) -> pa.Table:
    """The same with a dialogue in each row."""
    text, speaker = text or pa.string(), speaker or pa.string()
    message = pa.struct([pa.field("role", speaker), pa.field("content", text)])
    rows = [
        [{"role": "tutor", "content": "Hi Ola!"}, {"role": "Ola", "content": "4/12  "}],
        [{"role": "tutor", "content": "line\r\nbreak"}, {"role": "Ola", "content": "x = -1 🎉"}],
    ]
    return pa.table({"id": ["a", "b"], "messages": pa.array(rows, pa.list_(message))})
