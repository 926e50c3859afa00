"""Reads and writes the dialogues of Parquet files, a batch at a time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from ..core.optional import require
from ..corpus import Record
from ..errors import InputError, RecordError
from .layout import Layout, TableColumns, find_layout
from .tables import (
    ALL_MESSAGES,
    ID,
    make_table,
    nest,
    outcome_schema,
    read_dialogues,
    row_schema,
    unnest,
)

SUFFIX = ".parquet"
_ROWS = 256
_WRITTEN_AT_ONCE = 1_000


def parquet() -> Any:
    """The package pyarrow.parquet.

    RETURNS (ModuleType): The package.
    RAISES (InputError): If it is not installed.
    """
    require("pyarrow", "formats")
    return require("pyarrow.parquet", "formats")


class ParquetPart:
    """A Parquet file of dialogues.

    path (Path): The file.
    columns (TableColumns): Which columns contain what.
    """

    def __init__(self, path: Path, columns: TableColumns) -> None:
        try:
            self._file = parquet().ParquetFile(path)
            problem = ""
        except InputError:
            raise
        except Exception as error:
            problem = type(error).__name__
        if problem:
            raise InputError(f"{path.name}: is not a Parquet file that can be read ({problem}).")
        self._path = path
        self.schema = self._file.schema_arrow
        self.layout: Layout = find_layout(self.schema.names, columns)

    @property
    def dropped(self) -> list[str]:
        """The columns that are not read, and so not released."""
        return [name for name in self.schema.names if name not in self.layout.columns]

    def read(self) -> Iterator[Record | RecordError]:
        """Read the dialogues.

        With a dialogue in each row, a batch of rows is held in memory; with a message in each row
        the whole file, since the rows of a dialogue may stand anywhere in it.

        YIELDS (Record | RecordError): A dialogue, or its error, in order.
        RAISES (InputError): If the file is damaged.
        """
        seen: set[str] = set()
        first = 1
        for table in self._tables():
            nested = nest(table, self.layout)
            yield from read_dialogues(nested, seen, first)
            first += nested.num_rows

    def _tables(self) -> Iterator[Any]:
        import pyarrow as pa

        columns = list(dict.fromkeys(self.layout.columns))
        try:
            if not self.layout.is_nested:
                yield self._file.read(columns=columns)
                return
            for batch in self._file.iter_batches(batch_size=_ROWS, columns=columns):
                yield pa.Table.from_batches([batch])
            return
        except (pa.ArrowException, OSError) as error:
            problem = type(error).__name__
        raise InputError(f"{self._path.name}: is damaged ({problem}).")

    def open_writer(self, stream: BinaryIO) -> "ParquetWriter":
        """Make the writer of the file's de-identified copy.

        stream (BinaryIO): Where to write.
        RETURNS (ParquetWriter): The writer.
        """
        return ParquetWriter(stream, self.layout)


class ParquetWriter:
    """Writes released dialogues with the layout of the input.

    stream (BinaryIO): Where to write; it stays open.
    layout (Layout): The columns of the input.
    """

    def __init__(self, stream: BinaryIO, layout: Layout) -> None:
        nested = outcome_schema().remove(2)
        self._layout = layout
        self._nested = nested
        names = {ID: layout.dialogue, ALL_MESSAGES: layout.messages or ""}
        if layout.is_nested:
            import pyarrow as pa

            schema = pa.schema([(names[field.name], field.type) for field in nested])
        else:
            schema = row_schema(nested, layout)
        self._schema = schema
        self._writer = parquet().ParquetWriter(stream, schema)
        self._waiting: list[dict[str, Any]] = []

    def write(self, record: dict[str, Any]) -> None:
        """Write a released dialogue, `{"id", "messages": [{"speaker", "text"}]}`."""
        self._waiting.append(record)
        if len(self._waiting) >= _WRITTEN_AT_ONCE:
            self._flush()

    def close(self) -> None:
        """Write what follows the last dialogue; the stream stays open."""
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        if self._waiting:
            released = make_table(self._waiting, self._nested)
            self._writer.write_table(unnest(released, self._layout).cast(self._schema))
            self._waiting.clear()
