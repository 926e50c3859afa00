"""Reads the text of a Word document."""

from dataclasses import dataclass
from pathlib import Path

from ...errors import RecordError
from ..records import Columns
from .document import Document
from .package import Package, open_package

_PROPERTIES = "docProps/app.xml"
_PAGES = "Pages"


@dataclass(frozen=True, slots=True)
class DocxText:
    """The text of a Word document.

    text (str): The text: a line for each paragraph, then notes, headers, footers and comments.
    pages (int | None): How many pages it had when it was last saved, if the document says so.
    size (int): How many bytes the file has.
    """

    text: str
    pages: int | None
    size: int


def read_docx_text(path: Path, id: str = "") -> DocxText:
    """Read the text of a Word document; deleted text is not read.

    path (Path): The file.
    id (str): The id of its dialogue, for errors.
    RETURNS (DocxText): Its text.
    RAISES (RecordError): If it cannot be read. (InputError): If lxml is not installed.
    """
    package = open_package(path, id)
    text = Document(package, Columns(transcript="none")).layout.text
    return DocxText(text, _pages(package), path.stat().st_size)


def _pages(package: Package) -> int | None:
    try:
        root = package.xml(_PROPERTIES)
    except RecordError:
        return None
    pages = [element.text or "" for element in root if str(element.tag).endswith(f"}}{_PAGES}")]
    return int(pages[0]) if pages and pages[0].isdecimal() else None
