"""Reads the text of a PDF."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...core.optional import require
from ...errors import RecordError

MOST_PAGES = 2_000
MOST_BYTES = 200_000_000
# How PDFium marks a hyphen at the end of a line, which then has no line end.
_HYPHENATED = re.compile("[\ufffe\x02]\n?|\u00ad\n")
_SOFT_HYPHEN = "\u00ad"
_FIRST_LIGATURE, _LAST_LIGATURE = "\ufb00", "\ufb06"
_HEADER = b"%PDF-"
_HEADER_WITHIN = 1024
# The code of PDFium's errors for a wrong password, and for other protections.
_PROTECTED = (4, 5)


@dataclass(frozen=True, slots=True)
class PdfText:
    """The text of a PDF.

    pages (Sequence[str]): The text of each page, with "\\n" at the ends of lines; "" for a page
        without text, such as a scan.
    size (int): How many bytes the file has.
    """

    pages: Sequence[str]
    size: int

    @property
    def text(self) -> str:
        """The text of all pages, a blank line between two."""
        return "\n\n".join(page for page in self.pages if page)


def read_pdf_text(path: Path, id: str = "") -> PdfText:
    """Read the text of a PDF, page by page, in the order of PDFium.

    Comments and what is typed into forms are not read.

    path (Path): The file.
    id (str): The id of its dialogue, for errors.
    RETURNS (PdfText): Its text.
    RAISES (RecordError): If it is no PDF, is broken, encrypted or too large, or no page has text.
        (InputError): If pypdfium2 is not installed.
    """
    pdfium = require("pypdfium2", "formats")
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise _too_large(id)
    with path.open("rb") as stream:
        if _HEADER not in stream.read(_HEADER_WITHIN):
            raise RecordError("NotPDF", "the file is not a PDF", id=id)
    pages: list[str] = []
    problem: RecordError | None = None
    try:
        document = pdfium.PdfDocument(path)
        try:
            if len(document) > MOST_PAGES:
                problem = _too_large(id)
            else:
                pages = [_page_text(document, number) for number in range(len(document))]
        finally:
            document.close()
    except pdfium.PdfiumError as error:
        problem = _problem(error, id)
    if problem is not None:
        raise problem
    if not any(pages):
        raise RecordError(
            "NoText", "the PDF has no text, so it is a scan: recognise its text (OCR) first", id=id
        )
    return PdfText(pages, size)


def _page_text(document: object, number: int) -> str:
    page = document[number]  # type: ignore[index]
    try:
        text_page = page.get_textpage()
        try:
            text = str(text_page.get_text_range())
        finally:
            text_page.close()
    finally:
        page.close()
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _HYPHENATED.sub("-\n", text).replace(_SOFT_HYPHEN, "")
    letters = (
        unicodedata.normalize("NFKC", one) if _FIRST_LIGATURE <= one <= _LAST_LIGATURE else one
        for one in text
        if one != "\0"
    )  # fmt: skip
    return "".join(letters).strip()


def _too_large(id: str) -> RecordError:
    return RecordError("TooLarge", "the PDF is too large: divide it", id=id)


def _problem(error: Exception, id: str) -> RecordError:
    if getattr(error, "err_code", None) in _PROTECTED:
        return RecordError("Encrypted", "the PDF has a password: remove it", id=id)
    return RecordError("BrokenPDF", "the PDF cannot be read: print it to a new PDF", id=id)
