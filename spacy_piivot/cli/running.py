"""Runs a command: loads what it needs, writes its messages, and sets its exit status."""

import os
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import typer
from spacy.language import Language
from tqdm import tqdm

from ..corpus import Columns, InputChanged, read_roster, read_terms
from ..draws.key import read_key_file
from ..errors import PIIvotError
from ..runs import loading
from ..runs.loading import load_pipeline as load_pipeline
from ..runs.reading import InputReading, Processes, Summary
from ..runs.workers import WorkerDied
from .interrupts import Interrupts

SOME_QUARANTINED = 1
UNUSABLE = 2
BROKEN = 3
INTERRUPTED = 130


def say(line: str) -> None:
    """Write a line about the run to stderr."""
    tqdm.write(line, file=sys.stderr)


def make_reading(
    text_column: str | None,
    speaker_column: str | None,
    dialogue_column: str | None,
    roster: Path | None,
    n_process: Processes,
    interrupts: Interrupts,
    group_column: str | None = None,
    max_seconds: float | None = None,
    *,
    encoding: str | None = None,
    sheet: str | None = None,
    keep_column: Sequence[str] | None = None,
    exclude: Sequence[str] | None = None,
    transcript: str | None = None,
    pictures: str = "drop",
) -> InputReading:
    """How the input is read, from a command's options."""
    return InputReading(
        columns=Columns(
            text_column,
            speaker_column,
            dialogue_column,
            group_column,
            keep=tuple(keep_column or ()),
            encoding=encoding,
            transcript=transcript,
            pictures=pictures,
            sheet=sheet,
        ),
        exclude=tuple(exclude or ()),
        roster=read_roster(roster) if roster else None,
        n_process=n_process,
        report=say,
        progress=sys.stderr.isatty(),
        max_seconds=max_seconds,
        interrupted=interrupts.seen,
    )


def load_releasing_pipeline(
    model: str | None,
    key_file: Path | None,
    allow: Path | None,
    *,
    scope: str | None = None,
    policy: str | None = None,
    strategies: Sequence[str] | None = None,
    markov_p: float | None = None,
) -> Language:
    """The pipeline to use, with the key, the terms, the policy and the strategies of this run.

    model (str | None): A path or an installed package; None for the shipped one.
    key_file (Path | None): The secret key; None for the environment's or a random one.
    allow (Path | None): Terms that are never replaced.
    scope (str | None): Which dialogues share surrogates; None for the pipeline's setting.
    policy (str | None): The name or the file of a policy; None for the pipeline's setting.
    strategies (Sequence[str] | None): Labels with their strategies: "NAME=markov".
    markov_p (float | None): The probability that "markov" draws a new surrogate; None for the
        pipeline's setting.
    RETURNS (Language): The pipeline.
    RAISES (InputError): If it cannot be loaded, cannot replace, or a file cannot be read.
    """
    return loading.load_releasing_pipeline(
        model,
        read_key_file(key_file) if key_file else None,
        allow=read_terms(allow) if allow else (),
        scope=scope,
        policy=policy,
        strategies=chosen_strategies(strategies),
        markov_p=markov_p,
    )


def chosen_strategies(strategies: Sequence[str] | None) -> dict[str, str]:
    """The strategies that `--strategy` gives, by label."""
    chosen = (strategy.partition("=") for strategy in strategies or ())
    return {label.strip(): strategy.strip() for label, _, strategy in chosen}


def exit_with(summary: Summary, what: str, reading: InputReading | None = None) -> None:
    """Report how the run ended, and exit with its status.

    summary (Summary): The outcome.
    what (str): What was done with the dialogues, such as "searched".
    reading (InputReading | None): How the input was read: files that it skipped count.
    """
    failed = f", {summary.quarantined} quarantined" if summary.quarantined else ""
    noun = "dialogue" if summary.done == 1 else "dialogues"
    say(f"{summary.done} {noun} {what}{failed}")
    if summary.quarantined or (reading is not None and reading.skipped):
        raise typer.Exit(SOME_QUARANTINED)


@contextmanager
def guarded(when_interrupted: str = "Nothing was written.") -> Iterator[Interrupts]:
    """Turn errors into a line on stderr, which never shows a text, and an exit status.

    when_interrupted (str): The message after Ctrl-C.
    YIELDS (Interrupts): Knows whether Ctrl-C was pressed.
    """
    interrupts = Interrupts()
    try:
        with interrupts:
            yield interrupts
        return
    except typer.Exit:
        raise
    except BaseException as error:
        message, status = _explain(error)
        if interrupts.seen() or isinstance(error, KeyboardInterrupt):
            message, status = f"Interrupted. {when_interrupted}", INTERRUPTED
    say(message)
    leave(status)


def _explain(error: BaseException) -> tuple[str, int]:
    if isinstance(error, WorkerDied | InputChanged):
        return f"Error: {error}", BROKEN
    if isinstance(error, PIIvotError):
        return f"Error: {error}", UNUSABLE
    if isinstance(error, OSError) and error.strerror:
        return f"Error: {error.filename or 'the output'}: {error.strerror}", UNUSABLE
    # The message of a foreign error may quote a text.
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{type(error).__name__} at {place.filename}:{place.lineno}"
    return f"Error: {where}. Nothing was published.", BROKEN


def leave(status: int) -> NoReturn:
    """End the process with a status, even if it would wait for workers that are gone.

    status (int): The exit status.
    """
    try:
        sys.stdout.flush()
    except OSError:
        # Nobody reads stdout, or its disk is full. Python would try and fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if any(thread.name == "QueueFeederThread" for thread in threading.enumerate()):
        # This thread waits for a worker to read its data, and Python waits for the thread at exit.
        sys.stderr.flush()
        os._exit(status)
    raise typer.Exit(status)
