"""Compare the time of `math_segmenter` with the light pipeline's, in turn in one process.

    python benchmarks/segmentation.py transcripts.jsonl … [--messages 10000] \
        [--json OUT.json] [--markdown OUT.md]

The light pipeline reads dialogues, from tokenising to `known_names`; the segmenter then gets its
Docs, and vetoes. Surrogates are not counted. Times are noisy; the ratio compares runs side by side.
"""

import statistics
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from spacy.language import Language

from spacy_piivot.cli.evaluation_options import JsonFile, MarkdownFile
from spacy_piivot.cli.options import Embedder
from spacy_piivot.cli.running import guarded, load_pipeline
from spacy_piivot.components.pipeline_roles import without_surrogates
from spacy_piivot.core.dialogue import MATH, Dialogue, dialogue_to_doc, message_segments
from spacy_piivot.core.spans import REJECTED, get_candidates
from spacy_piivot.corpus import check_replaceable
from spacy_piivot.corpus.jsonl import read_jsonl
from spacy_piivot.errors import RecordError
from spacy_piivot.evaluation.report.rendering import to_markdown, to_text
from spacy_piivot.evaluation.report.sections import Cell, Report, Section
from spacy_piivot.evaluation.report.writing import write_json, write_text
from spacy_piivot.kinds.veto import REASON
from spacy_piivot.runs.segment import EMBEDDERS

SEGMENTER = "math_segmenter"
PIPELINE = "light pipeline"
WARMING = 5


def main(
    sources: Annotated[list[Path], typer.Argument(help="Dialogues with texts.")],
    messages: Annotated[int, typer.Option(min=1, help="The most messages to read.")] = 10_000,
    embedder: Embedder = "static",
    rounds: Annotated[int, typer.Option(min=1, help="Number of runs of each.")] = 3,
    json: JsonFile = None,
    markdown: MarkdownFile = None,
) -> None:
    """Print the median seconds of both, and the segmenter's share of the pipeline's time."""
    with guarded():
        check_replaceable(json, markdown)
        dialogues = read_dialogues(sources, messages)
        nlp = load_pipeline(None)
        if SEGMENTER in nlp.pipe_names:
            nlp.remove_pipe(SEGMENTER)
        nlp.add_pipe(SEGMENTER, config={"embedder": {"@misc": EMBEDDERS[embedder]}})
        found = {
            "sources": [source.name for source in sources],
            "dialogues": len(dialogues),
            "embedder": embedder,
            **measure(nlp, dialogues, rounds),
        }
        if json:
            write_json(json, found)
        if markdown:
            write_text(markdown, to_markdown(to_report(found)))
        typer.echo(to_text(to_report(found)))


def read_dialogues(sources: Sequence[Path], limit: int) -> list[Dialogue]:
    """The first dialogues of some files.

    sources (Sequence[Path]): Dialogue JSONL.
    limit (int): The most messages to read.
    RETURNS (list[Dialogue]): The dialogues; the last may be cut.
    RAISES (RecordError): If a line cannot be read.
    """
    dialogues, left = [], limit
    for source in sources:
        for item in read_jsonl(source):
            if isinstance(item, RecordError):
                raise item
            if some := item.dialogue.messages[:left]:
                left -= len(some)
                dialogues.append(replace(item.dialogue, messages=some))
    return dialogues


def measure(nlp: Language, dialogues: Sequence[Dialogue], rounds: int) -> dict[str, Any]:
    """Time the pipeline and its segmenter.

    nlp (Language): The light pipeline with a segmenter.
    dialogues (Sequence[Dialogue]): The dialogues to read.
    rounds (int): Number of runs of each.
    RETURNS (dict[str, Any]): Seconds, and counts of the findings.
    """
    segmenter: Any = nlp.get_pipe(SEGMENTER)
    apart = [*without_surrogates(nlp), SEGMENTER]
    seconds: dict[str, list[float]] = {PIPELINE: [], SEGMENTER: []}
    with nlp.select_pipes(disable=apart):
        # Loads everything that is loaded at first use.
        list(segmenter.pipe(nlp.pipe(dialogue_to_doc(one, nlp) for one in dialogues[:WARMING])))
        for _ in range(rounds):
            started = time.perf_counter()
            docs = list(nlp.pipe(dialogue_to_doc(dialogue, nlp) for dialogue in dialogues))
            seconds[PIPELINE].append(time.perf_counter() - started)
            started = time.perf_counter()
            docs = list(segmenter.pipe(docs))
            seconds[SEGMENTER].append(time.perf_counter() - started)
    medians = {name: statistics.median(measured) for name, measured in seconds.items()}
    segments = [segment for doc in docs for segment in message_segments(doc)]
    return {
        "messages": len(segments),
        "in_maths": segments.count(MATH),
        "vetoed": sum(c.reason == REASON for doc in docs for c in get_candidates(doc, REJECTED)),
        "rounds": rounds,
        "seconds": medians,
        "ratio": medians[SEGMENTER] / medians[PIPELINE],
    }


def to_report(found: dict[str, Any]) -> Report:
    """The figures as a table."""
    prose = (
        f"{found['messages']:,} messages in {found['dialogues']:,} dialogues "
        f"({', '.join(found['sources'])}), {found['in_maths']:,} of them in maths; "
        f"{found['vetoed']:,} candidates vetoed. Embedder {found['embedder']}; medians of "
        f"{found['rounds']} rounds in turn. math_segmenter takes {found['ratio']:.3f} of the "
        "pipeline's time."
    )
    rows = [
        [Cell(name), Cell(f"{median:.2f}"), Cell(f"{found['messages'] / median:,.0f}")]
        for name, median in found["seconds"].items()
    ]
    header = ("Part", "Seconds", "Messages per second")
    return Report(
        "The time of math_segmenter and of the light pipeline",
        prose,
        [Section("Time", header=header, rows=rows)],
    )


if __name__ == "__main__":
    typer.run(main)
