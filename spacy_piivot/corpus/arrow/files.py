"""Opens Parquet and Arrow files, and writes files of the same kind."""

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from ...errors import InputError
from .ipc_compression import ipc_compression

# Arrow IPC files start with the first; streams with neither.
_FILE, _OLD_FEATHER = b"ARROW1", b"FEA1"
_PLAIN_END, _ENCRYPTED_END = b"PAR1", b"PARE"
_READ_AHEAD = 1 << 20
# Row groups and batches are written when they have this size, even if the source's are larger.
_MOST_ROWS, _MOST_BYTES = 1 << 20, 64 << 20

T = TypeVar("T")


class Rows(Protocol):
    """Writes rows to a file."""

    def write(self, rows: pa.RecordBatch) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class ArrowFile:
    """A Parquet or Arrow file.

    path (Path): Where it is.
    schema (pa.Schema): Its columns.
    batches (Callable[[Sequence[str], int], Iterator[pa.RecordBatch]]): Reads some columns, this
        many rows at a time at most.
    open_rows (Callable[[BinaryIO, pa.Schema], Rows]): Opens a file of the same kind, with the
        same compression.
    rows_at_once (int): How many rows a row group or a batch has, at most.
    """

    path: Path
    schema: pa.Schema
    batches: Callable[[Sequence[str], int], Iterator[pa.RecordBatch]]
    open_rows: Callable[[BinaryIO, pa.Schema], Rows]
    rows_at_once: int


def open_parquet(path: Path) -> ArrowFile:
    """Open a Parquet file.

    path (Path): The file.
    RETURNS (ArrowFile): Its columns and rows.
    RAISES (InputError): If it is not a Parquet file, or is damaged or encrypted.
    """
    end = _bytes_at(path, -len(_PLAIN_END))
    if end == _ENCRYPTED_END:
        raise InputError(f"{path.name}: is encrypted. Give a file that is not.")
    if end != _PLAIN_END:
        raise InputError(f"{path.name}: is not a Parquet file, or was cut off.")
    found = _trying(path, "a Parquet file", lambda: _ParquetFacts.of(_parquet(path)))

    def batches(columns: Sequence[str], rows: int) -> Iterator[pa.RecordBatch]:
        file = _trying(path, "a Parquet file", lambda: _parquet(path))
        with file:
            read = file.iter_batches(rows, columns=list(columns), use_threads=False)
            yield from _each(path, "a Parquet file", read)

    def open_rows(stream: BinaryIO, schema: pa.Schema) -> Rows:
        codec = "none" if found.codec == "uncompressed" else found.codec
        writer = pq.ParquetWriter(
            stream, schema, compression=codec, store_schema=found.has_arrow_schema
        )
        return _ParquetRows(writer, found.rows_at_once)

    return ArrowFile(path, found.schema, batches, open_rows, found.rows_at_once)


def open_ipc(path: Path) -> ArrowFile:
    """Open an Arrow file: the file format (Feather version 2) or the stream format.

    path (Path): The file; its start says which of the two it is, whatever its name.
    RETURNS (ArrowFile): Its columns and rows.
    RAISES (InputError): If it is neither, or is damaged.
    """
    start = _bytes_at(path, len(_FILE))
    if start.startswith(_OLD_FEATHER):
        raise InputError(f"{path.name}: is a Feather file of version 1. Save it as Parquet.")
    is_file = start == _FILE
    kind = "an Arrow file" if is_file else "an Arrow stream"
    opened = _open_file if is_file else _open_stream
    with _trying(path, kind, lambda: opened(path)) as first:
        schema = first.schema
    facts = _trying(path, kind, lambda: ipc_compression(path))

    def batches(columns: Sequence[str], rows: int) -> Iterator[pa.RecordBatch]:
        fields = [schema.get_field_index(name) for name in columns]
        with _trying(path, kind, lambda: opened(path, fields)) as reader:
            for batch in _each(path, kind, _batches(reader)):
                for start in range(0, batch.num_rows, rows):
                    yield batch.slice(start, rows)

    def open_rows(stream: BinaryIO, schema: pa.Schema) -> Rows:
        # Without these the dictionary of a file could not grow.
        options = pa.ipc.IpcWriteOptions(compression=facts.codec, emit_dictionary_deltas=True)
        make = pa.ipc.new_file if is_file else pa.ipc.new_stream
        return _IpcRows(make(stream, schema, options=options), facts.rows_at_once)

    return ArrowFile(path, schema, batches, open_rows, facts.rows_at_once)


