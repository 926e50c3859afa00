"""What `math_segmenter` costs beside the light pipeline, by turns in one process.

    python benchmarks/segmentation.py transcripts.jsonl --messages 10000

The light pipeline reads dialogues from tokenising to `known_names`; the segmenter gets its Docs.
Surrogates are not counted. Times are noisy; the ratio is of what ran side by side.
"""

import statistics
import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from spacy_piivot.cli.running import guarded, load_pipeline
from spacy_piivot.corpus.jsonl import read_jsonl
from spacy_piivot.dialogue import dialogue_to_doc
from spacy_piivot.errors import RecordError
from spacy_piivot.runs.replacing import SURROGATOR
from spacy_piivot.runs.segment import segmenting_pipeline


def main(
    source: Annotated[Path, typer.Argument(help="Dialogues with texts")],
    messages: Annotated[int, typer.Option(min=1, help="The most messages to read")] = 10_000,
    embedder: Annotated[str, typer.Option(help="static or minilm")] = "static",
    rounds: Annotated[int, typer.Option(min=1, help="How often each runs")] = 5,
) -> None:
    """Print the median seconds of both, and the segmenter's share of the pipeline's time."""
    with guarded():
        dialogues, read = [], 0
        for item in read_jsonl(source):
            if isinstance(item, RecordError):
                raise item
            some = item.dialogue.messages[: messages - read]
            read += len(some)
            if some:
                dialogues.append(replace(item.dialogue, messages=some))
        nlp = load_pipeline(None)
        segmenting = segmenting_pipeline(embedder)
        names = {SURROGATOR, "math_segmenter"}
        nlp.select_pipes(disable=[name for name in nlp.pipe_names if name in names])
        times: dict[str, list[float]] = {"light pipeline": [], "math_segmenter": []}
        for _ in range(rounds + 1):
            started = time.perf_counter()
            docs = list(nlp.pipe(dialogue_to_doc(dialogue, nlp) for dialogue in dialogues))
            times["light pipeline"].append(time.perf_counter() - started)
            started = time.perf_counter()
            for _doc in segmenting.pipe(docs):
                pass
            times["math_segmenter"].append(time.perf_counter() - started)
        # The first round opens what is opened lazily.
        medians = {name: statistics.median(measured[1:]) for name, measured in times.items()}
        typer.echo(f"{read:,} messages in {len(dialogues):,} dialogues")
        for name, median in medians.items():
            typer.echo(f"{name:<16} {median:8.2f} s")
        typer.echo(f"ratio {medians['math_segmenter'] / medians['light pipeline']:.3f}")


if __name__ == "__main__":
    typer.run(main)
