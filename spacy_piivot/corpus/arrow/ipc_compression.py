"""Finds out how the batches of an Arrow file are compressed, which pyarrow does not say.

A message's head is a flatbuffer: https://arrow.apache.org/docs/format/Columnar.html and
https://flatbuffers.dev/internals/. Only the fields needed here are read.
"""

import struct
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

# Positions of fields, as in Message.fbs.
_HEADER, _LENGTH, _COMPRESSION, _CODEC = 2, 0, 3, 0
_CODECS = ("lz4", "zstd")
# A file has these bytes, with two of padding, before the stream that is in it.
_START = b"ARROW1\0\0"


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
        if stream.read(len(_START)) != _START:
            stream.seek(0)
        for message in pa.ipc.MessageReader.open_stream(stream):
            if message.type != "record batch":
                continue
            head = message.metadata.to_pybytes()
            batch = _table(head, _root(head), _HEADER)
            assert batch is not None
            codec = None
            compression = _table(head, batch, _COMPRESSION)
            if compression is not None:
                at = _field(head, compression, _CODEC)
                codec = _CODECS[head[at] if at else 0]
            at = _field(head, batch, _LENGTH)
            return IpcFacts(codec, struct.unpack_from("<q", head, at)[0] if at else 0)
    return IpcFacts(None, 0)


def _root(head: bytes) -> int:
    return int(struct.unpack_from("<I", head, 0)[0])


def _field(head: bytes, table: int, number: int) -> int:
    """Where a field of a table is; 0 if it is not there, and has its default."""
    directory = table - struct.unpack_from("<i", head, table)[0]
    size = struct.unpack_from("<H", head, directory)[0]
    entry = 4 + 2 * number
    offset = struct.unpack_from("<H", head, directory + entry)[0] if entry < size else 0
    return table + offset if offset else 0


def _table(head: bytes, table: int, number: int) -> int | None:
    at = _field(head, table, number)
    return at + struct.unpack_from("<I", head, at)[0] if at else None
