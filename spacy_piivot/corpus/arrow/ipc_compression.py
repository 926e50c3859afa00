"""Finds out how the batches of an Arrow file are compressed, which pyarrow does not say.

The head of a batch and the end of a file are flatbuffers. Only the fields needed here are read. See
https://arrow.apache.org/docs/format/Columnar.html and https://flatbuffers.dev/internals/.
"""

import os
import struct
from pathlib import Path
from typing import BinaryIO, NamedTuple

import pyarrow as pa

# A file starts and ends with it; a stream does not.
_MAGIC = b"ARROW1"
# Before its end is the length of its footer.
_END = struct.Struct(f"<i{len(_MAGIC)}s")
# Where the head of a batch starts; older files have only the second number, the head's length.
_CONTINUED = b"\xff\xff\xff\xff"
# Positions of fields, as in Message.fbs and File.fbs.
_BATCHES, _HEADER, _LENGTH, _COMPRESSION, _CODEC = 3, 2, 0, 3, 0
_CODECS = ("lz4", "zstd")


class IpcFacts(NamedTuple):
    """What a copy of the file should have too.

    codec (str | None): "lz4", "zstd", or None.
    rows_at_once (int): How many rows the first batch has.
    """

    codec: str | None
    rows_at_once: int


def ipc_compression(path: Path) -> IpcFacts:
    """Look at the first batch of an Arrow file.

    path (Path): An Arrow file or stream.
    RETURNS (IpcFacts): Its compression and its size; of a file without batches, none and 0.
    """
    with path.open("rb") as stream:
        is_file = stream.read(len(_MAGIC)) == _MAGIC
        head = _of_file(stream) if is_file else _of_stream(stream)
    if head is None:
        return IpcFacts(None, 0)
    batch = _table(head, _root(head), _HEADER)
    assert batch is not None
    codec = None
    compression = _table(head, batch, _COMPRESSION)
    if compression is not None:
        at = _field(head, compression, _CODEC)
        codec = _CODECS[head[at] if at else 0]
    at = _field(head, batch, _LENGTH)
    return IpcFacts(codec, struct.unpack_from("<q", head, at)[0] if at else 0)


def _of_file(stream: BinaryIO) -> bytes | None:
    """The head of a file's first batch, which its footer says where to find."""
    stream.seek(-_END.size, os.SEEK_END)
    length, _ = _END.unpack(stream.read(_END.size))
    stream.seek(-_END.size - length, os.SEEK_END)
    footer = stream.read(length)
    batches = _table(footer, _root(footer), _BATCHES)
    if batches is None or not struct.unpack_from("<I", footer, batches)[0]:
        return None
    start, size = struct.unpack_from("<qi", footer, batches + 4)
    stream.seek(start)
    head = stream.read(size)
    return head[8:] if head.startswith(_CONTINUED) else head[4:]


def _of_stream(stream: BinaryIO) -> bytes | None:
    """The head of a stream's first batch."""
    stream.seek(0)
    for message in pa.ipc.MessageReader.open_stream(stream):
        if message.type == "record batch":
            head: bytes = message.metadata.to_pybytes()
            return head
    return None


def _root(data: bytes) -> int:
    return int(struct.unpack_from("<I", data, 0)[0])


def _field(data: bytes, table: int, number: int) -> int:
    """Where a field of a table is; 0 if it is not there, and has its default."""
    directory = table - struct.unpack_from("<i", data, table)[0]
    size = struct.unpack_from("<H", data, directory)[0]
    entry = 4 + 2 * number
    offset = struct.unpack_from("<H", data, directory + entry)[0] if entry < size else 0
    return table + offset if offset else 0


def _table(data: bytes, table: int, number: int) -> int | None:
    """Where a table or a list that a field points to is."""
    at = _field(data, table, number)
    return at + struct.unpack_from("<I", data, at)[0] if at else None
