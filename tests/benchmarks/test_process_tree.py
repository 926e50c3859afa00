import sys

import pytest

from benchmarks.process_tree import run_tree


@pytest.mark.slow
def test_the_peak_is_that_of_all_processes() -> None:
    code = "import time; block = bytearray(60_000_000); time.sleep(2.5)"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}])"
    parts = f"import threading as t, subprocess, sys; block = bytearray(60_000_000)\n{child}"
    ran = run_tree([sys.executable, "-c", parts])
    assert ran.status == 0
    assert ran.peak_mb > 120
