"""One run at a time for an output, and nothing of it stays."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from spacy_piivot.corpus import OutputInUse, lock_path, locked

HOLD = """
import sys
from pathlib import Path
from spacy_piivot.corpus import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def hold(path: Path) -> subprocess.Popen[str]:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


def test_a_second_run_is_told_at_once_and_the_lock_goes_with_the_first(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    holder = hold(out)
    with pytest.raises(OutputInUse, match="another run is writing it"), locked(out):
        pass
    holder.communicate("")
    assert not any(tmp_path.iterdir())
    with locked(out):
        assert lock_path(out).exists()
    assert not any(tmp_path.iterdir())


def test_the_lock_of_a_killed_process_holds_nobody_up(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    holder = hold(out)
    os.kill(holder.pid, signal.SIGKILL)
    holder.communicate()
    assert lock_path(out).exists()
    with locked(out):
        pass
    assert not any(tmp_path.iterdir())


def test_any_output_that_two_runs_share_is_enough(tmp_path: Path) -> None:
    out, vault = tmp_path / "out", tmp_path / "vault"
    link = tmp_path / "link"
    link.symlink_to(vault)
    holder = hold(vault)
    for other in (vault, link, tmp_path / "." / "vault"):
        with pytest.raises(OutputInUse), locked(out, None, other):
            pass
        assert not lock_path(out).exists()
    holder.communicate("")


def test_a_run_that_fails_gives_the_lock_back(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyError), locked(out):
        raise KeyError
    with locked(out):
        pass
    assert not any(tmp_path.iterdir())
