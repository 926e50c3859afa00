"""The load test of the service."""

import asyncio
import os
import random

import pytest

from benchmarks.serve_load import measure, memory_of, requests, row


def test_the_figures_of_a_path() -> None:
    times = [n / 1000 for n in range(1, 101)]
    assert row(times, 10.0) == {"a second": 10, "p50": 50.5, "p95": 96, "p99": 100, "most": 100}
    assert row([0.25], 1.0)["p99"] == 250


def test_clients_ask_for_different_texts() -> None:
    asked = [requests(random.Random(n), str(n), None) for n in range(3)]
    assert [path for path, _ in asked[0]] == ["/analyze"] * 3 + ["/deidentify"]
    texts = [body["text"] for some in asked for path, body in some if path == "/analyze"]
    assert len(set(texts)) > 6
    assert [path for path, _ in requests(random.Random(0), "a", "/deidentify")] == ["/deidentify"]


@pytest.mark.skipif(not os.path.exists("/proc/self/smaps_rollup"), reason="no /proc")
def test_the_memory_of_this_process() -> None:
    memory = memory_of(os.getpid())
    assert memory["server"] > 10
    assert memory["all_pss"] > 10


@pytest.mark.slow
def test_a_short_run_has_no_errors() -> None:
    measured = asyncio.run(measure(3, 3.0, 1, None))
    assert measured["errors"] == 0
    assert measured["exit_status"] == 0
    assert {"/analyze", "/deidentify", "/health"} <= set(measured["paths"])
    assert [set(one) for one in measured["memory_mb"]] == [{"all_pss", "server", "worker 1"}] * 2
