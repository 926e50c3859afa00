import sqlite3
import stat
import subprocess
import sys
import threading
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


@pytest.mark.parametrize("text", ["Maria", "MARIA", ["T", ["Maria"]], {"T": 1}, "name", ["T", ""]])
def test_no_text_is_kept(tmp_path: Path, text: object) -> None:
    cache = make(tmp_path)
    cache.put(cache.key("x"), text)
    assert cache.get(cache.key("x")) is None
    cache.close()
    assert all(b"aria" not in path.read_bytes() for path in tmp_path.iterdir())


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


def test_a_file_that_another_process_is_making_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # SQLite itself waits as well, but not everywhere: here it does not.
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **{**k, "timeout": 0}))
    other = connect(tmp_path / "answers.sqlite3", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN EXCLUSIVE")
    done = threading.Timer(0.2, other.close)
    done.start()
    cache = make(tmp_path)
    cache.put(cache.key("x"), "T")
    assert cache.get(cache.key("x")) == "T"
    done.join()


FORKING = """
import os, sys
from pathlib import Path
from spacy_piivot.llm.cache import AnswerCache

def turn(me, other):
    os.write(me, b"1"); os.read(other, 1)

cache = AnswerCache(Path(sys.argv[1]), None, ("T", "F"))
for i in range(50):
    cache.put(cache.key(["before", i]), "T")
of_child, to_parent = os.pipe()
of_parent, to_child = os.pipe()
child = os.fork()
if child == 0:
    own = AnswerCache(Path(sys.argv[1]), None, ("T", "F"))
    for i in range(300):
        own.put(own.key(["child", i]), "T")
        cache.put(cache.key(["inherited", i]), "T")
    turn(to_parent, of_parent)
    for i in range(300, 2000):
        own.put(own.key(["child", i]), "T")
    os._exit(0)
os.read(of_child, 1)
cache.close()
for i in range(300):
    cache.put(cache.key(["parent", i]), "T")
os.write(to_child, b"1")
for i in range(300, 2000):
    cache.put(cache.key(["parent", i]), "T")
os.waitpid(child, 0)
"""


def test_a_cache_in_use_outlives_a_fork(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", FORKING, tmp_path], capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    cache = make(tmp_path)
    counts = {"before": 50, "inherited": 300, "child": 2000, "parent": 2000}
    for who, count in counts.items():
        assert {cache.get(cache.key([who, i])) for i in range(count)} == {"T"}, who
    with sqlite3.connect(tmp_path / "answers.sqlite3") as base:
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cache_dir"):
        make(tmp_path / "file")
    (tmp_path / "answers.sqlite3").write_bytes(b"no database at all" * 100)
    with pytest.raises(InputError, match="cache_dir"):
        make(tmp_path)
