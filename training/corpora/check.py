"""Check that the public files of `spacy project assets` are there, with the right size and sha256.

    python -m training.corpora.check

They are listed in `corpus/assets.tsv`. After a change to that list, `--write-project` rewrites the
assets in `project.yml`, below the marker line of that file.
"""

import csv
import hashlib
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import srsly
import typer

from spacy_piivot.cli.running import guarded, say
from spacy_piivot.errors import InputError

MARKER = "# Written by training/corpora/check.py --write-project; do not edit below.\n"
HOST = "https://raw.githubusercontent.com"
RAW = Path("assets/raw")


def main(
    sources: Annotated[Path, typer.Option(help="The list of files.")] = Path("corpus/assets.tsv"),
    raw: Annotated[Path, typer.Option(help="Where the files are.")] = RAW,
    project: Annotated[Path, typer.Option(help="The project file.")] = Path("project.yml"),
    write_project: Annotated[
        bool, typer.Option("--write-project", help="Write the project's assets, check nothing.")
    ] = False,
) -> None:
    """Check the files; exit status 1 if one is missing or differs."""
    with guarded():
        rows = read_sources(sources)
        if write_project:
            text, marker, _ = project.read_text("utf8").partition(MARKER)
            if not marker:
                raise InputError(f"{project} has no line '{MARKER.strip()}'")
            assets = srsly.yaml_dumps({"assets": project_assets(rows)})
            project.write_text(text + MARKER + assets, "utf8")
            return
        problems = find_problems(rows, raw)
    for problem in problems:
        say(problem)
    if problems:
        say(
            f"{len(problems)} of {len(rows)} files are not as {sources} says. Delete those that "
            "differ, because existing files are not fetched again; then run 'python -m spacy "
            "project assets'. Without a network: python -m training.corpora.fill."
        )
        raise typer.Exit(1)
    typer.echo(f"{len(rows)} files, all as expected")


def read_sources(path: Path) -> list[dict[str, str]]:
    """The rows of the list: repository, commit, path, bytes, sha256, licence."""
    with path.open(encoding="utf8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def project_assets(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """The `assets` of `project.yml`."""
    return [
        {
            "dest": (RAW / row["repository"] / row["path"]).as_posix(),
            "url": f"{HOST}/{row['repository']}/{row['commit']}/{quote(row['path'])}",
            "description": row["licence"],
        }
        for row in rows
    ]


def find_problems(rows: list[dict[str, str]], raw: Path) -> list[str]:
    """One line per file that is missing or differs."""
    problems = []
    for row in rows:
        path = raw / row["repository"] / row["path"]
        if not path.is_file():
            problems.append(f"missing: {path}")
            continue
        content = path.read_bytes()
        if len(content) != int(row["bytes"]):
            problems.append(f"differs: {path} has {len(content)} bytes, not {row['bytes']}")
        elif hashlib.sha256(content).hexdigest() != row["sha256"]:
            problems.append(f"differs: {path} has another sha256")
    return problems


if __name__ == "__main__":
    typer.run(main)
