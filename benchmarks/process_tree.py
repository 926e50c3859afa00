"""Runs a command, and measures its time and the peak memory of all its processes."""

import os
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

INTERVAL = 0.5
_PROC = Path("/proc")


class Ran(NamedTuple):
    """A finished process.

    status (int): Its exit status.
    seconds (float): Wall-clock time.
    cpu_s (float): Processor time, including its children's.
    peak_mb (float): The most memory of the process and its children together, in megabytes: pages
        that they share count once. Sampled twice per second; without /proc, the peak of the
        largest process.
    errors (str): Its output on stderr.
    """

    status: int
    seconds: float
    cpu_s: float
    peak_mb: float
    errors: str


def run_tree(command: Sequence[str]) -> Ran:
    """Run a command and watch its processes.

    command (Sequence[str]): The command.
    RETURNS (Ran): How it ended.
    """
    before = os.times()
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        ended = threading.Event()
        peaks = [0.0]

        def watch() -> None:
            while not ended.wait(INTERVAL):
                peaks[0] = max(peaks[0], sum(map(_megabytes, _tree(process.pid))))

        thread = threading.Thread(target=watch, daemon=True)
        thread.start()
        _, errors = process.communicate()
        ended.set()
        thread.join()
    seconds = time.perf_counter() - started
    after = os.times()
    cpu = after.children_user + after.children_system
    cpu -= before.children_user + before.children_system
    return Ran(
        process.returncode,
        seconds,
        cpu,
        peaks[0] or _largest_child(),
        errors.decode("utf8", "replace"),
    )


def _tree(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = [
            int(child)
            for task in (_PROC / str(pid) / "task").iterdir()
            for child in (task / "children").read_text().split()
        ]
    except OSError:
        return
    for child in children:
        yield from _tree(child)


def _megabytes(pid: int) -> float:
    """The memory of a process, with its share of shared pages; 0 if it has ended."""
    try:
        lines = (_PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def _largest_child() -> float:
    import resource

    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
