"""All the formats that are read and written. A further one is added to this list."""

from pathlib import Path

from .arrow.suffixes import ARROW_FORMATS
from .documents.docx_files import DOCX
from .documents.pdf_files import PDF
from .format import Format
from .objects.json_files import JSON, JSONL
from .tables.csv_files import CSV, TSV
from .text_files import TEXT
from .transcripts.files import SRT, WEBVTT
from .xlsx.format import XLSX

FORMATS = (JSONL, CSV, TSV, TEXT, JSON, *ARROW_FORMATS, XLSX, WEBVTT, SRT, DOCX, PDF)
SUFFIXES = tuple(format.suffix for format in FORMATS)

_BY_SUFFIX = {format.suffix: format for format in FORMATS}


def format_of(path: Path) -> Format | None:
    """The format of a file.

    path (Path): The file; it need not exist.
    RETURNS (Format | None): The format that its suffix says; None for an unknown one.
    """
    return _BY_SUFFIX.get(path.suffix.lower())
