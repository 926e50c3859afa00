"""`spacy-piivot restore`: undoes a release with its vault."""

import os
from pathlib import Path
from typing import Annotated

import typer

from ..draws.key import read_key_file
from ..errors import InputError
from ..runs.restore import restore
from . import options
from .running import exit_with, guarded, make_reading


def restore_command(
    released: Annotated[
        Path, typer.Argument(metavar="RELEASED", help="The unchanged output of deidentify.")
    ],
    vault: Annotated[Path, typer.Option(help="The vault that deidentify wrote with it.")],
    vault_key_file: Annotated[Path, typer.Option(help="A file with the vault's secret key.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="The file or folder to write (default: next to RELEASED, with '.restored' in its "
            "name).",
        ),
    ] = None,
    text_column: options.TextColumn = None,
    speaker_column: options.SpeakerColumn = None,
    dialogue_column: options.DialogueColumn = None,
    keep_column: options.KeepColumn = None,
    encoding: options.Encoding = None,
    exclude: options.Exclude = None,
) -> None:
    """Undo a release: replace the surrogates with the originals.

    Ids and file names are also restored. The result is private: it contains the original texts.
    """
    with guarded() as interrupts:
        reading = make_reading(
            text_column,
            speaker_column,
            dialogue_column,
            None,
            1,
            interrupts,
            encoding=encoding,
            exclude=exclude,
            keep_column=keep_column,
        )
        key = read_key_file(vault_key_file)
        whole = Path(os.path.abspath(released))  # "." has no name
        out = output or whole.with_name(f"{whole.stem}.restored{whole.suffix}")
        if output is None and out.exists():
            raise InputError(f"{out}: exists already. Give another output with --output.")
        exit_with(restore(released, out, vault, key, reading=reading), "restored", reading)
