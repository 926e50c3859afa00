"""How many processors and how much memory this process may use."""

import os
from collections.abc import Iterator
from multiprocessing import parent_process
from pathlib import Path

_ROOT = Path("/")
# What a container limits, in the two versions of Linux's control groups.
_PROCESSORS_V1 = ("cpu.cfs_quota_us", "cpu.cfs_period_us")
_MEMORY_V1 = ("memory.limit_in_bytes", "memory.usage_in_bytes")
_MEMORY_V2 = ("memory.max", "memory.current")
# The kernel's file cache, which it gives up when memory is needed.
_CACHE = "inactive_file"

# The processors that this process got as its share, if it is one of several workers.
_share: int | None = None


def usable_processors(root: Path = _ROOT) -> int:
    """The processors that may be used: those of the machine, of the affinity, of the container.

    root (Path): Where `proc` and `sys` are.
    RETURNS (int): How many, at least 1.
    """
    if hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    for folder in _control_groups(root, "cpu"):
        quota, period = _quota(folder)
        if quota > 0 and period > 0:
            count = min(count, max(1, round(quota / period)))
    return count


def own_processors() -> int:
    """The processors for the threads of this process: its share, if it is one of several."""
    if _share is not None:
        return _share
    return 1 if parent_process() is not None else usable_processors()


def set_share(count: int) -> None:
    """Say how many processors the threads of this process may use.

    count (int): How many; at least 1 is taken.
    """
    global _share
    _share = max(1, count)


def free_memory(root: Path = _ROOT) -> int | None:
    """The memory that may still be used, on the machine and in the container.

    root (Path): Where `proc` and `sys` are.
    RETURNS (int | None): Bytes; None if the system does not tell.
    """
    found = [value for value in (_available(root), *_free_in_groups(root)) if value is not None]
    return max(0, min(found)) if found else None


def own_memory(root: Path = _ROOT) -> int | None:
    """The resident memory of this process.

    root (Path): Where `proc` is.
    RETURNS (int | None): Bytes; None if the system does not tell.
    """
    return _kilobytes(root / "proc/self/status", "VmRSS:")


def _available(root: Path) -> int | None:
    return _kilobytes(root / "proc/meminfo", "MemAvailable:")


def _kilobytes(path: Path, field: str) -> int | None:
    for line in _lines(path):
        if line.startswith(field):
            return int(line.split()[1]) * 1024
    return None


def _free_in_groups(root: Path) -> Iterator[int]:
    for folder in _control_groups(root, "memory"):
        for most, used in (_MEMORY_V2, _MEMORY_V1):
            limit, now = _number(folder / most), _number(folder / used)
            if limit is not None and now is not None:
                yield limit - now + _cached(folder)


def _cached(folder: Path) -> int:
    for line in _lines(folder / "memory.stat"):
        name, _, value = line.partition(" ")
        if name == _CACHE and value.strip().isdigit():
            return int(value)
    return 0


def _quota(folder: Path) -> tuple[int, int]:
    """The processor time per period that a group may use; (0, 0) without a limit."""
    parts = " ".join(_lines(folder / "cpu.max")).split()
    if len(parts) == 2 and parts[0].isdigit() and parts[1].isdigit():
        return int(parts[0]), int(parts[1])
    quota, period = (_number(folder / name) for name in _PROCESSORS_V1)
    return (quota or 0), (period or 0)


def _control_groups(root: Path, kind: str) -> Iterator[Path]:
    """The folders of this process's control groups, from its own to the outermost."""
    for line in _lines(root / "proc/self/cgroup"):
        _, kinds, path = (*line.strip().split(":", 2), "", "")[:3]
        top = root / "sys/fs/cgroup" / (kind if kinds else "")
        if kinds and kind not in kinds.split(","):
            continue
        inside = [part for part in path.split("/") if part not in ("", "..")]
        for depth in range(len(inside), -1, -1):
            yield top.joinpath(*inside[:depth])


def _number(path: Path) -> int | None:
    value = " ".join(_lines(path)).strip()
    return int(value) if value.isdigit() else None


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf8").splitlines()
    except (OSError, ValueError):
        return []
