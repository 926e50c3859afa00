import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from spacy_piivot.errors import InputError
from spacy_piivot.llm.cache import AnswerCache

WORDS = frozenset({"T", "F", "NAME"})


def make(folder: Path, key: bytes | None = None) -> AnswerCache:
    return AnswerCache(folder, key, WORDS)


def test_answers_outlive_the_process_that_kept_them(tmp_path: Path) -> None:
    cache = make(tmp_path)
    key = cache.key(["model", "prompt", 0])
    assert cache.get(key) is None
    cache.put(key, ["T", [0, 3, "NAME", 0.5, None]])
    cache.close()
    again = make(tmp_path)
    assert again.get(again.key(["model", "prompt", 0])) == ["T", [0, 3, "NAME", 0.5, None]]
    assert again.get(again.key(["model", "prompt", 1])) is None


@pytest.mark.parametrize("text", ["Maria", "MARIA", ["T", ["Maria"]], {"T": 1}, "name"])
def test_no_text_is_kept(tmp_path: Path, text: object) -> None:
    cache = make(tmp_path)
    with pytest.raises(ValueError, match="verdicts") as error:
        cache.put(cache.key("x"), text)
    assert "aria" not in str(error.value)
    assert cache.get(cache.key("x")) is None


def test_another_key_finds_nothing(tmp_path: Path) -> None:
    one, other = make(tmp_path, b"one key of the tests"), make(tmp_path, b"another key of them")
    assert one.key("prompt") == make(tmp_path, b"one key of the tests").key("prompt")
    assert one.key("prompt") != other.key("prompt")
    assert not (tmp_path / "key").exists()


def test_the_folder_is_private_and_holds_no_prompt(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    cache = make(folder)
    cache.put(cache.key(["Zephyrine Quackenbush"]), "F")
    cache.close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for path in folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert b"Quackenbush" not in path.read_bytes()


WRITING = """
import multiprocessing, sys
from pathlib import Path
from spacy_piivot.llm.cache import AnswerCache

def write(number):
    cache = AnswerCache(Path(sys.argv[1]), None, ("T", "F"))
    for i in range(30):
        cache.put(cache.key([number, i]), "F")
        cache.put(cache.key(["shared", i]), "T")
    return cache.key("the same")

if __name__ == "__main__":
    with multiprocessing.get_context(sys.argv[2]).Pool(4) as pool:
        print(len(set(pool.map(write, range(4)))))
"""


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_several_processes_share_it(tmp_path: Path, method: str) -> None:
    # In a process of its own: a fork of this one may inherit locks of other tests' threads.
    script = tmp_path / "write.py"
    script.write_text(WRITING)
    folder = tmp_path / "cache"
    run = subprocess.run(
        [sys.executable, script, folder, method], capture_output=True, text=True, timeout=300
    )
    assert run.stdout.strip() == "1", run.stderr
    cache = make(folder)
    assert {cache.get(cache.key([n, i])) for n in range(4) for i in range(30)} == {"F"}
    with sqlite3.connect(folder / "answers.sqlite3") as base:
        assert base.execute("SELECT count(*) FROM answers").fetchone() == (150,)


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cache_dir"):
        make(tmp_path / "file")
    (tmp_path / "answers.sqlite3").write_bytes(b"no database at all" * 100)
    with pytest.raises(InputError, match="cache_dir"):
        make(tmp_path)
