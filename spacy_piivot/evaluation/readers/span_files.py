"""Reads CSV with one row per span and without texts, the format of published systems."""

import csv
import io
import math
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ...corpus.annotated_spans import EntryPosition, decode_span, text_order
from ...corpus.records import BOM
from ...corpus.tables.csv_layout import DELIMITERS
from ...errors import InputError, RecordError
from ..core.annotations import AnnotatedDialogue, AnnotatedMessage, AnnotatedSpan

DOCUMENT_COLUMNS = ("file_idx", "document", "dialogue", "id")
LABEL_COLUMNS = ("label", "type")
TEXT_COLUMNS = ("entity_text", "text")
DEFAULT_LABEL = "NAME"

_POSITIONS = re.compile(r"\s*[(\[]\s*([0-9]{1,12})\s*,\s*([0-9]{1,12})\s*[)\]]\s*")
_OFFSET = re.compile(r"\s*([0-9]{1,12})(?:\.0)?\s*")
_MESSAGE = re.compile(r"\s*[0-9]{1,6}\s*")


def read_spans(path: Path) -> list[AnnotatedDialogue]:
    """Read a list of spans.

    path (Path): CSV, UTF-8, with a header: the document (`file_idx`, `document`, `dialogue` or
        `id`); `positions`, as "(start, end)", or `start` and `end`; and optionally `label` or
        `type` (by default all are NAME), `message` (its index, from 0), `entity_text` or `text`,
        `score`, `role`.
        A row with a document and nothing else means that the document has no spans.
    RETURNS (list[AnnotatedDialogue]): The documents that occur, in the order of the file.
        The number of messages is unknown: the last one is the last that has spans. With a
        `message` column there are at least two, so that `pair` can distinguish offsets in
        messages from offsets in a whole dialogue.
    RAISES (InputError): If a column is missing. (RecordError): If a row cannot be used.
    """
    # The default limit is too low for a malformed URL; `csv` has one limit for all readers.
    csv.field_size_limit(sys.maxsize)
    text = _read(path)
    columns = _find_columns(path, io.StringIO(text, newline=None).readline())
    documents: dict[str, dict[int, list[AnnotatedSpan]]] = {}
    for line, cells in _rows(text, columns):
        if columns.is_empty(cells):
            documents.setdefault(cells[columns.document or 0], {}).setdefault(0, [])
            continue
        document, message, span = _parse(cells, line, columns)
        documents.setdefault(document, {}).setdefault(message, []).append(span)
    fewest = 1 if columns.message is None else 2
    return [
        AnnotatedDialogue(
            id=document,
            messages=[
                AnnotatedMessage(sorted(messages.get(number, ()), key=text_order))
                for number in range(max(fewest, max(messages) + 1))
            ],
        )
        for document, messages in documents.items()
    ]


class _Columns:
    """The positions of the columns.

    header (Sequence[str]): The names of the columns.
    delimiter (str): The character between cells.
    """

    def __init__(self, header: Sequence[str], delimiter: str) -> None:
        names = [name.strip().casefold() for name in header]

        def position(*wanted: str) -> int | None:
            return next((names.index(name) for name in wanted if name in names), None)

        self.count = len(header)
        self.delimiter = delimiter
        self.document = position(*DOCUMENT_COLUMNS)
        self.positions = position("positions")
        self.start = position("start")
        self.end = position("end")
        self.label = position(*LABEL_COLUMNS)
        self.message = position("message")
        self.text = position(*TEXT_COLUMNS)
        self.score = position("score")
        self.role = position("role")

    def is_empty(self, cells: Sequence[str]) -> bool:
        """Whether a row names a document and no span."""
        of_span = {self.positions, self.start, self.end, self.label, self.text}
        return bool(cells[self.document or 0]) and not any(
            cells[position].strip() for position in of_span if position is not None
        )

    @property
    def has_offsets(self) -> bool:
        return self.positions is not None or None not in (self.start, self.end)


def _read(path: Path) -> str:
    content = b""
    try:
        content = path.read_bytes()
        return content.decode().removeprefix(BOM)
    except OSError as error:
        problem: InputError | RecordError = InputError(
            f"{path}: cannot be read ({error.strerror or type(error).__name__})."
        )
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problem = RecordError("NotUTF8", "convert the file to UTF-8", line=line)
    raise problem


def _find_columns(path: Path, first: str) -> _Columns:
    found = [
        _Columns(next(csv.reader([first], delimiter=delimiter), []), delimiter)
        for delimiter in DELIMITERS
    ]
    columns = max(found, key=lambda columns: columns.count)
    if columns.document is None:
        problem = f"a column for the document ({', '.join(DOCUMENT_COLUMNS)})"
    elif not columns.has_offsets:
        problem = "a column 'positions', or 'start' and 'end'"
    else:
        return columns
    raise InputError(f"{path}: a list of spans needs a header with {problem}.")


def _rows(text: str, columns: _Columns) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the first line (from 1) and the cells of each row; skip blank lines."""
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=columns.delimiter, strict=True)
    next(rows)
    while True:
        line = rows.line_num + 1
        problem = ""
        cells: list[str] = []
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            problem = str(error)
        if problem:
            raise RecordError("NotCSV", f"the row cannot be read: {problem}", line=line)
        if not any(map(str.strip, cells)):
            continue
        if len(cells) != columns.count:
            raise RecordError(
                "CellCount",
                f"the row has {len(cells)} cells, not {columns.count}: put texts that contain the "
                "delimiter in quotes",
                line=line,
            )
        yield line, cells


def _parse(cells: Sequence[str], line: int, columns: _Columns) -> tuple[str, int, AnnotatedSpan]:
    def cell(position: int | None, default: str = "") -> str:
        return default if position is None else cells[position]

    def error(kind: str, what: str) -> RecordError:
        return RecordError(kind, what, line=line)

    document = cell(columns.document)
    if not document:
        raise error("MissingId", "the document column is empty")
    message = cell(columns.message, "0")
    if not _MESSAGE.fullmatch(message):
        raise error("InvalidMessage", "the message must be given as its index, from 0")
    start, end = _offsets(cells, columns)
    entry = {
        "start": start,
        "end": end,
        "label": cell(columns.label, DEFAULT_LABEL),
        "role": cell(columns.role),
        "score": _score(cell(columns.score)),
        "text": cell(columns.text) or None,
    }
    return document, int(message), decode_span(entry, None, EntryPosition(line))


def _offsets(cells: Sequence[str], columns: _Columns) -> tuple[int, int]:
    """Parse start and end; equal if they cannot be parsed."""
    if columns.positions is not None:
        match = _POSITIONS.fullmatch(cells[columns.positions])
        return (int(match[1]), int(match[2])) if match else (0, 0)
    assert columns.start is not None
    assert columns.end is not None
    start, end = cells[columns.start], cells[columns.end]
    if not (_OFFSET.fullmatch(start) and _OFFSET.fullmatch(end)):
        return 0, 0
    return int(float(start)), int(float(end))


def _score(cell: str) -> float:
    """Parse the score; 1 for an empty cell, NaN if it is not a number."""
    if not cell:
        return 1.0
    try:
        return float(cell)
    except ValueError:
        return math.nan
