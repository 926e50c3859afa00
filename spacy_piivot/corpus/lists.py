"""Reads the lists that a person writes for a run: participants, and terms never replaced."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import InputError


class Roster:
    """The names of known participants, for all dialogues and for single ones.

    everywhere (Sequence[str]): Names for every dialogue.
    by_dialogue (dict[str, list[str]]): Names by dialogue id.
    """

    def __init__(self, everywhere: Sequence[str], by_dialogue: dict[str, list[str]]) -> None:
        self.everywhere = list(everywhere)
        self.by_dialogue = by_dialogue
        self.unused = set(by_dialogue)

    @property
    def contents(self) -> list[Any]:
        """All the names, as JSON values."""
        return [self.everywhere, self.by_dialogue]

    def names(self, id: str) -> list[str]:
        """The names for one dialogue, whose id then counts as used."""
        self.unused.discard(id)
        return [*self.by_dialogue.get(id, ()), *self.everywhere]


def read_roster(path: Path) -> Roster:
    """Read a roster: CSV with the columns dialogue, name and role, or one name per line.

    path (Path): The file, UTF-8. A name without a dialogue, and every name of a file without
        that column, is for all dialogues. The role is ignored.
    RETURNS (Roster): The names.
    RAISES (InputError): If the file cannot be read, or is a table without a column "name".
    """
    text = _read(path)
    rows = csv.reader(io.StringIO(text, newline=""))
    header = [cell.strip().casefold() for cell in next(rows, [])]
    if "name" not in header:
        first = text.partition("\n")[0]
        if any(c in first for c in ";\t") or (path.suffix.lower() == ".csv" and len(header) > 1):
            raise InputError(
                f"{path.name}: the first row must name the columns, with commas between them: "
                "dialogue,name,role. Only 'name' is required. Or give one name per line."
            )
        return Roster(_lines(text), {})
    everywhere: list[str] = []
    by_dialogue: dict[str, list[str]] = {}
    for row in rows:
        cells = dict(zip(header, row, strict=False))
        name, dialogue = cells.get("name", "").strip(), cells.get("dialogue", "").strip()
        if not row:
            continue
        if not name or len(row) > len(header):
            raise InputError(
                f"{path.name}: line {rows.line_num} must have a name and no more cells than "
                f"the header ({len(header)})."
            )
        (by_dialogue.setdefault(dialogue, []) if dialogue else everywhere).append(name)
    return Roster(everywhere, by_dialogue)


def read_terms(path: Path) -> list[str]:
    """Read one term per line; blank lines are skipped.

    path (Path): The file, UTF-8.
    RETURNS (list[str]): The terms.
    RAISES (InputError): If the file cannot be read.
    """
    return _lines(_read(path))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        reason = error.strerror or type(error).__name__
    except UnicodeDecodeError:
        reason = "not UTF-8"
    raise InputError(f"{path}: cannot be read ({reason}).")
