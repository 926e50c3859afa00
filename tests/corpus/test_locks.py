"""One run at a time for an output, and nothing of it stays."""

from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from forked import forked

from spacy_piivot.corpus import OutputInUse, lock_path, locked


def keep(path: Path, theirs: Connection) -> None:
    with locked(path):
        theirs.send("held")
        theirs.recv()


def hold(path: Path) -> tuple[BaseProcess, Connection]:
    ours, theirs = Pipe()
    holder = forked(keep, path, theirs)
    assert ours.poll(60)
    assert ours.recv() == "held"
    return holder, ours


def let_go(holder: BaseProcess, ours: Connection) -> None:
    ours.send("enough")
    holder.join()
    assert holder.exitcode == 0


def test_a_second_run_is_told_at_once_and_the_lock_goes_with_the_first(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    holder, ours = hold(out)
    with pytest.raises(OutputInUse, match="another run is writing it"), locked(out):
        pass
    let_go(holder, ours)
    assert not any(tmp_path.iterdir())
    with locked(out):
        assert lock_path(out).exists()
    assert not any(tmp_path.iterdir())


def test_the_lock_of_a_killed_process_holds_nobody_up(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    holder, _ = hold(out)
    holder.kill()
    holder.join()
    assert lock_path(out).exists()
    with locked(out):
        pass
    assert not any(tmp_path.iterdir())


def test_any_output_that_two_runs_share_is_enough(tmp_path: Path) -> None:
    out, vault = tmp_path / "out", tmp_path / "vault"
    link = tmp_path / "link"
    link.symlink_to(vault)
    holder, ours = hold(vault)
    for other in (vault, link, tmp_path / "." / "vault"):
        with pytest.raises(OutputInUse), locked(out, None, other):
            pass
        assert not lock_path(out).exists()
    let_go(holder, ours)


def test_a_run_that_fails_gives_the_lock_back(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyError), locked(out):
        raise KeyError
    with locked(out):
        pass
    assert not any(tmp_path.iterdir())
