import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("lxml")

from made_docx import HIDING_PLACES, parts_of, write_docx
from transcripts import make_pipeline

from spacy_piivot.errors import InputError
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.restore import restore

ESSAY = (
    "<w:p><w:r><w:t>I am Zor</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>blatt, and Quibbly</w:t>"
    "</w:r></w:p>"
)


def test_all_places_at_once(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "a.docx", ESSAY, *(xml for xml, _ in HIDING_PLACES.values()))
    lines: list[str] = []
    out = tmp_path / "out.docx"
    reading = InputReading(report=lines.append)
    assert deidentify(path, out, make_pipeline("fake_finder"), reading=reading).done == 1
    for name, part in parts_of(out.read_bytes()).items():
        for original in (b"Zorblatt", b"Quibbly", b"blatt"):
            assert original not in part, name
    assert lines[0].startswith("a.docx: dropped: document properties, ")


def test_a_release_comes_back_with_its_vault(tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    path = write_docx(tmp_path / "a.docx", ESSAY, "said Zorblatt")
    out, vault, key = (
        tmp_path / "b.docx",
        tmp_path / "vault",
        b"the key of the vault, not the other",
    )
    deidentify(path, out, make_pipeline("fake_finder"), vault=vault, vault_key=key)
    assert restore(out, tmp_path / "back.docx", vault, key).done == 1
    back = parts_of((tmp_path / "back.docx").read_bytes())["word/document.xml"]
    assert b"I am Zorblatt</w:t>" in back
    assert b">, and Quibbly</w:t>" in back


def test_a_file_that_cannot_be_read_is_held_back(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    write_docx(folder / "a.docx", "said Zorblatt")
    (folder / "b.docx").write_bytes(b"no package")
    (folder / "c.docx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 encrypted")
    out = tmp_path / "out"
    summary = deidentify(folder, out, make_pipeline("fake_finder"))
    assert (summary.done, summary.quarantined) == (1, 2)
    assert [path.name for path in out.iterdir()] == ["a.docx"]
    listed = (tmp_path / "out.quarantine.jsonl").read_text().splitlines()
    assert [json.loads(line)["error"] for line in listed] == ["BrokenDOCX", "Encrypted"]


def test_without_the_extra_one_line_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_docx(tmp_path / "a.docx", "said Zorblatt")
    monkeypatch.setitem(sys.modules, "lxml", None)
    monkeypatch.setattr("spacy_piivot.core.optional.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r'pip install "spacy-piivot\[formats\]"'):
        deidentify(path, tmp_path / "out.docx", make_pipeline("fake_finder"))
