"""`spacy-piivot segment`: marks the mathematics in the input."""

from pathlib import Path
from typing import Annotated

import typer

from ..mathematics.segments import ANCHOR_THRESHOLD, SIMILARITY_THRESHOLD
from ..runs.detect import annotate
from ..runs.result_writers import JsonLines
from ..runs.segment import found_segments, segmenting_pipeline
from . import options
from .running import exit_with, guarded, make_reading


def segment_command(
    source: options.Input,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="OUT", help="The JSONL file or folder to write."),
    ],
    anchor_threshold: options.AnchorThreshold = ANCHOR_THRESHOLD,
    similarity_threshold: options.SimilarityThreshold = SIMILARITY_THRESHOLD,
    embedder: options.Embedder = "static",
    n_process: options.Processes = 1,
    text_column: options.TextColumn = None,
    speaker_column: options.SpeakerColumn = None,
    dialogue_column: options.DialogueColumn = None,
    encoding: options.Encoding = None,
    sheet: options.Sheet = None,
    exclude: options.Exclude = None,
) -> None:
    """Write dialogue JSONL with the math density of each message, and whether it is mathematics.

    Each message gets density (a number) and segment ("MATH" or "NON-MATH").
    """
    with guarded() as interrupts:
        reading = make_reading(
            text_column,
            speaker_column,
            dialogue_column,
            None,
            n_process,
            interrupts,
            encoding=encoding,
            sheet=sheet,
            exclude=exclude,
        )
        nlp = segmenting_pipeline(
            embedder,
            anchor_threshold=anchor_threshold,
            similarity_threshold=similarity_threshold,
        )
        summary = annotate(source, output, nlp, JsonLines, keep=found_segments, reading=reading)
        exit_with(summary, "segmented", reading)
