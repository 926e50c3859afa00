"""`spacy-piivot detect`: adds predicted spans to the input."""

from pathlib import Path
from typing import Annotated

import typer

from ..runs.detect import detect
from . import options
from .running import exit_with, guarded, load_pipeline, make_reading


def detect_command(
    source: options.Input,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="The JSONL file or folder to write; or, for essays, .json.",
        ),
    ],
    model: options.Model = None,
    roster: options.RosterFile = None,
    n_process: options.Processes = 1,
    text_column: options.TextColumn = None,
    speaker_column: options.SpeakerColumn = None,
    dialogue_column: options.DialogueColumn = None,
    transcript: options.Transcript = None,
    keep_column: options.KeepColumn = None,
    encoding: options.Encoding = None,
    sheet: options.Sheet = None,
    exclude: options.Exclude = None,
) -> None:
    """Write dialogue JSONL with the spans found in each message. It contains the original texts.

    A span has start and end (characters of the message), label, score, source and role. From a
    .json file of essays to a .json file: the same format with the labels of CRAPII (B-NAME_STUDENT,
    …) on the tokens of the file; findings that CRAPII does not label are left out there.
    """
    with guarded() as interrupts:
        reading = make_reading(
            text_column,
            speaker_column,
            dialogue_column,
            roster,
            n_process,
            interrupts,
            transcript=transcript,
            encoding=encoding,
            sheet=sheet,
            exclude=exclude,
            keep_column=keep_column,
        )
        exit_with(
            detect(source, output, load_pipeline(model), reading=reading), "searched", reading
        )
