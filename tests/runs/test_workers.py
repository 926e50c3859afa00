import fcntl
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from forked import forked
from json_lines import write_jsonl
from transcripts import dialogue, make_pipeline

from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.workers import WorkerDied, watching_workers

SCRIPT = """
import multiprocessing
import sys
from pathlib import Path
import fake_components
import spacy
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading

if __name__ == "__main__":
    source, out = sys.argv[1:]
    multiprocessing.set_start_method("spawn")
    nlp = spacy.blank("en")
    for name in ("fake_finder", "fake_slow", "fake_holding", "hips_surrogator"):
        nlp.add_pipe(name)
    deidentify(Path(source), Path(out), nlp, reading=InputReading(n_process=2))
"""


def is_gone(lock: Path) -> bool:
    with lock.open("w") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Dialogues that are not done for a long time."""
    records = [dialogue(f"d{n}", "Zorblatt" + (" SLOW" if n > 64 else "")) for n in range(200)]
    return write_jsonl(tmp_path / "in.jsonl", *records)


@pytest.fixture
def locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where each worker holds a lock."""
    folder = tmp_path / "locks"
    folder.mkdir()
    monkeypatch.setenv("LOCKS", str(folder))
    return folder


@pytest.mark.slow
def test_spawned_workers_end_when_their_parent_is_killed(
    many: Path, locks: Path, tmp_path: Path
) -> None:
    script = tmp_path / "script.py"
    support = str(Path(__file__).parents[1] / "support")
    script.write_text(f"import sys\nsys.path.insert(0, {support!r})\n{SCRIPT}")
    parent = subprocess.Popen([sys.executable, str(script), str(many), str(tmp_path / "out.jsonl")])
    check_workers_end(locks, parent.pid, lambda: parent.poll() is None, parent.wait)


def test_forked_workers_end_when_their_parent_is_killed(
    many: Path, locks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spacy.language.mp", multiprocessing.get_context("fork"))

    def start() -> None:
        nlp = make_pipeline("fake_finder", "fake_slow", "fake_holding")
        deidentify(many, tmp_path / "out.jsonl", nlp, reading=InputReading(n_process=2))

    parent = forked(start)
    assert parent.pid is not None
    check_workers_end(locks, parent.pid, parent.is_alive, parent.join)


def check_workers_end(
    locks: Path, parent: int, is_alive: Callable[[], bool], wait: Callable[[], object]
) -> None:
    """Kill the parent, and look whether its workers end."""

    def workers() -> list[Path]:
        return [path for path in locks.iterdir() if not path.suffix]

    while len(workers()) < 2:
        assert is_alive()
        time.sleep(0.02)
    assert not any(is_gone(lock) for lock in workers())
    os.kill(parent, signal.SIGKILL)
    wait()
    give_up = time.monotonic() + 30
    while not all(is_gone(lock) for lock in workers()) and time.monotonic() < give_up:
        time.sleep(0.05)
    alive = [int(lock.name) for lock in workers() if not is_gone(lock)]
    for worker in alive:
        os.kill(worker, 9)
    assert not alive


def _fail() -> None:
    os._exit(3)


def start_one_after_another_died() -> None:
    context = multiprocessing.get_context("fork")
    with watching_workers(2) as workers:
        first = context.Process(target=_fail)
        first.start()
        first.join()
        # Starting another forgets the one that has ended.
        second = context.Process(target=time.sleep, args=(60,))
        second.start()
        second.join(30)
        assert workers.have_died()
        assert second.exitcode


def test_a_worker_that_dies_at_once_is_noticed() -> None:
    start = BaseProcess.start
    with pytest.raises(WorkerDied):
        start_one_after_another_died()
    assert BaseProcess.start is start
