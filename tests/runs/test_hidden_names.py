"""Where ids and file names are not kept, a run says neither: only lines, and the released names."""

import os
import stat
from pathlib import Path
from typing import Any

import pytest
from json_lines import read_jsonl, write_jsonl
from spacy.language import Language
from transcripts import dialogue, make_pipeline

from spacy_piivot.corpus import InputChanged
from spacy_piivot.corpus.lists import read_roster
from spacy_piivot.errors import InputError
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading

MODES = ("number", "hmac")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files whose names and ids are the same made-up name, with failures of every kind."""
    folder = tmp_path / "in"
    (folder / "fenwick").mkdir(parents=True)
    write_jsonl(
        folder / "fenwick" / "fenwick.jsonl",
        dialogue("fenwick-1", "hello"),
        dialogue("fenwick-1", "the id once more"),
        '{"id": "fenwick',
        dialogue("fenwick-2", "EXPLODE fenwick"),
        {"id": "fenwick-3", "messages": []},
    )
    (folder / "fenwick.txt").write_bytes(b"\xff")
    (folder / "fenwick.csv").write_text("dialogue,grade,text\nfenwick-4,7,hi\nfenwick-4,7\n")
    (folder / "fenwick.png").write_text("not read")
    return folder


def said(source: Path, out: Path, nlp: Language, mode: Any, roster: Path | None = None) -> str:
    lines: list[str] = []
    reading = InputReading(report=lines.append, roster=read_roster(roster) if roster else None)
    deidentify(source, out, nlp, reading=reading, ids=mode)
    return "\n".join(lines)


@pytest.fixture
def failing() -> Language:
    return make_pipeline("fake_finder", "fake_failing")


@pytest.mark.parametrize("mode", MODES)
def test_neither_ids_nor_files_of_a_folder_are_named(
    folder: Path, tmp_path: Path, failing: Language, mode: str
) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text("dialogue,name\nfenwick-9,Ola\n")
    out = tmp_path / "out"
    text = said(folder, out, failing, mode, roster)
    assert "fenwick" not in text.casefold()
    failed = read_jsonl(tmp_path / "out.quarantine.jsonl")
    assert len(failed) == 6
    for record in failed:
        line = "record" if record["line"] is None else f"line {record['line']}"
        assert f"{record['file']}: {line}: {record['error']}: " in text
    assert "skipped: 1 files" in text
    assert "file 1 by name: dropped columns: grade" in text
    assert "ids of the roster that no dialogue in the input has: 1" in text


@pytest.mark.parametrize("mode", MODES)
def test_of_one_file_the_line_is_named(
    folder: Path, tmp_path: Path, failing: Language, mode: str
) -> None:
    text = said(folder / "fenwick" / "fenwick.jsonl", tmp_path / "out.jsonl", failing, mode)
    assert [line.partition(": ")[0] for line in text.splitlines()] == [
        "line 2", "line 3", "line 4", "line 5", "policy by shape",
    ]  # fmt: skip
    assert "fenwick" not in text.casefold()


def test_kept_names_are_said(folder: Path, tmp_path: Path, failing: Language) -> None:
    text = said(folder, tmp_path / "out", failing, "keep")
    assert "fenwick/fenwick.jsonl: line 2, id 'fenwick-1': DuplicateId" in text
    assert "skipped: fenwick.png" in text


@pytest.mark.parametrize("mode", MODES)
def test_files_that_cannot_be_read_are_counted_off(
    folder: Path, tmp_path: Path, nlp: Language, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "fenwick.csv").write_text("dialogue,grade\nfenwick,7\n")
    with pytest.raises(InputError, match=r"^file 1 by name: there is no column 'text'") as caught:
        said(folder, tmp_path / "out", nlp, mode)
    assert "fenwick" not in str(caught.value)
    assert caught.value.__context__ is None
    with pytest.raises(InputError, match=r"^the input: there is no column 'text'"):
        said(folder / "fenwick.csv", tmp_path / "out.csv", nlp, mode)
    text = folder / "fenwick.txt"
    # Root reads what nobody may.
    monkeypatch.setattr(os, "access", lambda path, mode: bool(path.stat().st_mode & mode << 6))
    (folder / "fenwick.csv").unlink()
    text.chmod(text.stat().st_mode & ~stat.S_IRUSR)
    with pytest.raises(InputError, match=r"^file 1 by name: cannot be read\.$"):
        said(folder, tmp_path / "out", nlp, mode)


@pytest.mark.parametrize("mode", MODES)
def test_a_file_that_changes_is_counted_off(tmp_path: Path, nlp: Language, mode: Any) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("fenwick-a.jsonl", "fenwick-b.jsonl"):
        write_jsonl(folder / name, dialogue(name, "hello"))

    def grow() -> bool:
        write_jsonl(folder / "fenwick-b.jsonl", dialogue("fenwick", "hello and more"))
        return False

    reading = InputReading(interrupted=grow)
    with pytest.raises(InputChanged, match=r"^file 2 by name: the file was changed") as caught:
        deidentify(folder, tmp_path / "out", nlp, reading=reading, ids=mode)
    assert "fenwick" not in str(caught.value)
