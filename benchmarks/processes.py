"""Measures what needs a separate process: start-up time and peak memory.

python -m benchmarks.processes SYSTEM FILE      # load a system and read dialogues once
"""

import re
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from benchmarks.memory import run_apart

IMPORT_SPACY = "import spacy"
LOAD = "import spacy_piivot; spacy_piivot.load()"


def startup_seconds(codes: Mapping[str, str], rounds: int) -> dict[str, dict[str, float]]:
    """Time the start of Python with each piece of code, in turn.

    codes (Mapping[str, str]): The code by name.
    rounds (int): How often each is started, after a first time that is not counted.
    RETURNS (dict[str, dict[str, float]]): The medians by name: wall-clock `seconds`, and `cpu`
        seconds, which other work on the machine disturbs less.
    """
    clock: dict[str, list[float]] = {name: [] for name in codes}
    cpu: dict[str, list[float]] = {name: [] for name in codes}
    for number in range(rounds + 1):
        for name in reversed(list(codes)) if number % 2 else codes:
            started = time.perf_counter()
            used = run_apart(["-c", codes[name]])
            if number:
                clock[name].append(time.perf_counter() - started)
                cpu[name].append(used.cpu_s)
    return {
        name: {"seconds": statistics.median(clock[name]), "cpu": statistics.median(cpu[name])}
        for name in codes
    }


def peak_megabytes(system: str, path: Path) -> float:
    """The peak resident memory of a process that loads a system and reads dialogues.

    system (str): The system's name.
    path (Path): The dialogues.
    RETURNS (float): Megabytes, read by the process itself: the figure that the kernel gives its
        parent includes the parent's own memory before the start.
    """
    arguments = [sys.executable, "-m", "benchmarks.processes", system, str(path)]
    run = subprocess.run(arguments, stdout=subprocess.PIPE, text=True, check=True)
    return float(run.stdout.split()[-1])


def startup_code(system: str) -> str:
    """Python code that loads a system and does nothing else."""
    kind, _, model = system.partition(":")
    if kind == "piivot":
        return f"import spacy_piivot; spacy_piivot.load({model!r})"
    return f"from spacy_piivot.evaluation.baselines import find_baseline; find_baseline({system!r})"


def main(system: str, path: str) -> None:
    """Load a system, read a file with it once, and print the peak memory in megabytes (Linux)."""
    from benchmarks.systems import load_system
    from spacy_piivot.evaluation.readers.reading import read_annotations

    load_system(system).read(read_annotations(Path(path)))
    status = Path("/proc/self/status").read_text("utf8")
    (kilobytes,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
    print(int(kilobytes) / 1024)


if __name__ == "__main__":
    main(*sys.argv[1:])
