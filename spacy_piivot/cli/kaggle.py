"""`spacy-piivot kaggle`: writes the submission of the competition on student essays."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ..runs.kaggle import Submission, submit
from ..runs.reading import InputReading
from . import options
from .running import exit_with, guarded, load_pipeline, say


def kaggle_command(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="INPUT",
            help="A .json file of essays: a list of document, full_text, tokens and "
            "trailing_whitespace.",
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="OUT", help="The CSV file to write.")
    ],
    model: options.Model = None,
    n_process: options.Processes = 1,
    mentioned: Annotated[
        bool,
        typer.Option(
            help="Whether names of private persons who are only mentioned (a colleague, a friend) "
            "are NAME_STUDENT. CRAPII labels students only, but some of these are fellow students, "
            "and a missed name costs the F5 more than a false one."
        ),
    ] = True,
) -> None:
    """Write the submission of the Kaggle competition on CRAPII: row_id, document, token, label.

    There is a row for each token with a label (B-NAME_STUDENT, I-NAME_STUDENT, B-EMAIL, …); token
    is its position among the essay's own tokens, from 0. Names of cited authors and public
    figures are no students', and the URLs of sources are not personal. The rows contain no
    texts, but say where the names are in the originals, and under which ids: keep them private. If
    the input has labels, the competition's score, micro-F5, is printed.
    """
    with guarded() as interrupts:
        reading = InputReading(
            n_process=n_process,
            report=say,
            progress=sys.stderr.isatty(),
            interrupted=interrupts.seen,
        )
        submission = submit(
            source, output, load_pipeline(model), reading=reading, mentioned=mentioned
        )
        for line in _lines(submission):
            say(line)
        exit_with(submission.summary, "labelled")


def _lines(submission: Submission) -> list[str]:
    by_label = ", ".join(f"{label} {n}" for label, n in submission.tokens.most_common())
    lines = [f"{submission.tokens.total()} tokens with a label" + (by_label and f": {by_label}")]
    if submission.scored:
        counts = submission.counts
        lines.append(
            f"micro-F5 {counts.f(5):.4f} on {submission.scored} essays with labels: precision "
            f"{counts.precision:.4f}, recall {counts.recall:.4f} ({counts.tp} tokens right, "
            f"{counts.fp} wrong, {counts.fn} missed)"
        )
    return lines
