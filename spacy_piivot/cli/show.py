"""`spacy-piivot show`: shows dialogues before and after on one page."""

from pathlib import Path
from typing import Annotated

import typer

from ..runs.show import show
from . import options
from .running import exit_with, guarded, load_releasing_pipeline, make_reading


def show_command(
    source: options.Input,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="OUT", help="The HTML file to write.")
    ],
    model: options.Model = None,
    key_file: options.KeyFile = None,
    roster: options.RosterFile = None,
    n_process: options.Processes = 1,
    spans_from_input: options.SpansFromInput = False,
    reasons: Annotated[
        Path | None,
        typer.Option(
            help="Show only the dialogues that deidentify repaired or held back, with its reasons: "
            "the file of --private-reasons."
        ),
    ] = None,
    allow: options.AllowFile = None,
    text_column: options.TextColumn = None,
    speaker_column: options.SpeakerColumn = None,
    dialogue_column: options.DialogueColumn = None,
    encoding: options.Encoding = None,
    sheet: options.Sheet = None,
    exclude: options.Exclude = None,
    group_column: options.GroupColumn = None,
    transcript: options.Transcript = None,
    scope: options.Scope = None,
    policy: options.PolicyName = None,
    strategy: options.Strategies = None,
    markov_p: options.MarkovP = None,
) -> None:
    """Write a page that shows the dialogues before and after, side by side.

    For the person who decides whether to share them. The page contains the original texts: keep it
    private.
    """
    with guarded() as interrupts:
        reading = make_reading(
            text_column,
            speaker_column,
            dialogue_column,
            roster,
            n_process,
            interrupts,
            group_column,
            transcript=transcript,
            encoding=encoding,
            sheet=sheet,
            exclude=exclude,
        )
        nlp = load_releasing_pipeline(
            model,
            key_file,
            allow,
            scope=scope,
            policy=policy,
            strategies=strategy,
            markov_p=markov_p,
        )
        exit_with(
            show(
                source,
                output,
                nlp,
                reading=reading,
                spans_from_input=spans_from_input,
                reasons=reasons,
            ),
            "shown",
            reading,
        )
