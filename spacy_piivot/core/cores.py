"""Says how many cores a process may use."""

import os
from multiprocessing import parent_process


def free_cores() -> int:
    """The cores for this process: one in a worker, which shares the machine with others."""
    if parent_process() is not None:
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
