"""Defines the arguments and options that the evaluation commands share."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from ..core.labels import SCHEMES
from ..core.optional import require
from ..core.spans import PII
from ..corpus import check_replaceable
from ..errors import InputError
from ..evaluation import Options
from ..evaluation.baselines import SYSTEMS
from ..evaluation.core.matching import MATCHINGS
from ..evaluation.core.schemes import CANONICAL
from ..evaluation.readers.crapii_split import CRAPII_TEST, crapii_test_documents

EVALUATION_STATUS = "Exit status: 0 done, 2 unusable input, output or arguments, 130 interrupted."
_SOURCES = (
    "dialogue JSONL with spans, CSV with one row per span, CRAPII's JSON, a .spacy file, or a "
    "folder"
)

Gold = Annotated[Path, typer.Argument(metavar="GOLD", help=f"The gold spans: {_SOURCES}.")]
Predicted = Annotated[
    str,
    typer.Argument(
        metavar="PRED",
        help=f"A system's spans: {_SOURCES}. Or SYSTEM:MODEL, to run a baseline on GOLD's texts "
        f"({', '.join(SYSTEMS)}; MODEL is a spaCy pipeline).",
    ),
]
Matching = Annotated[
    str, typer.Option(help=f"When a prediction counts as correct: {', '.join(MATCHINGS)}.")
]
Scheme = Annotated[
    str | None,
    typer.Option(
        help=f"The labels to score: {', '.join((CANONICAL, *SCHEMES))} (default: GOLD's own)."
    ),
]
Resamples = Annotated[
    int,
    typer.Option("--bootstrap", min=0, help="Resamples for 95% intervals; 0 for no intervals."),
]
Seed = Annotated[int, typer.Option(help="The seed of the resamples.")]
Betas = Annotated[
    list[float] | None,
    typer.Option("--beta", min=0.01, help="Also report F-beta (F1 and F5 always are). Repeatable."),
]
Documents = Annotated[
    str | None,
    typer.Option(
        help=f"Score only these dialogues: a file with one id per line, {CRAPII_TEST!r} for the "
        "test essays of Shen et al. (2025), or 'all'. CRAPII's published gold is recognised, and "
        "by default scored on its test essays."
    ),
]
Labels = Annotated[
    list[str] | None,
    typer.Option(
        "--label",
        help="The meaning of an unknown label: TEACHER=NAME; X= ignores its spans. Repeatable.",
    ),
]
SpansKey = Annotated[str, typer.Option(help="The span group to read from .spacy files.")]
JsonFile = Annotated[Path | None, typer.Option("--json", help="Write the figures as JSON.")]
MarkdownFile = Annotated[Path | None, typer.Option("--markdown", help="Write a Markdown report.")]
HtmlFile = Annotated[
    Path | None, typer.Option("--html", help="Write the report, with plots, as one HTML page.")
]


def make_options(
    *,
    matching: str = "strict",
    scheme: str | None = None,
    bootstrap: int = 1000,
    seed: int = 0,
    betas: list[float] | None = None,
    documents: str | None = None,
    labels: list[str] | None = None,
    spans_key: str = PII,
) -> Options:
    """Make the scoring options from a command's options.

    RETURNS (Options): The options.
    RAISES (InputError): If one cannot be used.
    """
    meanings = {}
    for entry in labels or ():
        label, equals, meaning = entry.partition("=")
        if not label or not equals:
            raise InputError(f"--label {entry}: write OLD=NEW, or OLD= to ignore its spans.")
        meanings[label] = meaning
    return Options(
        matching=matching,
        scheme=scheme,
        bootstrap=bootstrap,
        seed=seed,
        betas=tuple(betas or ()),
        documents=_read_documents(documents),
        every_document=documents == "all",
        labels=meanings,
        spans_key=spans_key,
    )


def check_reports(
    inputs: Sequence[Path | str | None], *reports: Path | None, plots: bool = False
) -> None:
    """Refuse, before any work, reports that could not be written or would overwrite something else.

    inputs (Sequence[Path | str | None]): The inputs.
    reports (Path | None): Files to write.
    plots (bool): Whether matplotlib is needed.
    RAISES (InputError): If a report cannot be replaced, is an input or inside one, or is given
        twice; or if matplotlib is needed and missing.
    """
    check_replaceable(*reports)
    places = [report.resolve() for report in reports if report is not None]
    for source in (Path(path).resolve() for path in inputs if path is not None):
        for place in places:
            if place == source or (source.is_dir() and place.is_relative_to(source)):
                raise InputError(f"{place.name}: a report must not be an input or inside one.")
    if len(set(places)) < len(places):
        raise InputError("Two reports have the same name. Give them different names.")
    if plots:
        require("matplotlib", "evaluation")


def _read_documents(documents: str | None) -> frozenset[str] | None:
    if documents is None or documents == "all":
        return None
    if documents == CRAPII_TEST:
        return crapii_test_documents()
    path = Path(documents)
    if not path.is_file():
        raise InputError(f"--documents {documents}: no such file.")
    ids = None
    with suppress(UnicodeDecodeError):
        ids = {line.strip() for line in path.read_text("utf-8-sig").splitlines()} - {""}
    if ids is None:
        raise InputError(f"--documents {documents}: convert the file to UTF-8.")
    if not ids:
        raise InputError(f"--documents {documents}: contains no ids. Give one id per line.")
    return frozenset(ids)
