"""Reads and writes dialogues."""

from .format import Format, Writer
from .formats import Entry, layout_notes, open_writer, read_inputs, read_records
from .input_changes import InputChanged, InputWatch
from .inputs import InputFile, Inputs, check_apart, find_inputs
from .journal import Journal, JournalChanged, JournalMismatch, JournalOutdated, journals_beside
from .jsonl import write_line
from .known_formats import SUFFIXES, format_of
from .lists import Roster, read_roster, read_terms
from .locks import OutputInUse, lock_path, locked
from .pieces import Piece, Replacement, released_pieces
from .publish import PRIVATE, check_replaceable, remove_parts, replacing, replacing_folder
from .records import Columns, Record, nothing_to_keep

__all__ = [
    "PRIVATE",
    "SUFFIXES",
    "Columns",
    "Entry",
    "Format",
    "InputChanged",
    "InputFile",
    "InputWatch",
    "Inputs",
    "Journal",
    "JournalChanged",
    "JournalMismatch",
    "JournalOutdated",
    "OutputInUse",
    "Piece",
    "Record",
    "Replacement",
    "Roster",
    "Writer",
    "check_apart",
    "check_replaceable",
    "find_inputs",
    "format_of",
    "journals_beside",
    "layout_notes",
    "lock_path",
    "locked",
    "nothing_to_keep",
    "open_writer",
    "read_inputs",
    "read_records",
    "read_roster",
    "read_terms",
    "released_pieces",
    "remove_parts",
    "replacing",
    "replacing_folder",
    "write_line",
]
