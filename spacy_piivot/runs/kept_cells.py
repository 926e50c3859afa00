"""Checks the columns that are kept as texts are checked, and writes surrogates into them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from spacy.tokens import Doc

from ..core.dialogue import doc_to_dialogue
from ..core.notes import set_note_labels, set_texts_beside
from ..corpus import Entry, Record
from ..corpus.records import KEPT, Cell
from ..corpus.tables.column_names import identifying_label, is_time_name, says_nothing

# A number that is no code: with fewer digits before its point.
_CODE_DIGITS = 5
_NUMBER = re.compile(r"[-+]?(\d*)(?:[.,]\d+)?(?:[eE][-+]?\d{1,3})?%?")
# ISO 8601, with a space for the T too, and times as recorders write them.
_TIME = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[-+]\d\d:?\d\d))?)?"
    r"|\d{1,3}:\d\d(?::\d\d)?(?:[.,]\d{1,6})?"
)
_EPOCH = re.compile(r"1\d{9}(?:\.\d+)?|1\d{12}")


def with_notes(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Give each dialogue the distinct texts of its kept columns as notes.

    entries (Iterable[Entry]): The entries that were read.
    YIELDS (Entry): The entries, in order.
    """
    for entry in entries:
        record = entry.item
        if isinstance(record, Record) and record.kept is not None:
            notes = list(_notes(record))
            dialogue = replace(record.dialogue, notes=notes)
            yield Entry(entry.file, replace(record, dialogue=dialogue))
        else:
            yield entry


def prepare_notes(doc: Doc, record: Record) -> None:
    """Say which notes are PII as a whole, and let the last check search the other cells.

    doc (Doc): The Doc of the dialogue.
    record (Record): The dialogue, with its notes.
    """
    if record.kept is None:
        return
    notes = _notes(record)
    set_note_labels(doc, list(notes.values()))
    beside = [_text(cell) for name, cell in _cells(record) if not _may_be_pii(cell, name)]
    set_texts_beside(doc, dict.fromkeys(filter(None, beside)))


def kept_record(record: Record, doc: Doc) -> tuple[list[dict[str, Cell]], dict[str, Cell]]:
    """The kept columns of a released dialogue.

    record (Record): The dialogue, with its notes.
    doc (Doc): Its Doc, with surrogates.
    RETURNS (tuple[list[dict[str, Cell]], dict[str, Cell]]): Those of each message, and those of
        the dialogue itself, by name.
    """
    assert record.kept is not None
    made = dict(zip(record.dialogue.notes, doc_to_dialogue(doc).notes, strict=True))

    def released(cells: Mapping[str, Cell]) -> dict[str, Cell]:
        return {
            name: _released(cell, made) if _may_be_pii(cell, name) else cell
            for name, cell in cells.items()
        }

    return [released(cells) for cells in record.kept.messages], released(record.kept.dialogue)


def add_kept(released: dict[str, Any], record: Record, doc: Doc) -> None:
    """Add the kept columns to the record of a released dialogue.

    released (dict[str, Any]): `{"id", "messages": [{"speaker", "text"}]}`; the messages, and the
        dialogue if it has any itself, get `"kept": {name: cell}`.
    record (Record): The dialogue, with its notes; nothing is added if it keeps nothing.
    doc (Doc): Its Doc, with surrogates.
    """
    if record.kept is None:
        return
    messages, own = kept_record(record, doc)
    for message, cells in zip(released["messages"], messages, strict=True):
        message[KEPT] = cells
    if own:
        released[KEPT] = own


def changed_cells(
    before: Sequence[Mapping[str, Cell]], after: Sequence[Mapping[str, Cell]]
) -> list[dict[str, Cell]]:
    """The original cells that differ in a release.

    before (Sequence[Mapping[str, Cell]]): The kept columns of each message.
    after (Sequence[Mapping[str, Cell]]): The same in the release.
    RETURNS (list[dict[str, Cell]]): The originals of each message, by name.
    """
    return [
        {name: cell for name, cell in old.items() if new.get(name) != cell}
        for old, new in zip(before, after, strict=True)
    ]


def _cells(record: Record) -> Iterator[tuple[str, Cell]]:
    assert record.kept is not None
    for cells in (*record.kept.messages, record.kept.dialogue):
        yield from cells.items()


def _notes(record: Record) -> dict[str, str]:
    """The texts that may contain PII, and the label of each that is PII as a whole."""
    notes: dict[str, str] = {}
    for name, cell in _cells(record):
        if _may_be_pii(cell, name):
            text = _text(cell)
            notes[text] = notes.get(text) or identifying_label(name)
    return notes


def _may_be_pii(cell: Cell, name: str) -> bool:
    """Whether a cell of a column is searched, since it is neither empty nor plain."""
    text = _text(cell)
    if says_nothing(text):
        return False
    return bool(identifying_label(name)) or not _is_plain(text, name)


def _is_plain(text: str, name: str) -> bool:
    """Whether a cell is a time, or a number too short for a code."""
    if _TIME.fullmatch(text) or (is_time_name(name) and _EPOCH.fullmatch(text)):
        return True
    number = _NUMBER.fullmatch(text)
    return number is not None and len(number[1].lstrip("0")) < _CODE_DIGITS


def _text(cell: Cell) -> str:
    return "" if cell is None or isinstance(cell, bool) else str(cell)


def _released(cell: Cell, made: Mapping[str, str]) -> Cell:
    text = _text(cell)
    new = made.get(text, text)
    if new == text:
        return cell
    # A number stays a number if it can.
    is_number = isinstance(cell, int) and new.isascii() and new.isdigit() and str(int(new)) == new
    return int(new) if is_number else new
