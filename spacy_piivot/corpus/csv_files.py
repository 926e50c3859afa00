"""CSV with a row a message; the rows of one dialogue stand together."""

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from ..dialogue import Dialogue, Message
from ..errors import InputError, RecordError
from .records import BOM, Columns, Record, check_characters
from .text_files import has_bom

DELIMITERS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class CsvLayout:
    """How a CSV file is written and which of its columns are used.

    header (Sequence[str]): All its columns, in order; empty for an empty file.
    text (int): The position of the text column.
    speaker (Optional[int]): The position of the speaker column.
    dialogue (Optional[int]): The position of the dialogue column.
    delimiter (str): Comma, semicolon or tab.
    line_end (str): The line end of the header row.
    bom (bool): Whether it starts with a byte order mark.
    """

    header: Sequence[str]
    text: int = 0
    speaker: int | None = None
    dialogue: int | None = None
    delimiter: str = ","
    line_end: str = "\n"
    bom: bool = False

    @property
    def kept(self) -> list[int]:
        """The positions of the columns that are written again, in the file's order."""
        named = (self.text, self.speaker, self.dialogue) if self.header else ()
        return sorted(position for position in named if position is not None)

    @property
    def dropped(self) -> list[str]:
        """The names of the columns that are not."""
        return [name for i, name in enumerate(self.header) if i not in self.kept]


def read_layout(path: Path, columns: Columns) -> CsvLayout:
    """Find a file's delimiter and columns from its header row.

    path (Path): The file, UTF-8.
    columns (Columns): The columns to look for.
    RETURNS (CsvLayout): The layout.
    RAISES (InputError): If a column is missing or there twice. The columns found are named
        only where one of them shows that the first row is a header, and not a message.
    """
    with _open(path) as stream:
        first = stream.readline()
    if not first:
        return CsvLayout(header=())
    if any("\ud800" <= c <= "\udfff" for c in first):
        raise InputError(f"{path.name}: the header row is not UTF-8. Convert the file.")
    rows = {delimiter: _cells(first, delimiter) for delimiter in DELIMITERS}
    delimiter = next((d for d in DELIMITERS if columns.text in rows[d]), None)
    if delimiter is None:
        widest = max(rows.values(), key=len)
        raise InputError(_missing(path, columns.text, "--text-column", widest, columns))
    header = rows[delimiter]

    def position(name: str | None, default: str, option: str) -> int | None:
        wanted = name or default
        if header.count(wanted) > 1:
            raise InputError(f"{path.name}: there are two columns {wanted!r}. Rename one.")
        if wanted in header:
            return header.index(wanted)
        if name is not None:
            raise InputError(_missing(path, name, option, header, columns))
        return None

    text = position(columns.text, columns.text, "--text-column")
    assert text is not None
    return CsvLayout(
        header=header,
        text=text,
        speaker=position(columns.speaker, "speaker", "--speaker-column"),
        dialogue=position(columns.dialogue, "dialogue", "--dialogue-column"),
        delimiter=delimiter,
        line_end=first[len(first.rstrip("\r\n")) :] or "\n",
        bom=has_bom(path),
    )


def read_csv(path: Path, columns: Columns, id: str) -> Iterator[Record | RecordError]:
    """Read a CSV file, one dialogue at a time.

    path (Path): The file, UTF-8.
    columns (Columns): Which columns to read.
    id (str): The dialogue's id where the file has no dialogue column.
    YIELDS (Union[Record, RecordError]): A dialogue, or what is wrong with its rows. A row
        that cannot be read spoils the dialogue before it, and the one that starts after it,
        since it could belong to either.
    """
    layout = read_layout(path, columns)
    if not layout.header:
        return
    seen: set[str] = set()
    current: _Rows | None = None
    spoilt: RecordError | None = None
    for line, row in _rows(path, layout):
        fault = _fault(line, row, layout)
        if fault is not None or isinstance(row, str):
            if current is not None:
                current.fault = current.fault or fault
            if current is None or not _is_row_of(row, current.id, layout):
                spoilt = fault
            continue
        row_id = id if layout.dialogue is None else row[layout.dialogue]
        if current is None or row_id != current.id:
            if current is not None:
                yield current.finish(seen)
            current = _Rows(row_id, line, fault=spoilt)
        spoilt = None
        speaker = "" if layout.speaker is None else row[layout.speaker]
        current.messages.append((speaker, row[layout.text]))
    if current is not None:
        yield current.finish(seen)
    elif spoilt is not None:
        yield spoilt


