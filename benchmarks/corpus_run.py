"""Run a whole corpus through `spacy-piivot deidentify`: time, memory, dialogues held back, repairs.

    python -m benchmarks.corpus_run [INPUT] [--limit 60 --sample-seed 7] [--half even]

INPUT is a file or folder that the command reads, or a `.jsonl.gz`; by default the unlabelled
lessons of the data folder. The report contains only figures, no texts and no ids. Dialogues are
identified by their place in the input, from 0: those at even places may be read for causes
(`--causes`), those at odd places are only counted, and every figure is given for both halves. All
runs use one key, so that they can be compared.
"""

import gzip
import json
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from spacy_piivot.cli.running import guarded, say
from spacy_piivot.core.labels import IDENTIFIERS
from spacy_piivot.corpus import PRIVATE, Record, replacing
from spacy_piivot.errors import InputError
from spacy_piivot.kinds.names import is_ordinary_word, name_parts
from spacy_piivot.release.reasons import REPAIRED, Reasons, read_reasons, write_reasons
from spacy_piivot.runs.reading import InputReading

if not __package__:  # run by its path
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.process_tree import Ran, run_tree
from benchmarks.shapes import shape

STRUCTURED = IDENTIFIERS | {"DATE_OF_BIRTH"}
HALVES = EVEN, ODD = "even", "odd"
_BEFORE = 3
_KEY = "the key of every run that measures"


@dataclass(slots=True)
class Figures:
    """The counts of a half or of all dialogues.

    causes (dict[str, Counter[str]]): By status ("repaired", "quarantined"), dialogues by cause; a
        dialogue with several causes counts under each.
    structured (Counter[tuple[str, str]]): Structured labels with their forms.
    """

    dialogues: int = 0
    messages: int = 0
    words: int = 0
    quarantined: int = 0
    repaired: int = 0
    findings: int = 0
    names: int = 0
    ordinary: int = 0
    causes: dict[str, Counter[str]] = field(default_factory=dict)
    structured: Counter[tuple[str, str]] = field(default_factory=Counter)


@dataclass(slots=True)
class Corpus:
    """The dialogues of a run, as the file that the command reads.

    path (Path): The file, dialogue JSONL; a dialogue's id is its place in the whole input.
    places (Sequence[str]): For each place, the file and id in the input.
    unreadable (int): How many could not be read; they are excluded.
    """

    path: Path
    places: dict[str, tuple[str, str, int | None]] = field(default_factory=dict)
    unreadable: int = 0


