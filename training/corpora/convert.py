"""Convert the public files to the dialogues and lists of names that we train on.

    python -m training.corpora.convert --raw assets/raw --out assets/train --names assets/names

Prints the sha256 of every file and whether it is the one in `corpus/converted.sha256`.
"""

import hashlib
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Annotated

import typer

from spacy_piivot.cli.running import guarded, say
from spacy_piivot.corpus import replacing, write_line
from spacy_piivot.corpus.sources import COPIES, SOURCES, convert, read_training_ids
from spacy_piivot.errors import InputError

DIALOGUES = {f"train/{name}.jsonl": source for name, source in SOURCES.items()}
# The raw files that each file is made from.
RAW_FILES: dict[str, tuple[str, ...]] = {
    **{file: source.files for file, source in DIALOGUES.items()},
    **{file: (raw,) for file, raw in COPIES.items()},
}


def main(
    raw: Annotated[Path, typer.Option(help="Folder of the public files.")] = Path("assets/raw"),
    out: Annotated[Path, typer.Option(help="Folder of the training data.")] = Path("assets/train"),
    names: Annotated[Path, typer.Option(help="Folder of the names.")] = Path("assets/names"),
    only: Annotated[
        list[str] | None, typer.Option(help="Only this file, without suffix; may be repeated.")
    ] = None,
    checksums: Annotated[Path, typer.Option(help="Expected checksums.")] = Path(
        "corpus/converted.sha256"
    ),
    ids: Annotated[Path, typer.Option(help="Ids of the dialogues that may be trained on.")] = Path(
        "corpus/training_ids.txt"
    ),
) -> None:
    """Convert the files; exit status 1 if one differs, 2 if raw files are missing."""
    differ = 0
    with guarded():
        files = choose(only)
        check_raw(raw, files)
        expected = read_checksums(checksums)
        training_ids = read_training_ids(ids)
        folders = {"train": out, "names": names}
        for file in files:
            if file in DIALOGUES:
                stream = BytesIO()
                for dialogue in convert(DIALOGUES[file], raw, training_ids):
                    write_line(stream, dialogue)
                content = stream.getvalue()
            else:
                content = (raw / COPIES[file]).read_bytes()
            part, name = file.split("/")
            folders[part].mkdir(parents=True, exist_ok=True)
            with replacing(folders[part] / name) as output:
                output.write(content)
            sha256 = hashlib.sha256(content).hexdigest()
            same = sha256 == expected.get(file)
            differ += not same
            typer.echo(f"{sha256}  {file}  {'as expected' if same else 'DIFFERS'}")
    if differ:
        say(f"{differ} of {len(files)} files are not as {checksums} says.")
        raise typer.Exit(1)


def choose(only: Iterable[str] | None) -> list[str]:
    """The files to make.

    only (Iterable[str] | None): Their names without suffix; None for all.
    RETURNS (list[str]): `train/<name>` and `names/<name>`.
    RAISES (InputError): If a name is unknown.
    """
    by_name = {Path(file).stem: file for file in RAW_FILES}
    if not only:
        return list(RAW_FILES)
    if unknown := [name for name in only if name not in by_name]:
        raise InputError(f"--only {unknown[0]}: give one of {', '.join(sorted(by_name))}.")
    return [by_name[name] for name in only]


def check_raw(raw: Path, files: Iterable[str]) -> None:
    """Check that all raw files are there.

    raw (Path): The raw folder.
    files (Iterable[str]): The files to make.
    RAISES (InputError): If a raw file is missing.
    """
    needed = dict.fromkeys(path for file in files for path in RAW_FILES[file])
    if missing := [path for path in needed if not (raw / path).is_file()]:
        raise InputError(
            "\n  ".join([f"{len(missing)} of {len(needed)} files are not in {raw}:", *missing])
            + "\nFetch them with 'python -m spacy project assets'."
        )


def read_checksums(path: Path) -> dict[str, str]:
    """Sha256 by file, from a file that sha256sum wrote."""
    if not path.is_file():
        raise InputError(f"{path}: the list of expected checksums is missing.")
    lines = path.read_text("utf8").splitlines()
    return {file: sha256 for sha256, file in (line.split(maxsplit=1) for line in lines)}


if __name__ == "__main__":
    typer.run(main)
