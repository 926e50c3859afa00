import os
import stat
from pathlib import Path

import pytest

from spacy_piivot.corpus import Journal, JournalMismatch, replacing, replacing_folder

RECORDS = [{"n": number, "text": "ü\n"} for number in range(5)]


def fill(path: Path) -> bytes:
    journal = Journal(path, "f", resume=False)
    for record in RECORDS:
        journal.append(record)
    assert list(journal.records()) == RECORDS
    journal.close()
    return path.read_bytes()


def test_a_journal_cut_anywhere_goes_on_after_its_last_whole_record(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    content = fill(path)
    ends = [i + 1 for i, byte in enumerate(content) if byte == ord("\n")]
    for length in range(len(content) + 1):
        path.write_bytes(content[:length])
        journal = Journal(path, "f", resume=True)
        assert journal.finished == max(sum(end <= length for end in ends) - 1, 0)
        for record in RECORDS[journal.finished :]:
            journal.append(record)
        journal.close()
        assert path.read_bytes() == content


def test_a_journal_of_another_run_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    content = fill(path)
    with pytest.raises(JournalMismatch):
        Journal(path, "g", resume=True)
    path.write_bytes(content.replace(b'{"n": 2', b'"n": 2'))
    with pytest.raises(JournalMismatch):
        Journal(path, "f", resume=True)
    path.write_bytes(content)
    Journal(path, "g", resume=False).close()
    assert b'"n"' not in path.read_bytes()


def test_a_journal_can_be_cut_to_the_length_of_another(tmp_path: Path) -> None:
    fill(tmp_path / "journal")
    journal = Journal(tmp_path / "journal", "f", resume=True)
    journal.cut(2)
    assert list(journal.records()) == RECORDS[:2]
    with pytest.raises(JournalMismatch):
        journal.cut(3)
    journal.remove()
    assert not any(tmp_path.iterdir())


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    interrupted = replacing(path)
    interrupted.__enter__().write(b"half")
    error = KeyboardInterrupt()
    assert not interrupted.__exit__(KeyboardInterrupt, error, None)
    assert path.read_text() == "old"
    with replacing(path, mode=0o600) as stream:
        stream.write(b"new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.mkdir()
    interrupted = replacing_folder(path)
    (interrupted.__enter__() / "a").write_text("half")
    error = KeyboardInterrupt()
    assert not interrupted.__exit__(KeyboardInterrupt, error, None)
    assert list(path.iterdir()) == []
    with replacing_folder(path) as folder:
        (folder / "a").write_text("new")
    assert (path / "a").read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(OSError, match="empty"), replacing_folder(path):
        pass
    assert (path / "a").read_text() == "new"


def test_an_older_folder_stays_until_the_new_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    path.mkdir()
    (path / "a").write_text("old")
    replace, moved = os.replace, []

    def interrupted(source: Path, target: Path) -> None:
        moved.append(target)
        if len(moved) == 2:  # when the new one is moved to its place
            raise KeyboardInterrupt
        replace(source, target)

    monkeypatch.setattr("spacy_piivot.corpus.publish.os.replace", interrupted)
    with pytest.raises(KeyboardInterrupt), replacing_folder(path, older=True) as folder:
        (folder / "b").write_text("new")
    assert [file.read_text() for file in path.iterdir()] == ["old"]
    with replacing_folder(path, older=True) as folder:
        (folder / "b").write_text("new")
    assert [file.read_text() for file in path.iterdir()] == ["new"]
    assert list(tmp_path.iterdir()) == [path]
