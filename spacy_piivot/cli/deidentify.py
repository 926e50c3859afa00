"""`spacy-piivot deidentify`: a transcript in, one that can be shared out."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ..draws.key import read_key_file
from ..runs.deidentify import deidentify
from ..runs.names import IdMode
from . import options
from .running import exit_with, guarded, load_releasing_pipeline, make_reading


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
        typer.Option("--resume", help="Go on with an interrupted run. Needs the key of that run."),
    ] = False,
    spans_from_input: options.SpansFromInput = False,
    allow: options.AllowFile = None,
    private_edits: Annotated[
        Path | None,
        typer.Option(help="Write what was replaced where, without originals. Keep it private."),
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
            help="Write what undoes the release, encrypted. Without the key nobody can read it."
        ),
    ] = None,
    vault_key_file: options.VaultKeyFile = None,
    ids: Annotated[
        IdMode,
        typer.Option(
            help="What becomes of ids and file names: keep them, number them (the files of a "
            "folder in a keyed order), or replace them with a keyed digest."
        ),
    ] = "keep",
    text_column: options.TextColumn = "text",
    speaker_column: options.SpeakerColumn = None,
    dialogue_column: options.DialogueColumn = None,
    group_column: options.GroupColumn = None,
    scope: options.Scope = None,
    strategy: options.Strategies = None,
    markov_p: options.MarkovP = None,
) -> None:
    """Replace potential PII in dialogues, so that they can be shared.

    The result has the format of the input and holds ids, speakers and texts only. Nothing
    appears before everything is done. What the last check finds is replaced too; dialogues that
    fail all the same are listed in OUT.quarantine.jsonl, without their texts.
    """
    with guarded(
        "The same command with --resume goes on from here, if it has the same key."
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
        )
        summary = deidentify(
            source,
            output or sys.stdout.buffer,
            load_releasing_pipeline(
                model, key_file, allow, scope=scope, strategies=strategy, markov_p=markov_p
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
        exit_with(summary, "de-identified")
