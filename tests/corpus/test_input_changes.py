"""An input that is touched while it is read is noticed, whatever the touch was."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from spacy_piivot.corpus import InputChanged, InputWatch, find_inputs

TEXT = b'{"id": "a"}\n'


def shrink(path: Path) -> None:
    path.write_bytes(TEXT[:-5])


def grow(path: Path) -> None:
    path.write_bytes(TEXT * 2)


def rewrite(path: Path) -> None:
    before = path.stat()
    path.write_bytes(TEXT.replace(b"a", b"b"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 1))


def replace(path: Path) -> None:
    before = path.stat()
    other = path.with_name("other")
    other.write_bytes(TEXT)
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.replace(path)


def remove(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("change", [shrink, grow, rewrite, replace, remove])
def test_a_touched_file_is_noticed(tmp_path: Path, change: Callable[[Path], None]) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(TEXT)
    inputs = find_inputs(path)
    watch = InputWatch(inputs)
    assert watch.digests
    watch.check(inputs.files[0])
    watch.check_all(contents=True)
    change(path)
    for check in (lambda: watch.check(inputs.files[0]), watch.check_all):
        with pytest.raises(InputChanged, match=r"in\.jsonl: the file was changed"):
            check()


def test_a_change_that_leaves_size_and_time_is_noticed_in_the_end(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(TEXT)
    watch = InputWatch(find_inputs(path))
    assert watch.digests
    before = path.stat()
    with path.open("r+b") as stream:
        stream.write(TEXT.replace(b"a", b"b"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    watch.check_all()
    with pytest.raises(InputChanged):
        watch.check_all(contents=True)


def add(folder: Path) -> None:
    (folder / "week 2").mkdir()
    (folder / "week 2" / "new.jsonl").write_bytes(TEXT)


def rename(folder: Path) -> None:
    (folder / "a.jsonl").rename(folder / "b.jsonl")


@pytest.mark.parametrize("change", [add, rename])
@pytest.mark.parametrize("hide_names", [False, True])
def test_a_folder_that_gets_a_file_is_noticed(
    tmp_path: Path, change: Callable[[Path], None], hide_names: bool
) -> None:
    folder = tmp_path / "Zorblatt"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(TEXT)
    watch = InputWatch(find_inputs(folder), hide_names=hide_names)
    (folder / ".hidden.jsonl").write_bytes(TEXT)
    (folder / "no input").write_bytes(TEXT)
    watch.check_all(contents=True)
    change(folder)
    with pytest.raises(InputChanged, match="was changed while it was read") as raised:
        watch.check_all()
    assert ("Zorblatt" in str(raised.value)) == (change is add and not hide_names)
