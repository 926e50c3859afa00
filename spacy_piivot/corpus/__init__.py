"""Readers and writers of dialogues."""

from .formats import Entry, Writer, layout_notes, open_writer, read_inputs, read_records
from .inputs import SUFFIXES, InputFile, Inputs, check_apart, find_inputs
from .journal import Journal, JournalMismatch
from .jsonl import write_line
from .lists import Roster, read_roster, read_terms
from .publish import PRIVATE, check_replaceable, replacing, replacing_folder
from .records import Columns, Record

__all__ = [
    "PRIVATE",
    "SUFFIXES",
    "Columns",
    "Entry",
    "InputFile",
    "Inputs",
    "Journal",
    "JournalMismatch",
    "Record",
    "Roster",
    "Writer",
    "check_apart",
    "check_replaceable",
    "find_inputs",
    "layout_notes",
    "open_writer",
    "read_inputs",
    "read_records",
    "read_roster",
    "read_terms",
    "replacing",
    "replacing_folder",
    "write_line",
]
