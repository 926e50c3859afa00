"""Measures several processes on one machine, and estimates what more processors would give.

    python -m benchmarks.scaling run FILE.jsonl --rounds 5       # one process and two, in turn
    python -m benchmarks.scaling memory FILE.jsonl -p 1 -p 2 -p 4
    python -m benchmarks.scaling estimate FILE.jsonl --dialogues 100000

`run` times the command. `estimate` measures what a dialogue costs a worker and the parent, in
processor time, and plays the run with these costs (`benchmarks/simulation.py`): an estimate.
"""

import os
import re
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.process_tree import Ran, run_tree
from benchmarks.simulation import Cost, Costs, amdahl, one_process, simulate
from spacy_piivot import load
from spacy_piivot.architectures.onnx_session import OnnxShim
from spacy_piivot.core.machine import set_share
from spacy_piivot.corpus import find_inputs
from spacy_piivot.runs.batches import make_batches, size_of
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.finished import finish
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.replacing import replace_each
from spacy_piivot.runs.results import Done
from spacy_piivot.runs.surrogator import get_surrogator
from spacy_piivot.runs.warmth import warm_before_fork
from spacy_piivot.runs.workers import Workers, start_context

KEY = "a key for measuring, not a secret one"
app = typer.Typer(add_completion=False)
Source = Annotated[Path, typer.Argument(help="Dialogues as JSONL")]
Counts = Annotated[list[int], typer.Option("--processes", "-p", help="Numbers of processes")]


@app.command()
def run(source: Source, rounds: int = 5, processes: Counts = [1, 2]) -> None:  # noqa: B006
    """Time `spacy-piivot deidentify` with each number of processes, in turn."""
    ran: dict[int, list[Ran]] = {count: [] for count in processes}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            for count in processes[:: -1 if number % 2 else 1]:
                ran[count].append(_deidentify(source, Path(folder, f"{count}.jsonl"), count))
        written = {Path(folder, f"{count}.jsonl").read_bytes() for count in processes}
    print("| processes | seconds | processor seconds | wall clock, ratio | processor, ratio |")
    print("|---:|---:|---:|---:|---:|")
    first = ran[processes[0]]
    for count, own in ran.items():
        pairs = list(zip(own, first, strict=True))
        wall = [one.seconds / other.seconds for one, other in pairs]
        cpu = [one.cpu_s / other.cpu_s for one, other in pairs]
        print(
            f"| {count} | {statistics.median(one.seconds for one in own):.1f} "
            f"| {statistics.median(one.cpu_s for one in own):.1f} "
            f"| {_range(wall)} | {_range(cpu)} |"
        )
    print("\nthe same bytes" if len(written) == 1 else "\nNOT the same bytes")


@app.command()
def memory(source: Source, processes: Counts = [1, 2]) -> None:  # noqa: B006
    """Print what each process holds: its part of shared memory, and what it does not share."""
    print("| processes | start | parent, MB | each worker, MB | of it not shared, MB |")
    print("|---:|---|---:|---:|---:|")
    for count in processes:
        parent, workers = _peaks(source, count)
        shares = " ".join(f"{one[0]:.0f}" for one in workers)
        own = " ".join(f"{one[1]:.0f}" for one in workers)
        method = start_context().get_start_method()
        print(f"| {count} | {method} | {parent[0]:.0f} | {shares} | {own} |")


@app.command()
def estimate(source: Source, dialogues: int = 100_000) -> None:
    """Measure the costs, and print what the simulation makes of them."""
    costs = measure(source)
    seconds = [cost.seconds for cost in costs.dialogues]
    print(
        f"{len(seconds)} dialogues: {sum(seconds):.1f} s in workers, "
        f"{statistics.mean(seconds) * 1000:.1f} ms each (median "
        f"{statistics.median(seconds) * 1000:.1f}, longest {max(seconds) * 1000:.0f}); "
        f"encoder {costs.encoder:.0%}; parent {costs.read * 1000:.2f} ms to read and send, "
        f"{costs.write * 1000:.2f} ms to receive and write; start {costs.start:.2f} s, each "
        f"worker {costs.worker_start * 1000:.0f} ms"
    )
    for count, many in ((len(seconds), costs), (dialogues, costs.repeated(dialogues))):
        print(f"\n{count} dialogues, estimated:\n")
        print("| processors | one process | as many processes | times as fast | Amdahl's law |")
        print("|---:|---:|---:|---:|---:|")
        alone = one_process(many, 1)
        for processors in (1, 2, 4, 16, 64):
            several = simulate(many, processors)
            print(
                f"| {processors} | {one_process(many, processors):,.0f} s | {several:,.0f} s "
                f"| {alone / several:.1f} | {amdahl(many, processors):.1f} |"
            )


