"""`spacy-piivot attack`: measures what an attacker can learn from a release."""

from pathlib import Path
from typing import Annotated

import typer

from ..corpus import Columns
from ..evaluation.attack.attack import attack
from ..evaluation.attack.parrot import EPOCHS
from ..evaluation.attack.released import read_edits, released_dialogues
from ..evaluation.readers.dialogue_files import read_records
from ..evaluation.readers.reading import read_annotations
from ..evaluation.report.rendering import to_html, to_markdown, to_text
from ..evaluation.report.writing import write_json, write_text
from . import evaluation_options as options
from .options import DialogueColumn, Encoding, SpeakerColumn, TextColumn
from .running import guarded


def attack_command(
    released: Annotated[
        Path,
        typer.Argument(metavar="RELEASED", help="The output of deidentify: a file or a folder."),
    ],
    edits: Annotated[
        Path | None,
        typer.Option(help="The private edits of that run. Without them, names are guessed."),
    ] = None,
    gold: Annotated[
        Path | None,
        typer.Option(help="The originals with gold spans, to check the attacker's hypotheses."),
    ] = None,
    epochs: Annotated[
        int, typer.Option(min=1, help="How many epochs the parrot is trained on its half.")
    ] = EPOCHS,
    markov_p: Annotated[
        float,
        typer.Option(
            min=0, max=1, help="How often the simulated markov strategy draws a new surrogate."
        ),
    ] = 0.5,
    seed: Annotated[int, typer.Option(help="The seed of all random choices.")] = 0,
    text_column: TextColumn = None,
    speaker_column: SpeakerColumn = None,
    dialogue_column: DialogueColumn = None,
    encoding: Encoding = None,
    json: options.JsonFile = None,
    markdown: options.MarkdownFile = None,
    html: options.HtmlFile = None,
) -> None:
    """Attack a release as an outsider would, and measure the success.

    Names that occur once; the parrot attack of Carrell et al. (2019); with --gold the leakage of
    each strategy by simulation (Osborne et al., 2022), and with --edits also the quality of the
    surrogates. The report contains no text.
    """
    with guarded():
        inputs = [released, edits, gold]
        options.check_reports(inputs, json, markdown, html, plots=html is not None)
        records = read_records(
            released, Columns(text_column, speaker_column, dialogue_column, encoding=encoding)
        )
        annotated = None if gold is None else read_annotations(gold)
        dialogues = released_dialogues(
            records, None if edits is None else read_edits(edits), annotated
        )
        found = attack(dialogues, annotated, epochs=epochs, markov_p=markov_p, seed=seed)
        if json is not None:
            write_json(json, found.to_dict())
        if markdown is not None:
            write_text(markdown, to_markdown(found.report()))
        if html is not None:
            write_text(html, to_html(found.report(), found.plots()))
        typer.echo(to_text(found.report()))
