"""`spacy-piivot certify`: the statement on a release, for a data-protection officer."""

from pathlib import Path
from typing import Annotated

import typer

from ..corpus import check_replaceable, replacing
from ..errors import InputError
from ..evaluation.report.writing import write_json
from ..review.certificate import certify, read_attack, render
from ..review.log import entries
from ..review.released_files import released_files
from ..review.store import Store
from .running import guarded, say


def certify_command(
    release: Annotated[
        Path,
        typer.Argument(metavar="RELEASE", help="The released file or folder."),
    ],
    state: Annotated[Path, typer.Option(metavar="DIR", help="The state folder of the review.")],
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="OUT.html", help="The page to write; JSON comes beside it."
        ),
    ],
    attack: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What `spacy-piivot attack --json` wrote about it."),
    ] = None,
    log_checksum: Annotated[
        str | None,
        typer.Option(
            metavar="SHA256",
            help="The log's last checksum, as you noted it at the release: nothing is certified if "
            "entries up to it are missing.",
        ),
    ] = None,
) -> None:
    """Write what was searched for and how, who reviewed it, and how much is probably left.

    All figures come from the log of the review, which is checked first, and from the files, which
    must have the checksums in the log. The statement contains no text of the corpus and no key.
    """
    with guarded():
        beside = output.with_suffix(".json")
        if beside == output:
            raise InputError(f"{output}: the page needs another ending than .json, as .html.")
        check_replaceable(output, beside)
        files = released_files(release)
        for written in (output, beside):
            if written.resolve().is_relative_to(release.resolve()):
                raise InputError(f"{written}: the statement must not be in the release.")
        with Store.open(state, read_only=True) as store:
            log = list(entries(store))
        figures = None if attack is None else read_attack(attack)
        found = certify(log, files, figures, log_checksum)
        with replacing(output) as stream:
            stream.write(render(found).encode())
        write_json(beside, found)
        say(f"certified {len(files)} files; the log's last checksum is {found['log']['head']}")