class CsvWriter:
    """Writes dialogues with the columns and the dialect of the file they were read from.

    stream (BinaryIO): Where to write.
    layout (CsvLayout): The layout of the source.
    """

    def __init__(self, stream: BinaryIO, layout: CsvLayout) -> None:
        self.stream = stream
        self.layout = layout
        if layout.bom:
            stream.write(BOM.encode())
        if layout.header:
            self._write_row([layout.header[i] for i in layout.kept])

    def write(self, record: dict[str, Any]) -> None:
        """Write a released dialogue, a row a message."""
        layout = self.layout
        for message in record["messages"]:
            cells = {layout.text: message["text"]}
            if layout.speaker is not None:
                cells[layout.speaker] = message["speaker"]
            if layout.dialogue is not None:
                cells[layout.dialogue] = record["id"]
            self._write_row([cells[i] for i in layout.kept])

    def _write_row(self, cells: Sequence[str]) -> None:
        # Under "\r\n" the writer quotes cells with either character, as must be.
        row = io.StringIO(newline="")
        csv.writer(row, delimiter=self.layout.delimiter, lineterminator="\r\n").writerow(cells)
        text = row.getvalue().removesuffix("\r\n") + self.layout.line_end
        self.stream.write(text.encode())


@dataclass(slots=True)
class _Rows:
    """The rows of one dialogue while they are read."""

    id: str
    line: int
    messages: list[tuple[str, str]] = field(default_factory=list)
    fault: RecordError | None = None

    def finish(self, seen: set[str]) -> Record | RecordError:
        try:
            return self._parse(seen)
        except RecordError as error:
            return error

    def _parse(self, seen: set[str]) -> Record:
        id, line = self.id, self.line
        if not id:
            raise RecordError("MissingId", "the dialogue column is empty", line=line)
        if _holds_bad_bytes(id):
            raise RecordError("NotUTF8", "convert the file to UTF-8", line=line)
        check_characters(id, line=line, id=None)
        if self.fault is not None:
            fault = self.fault
            raise RecordError(fault.kind, fault.hint, line=fault.line, id=id)
        if id in seen:
            raise RecordError(
                "DuplicateId",
                "other dialogues stand between its rows: sort the file by the dialogue column",
                line=line,
                id=id,
            )
        seen.add(id)
        for part in (cell for row in self.messages for cell in row):
            if _holds_bad_bytes(part):
                raise RecordError("NotUTF8", "convert the file to UTF-8", line=line, id=id)
            check_characters(part, line=line, id=id)
        messages = [Message(speaker, text) for speaker, text in self.messages]
        source = {
            "id": id,
            "messages": [{"speaker": speaker, "text": text} for speaker, text in self.messages],
        }
        return Record(Dialogue(id, messages), line, source)


def _open(path: Path) -> TextIO:
    # Bad bytes become lone surrogates, which valid UTF-8 never decodes to: found a cell each.
    return path.open(encoding="utf-8-sig", errors="surrogateescape", newline="")


def _holds_bad_bytes(text: str) -> bool:
    return any("\udc80" <= c <= "\udcff" for c in text)


def _rows(path: Path, layout: CsvLayout) -> Iterator[tuple[int, list[str] | str]]:
    """The rows after the header with their first line, or the parser's complaint."""
    csv.field_size_limit(sys.maxsize)
    with _open(path) as stream:
        rows = csv.reader(stream, delimiter=layout.delimiter, strict=True)
        next(rows)
        while True:
            line = rows.line_num + 1
            row: list[str] | str
            try:
                row = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                row = str(error)
            if row:
                yield line, row


def _fault(line: int, row: list[str] | str, layout: CsvLayout) -> RecordError | None:
    if isinstance(row, str):
        return RecordError("NotCSV", f"the row cannot be read: {row}", line=line)
    if len(row) != len(layout.header):
        hint = (
            f"the row has {len(row)} cells, not {len(layout.header)}: put texts that hold the "
            "delimiter in quotes"
        )
        return RecordError("CellCount", hint, line=line)
    return None


def _is_row_of(row: list[str] | str, id: str, layout: CsvLayout) -> bool:
    if layout.dialogue is None:
        return True
    return not isinstance(row, str) and len(row) > layout.dialogue and row[layout.dialogue] == id


def _cells(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line.rstrip("\r\n")], delimiter=delimiter), [])


def _missing(path: Path, name: str, option: str, header: Sequence[str], columns: Columns) -> str:
    expected = {
        known.casefold()
        for known in (columns.text, columns.speaker or "speaker", columns.dialogue or "dialogue")
    }
    is_header = any(column.casefold() in expected for column in header)
    found = (
        f"It has {', '.join(map(repr, header))}."
        if is_header
        else f"Its first row has {len(header)} cells and must name the columns."
    )
    return f"{path.name}: there is no column {name!r}. {found} Give {option}."
