"""`spacy-piivot prelabel` and `postlabel`: export labels to Doccano, and import corrected ones."""

from pathlib import Path
from typing import Annotated

import typer

from ..runs.prelabel import postlabel, prelabel, roster_pipeline
from . import options
from .running import exit_with, guarded, load_pipeline, make_reading


def prelabel_command(
    source: options.Input,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT.jsonl", help="The JSONL file to write."),
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
) -> None:
    """Write Doccano JSONL, labelled from a roster and patterns, for annotators to correct.

    It contains the original texts and speakers: one example per dialogue, with the labels of the
    annotation guide; the roles of names are lost. Import it into a sequence labelling project
    as JSONL, and leave "Count grapheme clusters as one character" off. Emoji show as ▯. Nothing
    is written if a dialogue cannot be read.
    """
    with guarded() as interrupts:
        reading = make_reading(
            text_column, speaker_column, dialogue_column, roster, n_process, interrupts
        )
        nlp = roster_pipeline() if model is None else load_pipeline(model)
        exit_with(prelabel(source, output, nlp, reading=reading), "labelled")


def postlabel_command(
    source: options.Input,
    corrected: Annotated[
        Path,
        typer.Argument(metavar="CORRECTED", help="The JSONL file that Doccano exported."),
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT", help="The JSONL file or folder to write."),
    ],
    text_column: options.TextColumn = None,
    speaker_column: options.SpeakerColumn = None,
    dialogue_column: options.DialogueColumn = None,
) -> None:
    """Join Doccano's export with INPUT, which `prelabel` read, to make labelled dialogues.

    They contain the original texts. A span has start and end (characters of the message) and the
    annotation guide's label, but no role. `evaluate`, `agreement` and `deidentify
    --spans-from-input` read them. Nothing is written if a dialogue is missing or its text differs.
    """
    with guarded() as interrupts:
        reading = make_reading(text_column, speaker_column, dialogue_column, None, 1, interrupts)
        exit_with(postlabel(source, corrected, output, reading=reading), "joined")