def main(
    source: Annotated[Path | None, typer.Argument(metavar="[INPUT]")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Number of dialogues to run")] = None,
    sample_seed: Annotated[
        int | None,
        typer.Option(help="Draw them at random with this seed; by default the first ones"),
    ] = None,
    half: Annotated[
        Literal["even", "odd", "all"], typer.Option(help="Run the dialogues at these places only")
    ] = "all",
    n_process: Annotated[int, typer.Option(min=1, help="Processes of the command")] = 1,
    model: Annotated[
        str | None, typer.Option(help="A pipeline; the shipped one by default")
    ] = None,
    causes: Annotated[
        Path | None,
        typer.Option(
            help="Write the reasons for dialogues at even places here. Private: it contains their "
            "words."
        ),
    ] = None,
    json_path: Annotated[Path | None, typer.Option("--json", help="Write the figures here")] = None,
) -> None:
    """Run the command once and print the tables."""
    with guarded(), tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = source or _lessons()
        corpus = prepare(source, folder, limit=limit, seed=sample_seed, half=half)
        if not corpus.places:
            raise InputError(f"{source}: there are no dialogues to run.")
        say(f"{len(corpus.places)} dialogues to run")
        ran = run(corpus.path, folder, n_process=n_process, model=model)
        reasons = list(read_reasons(folder / "reasons.jsonl"))
        figures = count(corpus.path, folder / "edits.jsonl", reasons)
        if causes is not None:
            with replacing(causes, mode=PRIVATE) as stream:
                write_reasons(stream, _to_look_at(reasons, corpus))
        print(as_markdown(figures, ran, corpus.unreadable, n_process))
        if json_path is not None:
            with replacing(json_path) as stream:
                stream.write(json.dumps(as_json(figures, ran, corpus), indent=2).encode())


def prepare(
    source: Path, folder: Path, *, limit: int | None, seed: int | None, half: str
) -> Corpus:
    """Write the dialogues of a run as one JSONL file.

    source (Path): The input: a file or folder, or a `.jsonl.gz`.
    folder (Path): The folder to write to.
    limit (int | None): How many; None for all.
    seed (int | None): Seed to draw them at random; None for the first ones.
    half (str): "even", "odd" or "all".
    RETURNS (Corpus): The file, in the order of the input.
    """
    path = source
    if source.suffix == ".gz":
        path = folder / source.with_suffix("").name
        with gzip.open(source, "rb") as packed, path.open("wb") as stream:
            while block := packed.read(1 << 20):
                stream.write(block)
    reading = InputReading(report=say)
    inputs = reading.open(path)
    places = range(
        1 if half == ODD else 0,
        sum(1 for _ in reading.entries(inputs)),
        1 if half == "all" else 2,
    )
    chosen = set(places[:limit])
    if limit is not None and seed is not None:
        chosen = set(random.Random(seed).sample(places, min(limit, len(places))))
    corpus = Corpus(folder / "corpus.jsonl")
    with corpus.path.open("w", encoding="utf8") as out:
        for place, (file, item) in enumerate(reading.entries(inputs)):
            if place not in chosen:
                continue
            if not isinstance(item, Record):
                corpus.unreadable += 1
                continue
            messages = [{"speaker": m.speaker, "text": m.text} for m in item.dialogue.messages]
            out.write(json.dumps({"id": str(place), "messages": messages}) + "\n")
            corpus.places[str(place)] = (file.name.as_posix(), item.dialogue.id, item.line)
    return corpus


def run(path: Path, folder: Path, *, n_process: int, model: str | None) -> Ran:
    """Run the command.

    path (Path): The input.
    folder (Path): The folder for `out.jsonl`, `edits.jsonl` and `reasons.jsonl`.
    n_process (int): Number of processes.
    model (str | None): The pipeline.
    RETURNS (Ran): The result of the command.
    RAISES (InputError): If it broke off.
    """
    command = [sys.executable, "-m", "spacy_piivot", "deidentify", str(path)]
    command += ["-o", str(folder / "out.jsonl"), "--n-process", str(n_process)]
    command += ["--private-edits", str(folder / "edits.jsonl")]
    command += ["--private-reasons", str(folder / "reasons.jsonl")]
    key = folder / "key"
    key.write_text(_KEY)
    command += ["--key-file", str(key), *(["--model", model] if model else [])]
    ran = run_tree(command)
    if ran.status not in (0, 1):
        last = ran.errors.strip().rpartition("\n")[2]
        raise InputError(f"deidentify ended with status {ran.status}: {last}")
    return ran


def count(corpus: Path, edits: Path, reasons: Iterable[Reasons]) -> dict[str, Figures]:
    """Count the edits and reasons of a run.

    corpus (Path): Its input.
    edits (Path): Its private edits.
    reasons (Iterable[Reasons]): Its private reasons.
    RETURNS (dict[str, Figures]): The figures for "even", "odd" and "all".
    """
    figures = {name: Figures() for name in (*HALVES, "all")}

    def of(id: str) -> tuple[Figures, Figures]:
        return figures[HALVES[int(id) % 2]], figures["all"]

    made = _edits(edits)
    following = next(made, None)
    for dialogue in _lines(corpus):
        texts = [message["text"] for message in dialogue["messages"]]
        own: list[dict[str, Any]] = []
        if following is not None and following["id"] == dialogue["id"]:
            own, following = following["edits"], next(made, None)
        for part in of(dialogue["id"]):
            part.dialogues += 1
            part.messages += len(texts)
            part.words += sum(len(text.split()) for text in texts)
            for edit in own:
                _count_edit(part, texts[edit["message"]], edit)
    for one in reasons:
        for part in of(one.id or "0"):
            _count_reasons(part, one)
    return figures


def _count_edit(part: Figures, text: str, edit: Mapping[str, Any]) -> None:
    original = text[edit["start"] : edit["end"]]
    if edit["label"] == "NAME":
        part.names += 1
        words = name_parts(original)
        part.ordinary += original.islower() and bool(words) and all(map(is_ordinary_word, words))
    elif edit["label"] in STRUCTURED:
        before = text[max(0, edit["start"] - _BEFORE) : edit["start"]]
        part.structured[edit["label"], shape(original, before)] += 1


def _count_reasons(part: Figures, reasons: Reasons) -> None:
    repaired = reasons.status == REPAIRED
    part.repaired += repaired
    part.quarantined += not repaired
    part.findings += len(reasons.findings) if repaired else 0
    found = {f"{finding.why} {finding.label}" for finding in reasons.findings}
    error = f"{reasons.error}: " if reasons.error else ""
    part.causes.setdefault(reasons.status, Counter()).update(
        f"{error}{cause}" for cause in found or {"before the last check"}
    )


def _to_look_at(reasons: Iterable[Reasons], corpus: Corpus) -> Iterator[Reasons]:
    """The reasons for dialogues at even places, with their own files and ids."""
    for one in reasons:
        if one.id is not None and int(one.id) % 2 == 0:
            file, id, line = corpus.places[one.id]
            yield replace(one, file=file, id=id, line=line)


def _edits(path: Path) -> Iterator[dict[str, Any]]:
    lines = _lines(path)
    next(lines)  # the line that says that the file is private
    yield from lines


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf8") as lines:
        for line in lines:
            yield json.loads(line)


def as_markdown(figures: Mapping[str, Figures], ran: Ran, unreadable: int, n_process: int) -> str:
    """The tables of a run.

    figures (Mapping[str, Figures]): The result of `count`.
    ran (Ran): The result of the command.
    unreadable (int): Number of dialogues that could not be read before it.
    n_process (int): Number of processes.
    RETURNS (str): Markdown.
    """
    shown = [name for name, part in figures.items() if part.dialogues]
    if len(shown) == 2:
        shown.remove("all")
    parts = [figures[name] for name in shown]
    words = figures["all"].words
    rows: list[tuple[str, list[str]]] = [
        ("dialogues", [f"{part.dialogues:,}" for part in parts]),
        ("messages", [f"{part.messages:,}" for part in parts]),
        ("words", [f"{part.words:,}" for part in parts]),
        ("held back", [_share(part.quarantined, part.dialogues) for part in parts]),
        *_by_key("held back: ", [part.causes.get("quarantined", Counter()) for part in parts]),
        ("repaired", [_share(part.repaired, part.dialogues) for part in parts]),
        ("mentions repaired", [str(part.findings) for part in parts]),
        *_by_key("repaired: ", [part.causes.get("repaired", Counter()) for part in parts]),
        ("names replaced", [f"{part.names:,}" for part in parts]),
        ("of them ordinary words in lower case", [_share(p.ordinary, p.names) for p in parts]),
        ("structured identifiers", [str(part.structured.total()) for part in parts]),
        *_by_key("", [Counter({f"{label}, {form}": n for (label, form), n in p.structured.items()})
                      for p in parts]),
    ]  # fmt: skip
    lines = [
        f"{ran.seconds:,.0f} s on the clock, {ran.cpu_s:,.0f} s of processor time, "
        f"{words / ran.seconds:,.0f} words per second, {ran.peak_mb:,.0f} MB at most; "
        f"{n_process} process{'es' if n_process > 1 else ''}, {os.cpu_count()} cores.",
        "",
        f"| | {' | '.join(shown)} |",
        f"| --- |{' ---: |' * len(shown)}",
        *(f"| {name} | {' | '.join(cells)} |" for name, cells in rows),
    ]
    if unreadable:
        lines += ["", f"{unreadable} dialogues could not be read and were excluded."]
    return "\n".join(lines)


def _by_key(head: str, counters: list[Counter[str]]) -> list[tuple[str, list[str]]]:
    keys = sorted({key for counter in counters for key in counter})
    return [(f"{head}{key}", [str(counter[key]) for counter in counters]) for key in keys]


def _share(count: int, of: int) -> str:
    return f"{count:,} ({count / of:.1%})" if of else f"{count:,}"


def as_json(figures: Mapping[str, Figures], ran: Ran, corpus: Corpus) -> dict[str, Any]:
    """The figures of a run as plain values for JSON."""
    parts = {
        name: {
            **{
                key: getattr(part, key)
                for key in Figures.__dataclass_fields__
                if key != "structured"
            },
            "structured": [[*key, count] for key, count in sorted(part.structured.items())],
        }
        for name, part in figures.items()
    }
    used = {key: value for key, value in ran._asdict().items() if key != "errors"}
    return {"run": used, "unreadable": corpus.unreadable, "parts": parts}


def _lessons() -> Path:
    folder = Path(os.environ.get("SPACY_PIIVOT_DATA", "../shared/data"))
    path = folder / "eval" / "talkmoves_unlabelled.jsonl.gz"
    if not path.is_file():
        raise InputError(f"{path}: no such file. Give INPUT, or set SPACY_PIIVOT_DATA.")
    return path


if __name__ == "__main__":
    typer.run(main)
