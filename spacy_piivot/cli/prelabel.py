"""`spacy-piivot prelabel` and `postlabel`: labels to annotation tools, and corrected ones back."""

from pathlib import Path
from typing import Annotated

import typer

from ..runs.prelabel import ToolName, postlabel, prelabel, roster_pipeline
from . import options
from .running import exit_with, guarded, load_pipeline, make_reading

Tool = Annotated[
    ToolName,
    typer.Option("--format", help="The annotation tool: doccano (JSONL) or label-studio (JSON)."),
]


def prelabel_command(
    source: options.Input,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT", help="The JSONL or JSON file to write."),
    ],
    model: Annotated[
        str | None,
        typer.Option(help="A spaCy pipeline to label with (default: roster and patterns only)."),
    ] = None,
    roster: options.RosterFile = None,
    n_process: options.Processes = 1,
    text_column: options.TextColumn = None,
    speaker_column: options.SpeakerColumn = None,
    dialogue_column: options.DialogueColumn = None,
    encoding: options.Encoding = None,
    sheet: options.Sheet = None,
    exclude: options.Exclude = None,
    format: Tool = "doccano",
) -> None:
    """Write labels of a roster and patterns, for annotators to correct in Doccano or Label Studio.

    It contains the original texts and speakers: one example per dialogue, with the labels of the
    annotation guide; the roles of names are lost. Emoji show as ▯. Doccano: import it into a
    sequence labelling project as JSONL, and leave "Count grapheme clusters as one character" off.
    Label Studio: the labelling interface to set is shown. Nothing is written if a dialogue
    cannot be read.
    """
    with guarded() as interrupts:
        reading = make_reading(
            text_column,
            speaker_column,
            dialogue_column,
            roster,
            n_process,
            interrupts,
            encoding=encoding,
            sheet=sheet,
            exclude=exclude,
        )
        nlp = roster_pipeline() if model is None else load_pipeline(model)
        exit_with(prelabel(source, output, nlp, reading=reading, tool=format), "labelled", reading)


def postlabel_command(
    source: options.Input,
    corrected: Annotated[
        Path,
        typer.Argument(metavar="CORRECTED", help="The file that the annotation tool exported."),
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT", help="The JSONL file or folder to write."),
    ],
    text_column: options.TextColumn = None,
    speaker_column: options.SpeakerColumn = None,
    dialogue_column: options.DialogueColumn = None,
    encoding: options.Encoding = None,
    sheet: options.Sheet = None,
    exclude: options.Exclude = None,
    format: Tool = "doccano",
) -> None:
    """Join a tool's export with INPUT, which `prelabel` read, to make labelled dialogues.

    They contain the original texts. A span has start and end (characters of the message) and the
    annotation guide's label, but no role. `evaluate`, `agreement` and `deidentify
    --spans-from-input` read them. Nothing is written if a dialogue is missing or its text differs.
    """
    with guarded() as interrupts:
        reading = make_reading(
            text_column,
            speaker_column,
            dialogue_column,
            None,
            1,
            interrupts,
            encoding=encoding,
            sheet=sheet,
            exclude=exclude,
        )
        exit_with(
            postlabel(source, corrected, output, reading=reading, tool=format), "joined", reading
        )
