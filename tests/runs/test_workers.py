import fcntl
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forked import forked
from json_lines import write_jsonl
from transcripts import dialogue, make_pipeline

from spacy_piivot.errors import InputError
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.workers import WorkerDied, WorkerFailed, Workers, start_context

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


def doubled(number: int) -> Callable[[Any], Any]:
    """What the workers of these tests do: double a number, or what a word says."""

    def work(content: Any) -> Any:
        if content == "die":
            os._exit(3)
        if content == "fail":
            raise KeyError("Zorblatt")
        if content == "refuse":
            raise InputError("nothing can be done")
        if content == "exit":
            raise SystemExit("Zorblatt")
        return number, 2 * content

    return work


def started(count: int, prepare: Callable[[int], Any] = doubled) -> Workers:
    workers = Workers(count, prepare)
    workers.start()
    return workers


def answers(workers: Workers, count: int) -> list[Any]:
    received: list[Any] = []
    while len(received) < count:
        received += workers.receive()
    return sorted(received)


def ask(content: Any, prepare: Callable[[int], Any] = doubled) -> None:
    with started(2, prepare) as workers:
        workers.send(1, content)
        while True:
            workers.receive()


def test_each_worker_answers_in_the_order_of_what_it_got() -> None:
    with started(2) as workers:
        for number, content in ((0, 1), (1, 5), (0, 2)):
            workers.send(number, content)
        assert answers(workers, 3) == [(0, (0, 2)), (0, (0, 4)), (1, (1, 10))]
        assert workers.receive(0) == []
        pids = workers.pids
    assert len(set(pids)) == 2
    assert not any(os.path.exists(f"/proc/{pid}/cmdline") for pid in pids)


def test_more_than_a_channel_holds_goes_both_ways() -> None:
    long = "x" * 3_000_000
    with started(2) as workers:
        for _ in range(2):
            workers.send(0, long)
        assert [len(content) for _, (_, content) in answers(workers, 2)] == [6_000_000] * 2


@pytest.mark.parametrize("content", ["die", "die at start"])
def test_a_worker_that_dies_is_noticed(content: str) -> None:
    def prepare(number: int) -> Any:
        if content == "die at start":
            os._exit(3)
        return doubled(number)

    with pytest.raises(WorkerDied, match="Use fewer processes"):
        ask(content, prepare)


@pytest.mark.parametrize("content", ["fail", "exit"])
def test_a_foreign_error_is_told_by_its_place_only(
    content: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(WorkerFailed) as caught:
        ask(content)
    assert "test_workers.py" in str(caught.value)
    assert "Zorblatt" not in str(caught.value) + repr(caught.value.__context__)
    assert "Zorblatt" not in "".join(capfd.readouterr())


def test_an_error_of_ours_is_raised_as_it_is() -> None:
    with pytest.raises(InputError, match="nothing can be done"):
        ask("refuse")


def test_workers_are_killed_when_their_block_ends_early() -> None:
    pids: list[int] = []

    def end_early() -> None:
        with started(2, lambda number: time.sleep) as workers:
            workers.send(0, 60)
            pids.extend(workers.pids)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        end_early()
    assert not any(os.path.exists(f"/proc/{pid}/cmdline") for pid in pids)


def _die(much: bytes) -> None:
    os._exit(3)


class Dying:
    """What is prepared cannot be unpickled: a spawned worker dies before it has read all of it."""

    def __init__(self) -> None:
        self.much = b"x" * 10_000_000

    def __reduce__(self) -> Any:
        return _die, (self.much,)

    def __call__(self, number: int) -> Any:
        return doubled(number)


@pytest.mark.slow
def test_a_spawned_worker_that_dies_at_once_is_noticed() -> None:
    former = multiprocessing.get_start_method()
    multiprocessing.set_start_method("spawn", force=True)
    try:
        with pytest.raises(WorkerDied):
            ask(1, Dying())
    finally:
        multiprocessing.set_start_method(former, force=True)


def test_on_linux_workers_are_forked_unless_the_program_chose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen: list[str | None] = [None]
    monkeypatch.setattr(multiprocessing, "get_start_method", lambda allow_none: chosen[0])
    monkeypatch.setattr(sys, "platform", "linux")
    assert start_context().get_start_method() == "fork"
    chosen[0] = "spawn"
    assert start_context().get_start_method() == "spawn"
