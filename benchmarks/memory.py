"""Measure the memory of `spacy-piivot deidentify` at two corpus sizes: it must not grow.

    python benchmarks/memory.py [--small 1000] [--large 50000] [--json OUT.json]

Each size is one run of the command in a separate process over synthetic dialogues of 25 messages.
The peak resident memory of the process is reported.
"""

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

NAMES = ("Odile", "Tariq", "Wanjiru", "Soren", "Marisol", "Kenta", "Ines", "Bogdan")
TURNS = (
    "hi {name}, can you read question {n} for me?",
    "i got {n}/12 but {other} got 3:45",
    "so 2x + 3 = {n}, what do we do first {name}?",
    "subtract 3 from both sides",
    "right! mark the point ({n}, 4) on the line",
)


def write_dialogues(path: Path, messages: int) -> None:
    """Write dialogues of 25 messages, each with other names and numbers, and the names' spans."""
    with path.open("w", encoding="utf8") as out:
        for dialogue in range(max(messages // 25, 1)):
            record = {"id": f"synthetic-{dialogue}", "messages": list(turns(dialogue))}
            out.write(json.dumps(record) + "\n")


def turns(dialogue: int) -> Iterator[dict[str, Any]]:
    name = NAMES[dialogue % len(NAMES)]
    other = NAMES[(dialogue // 8 + 1 + dialogue) % len(NAMES)]
    for turn in range(25):
        text = TURNS[turn % len(TURNS)].format(name=name, other=other, n=dialogue + turn)
        spans = [
            {"start": match.start(), "end": match.end(), "label": "NAME"}
            for match in re.finditer(rf"\b({name}|{other})\b", text)
        ]
        yield {"speaker": "student" if turn % 2 else "tutor", "text": text, "spans": spans}


def measure(messages: int) -> dict[str, Any]:
    """Run the command once on its own corpus."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.jsonl"), Path(folder, "out.jsonl")
        write_dialogues(source, messages)
        used = run_apart(["-m", "spacy_piivot", "deidentify", str(source), "-o", str(target)])
    return {"messages": messages, "peak_mb": round(used.peak_mb, 1), "cpu_s": round(used.cpu_s, 1)}


class Used(NamedTuple):
    """The kernel's figures for a finished process.

    peak_mb (float): Its peak resident memory, in megabytes.
    cpu_s (float): Its processor time, in seconds.
    """

    peak_mb: float
    cpu_s: float


def run_apart(arguments: Sequence[str]) -> Used:
    """Run Python in a separate process.

    arguments (Sequence[str]): The arguments of `python`.
    RETURNS (Used): The resources that it used.
    RAISES (RuntimeError): If it failed.
    """
    pid = os.spawnv(os.P_NOWAIT, sys.executable, [sys.executable, *arguments])
    _, status, usage = os.wait4(pid, 0)
    if os.waitstatus_to_exitcode(status):
        raise RuntimeError(f"python {' '.join(arguments[:2])} failed")
    return Used(usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime)


def main(
    small: Annotated[int, typer.Option(help="Messages of the small corpus")] = 1_000,
    large: Annotated[int, typer.Option(help="Messages of the large corpus")] = 50_000,
    json_path: Annotated[Path | None, typer.Option("--json", help="Write the figures here")] = None,
) -> None:
    """Measure both sizes and print their ratio."""
    rows = [measure(small), measure(large)]
    ratio = rows[1]["peak_mb"] / rows[0]["peak_mb"]
    for row in rows:
        print(f"{row['messages']:>8} messages: {row['peak_mb']:>8} MB peak, {row['cpu_s']} CPU s")
    print(f"ratio of peaks: {ratio:.2f}")
    if json_path:
        json_path.write_text(json.dumps({"rows": rows, "ratio": ratio}, indent=2), "utf8")


if __name__ == "__main__":
    typer.run(main)
