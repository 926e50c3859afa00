"""`spacy-piivot utility`: measures what a release changes in the lesson."""

from pathlib import Path
from typing import Annotated

import typer

from ..corpus import Columns
from ..evaluation.readers.dialogue_files import read_records
from ..evaluation.report.rendering import to_html, to_markdown, to_text
from ..evaluation.report.writing import write_json, write_text
from ..evaluation.utility.talk_statistics import lesson_utility
from ..lang import ENGLISH
from . import evaluation_options as options
from .options import DialogueColumn, Encoding, SpeakerColumn, TextColumn
from .running import guarded


def utility_command(
    before: Annotated[
        Path, typer.Argument(metavar="BEFORE", help="The originals: a file, or a folder of them.")
    ],
    after: Annotated[
        Path, typer.Argument(metavar="AFTER", help="The output of deidentify for them.")
    ],
    text_column: TextColumn = None,
    speaker_column: SpeakerColumn = None,
    dialogue_column: DialogueColumn = None,
    encoding: Encoding = None,
    json: options.JsonFile = None,
    markdown: options.MarkdownFile = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the tables as one HTML page.")
    ] = None,
) -> None:
    """Compare words per turn, n-gram entropies, numbers and answers before and after a release.

    After Table 1 of Zent et al. (2025, PIIvot). The report contains no text.
    """
    with guarded():
        options.check_reports([before, after], json, markdown, html)
        columns = Columns(text_column, speaker_column, dialogue_column, encoding=encoding)
        records = read_records(before, columns), read_records(after, columns)
        found = lesson_utility(*records, ENGLISH)
        if json is not None:
            write_json(json, found.to_dict())
        if markdown is not None:
            write_text(markdown, to_markdown(found.report()))
        if html is not None:
            write_text(html, to_html(found.report(), {}))
        typer.echo(to_text(found.report()))
