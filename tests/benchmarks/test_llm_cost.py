import subprocess
import sys
from pathlib import Path

import pytest
from benchmarked import BENCHMARKS


@pytest.mark.slow
def test_the_cost_of_every_configuration_is_counted(gold: Path) -> None:
    pytest.importorskip("openai")
    run = subprocess.run(
        [sys.executable, BENCHMARKS / "llm_cost.py", gold], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    header, _, *rows = [line for line in run.stdout.splitlines() if "|" in line]
    assert header.startswith("| configuration | asked of candidates |")
    costs = {row.split("|")[1].strip(): float(row.split("|")[-2]) for row in rows}
    assert len(costs) == 8
    assert all(cost > 0 for name, cost in costs.items() if name.startswith("detector"))
