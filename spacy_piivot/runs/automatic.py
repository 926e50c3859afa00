"""Chooses how many processes a run uses: `--n-process auto`."""

from typing import NamedTuple

from spacy.language import Language

from ..components.sharing import asks_models
from ..core.machine import free_memory, own_memory, usable_processors
from ..corpus import Inputs
from .reading import InputReading
from .workers import start_context

_MEGABYTE = 1024**2
# What a worker adds at most (docs/scale.md): forked, beside what it shares with its parent;
# spawned, which loads everything itself.
FORKED_WORKER, SPAWNED_WORKER = 250 * _MEGABYTE, 600 * _MEGABYTE
# Bytes of input that make a worker worth its start.
FORKED_WORTH, SPAWNED_WORTH = 50_000, 500_000
# The part of the free memory that workers may take.
_MEMORY_PART = 0.8


class Choice(NamedTuple):
    """A number of processes, and the reason why it is not larger."""

    processes: int
    reason: str


def choose_processes(
    *,
    processors: int,
    input_bytes: int,
    worth: int = FORKED_WORTH,
    memory: int | None = None,
    worker: int = FORKED_WORKER,
    asks: bool = False,
) -> Choice:
    """Choose how many processes a run uses.

    processors (int): How many processors may be used.
    input_bytes (int): How much there is to read.
    worth (int): How much each worker must have to do.
    memory (int | None): The bytes of memory that are free; None if unknown.
    worker (int): The bytes of memory that each worker takes.
    asks (bool): Whether a language model is queried: one process sends many requests at a time.
    RETURNS (Choice): At least 1 process.
    """
    if asks:
        return Choice(1, "it already queries the language model many times at once")
    bounds = [
        Choice(processors, f"of {processors} processors"),
        Choice(input_bytes // worth, "the input is small"),
    ]
    if memory is not None:
        fitting = int(memory * _MEMORY_PART) // worker
        bounds.append(Choice(fitting, "there is no memory for more"))
    processes, reason = min(bounds, key=lambda choice: choice.processes)
    return Choice(max(1, processes), reason)


def processes_for(reading: InputReading, nlp: Language, inputs: Inputs) -> int:
    """How many processes a run uses, as wanted or chosen; a choice is reported.

    reading (InputReading): How the input is read, with the number or "auto".
    nlp (Language): The pipeline.
    inputs (Inputs): The input.
    RETURNS (int): At least 1.
    """
    if reading.n_process != "auto":
        return reading.n_process
    forked = start_context().get_start_method() == "fork"
    choice = choose_processes(
        processors=usable_processors(),
        input_bytes=_size(inputs),
        worth=FORKED_WORTH if forked else SPAWNED_WORTH,
        memory=free_memory(),
        worker=FORKED_WORKER if forked else max(SPAWNED_WORKER, 2 * (own_memory() or 0)),
        asks=asks_models(nlp),
    )
    noun = "process" if choice.processes == 1 else "processes"
    reading.report(f"--n-process auto: {choice.processes} {noun} ({choice.reason})")
    return choice.processes


def _size(inputs: Inputs) -> int:
    return sum(file.path.stat().st_size for file in inputs.files)
