from pathlib import Path

import pytest

pytest.importorskip("lxml")

from made_docx import HIDING_PLACES, change_parts, write_docx

from spacy_piivot.corpus.documents.docx_text import read_docx_text
from spacy_piivot.errors import RecordError

PROPERTIES = (
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/'
    'extended-properties"><Pages>{}</Pages></Properties>'
)


def test_the_text_and_the_size_are_read(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "a.docx", "one", HIDING_PLACES["deleted"][0], "two")
    read = read_docx_text(path)
    assert (read.text, read.pages, read.size) == ("one\na\ntwo", None, path.stat().st_size)


@pytest.mark.parametrize(("said", "pages"), [("7", 7), ("", None), ("many", None)])
def test_pages_are_those_that_the_document_says(
    tmp_path: Path, said: str, pages: int | None
) -> None:
    path = write_docx(tmp_path / "a.docx", "one")
    properties = PROPERTIES.format(said).encode()
    change_parts(path, lambda parts: parts.update({"docProps/app.xml": properties}))
    assert read_docx_text(path).pages == pages


def test_what_is_no_document_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(b"no")
    with pytest.raises(RecordError, match="BrokenDOCX"):
        read_docx_text(path, "a")
