"""Compare byte for byte what the code writes for the same data before and after a change.

    python benchmarks/guard.py run /tmp/before              # in a checkout of the old code
    python benchmarks/guard.py run /tmp/after               # in one of the new code
    python benchmarks/guard.py compare /tmp/before /tmp/after

`run` writes the output of `detect` and `deidentify` (with one fixed key) for `gold_dev`, the
synthetic dialogues and two files of essays. `compare` lists the id of each dialogue that differs
and how many spans of each label were gained and lost; texts are never shown. Its exit status is 1
if anything differs.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(add_completion=False)
FILES = (
    "eval/gold_dev.jsonl",
    "train/synthetic_chat.jsonl",
    "train/synthetic_classroom.jsonl",
    "train/essays_slots.jsonl",
    "eval/essays_ellipse_slots.jsonl",
)
KEY = "the guard's key, the same for ever"
DATA = Path(os.environ.get("SPACY_PIIVOT_DATA", "../shared/data"))
SHOWN = 20


@app.command()
def run(
    folder: Annotated[Path, typer.Argument(help="Where to write")],
    data: Annotated[Path, typer.Option(help="The data folder")] = DATA,
    dialogues: Annotated[int | None, typer.Option(help="Only the first N of each file")] = None,
) -> None:
    """Write the output of detect and deidentify for the files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "key").write_text(KEY)
    for name in FILES:
        if not (data / name).is_file():
            raise typer.BadParameter(f"{data / name} is missing: give the data folder as --data")
        source = folder / Path(name).name
        lines = (data / name).read_text("utf8").splitlines(keepends=True)
        source.write_text("".join(lines[:dialogues]), "utf8")
        for command, more in (("detect", []), ("deidentify", ["--key-file", str(folder / "key")])):
            output = folder / f"{source.stem}.{command}.jsonl"
            output.unlink(missing_ok=True)
            call = [sys.executable, "-m", "spacy_piivot", command, str(source), "-o", str(output)]
            done = subprocess.run([*call, *more], capture_output=True, text=True)
            if done.returncode > 1:
                raise SystemExit(f"{command} {name}: exit status {done.returncode}\n{done.stderr}")
            typer.echo(f"{digest(output)}  {output.name}")


@app.command()
def compare(
    before: Annotated[Path, typer.Argument(help="What run wrote with the old code")],
    after: Annotated[Path, typer.Argument(help="What run wrote with the new code")],
) -> None:
    """Print the differences; exit status 1 if there are any."""
    differ = False
    for name in sorted(path.name for path in before.glob("*.*.jsonl")):
        old, new = before / name, after / name
        if new.is_file() and old.read_bytes() == new.read_bytes():
            typer.echo(f"equal   {name}")
            continue
        differ = True
        records = [read(path) for path in (old, new)]
        changed = [
            one
            for one in dict.fromkeys([*records[0], *records[1]])
            if records[0].get(one) != records[1].get(one)
        ]
        typer.echo(f"DIFFERS {name}: {len(changed)} of {len(records[0])} dialogues")
        for one in changed[:SHOWN]:
            typer.echo(f"          {one}")
        spans = [Counter(spans_of(record)) for record in records]
        for sign, gone in (("-", spans[0] - spans[1]), ("+", spans[1] - spans[0])):
            labels = Counter(span[-1] for span in gone.elements())
            typer.echo(
                f"        {sign} " + ", ".join(f"{n} {label}" for label, n in labels.items())
            )
    raise typer.Exit(differ)


def digest(path: Path) -> str:
    """The beginning of a file's SHA-256."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def read(path: Path) -> dict[str, dict[str, Any]]:
    """Records by id; empty if there is no file."""
    lines = path.read_text("utf8").splitlines() if path.is_file() else []
    return {record["id"]: record for record in map(json.loads, lines)}


def spans_of(records: dict[str, dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Every span as dialogue, message, start, end and label."""
    return [
        (dialogue, number, span["start"], span["end"], span["label"])
        for dialogue, record in records.items()
        for number, message in enumerate(record["messages"])
        for span in message.get("spans", ())
    ]


if __name__ == "__main__":
    app()
