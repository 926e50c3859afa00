"""`spacy-piivot evaluate`, `compare` and `agreement`: measure the quality of spans."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..core.spans import PII
from ..evaluation import agreement, compare, evaluate
from ..evaluation.readers.sources import is_baseline
from ..evaluation.report.examples import write_examples
from ..evaluation.report.report import write_report
from ..evaluation.report.summary import agreement_lines, comparison_lines, evaluation_lines
from ..evaluation.report.writing import write_json
from . import evaluation_options as options
from .running import guarded, say

ExamplesFile = Annotated[
    Path | None,
    typer.Option(
        "--examples",
        help="Write examples of errors. The file contains original texts: keep it private.",
    ),
]


def evaluate_command(
    gold: options.Gold,
    predicted: options.Predicted,
    matching: options.Matching = "strict",
    scheme: options.Scheme = None,
    bootstrap: options.Resamples = 1000,
    seed: options.Seed = 0,
    beta: options.Betas = None,
    documents: options.Documents = None,
    label: options.Labels = None,
    spans_key: options.SpansKey = PII,
    json: options.JsonFile = None,
    markdown: options.MarkdownFile = None,
    html: options.HtmlFile = None,
    examples: ExamplesFile = None,
) -> None:
    """Score a system's spans against gold: by label, by part of the corpus, and by what the lesson
    would lose.

    Figures and reports contain no text of the data.
    """
    with guarded():
        options.check_reports(
            [gold, predicted, documents], json, markdown, examples, html, plots=html is not None
        )
        evaluation = evaluate(
            gold,
            predicted,
            options=options.make_options(
                matching=matching,
                scheme=scheme,
                bootstrap=bootstrap,
                seed=seed,
                betas=beta,
                documents=documents,
                labels=label,
                spans_key=spans_key,
            ),
        )
        result = evaluation.to_dict()
        write_report(result, markdown=markdown, html=html, json=json)
        if examples is not None:
            write_examples(examples, evaluation.errors())
        _print(evaluation_lines(result), result)


def compare_command(
    gold: options.Gold,
    systems: Annotated[
        list[str], typer.Argument(metavar="A B …", help="Two or more systems, each as PRED.")
    ],
    matching: options.Matching = "strict",
    scheme: options.Scheme = None,
    bootstrap: options.Resamples = 1000,
    seed: options.Seed = 0,
    beta: options.Betas = None,
    documents: options.Documents = None,
    label: options.Labels = None,
    spans_key: options.SpansKey = PII,
    json: options.JsonFile = None,
    markdown: options.MarkdownFile = None,
    html: options.HtmlFile = None,
) -> None:
    """Compare systems; each difference has a paired bootstrap interval and a p-value."""
    with guarded():
        options.check_reports(
            [gold, *systems, documents], json, markdown, html, plots=html is not None
        )
        for system in filter(is_baseline, systems):
            say(f"{system}: will be run on the texts of GOLD")
        comparison = compare(
            gold,
            systems,
            options=options.make_options(
                matching=matching,
                scheme=scheme,
                bootstrap=bootstrap,
                seed=seed,
                betas=beta,
                documents=documents,
                labels=label,
                spans_key=spans_key,
            ),
        )
        result = comparison.to_dict()
        write_report(result, markdown=markdown, html=html, json=json)
        _print(comparison_lines(result), result)


def agreement_command(
    a: Annotated[str, typer.Argument(metavar="A", help="One annotator's spans; the reference.")],
    b: Annotated[
        str, typer.Argument(metavar="B", help="The other annotator's spans of the same dialogues.")
    ],
    scheme: Annotated[
        str | None,
        typer.Option(help="Convert both to a scheme first. Without it, labels are used unchanged."),
    ] = None,
    bootstrap: options.Resamples = 1000,
    seed: options.Seed = 0,
    label: options.Labels = None,
    spans_key: options.SpansKey = PII,
    json: options.JsonFile = None,
) -> None:
    """Measure the agreement of two annotators: span F1, weighted F1, and kappa on tokens."""
    with guarded():
        options.check_reports([a, b], json)
        scoring = options.make_options(
            scheme=scheme, bootstrap=bootstrap, seed=seed, labels=label, spans_key=spans_key
        )
        result = agreement(a, b, options=scoring).to_dict()
        if json is not None:
            write_json(json, result)
        _print(agreement_lines(result), result)


def _print(lines: list[str], result: dict[str, Any]) -> None:
    for note in result["notes"]:
        say(f"note: {note}")
    for line in lines:
        typer.echo(line)
