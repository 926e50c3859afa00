"""Keeps the texts in a process's memory off the disk, and its end from hurting others."""

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform != "win32":
    import resource

# Of Linux: prctl's PR_SET_PDEATHSIG, and the score of a process that is ended before all others
# where memory is short.
_SET_PARENT_DEATH_SIGNAL = 1
_END_FIRST = "1000"


def write_no_core() -> None:
    """Let a crash write no memory to the disk, in this process and those that it starts."""
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end_with(parent: int) -> None:
    """End this process when its parent ends, even in the middle of an endless expression.

    Elsewhere than on Linux it ends after its request, when it finds that nobody reads the answer.

    parent (int): The parent's process.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)  # it ended before


def end_first_without_memory() -> None:
    """Where memory runs out, let the system end this process rather than another one."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_END_FIRST)
