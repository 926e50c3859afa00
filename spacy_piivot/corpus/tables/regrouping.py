"""Collects the rows of dialogues that are split up: in memory, or on disk if they are many."""

import json
import os
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from ..records import Cell
from .table_rows import TableRow

# So many characters are held in memory.
IN_MEMORY = 64 << 20
# What a row takes besides its characters.
_ROW = 400


class CollectedRows:
    """The rows of several dialogues, in their order, until each is asked for.

    Rows that do not fit in memory are in a temporary file that only its owner can open and that
    has no name: it is gone when the process ends, however that happens. `TMPDIR` says where it is.

    in_memory (int): How many characters are held in memory.
    """

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self.in_memory = in_memory
        self._waiting: defaultdict[str, list[TableRow]] = defaultdict(list)
        self._size = 0
        self._pieces: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        self._file: BinaryIO | None = None

    @property
    def is_on_disk(self) -> bool:
        """Whether some of the rows did not fit in memory."""
        return self._file is not None

    def add(self, id: str, row: TableRow) -> None:
        """Add a good row of a dialogue."""
        self._waiting[id].append(row)
        self._size += _ROW + sum(len(cell) for cell in row.cells if isinstance(cell, str))
        if self._size > self.in_memory:
            self._move_to_disk()

    def take(self, id: str) -> Iterator[TableRow]:
        """The rows of a dialogue, which are then forgotten.

        id (str): The dialogue.
        YIELDS (TableRow): Its rows, in the order in which they were added.
        """
        for start, length in self._pieces.pop(id, ()):
            assert self._file is not None
            self._file.seek(start)
            for line, cells in json.loads(self._file.read(length)):
                yield TableRow(line, cells)
        yield from self._waiting.pop(id, ())

    def close(self) -> None:
        """Remove the file, if there is one."""
        if self._file is not None:
            self._file.close()

    def _move_to_disk(self) -> None:
        if self._file is None:
            self._file = nameless_file()
        self._file.seek(0, os.SEEK_END)
        for id, rows in self._waiting.items():
            start = self._file.tell()
            # Lone surrogates, which stand for bad bytes, are escaped.
            own: list[tuple[int, Sequence[Cell]]] = [(row.line, row.cells) for row in rows]
            self._file.write(json.dumps(own).encode("ascii"))
            self._pieces[id].append((start, self._file.tell() - start))
        self._waiting.clear()
        self._size = 0


def nameless_file() -> BinaryIO:
    """A temporary file that has no name and can only be opened by this process.

    RETURNS (BinaryIO): The file, open for reading and writing.
    """
    # Created with the mode 0600. Where the system can, it never has a name; else it is removed
    # from its folder at once.
    return tempfile.TemporaryFile(prefix="spacy-piivot-")