def measure(source: Path) -> Costs:
    """Measure what the dialogues of a file cost, in processor time of one thread.

    source (Path): The file.
    RETURNS (Costs): The costs.
    """
    started = time.process_time()
    nlp = load()
    surrogator = get_surrogator(nlp)
    surrogator.key = KEY.encode()
    warm_before_fork(nlp)
    start = time.process_time() - started
    reading = InputReading()
    began = time.process_time()
    entries = list(reading.entries(find_inputs(source)))
    batches = list(make_batches(entries, 1))
    read = (time.process_time() - began) / len(entries)
    set_share(1)
    costs: list[Cost] = []
    with _timed_encoder() as encoding:
        for batch in batches:
            began = time.process_time()
            for result in replace_each(nlp, batch.entries):
                if isinstance(result, Done):
                    finish(result, surrogator.lexicon)
            seconds = time.process_time() - began
            each = seconds / batch.size
            costs += (Cost(size_of(one), each * size_of(one)) for one in batch.entries)
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder, "first.jsonl")
        first.write_text(source.read_text("utf8").split("\n", 1)[0] + "\n", "utf8")
        fixed = _parent_seconds(first, folder, nlp)
        whole = _parent_seconds(source, folder, nlp)
    each = max(0.0, whole - fixed) / max(1, len(entries) - 1)
    share = encoding[0] / sum(cost.seconds for cost in costs)
    return Costs(costs, share, read, max(0.0, each - read), start + fixed, _start_seconds())


def _parent_seconds(source: Path, folder: str, nlp: Any) -> float:
    """The parent's processor time of a run whose work is done by two workers."""
    began = time.process_time()
    deidentify(source, Path(folder, "out.jsonl"), nlp, reading=InputReading(n_process=2))
    return time.process_time() - began


def _start_seconds(count: int = 8) -> float:
    """What it takes the parent to start a worker."""
    began = time.perf_counter()
    with Workers(count, _idle) as workers:
        workers.start()
        return (time.perf_counter() - began) / count


def _idle(number: int) -> Any:
    return len


@contextmanager
def _timed_encoder() -> Iterator[list[float]]:
    """Add up the processor time of the encoder's forward passes."""
    spent, forward = [0.0], OnnxShim.run

    def timed(shim: OnnxShim, batch: list[list[int]]) -> Any:
        began = time.process_time()
        try:
            return forward(shim, batch)
        finally:
            spent[0] += time.process_time() - began

    OnnxShim.run = timed  # type: ignore[method-assign, assignment]
    try:
        yield spent
    finally:
        OnnxShim.run = forward  # type: ignore[method-assign]


def _peaks(source: Path, count: int) -> tuple[list[float], list[list[float]]]:
    """The most that the parent and each worker hold: their parts, and what they do not share."""
    nlp = load()
    get_surrogator(nlp).key = KEY.encode()
    seen: dict[int, list[float]] = {}
    pids: list[int] = []
    start, done = Workers.start, threading.Event()

    def noted(workers: Workers) -> None:
        start(workers)
        pids[:] = workers.pids

    def watch() -> None:
        while not done.wait(0.5):
            for pid in (os.getpid(), *pids):
                seen[pid] = max(seen.get(pid, [0.0, 0.0]), _held(pid))

    Workers.start = noted  # type: ignore[method-assign, assignment]
    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            reading = InputReading(n_process=count)
            deidentify(source, Path(folder, "out.jsonl"), nlp, reading=reading)
    finally:
        Workers.start = start  # type: ignore[method-assign]
        done.set()
        thread.join()
    return seen[os.getpid()], [seen[pid] for pid in pids if pid in seen]


def _held(pid: int) -> list[float]:
    try:
        held = Path(f"/proc/{pid}/smaps_rollup").read_text("utf8")
    except OSError:
        return [0.0, 0.0]
    own = {
        name: int(kilobytes) / 1024
        for name, kilobytes in re.findall(r"^(\w+):\s+(\d+) kB", held, re.MULTILINE)
    }
    return [own["Pss"], own["Private_Clean"] + own["Private_Dirty"]]


def _deidentify(source: Path, out: Path, count: int) -> Ran:
    os.environ["SPACY_PIIVOT_KEY"] = KEY
    command = [sys.executable, "-m", "spacy_piivot", "deidentify", str(source), "-o", str(out)]
    ran = run_tree([*command, "--n-process", str(count)])
    if ran.status > 1:
        raise typer.BadParameter(f"the command failed: {ran.errors.strip()[-200:]}")
    return ran


def _range(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


if __name__ == "__main__":
    app()
