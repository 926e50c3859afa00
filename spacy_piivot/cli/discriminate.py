"""`spacy-piivot discriminate`: measures whether surrogates stand out."""

from pathlib import Path
from typing import Annotated

import typer

from ..corpus import Columns
from ..evaluation.attack.released import read_edits, released_dialogues
from ..evaluation.plain_sight.discrimination import RUNS, discriminate
from ..evaluation.plain_sight.tables import report_of
from ..evaluation.plain_sight.versions import both_versions, originals_of
from ..evaluation.readers.dialogue_files import read_records
from ..evaluation.report.rendering import to_markdown, to_text
from ..evaluation.report.writing import write_json, write_text
from ..runs.measured_release import measured_release
from . import evaluation_options as options
from .options import DialogueColumn, Encoding, SpeakerColumn, TextColumn
from .running import guarded, say


def discriminate_command(
    original: Annotated[
        Path,
        typer.Argument(metavar="ORIGINAL", help="The originals: a file or a folder."),
    ],
    released: Annotated[
        Path | None,
        typer.Argument(
            metavar="RELEASED",
            help="Their release, by any system. Without it, the labelled spans of ORIGINAL are "
            "replaced by hips_surrogator.",
        ),
    ] = None,
    edits: Annotated[
        Path | None,
        typer.Option(help="The private edits of the release. Without them, texts are compared."),
    ] = None,
    runs: Annotated[
        int,
        typer.Option(
            min=0, help="How many random halves classifiers read; 0 for the agreement only."
        ),
    ] = RUNS,
    control: Annotated[
        bool,
        typer.Option(help="Measure also names of other dialogues in place of surrogates."),
    ] = True,
    bootstrap: options.Resamples = 1000,
    seed: Annotated[int, typer.Option(help="The seed of all random choices.")] = 0,
    text_column: TextColumn = None,
    speaker_column: SpeakerColumn = None,
    dialogue_column: DialogueColumn = None,
    encoding: Encoding = None,
    json: options.JsonFile = None,
    markdown: options.MarkdownFile = None,
) -> None:
    """Try to tell surrogates from originals, and measure how well they agree.

    Classifiers that were trained on other dialogues tell names alone, names in their sentences, and
    messages. Sex, region, cohort and frequency are compared by lists that no surrogate is drawn
    from. If ORIGINAL has labelled spans, they say what is a name. The report contains no text.
    """
    with guarded():
        options.check_reports([original, released, edits], json, markdown)
        columns = Columns(text_column, speaker_column, dialogue_column, encoding=encoding)
        records = read_records(original, columns)
        gold = originals_of(records)
        known = None if edits is None else read_edits(edits)
        if released is None:
            say("replacing the labelled spans")
            after, known = measured_release(records, seed=seed)
        else:
            after = read_records(released, columns)
        found = discriminate(
            [both_versions(one) for one in released_dialogues(after, known, gold)],
            runs=runs,
            control=control,
            resamples=bootstrap,
            seed=seed,
            progress=say,
        )
        report = report_of(found)
        if json is not None:
            write_json(json, found.to_dict())
        if markdown is not None:
            write_text(markdown, to_markdown(report))
        typer.echo(to_text(report))
