import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from spacy_piivot.corpus import (
    Journal,
    JournalChanged,
    JournalMismatch,
    JournalOutdated,
    remove_parts,
    replacing,
    replacing_folder,
)

KEY = b"a key"
RECORDS = [{"n": number, "text": "ü\n"} for number in range(5)]


def fill(path: Path) -> bytes:
    journal = Journal(path, "f", resume=False, key=KEY)
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
        journal = Journal(path, "f", resume=True, key=KEY)
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
        Journal(path, "f", resume=True, key=KEY)
    path.write_bytes(content)
    Journal(path, "g", resume=False).close()
    assert b'"n"' not in path.read_bytes()


def edited(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1].replace(b'"n": 0', b'"n": 7'), *lines[2:]]


def dropped(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], *lines[3:]]


def swapped(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[2], lines[1], *lines[3:]]


def appended(lines: list[bytes]) -> list[bytes]:
    return [*lines, lines[-1]]


def of_an_older_form(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b"journal 2", b"journal 1"), *lines[1:]]


CHANGES = (edited, dropped, swapped, appended)


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_record_is_refused_when_the_run_is_resumed(
    tmp_path: Path, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    path = tmp_path / "journal"
    fill(path)
    changed = b"".join(change(path.read_bytes().splitlines(keepends=True)))
    path.write_bytes(changed)
    with pytest.raises(JournalChanged, match="Nothing was published"):
        Journal(path, "f", resume=True, key=KEY)
    assert path.read_bytes() == changed


@pytest.mark.parametrize("change", [*CHANGES, lambda lines: lines[:-1]])
def test_a_changed_record_is_refused_when_it_is_published(
    tmp_path: Path, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    path = tmp_path / "journal"
    journal = Journal(path, "f", resume=False, key=KEY)
    for record in RECORDS:
        journal.append(record)
    journal.check()
    content = path.read_bytes()
    path.write_bytes(b"".join(change(content.splitlines(keepends=True))))
    with pytest.raises(JournalChanged):
        journal.check()
    with pytest.raises(JournalChanged):
        list(journal.records())
    path.write_bytes(content)
    assert list(journal.records()) == RECORDS
    journal.close()


def test_a_record_is_none_under_another_key_nor_of_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    fill(path)
    for other in ({"key": b"other"}, {"key": KEY, "kind": "edits"}):
        with pytest.raises(JournalChanged):
            Journal(path, "f", resume=True, **other)  # type: ignore[arg-type]


def test_a_journal_of_an_older_form_is_refused_and_said_to_be_one(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    fill(path)
    path.write_bytes(b"".join(of_an_older_form(path.read_bytes().splitlines(keepends=True))))
    with pytest.raises(JournalOutdated, match="another version"):
        Journal(path, "f", resume=True, key=KEY)


def test_a_journal_can_be_cut_to_the_length_of_another(tmp_path: Path) -> None:
    fill(tmp_path / "journal")
    journal = Journal(tmp_path / "journal", "f", resume=True, key=KEY)
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


def test_what_a_killed_run_left_beside_a_file_goes_at_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    left = [tmp_path / ".out.jsonl.0123abcd.part", tmp_path / ".out.jsonl.ffffffff.part"]
    left[0].write_text("half")
    left[1].mkdir()
    (left[1] / "a").write_text("half")
    others = {
        tmp_path / name
        for name in (
            ".out.jsonl.part", ".out.jsonl.0123abcd.part.bak", ".out.jsonl.0123ABCD.part",
            ".other.0123abcd.part", "out.jsonl.0123abcd.part",
        )
    }  # fmt: skip
    for other in others:
        other.write_text("not ours")
    with replacing(path) as stream:
        stream.write(b"new")
    assert set(tmp_path.iterdir()) == {path, *others}


def test_what_is_being_written_is_not_taken_for_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "out"
    for write in (replacing, replacing_folder):
        with write(path):  # type: ignore[operator]
            (part,) = tmp_path.glob(".out.*.part")
            remove_parts(path)
            assert part.exists()
        path.unlink() if path.is_file() else path.rmdir()


def test_a_link_that_is_called_like_a_part_leads_nowhere(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "a").write_text("mine")
    (tmp_path / ".out.0123abcd.part").symlink_to(kept)
    remove_parts(tmp_path / "out")
    assert (kept / "a").exists()
