"""Finds the layout of a CSV file: its delimiter, columns and line end."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from ...errors import InputError
from ..records import Columns
from ..text_files import has_bom

DELIMITERS = (",", ";", "\t")
# The names that columns have if nobody says which they are; the first one found counts.
TEXTS = ("text", "full_text")
DIALOGUES = ("dialogue", "document", "essay_id")
# In a transcript this may be the id of a message.
ID_OF_ESSAY = "id"


@dataclass(frozen=True, slots=True)
class CsvLayout:
    """The layout of a CSV file, and which of its columns are used.

    header (Sequence[str]): All its columns, in order; empty for an empty file.
    text (int): The position of the text column.
    speaker (int | None): The position of the speaker column.
    dialogue (int | None): The position of the dialogue column.
    group (int | None): The position of the group column.
    delimiter (str): Comma, semicolon or tab.
    line_end (str): The line end of the header row.
    bom (bool): Whether it starts with a byte order mark.
    """

    header: Sequence[str]
    text: int = 0
    speaker: int | None = None
    dialogue: int | None = None
    group: int | None = None
    delimiter: str = ","
    line_end: str = "\n"
    bom: bool = False

    @property
    def kept(self) -> list[int]:
        """The positions of the columns that are also written, in the file's order."""
        named = (self.text, self.speaker, self.dialogue) if self.header else ()
        return sorted(position for position in named if position is not None)

    @property
    def dropped(self) -> list[str]:
        """The names of the columns that are not written."""
        return [name for i, name in enumerate(self.header) if i not in self.kept]


def read_layout(path: Path, columns: Columns) -> CsvLayout:
    """Find a file's delimiter and columns from its header row.

    path (Path): The file, UTF-8.
    columns (Columns): The columns to look for.
    RETURNS (CsvLayout): The layout.
    RAISES (InputError): If a column is missing or occurs twice. The message names the columns
        only if one of them shows that the first row is a header, and not a message.
    """
    with open_csv(path) as stream:
        first = stream.readline()
    if not first:
        return CsvLayout(header=())
    if any("\ud800" <= c <= "\udfff" for c in first):
        raise InputError(f"{path.name}: the header row is not UTF-8. Convert the file.")
    rows = {delimiter: _cells(first, delimiter) for delimiter in DELIMITERS}
    texts = _texts(columns)
    delimiter = next((d for d in DELIMITERS if any(text in rows[d] for text in texts)), None)
    if delimiter is None:
        widest = max(rows.values(), key=len)
        raise InputError(_missing(path, texts, "--text-column", widest, columns))
    header = rows[delimiter]

    def position(name: str | None, defaults: Sequence[str], option: str) -> int | None:
        for wanted in (name,) if name else defaults:
            if header.count(wanted) > 1:
                raise InputError(f"{path.name}: there are two columns {wanted!r}. Rename one.")
            if wanted in header:
                return header.index(wanted)
        if name is not None:
            raise InputError(_missing(path, (name,), option, header, columns))
        return None

    text = position(columns.text, texts, "--text-column")
    assert text is not None
    speaker = position(columns.speaker, ("speaker",), "--speaker-column")
    dialogues = DIALOGUES if speaker is not None else (*DIALOGUES, ID_OF_ESSAY)
    return CsvLayout(
        header=header,
        text=text,
        speaker=speaker,
        dialogue=position(columns.dialogue, dialogues, "--dialogue-column"),
        group=position(columns.group, ("group",), "--group-column"),
        delimiter=delimiter,
        line_end=first[len(first.rstrip("\r\n")) :] or "\n",
        bom=has_bom(path),
    )


def open_csv(path: Path) -> TextIO:
    """Open a CSV file; invalid bytes are read as characters that a later check finds."""
    # Invalid bytes become lone surrogates, which valid UTF-8 never gives, and fail cell by cell.
    return path.open(encoding="utf-8-sig", errors="surrogateescape", newline="")


def _cells(line: str, delimiter: str) -> list[str]:
    return next(csv.reader([line.rstrip("\r\n")], delimiter=delimiter), [])


def _texts(columns: Columns) -> Sequence[str]:
    return (columns.text,) if columns.text else TEXTS


def _missing(
    path: Path, names: Sequence[str], option: str, header: Sequence[str], columns: Columns
) -> str:
    expected = {
        known.casefold()
        for known in (
            *_texts(columns),
            columns.speaker or "speaker",
            columns.dialogue or "dialogue",
        )
    }
    is_header = any(column.casefold() in expected for column in header)
    found = (
        f"It has {', '.join(map(repr, header))}."
        if is_header
        else f"Its first row has {len(header)} cells and must name the columns."
    )
    named = " or ".join(map(repr, names))
    return f"{path.name}: there is no column {named}. {found} Give {option}."