@dataclass(frozen=True, slots=True)
class _ParquetFacts:
    """What a copy of a Parquet file should have too.

    schema (pa.Schema): The columns.
    has_arrow_schema (bool): Whether the file says what Arrow's types of its columns are.
    codec (str): The compression of its first column.
    rows_at_once (int): How many rows a row group has, at most.
    """

    schema: pa.Schema
    has_arrow_schema: bool
    codec: str
    rows_at_once: int

    @classmethod
    def of(cls, file: pq.ParquetFile) -> "_ParquetFacts":
        with file:
            found = file.metadata
            groups = [found.row_group(number) for number in range(found.num_row_groups)]
            return cls(
                file.schema_arrow,
                b"ARROW:schema" in (found.metadata or {}),
                groups[0].column(0).compression.lower() if groups else "snappy",
                max((group.num_rows for group in groups), default=0),
            )


class _InGroups:
    """Collects rows until a row group or a batch is full.

    writer (Any): Where to write.
    rows_at_once (int): How many rows fill it; 0 if the source does not say.
    """

    def __init__(self, writer: Any, rows_at_once: int) -> None:
        self._writer = writer
        self._full = min(rows_at_once or _MOST_ROWS, _MOST_ROWS)
        self._waiting: list[pa.RecordBatch] = []
        self._rows, self._bytes = 0, 0.0

    def write(self, rows: pa.RecordBatch) -> None:
        """Write rows, at the latest when the file is closed."""
        # `nbytes` does not know views in older versions of pyarrow.
        per_row = rows.get_total_buffer_size() / max(rows.num_rows, 1)
        while rows.num_rows:
            fitting = rows.slice(0, self._full - self._rows)
            rows = rows.slice(fitting.num_rows)
            self._waiting.append(fitting)
            self._rows += fitting.num_rows
            self._bytes += per_row * fitting.num_rows
            if self._rows == self._full or self._bytes > _MOST_BYTES:
                self._write_group()

    def close(self) -> None:
        """Write what is left, and the end of the file; the stream stays open."""
        if self._waiting:
            self._write_group()
        self._writer.close()

    def _write_group(self) -> None:
        self._write_rows(self._waiting)
        self._waiting = []
        self._rows, self._bytes = 0, 0.0

    def _write_rows(self, batches: list[pa.RecordBatch]) -> None:
        raise NotImplementedError


class _ParquetRows(_InGroups):
    def _write_rows(self, batches: list[pa.RecordBatch]) -> None:
        table = pa.Table.from_batches(batches)
        self._writer.write_table(table, row_group_size=table.num_rows)


class _IpcRows(_InGroups):
    _last: pa.RecordBatch | None = None

    def _write_rows(self, batches: list[pa.RecordBatch]) -> None:
        # A file has one dictionary a column: each batch has the one before, and what is new.
        before = [] if self._last is None else [self._last.slice(0, 0)]
        unified = pa.Table.from_batches([*before, *batches]).unify_dictionaries()
        batch = unified.slice(0).combine_chunks().to_batches()[0]
        self._writer.write_batch(batch)
        self._last = batch


def _parquet(path: Path) -> pq.ParquetFile:
    # With a buffer, a row group is not read as a whole.
    return pq.ParquetFile(path, buffer_size=_READ_AHEAD, pre_buffer=False)


def _open_file(path: Path, fields: Sequence[int] | None = None) -> Any:
    # A map of a file that somebody cuts off would end the process.
    return pa.ipc.open_file(pa.OSFile(str(path)), options=_reading(fields))


def _open_stream(path: Path, fields: Sequence[int] | None = None) -> Any:
    return pa.ipc.open_stream(pa.OSFile(str(path)), options=_reading(fields))


def _reading(fields: Sequence[int] | None) -> Any:
    return pa.ipc.IpcReadOptions(included_fields=list(fields or ()), use_threads=False)


def _batches(reader: Any) -> Iterator[pa.RecordBatch]:
    if isinstance(reader, pa.ipc.RecordBatchFileReader):
        yield from map(reader.get_batch, range(reader.num_record_batches))
    else:
        yield from reader


def _bytes_at(path: Path, count: int) -> bytes:
    """The first bytes of a file, or its last if the count is negative."""
    problem = ""
    try:
        with path.open("rb") as stream:
            if count < 0:
                stream.seek(max(0, path.stat().st_size + count))
            return stream.read(abs(count))
    except OSError as error:
        problem = error.strerror or type(error).__name__
    raise InputError(f"{path.name}: cannot be read ({problem}).")


def _trying(path: Path, kind: str, make: Callable[[], T]) -> T:
    # Raised outside the handler: pyarrow's messages may quote the file.
    try:
        return make()
    except (pa.ArrowException, OSError, EOFError, ValueError, struct.error, IndexError):
        pass
    raise InputError(f"{path.name}: is not {kind}, or is damaged.")


def _each(path: Path, kind: str, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    while (batch := _trying(path, kind, lambda: next(batches, None))) is not None:
        yield batch
