from pathlib import Path

import pytest

pytest.importorskip("pypdfium2")

from made_pdf import lines, write_pdf
from transcripts import make_pipeline, names

from spacy_piivot.errors import InputError
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.names import IdMode
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.restore import restore

LINES = ("This is a line of a printed page which is long, by Zor-", "blatt. 6/8 is", "3/4.")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = tmp_path / "in"
    source.mkdir()
    write_pdf(source / "a.pdf", lines(*LINES), None)
    write_pdf(source / "b.pdf", lines(*LINES))
    (source / "b.txt").write_text("Dear Zorblatt")
    write_pdf(source / "scan.pdf", None)
    return source


@pytest.mark.parametrize("ids", ["keep", "number", "hmac"])
def test_the_text_of_a_pdf_is_released_under_a_name_of_its_own(
    folder: Path, tmp_path: Path, ids: IdMode
) -> None:
    said: list[str] = []
    reading = InputReading(report=said.append)
    out = tmp_path / "out"
    summary = deidentify(folder, out, make_pipeline("fake_finder"), ids=ids, reading=reading)
    assert (summary.done, summary.quarantined) == (3, 1)
    assert len(names(out)) == 3
    assert all(name.endswith(".txt") for name in names(out))
    if ids == "keep":
        assert names(out) == ["a.txt", "b.pdf.txt", "b.txt"]
        assert "a.pdf: 1 of 2 pages have no text (scans?) and are left out" in said
    assert "NoText" in (tmp_path / "out.quarantine.jsonl").read_text()
    texts = [(out / name).read_text() for name in names(out)]
    assert not any("blatt" in text or "Zor" in text for text in texts)
    assert sum(text.endswith(". 6/8 is\n3/4.") for text in texts) == 2


def test_a_single_pdf_becomes_a_text(folder: Path, tmp_path: Path) -> None:
    nlp = make_pipeline("fake_finder")
    for name in ("out.pdf", "out", "out.jsonl"):
        with pytest.raises(InputError, match=r"must end in \.txt"):
            deidentify(folder / "a.pdf", tmp_path / name, nlp)
    assert deidentify(folder / "a.pdf", tmp_path / "out.txt", nlp).done == 1
    assert deidentify(folder / "scan.pdf", tmp_path / "scan.txt", nlp).quarantined == 1
    assert not (tmp_path / "scan.txt").exists()


def test_the_text_comes_back_with_its_vault(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    (folder / "scan.pdf").unlink()
    out, vault, key = tmp_path / "out", tmp_path / "vault", b"the key of the vault, not the other"
    deidentify(folder, out, make_pipeline("fake_finder"), vault=vault, vault_key=key)
    summary = restore(out, tmp_path / "back", vault, key)
    assert (tmp_path / "back" / "b.txt").read_text() == "Dear Zorblatt"
    assert summary.done >= 1
