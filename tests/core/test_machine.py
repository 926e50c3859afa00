import os
from pathlib import Path

import pytest

from spacy_piivot.core import machine
from spacy_piivot.core.machine import (
    free_memory,
    own_memory,
    own_processors,
    set_share,
    usable_processors,
)

GIGABYTE = 1024**3


def under(root: Path, path: str, content: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(content)


@pytest.fixture
def sixteen(monkeypatch: pytest.MonkeyPatch) -> None:
    if hasattr(os, "sched_getaffinity"):
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(16)))
    monkeypatch.setattr(os, "cpu_count", lambda: 16)


@pytest.mark.usefixtures("sixteen")
@pytest.mark.parametrize(
    ("limit", "count"),
    [
        ("max 100000", 16),
        ("400000 100000", 4),
        ("150000 100000", 2),
        ("50000 100000", 1),
        ("3200000 100000", 16),
        ("", 16),
        ("not a number", 16),
    ],
)
def test_a_container_limits_the_processors(tmp_path: Path, limit: str, count: int) -> None:
    under(tmp_path, "proc/self/cgroup", "0::/pods/ours\n")
    under(tmp_path, "sys/fs/cgroup/pods/ours/cpu.max", limit)
    assert usable_processors(tmp_path) == count


@pytest.mark.usefixtures("sixteen")
def test_the_smallest_limit_of_all_groups_counts(tmp_path: Path) -> None:
    under(tmp_path, "proc/self/cgroup", "0::/pods/ours\n")
    under(tmp_path, "sys/fs/cgroup/pods/ours/cpu.max", "800000 100000")
    under(tmp_path, "sys/fs/cgroup/cpu.max", "300000 100000")
    assert usable_processors(tmp_path) == 3


@pytest.mark.usefixtures("sixteen")
def test_the_older_control_groups_are_read_too(tmp_path: Path) -> None:
    under(tmp_path, "proc/self/cgroup", "4:memory:/ours\n3:cpu,cpuacct:/ours\n")
    under(tmp_path, "sys/fs/cgroup/cpu/ours/cpu.cfs_quota_us", "200000\n")
    under(tmp_path, "sys/fs/cgroup/cpu/ours/cpu.cfs_period_us", "100000\n")
    under(tmp_path, "sys/fs/cgroup/memory/ours/memory.limit_in_bytes", str(4 * GIGABYTE))
    under(tmp_path, "sys/fs/cgroup/memory/ours/memory.usage_in_bytes", str(GIGABYTE))
    assert usable_processors(tmp_path) == 2
    assert free_memory(tmp_path) == 3 * GIGABYTE


@pytest.mark.usefixtures("sixteen")
def test_without_a_container_the_machine_counts(tmp_path: Path) -> None:
    under(tmp_path, "proc/meminfo", "MemTotal: 99 kB\nMemAvailable:   2048 kB\n")
    assert usable_processors(tmp_path) == 16
    assert free_memory(tmp_path) == 2048 * 1024


def test_memory_is_bounded_by_the_container_without_its_file_cache(tmp_path: Path) -> None:
    under(tmp_path, "proc/meminfo", f"MemAvailable: {8 * GIGABYTE // 1024} kB\n")
    under(tmp_path, "proc/self/cgroup", "0::/ours\n")
    under(tmp_path, "sys/fs/cgroup/ours/memory.max", str(2 * GIGABYTE))
    under(tmp_path, "sys/fs/cgroup/ours/memory.current", str(GIGABYTE))
    assert free_memory(tmp_path) == GIGABYTE
    under(tmp_path, "sys/fs/cgroup/ours/memory.stat", f"anon 5\ninactive_file {GIGABYTE // 2}\n")
    assert free_memory(tmp_path) == GIGABYTE * 3 // 2
    under(tmp_path, "sys/fs/cgroup/ours/memory.max", "max")
    assert free_memory(tmp_path) == 8 * GIGABYTE


def test_where_the_system_tells_nothing_nothing_is_claimed(tmp_path: Path) -> None:
    assert free_memory(tmp_path) is None
    assert own_memory(tmp_path) is None


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux has /proc")
def test_the_memory_of_this_process_is_read() -> None:
    assert 10 * 1024**2 < (own_memory() or 0) < 100 * GIGABYTE


def test_a_worker_uses_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_share", None)
    assert own_processors() == usable_processors()
    monkeypatch.setattr(machine, "parent_process", lambda: object())
    assert own_processors() == 1
    set_share(3)
    assert own_processors() == 3
    set_share(0)
    assert own_processors() == 1
