"""`spacy-piivot deidentify`: makes transcripts that can be shared."""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from ..corpus import read_terms
from ..draws.key import read_key_file
from ..engines.parts import Job
from ..engines.ray_pool import ray_pool
from ..engines.run import deidentify_parts
from ..engines.settings import make_settings
from ..errors import InputError
from ..runs.deidentify import deidentify
from ..runs.names import IdMode
from . import options
from .running import (
    chosen_strategies,
    exit_with,
    guarded,
    load_releasing_pipeline,
    make_reading,
    say,
)


def deidentify_command(
    source: options.Input,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="The file or folder to write. Without it, the result of one file goes to stdout.",
        ),
    ] = None,
    model: options.Model = None,
    key_file: options.KeyFile = None,
    roster: options.RosterFile = None,
    n_process: options.Processes = 1,
    max_seconds: options.MaxSeconds = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Continue an interrupted run. Needs the key of that run."),
    ] = False,
    spans_from_input: options.SpansFromInput = False,
    allow: options.AllowFile = None,
    private_edits: Annotated[
        Path | None,
        typer.Option(help="Write which places were replaced, without originals. Keep it private."),
    ] = None,
    private_reasons: Annotated[
        Path | None,
        typer.Option(
            help="Write which words made the last check repair a dialogue or hold it back, and "
            "where. Keep it private."
        ),
    ] = None,
    vault: Annotated[
        Path | None,
        typer.Option(
            help="Write an encrypted vault that can undo the release. It is unreadable without "
            "the key."
        ),
    ] = None,
    vault_key_file: options.VaultKeyFile = None,
    ids: options.Ids = "keep",
    text_column: options.TextColumn = None,
    speaker_column: options.SpeakerColumn = None,
    dialogue_column: options.DialogueColumn = None,
    keep_column: options.KeepColumn = None,
    encoding: options.Encoding = None,
    sheet: options.Sheet = None,
    exclude: options.Exclude = None,
    group_column: options.GroupColumn = None,
    transcript: options.Transcript = None,
    pictures: options.Pictures = "drop",
    scope: options.Scope = None,
    policy: options.PolicyName = None,
    strategy: options.Strategies = None,
    markov_p: options.MarkovP = None,
    engine: Annotated[
        Literal["ray"] | None,
        typer.Option(
            help="Where to run: ray sends each file of a folder to a worker. Needs the extra ray, "
            "and a key. --n-process says how many workers."
        ),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(help="The address of a Ray cluster; without it, one is started here."),
    ] = None,
) -> None:
    """Replace potential PII in dialogues, so that they can be shared.

    The result has the format of the input and contains only ids, speakers and texts. It appears
    only when everything is done. Findings of the last check are also replaced; dialogues that
    still fail are listed in OUT.quarantine.jsonl, without their texts.
    """
    with guarded(
        "The same command with --resume continues from here, if it has the same key."
    ) as interrupts:
        reading = make_reading(
            text_column,
            speaker_column,
            dialogue_column,
            roster,
            n_process,
            interrupts,
            group_column,
            max_seconds,
            encoding=encoding,
            sheet=sheet,
            exclude=exclude,
            keep_column=keep_column,
            transcript=transcript,
            pictures=pictures,
        )
        if engine is not None:
            private = (private_edits, private_reasons, vault)
            _check_engine(output, ids, private)
            settings = make_settings(
                key_file=key_file,
                model=model,
                policy=policy,
                scope=scope,
                strategies=chosen_strategies(strategy),
                markov_p=markov_p,
                roster=reading.roster,
                allow=read_terms(allow) if allow else (),
                ids=ids,
                max_seconds=max_seconds,
                spans_from_input=spans_from_input,
            )
            job = Job(settings, reading.columns)
            pool = partial(ray_pool, address, n_process, say, interrupts.seen)
            assert output is not None
            summary = deidentify_parts(source, output, job, pool, resume=resume, reading=reading)
            exit_with(summary, "de-identified", reading)
            return
        if address is not None:
            raise InputError("--address needs --engine.")
        summary = deidentify(
            source,
            output or sys.stdout.buffer,
            load_releasing_pipeline(
                model,
                key_file,
                allow,
                scope=scope,
                policy=policy,
                strategies=strategy,
                markov_p=markov_p,
            ),
            reading=reading,
            spans_from_input=spans_from_input,
            ids=ids,
            resume=resume,
            private_edits=private_edits,
            vault=vault,
            vault_key=read_key_file(vault_key_file) if vault_key_file else None,
            private_reasons=private_reasons,
        )
        exit_with(summary, "de-identified", reading)


def _check_engine(output: Path | None, ids: IdMode, private: Sequence[Path | None]) -> None:
    """Refuse what cannot be done part by part."""
    if output is None:
        raise InputError("--engine writes a folder: give -o.")
    if ids == "number":
        raise InputError("--engine has no order in which to number ids: use --ids hmac.")
    if any(path is not None for path in private):
        raise InputError(
            "--engine writes no private edits, no private reasons and no vault: they would be "
            "spread over the workers' machines. Run in one process for them."
        )
