from pathlib import Path

import pytest

pytest.importorskip("pypdfium2")

from made_pdf import lines, write_pdf

from spacy_piivot.corpus.documents import pdf_text
from spacy_piivot.corpus.documents.pdf_text import read_pdf_text
from spacy_piivot.errors import RecordError


def test_the_text_of_each_page_is_read(tmp_path: Path) -> None:
    path = write_pdf(
        tmp_path / "a.pdf",
        lines("Zorblatt 1", "", "I am (6/8) café", "and more."),
        None,
        lines("the end"),
    )
    read = read_pdf_text(path)
    assert read.pages == ["Zorblatt 1\nI am (6/8) café\nand more.", "", "the end"]
    assert read.text == "Zorblatt 1\nI am (6/8) café\nand more.\n\nthe end"
    assert read.size == path.stat().st_size


def test_a_hyphen_at_the_end_of_a_line_stays_there(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf", lines("my friend Ragha-", "van is here", "well-known"))
    assert read_pdf_text(path).text == "my friend Ragha-\nvan is here\nwell-known"


def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    columns = [*lines("left one", "left two"), *lines("right one", "right two", left=350)]
    path = write_pdf(tmp_path / "a.pdf", columns)
    assert read_pdf_text(path).text == "left one\nleft two\nright one\nright two"


@pytest.mark.parametrize(
    ("kind", "make"),
    [
        ("NoText", lambda path: write_pdf(path, None, None)),
        ("NoText", lambda path: write_pdf(path, [])),
        ("Encrypted", lambda path: write_pdf(path, lines("a"), encrypted=True)),
        ("BrokenPDF", lambda path: path.write_bytes(b"%PDF-1.4\nrubbish")),
        ("NotPDF", lambda path: path.write_bytes(b"a text")),
        ("NotPDF", lambda path: path.write_bytes(b"")),
    ],
)
def test_a_pdf_without_text_is_no_success(tmp_path: Path, kind: str, make: object) -> None:
    path = tmp_path / "a.pdf"
    make(path)  # type: ignore[operator]
    with pytest.raises(RecordError) as caught:
        read_pdf_text(path, "a")
    assert (caught.value.kind, caught.value.id) == (kind, "a")


@pytest.mark.parametrize("bound", ["MOST_PAGES", "MOST_BYTES"])
def test_a_pdf_over_the_bounds_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    monkeypatch.setattr(pdf_text, bound, 1)
    with pytest.raises(RecordError, match="TooLarge"):
        read_pdf_text(write_pdf(tmp_path / "a.pdf", lines("a"), lines("b")))
