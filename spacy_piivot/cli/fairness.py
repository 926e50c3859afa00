"""`spacy-piivot fairness` and `swap-names`: measure whose names are found."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ..core.spans import PII
from ..corpus import PRIVATE, Record, check_replaceable, replacing, write_line
from ..corpus.jsonl import read_jsonl
from ..errors import InputError, RecordError
from ..evaluation import fairness
from ..evaluation.groups.name_swap import swap_names
from ..evaluation.report.rendering import to_html, to_text
from ..evaluation.report.writing import write_json, write_text
from . import evaluation_options as options
from .running import guarded, say


def fairness_command(
    gold: options.Gold,
    predicted: options.Predicted,
    matching: options.Matching = "strict",
    scheme: options.Scheme = None,
    bootstrap: options.Resamples = 1000,
    seed: options.Seed = 0,
    least: Annotated[
        int, typer.Option(min=1, help="How many names a group needs to count in the gap.")
    ] = 10,
    documents: options.Documents = None,
    label: options.Labels = None,
    spans_key: options.SpansKey = PII,
    json: options.JsonFile = None,
    markdown: options.MarkdownFile = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the tables as one HTML page.")
    ] = None,
) -> None:
    """Measure whether names of all genders, countries and regions are found equally well.

    Groups are guessed from the names, unless GOLD comes from swap-names.
    """
    with guarded():
        options.check_reports([gold, predicted, documents], json, markdown, html)
        found = fairness(
            gold,
            predicted,
            least=least,
            options=options.make_options(
                matching=matching,
                scheme=scheme,
                bootstrap=bootstrap,
                seed=seed,
                documents=documents,
                labels=label,
                spans_key=spans_key,
            ),
        )
        if json is not None:
            write_json(json, found.to_dict())
        if markdown is not None:
            write_text(markdown, found.to_markdown())
        if html is not None:
            write_text(html, to_html(found.report(), {}))
        typer.echo(to_text(found.report()))


def swap_names_command(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help="Dialogue JSONL with gold spans.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="OUT", help="The JSONL file to write.")
    ],
    per_group: Annotated[
        int, typer.Option(min=1, help="How many copies of a dialogue each group gets.")
    ] = 1,
    seed: Annotated[int, typer.Option(help="The seed of the names.")] = 0,
) -> None:
    """Copy labelled dialogues with names of every UN subregion and gender.

    Find the spans of the copies (with detect, or any other system), and give both files to
    fairness: differences between two copies are due only to their names. Words such as "he" and
    "sister" stay unchanged, whatever the gender of the names. The copies contain original texts.
    """
    with guarded():
        if output.resolve() == gold.resolve():
            raise InputError(f"{output}: the output must not be the input.")
        check_replaceable(output)
        swaps = swap_names(_records(gold), per_group=per_group, seed=seed)
        output.parent.mkdir(parents=True, exist_ok=True)
        written = 0
        with replacing(output, mode=PRIVATE) as stream:
            for record in swaps:
                write_line(stream, record)
                written += 1
        say(f"{written:,} dialogues written")
        if swaps.without_names:
            say(f"{swaps.without_names:,} left out: they have no name to replace")
        if swaps.too_many_names:
            say(f"{swaps.too_many_names:,} left out: more names than we have for some group")


def _records(path: Path) -> Iterator[Record]:
    if not path.is_file():
        raise InputError(f"{path}: no such file.")
    if path.suffix.lower() != ".jsonl":
        raise InputError(f"{path}: names are swapped in dialogue JSONL (.jsonl) only.")
    for item in read_jsonl(path):
        if isinstance(item, RecordError):
            raise item
        yield item
