"""What the package knows about a format of files: how it is read and written."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from ..errors import RecordError
from .records import Columns, Record


class Writer(Protocol):
    """Writes released dialogues, `{"id", "messages": [{"speaker", "text"}]}`, in one format.

    A message has "pieces" too, its released pieces as a list of strings, if its record had them;
    None stands for a break that is left out.
    """

    def write(self, record: dict[str, Any]) -> None: ...

    def close(self) -> None:
        """Write what follows the last dialogue; the stream stays open."""


class Read(Protocol):
    """Reads a file's dialogues, one at a time."""

    def __call__(
        self, path: Path, columns: Columns, default_id: str
    ) -> Iterator[Record | RecordError]:
        """Read a file.

        path (Path): The file.
        columns (Columns): Which columns of a table to read.
        default_id (str): The dialogue's id if the file itself gives none.
        YIELDS (Record | RecordError): A dialogue, or its error, in order.
        RAISES (InputError): If the file as a whole cannot be read.
        """


class OpenWriter(Protocol):
    """Makes the writer of a file's de-identified copy, in the format of the file."""

    def __call__(
        self, source: Path, columns: Columns, stream: BinaryIO, *, new_ids: bool = False
    ) -> Writer:
        """Make a writer.

        source (Path): The file that was read.
        columns (Columns): Which columns of a table were read.
        stream (BinaryIO): Where to write.
        new_ids (bool): Whether the dialogues have other ids than in the file.
        RETURNS (Writer): The writer.
        """


def no_notes(path: Path, columns: Columns) -> list[str]:
    """The notes on a file of which everything is read."""
    return []


def any_file(path: Path) -> bool:
    """Whether a file with the suffix of the format has the format: it has."""
    return True


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files.

    suffix (str): The suffix of its files, in lower case: ".jsonl".
    read (Read): Reads a file.
    open_writer (OpenWriter): Makes the writer of a file's de-identified copy.
    notes (Callable[[Path, Columns], list[str]]): Notes for the user on how a file is read, such
        as which columns are dropped. Raises `InputError` if the file cannot be read as a whole.
    is_format_of (Callable[[Path], bool]): Whether a file of a folder with this suffix has the
        format; otherwise it is skipped.
    has_ids (bool): Whether every dialogue has an id of its own.
    is_one_dialogue (bool): Whether a file is exactly one dialogue.
    has_columns (bool): Whether further columns or fields can be kept; the notes then say which of
        `Columns.keep` a file lacks (`nothing_to_keep`).
    has_lines (bool): Whether the line of a dialogue says where it is.
    written_suffix (str): The suffix of its de-identified copies; "" for the same.
    """

    suffix: str
    read: Read
    open_writer: OpenWriter
    notes: Callable[[Path, Columns], list[str]] = no_notes
    is_format_of: Callable[[Path], bool] = any_file
    has_ids: bool = False
    is_one_dialogue: bool = False
    has_columns: bool = False
    has_lines: bool = True
    written_suffix: str = ""

    @property
    def written(self) -> str:
        """The suffix of its de-identified copies."""
        return self.written_suffix or self.suffix
