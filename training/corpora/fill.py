"""Copy the converted data from a local folder, on a machine without a network.

    python -m training.corpora.fill ../shared/data

The folder has `train/` and `names/`, as `convert` would write them into `assets/`. Only the files
in `corpus/converted.sha256` are copied; if one is missing or differs, none are. Essays with slots
for names, `train/essays_slots.jsonl`, are copied too if they are there.
"""

import hashlib
from pathlib import Path
from typing import Annotated

import typer

from spacy_piivot.cli.running import guarded, say
from spacy_piivot.corpus import replacing
from spacy_piivot.errors import InputError
from training.corpora.convert import read_checksums

PARTS = ("train", "names")
# Copied if the folder has it: no public file has its form.
ALSO = "train/essays_slots.jsonl"


def main(
    folder: Annotated[Path, typer.Argument(help="The folder with train/ and names/.")],
    checksums: Annotated[Path, typer.Option(help="Checksums of the files to copy.")] = Path(
        "corpus/converted.sha256"
    ),
    out: Annotated[Path, typer.Option(help="Folder for the copies.")] = Path("assets"),
) -> None:
    """Copy the files; exit status 1 if one is missing or differs."""
    with guarded():
        contents, problems = read_files(folder, read_checksums(checksums))
        if not problems:
            if (folder / ALSO).is_file():
                contents[ALSO] = (folder / ALSO).read_bytes()
            for file, content in contents.items():
                (out / file).parent.mkdir(parents=True, exist_ok=True)
                with replacing(out / file) as stream:
                    stream.write(content)
    for problem in problems:
        say(problem)
    if problems:
        say(
            f"Nothing was copied. {checksums} lists the files that 'python -m spacy project run "
            "convert' makes: the folder must contain the same files."
        )
        raise typer.Exit(1)
    typer.echo(f"{len(contents)} files copied to {out}")


def read_files(folder: Path, checksums: dict[str, str]) -> tuple[dict[str, bytes], list[str]]:
    """The listed files, and one line per file that is missing or differs.

    folder (Path): The local folder.
    checksums (dict[str, str]): Sha256 by file, `train/<name>` or `names/<name>`.
    RETURNS (tuple[dict[str, bytes], list[str]]): Contents by file, and the lines.
    RAISES (InputError): If the list names other data.
    """
    contents: dict[str, bytes] = {}
    problems = []
    for file, sha256 in checksums.items():
        if Path(file).parts[0] not in PARTS or ".." in Path(file).parts:
            raise InputError(f"{file} is not converted data. Nothing was copied.")
        if not (folder / file).is_file():
            problems.append(f"missing: {folder / file}")
            continue
        contents[file] = (folder / file).read_bytes()
        if hashlib.sha256(contents[file]).hexdigest() != sha256:
            problems.append(f"differs: {folder / file} has another sha256")
    return contents, problems


if __name__ == "__main__":
    typer.run(main)
