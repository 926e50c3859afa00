"""`spacy-piivot segment`: the input with its mathematics marked."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from ..mathematics.segments import ANCHOR_THRESHOLD, SIMILARITY_THRESHOLD
from ..runs.detect import annotate
from ..runs.segment import segmenting_pipeline, with_segments
from . import options
from .running import exit_with, guarded, make_reading


def segment_command(
    source: options.Input,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT", help="The JSONL file or folder to write."),
    ],
    anchor_threshold: Annotated[
        float, typer.Option(help="A message with a higher math density is mathematics.")
    ] = ANCHOR_THRESHOLD,
    similarity_threshold: Annotated[
        float, typer.Option(help="So are its neighbours while they are more similar.")
    ] = SIMILARITY_THRESHOLD,
    embedder: Annotated[
        Literal["static", "minilm"],
        typer.Option(help="What compares messages; minilm needs torch and all-MiniLM-L6-v2."),
    ] = "static",
    n_process: options.Processes = 1,
    text_column: options.TextColumn = "text",
    speaker_column: options.SpeakerColumn = None,
    dialogue_column: options.DialogueColumn = None,
) -> None:
    """Write dialogue JSONL with the math density of each message, and whether it is mathematics.

    Each message gets density (a number) and segment ("MATH" or "NON-MATH").
    """
    with guarded() as interrupts:
        reading = make_reading(
            text_column, speaker_column, dialogue_column, None, n_process, interrupts
        )
        nlp = segmenting_pipeline(
            embedder,
            anchor_threshold=anchor_threshold,
            similarity_threshold=similarity_threshold,
        )
        exit_with(annotate(source, output, nlp, with_segments, reading=reading), "segmented")
