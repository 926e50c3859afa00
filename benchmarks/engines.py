"""Run an engine over many synthetic messages, kill a worker, and count what comes out.

    python -m benchmarks.engines WORK [--messages 1000000] [--workers 2] [--resume] [--json F]

WORK is a new folder; it gets the messages, the release and the figures. Afterwards this process
de-identifies some of the files alone, and their bytes are compared. The report has the speed, the
memory of the process that leads the run, how often the pipeline was loaded, and an estimate for
10^9 messages from the measured processor time.
"""

import json
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from spacy_piivot.cli.running import guarded, say
from spacy_piivot.corpus import InputFile, replacing
from spacy_piivot.corpus.jsonl import write_line
from spacy_piivot.engines.parts import Job
from spacy_piivot.engines.ray_pool import RayPool, ray_pool
from spacy_piivot.engines.run import deidentify_parts
from spacy_piivot.engines.settings import make_settings
from spacy_piivot.errors import InputError
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.loading import load_releasing_pipeline

if not __package__:  # run by its path
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

KEY = "the key of every run that measures"
PER_DIALOGUE = 5
ESTIMATED = 1_000_000_000
_EVERY = 5.0
_FIRST = (
    "Maya Kenji Amara Tobias Priya Lucia Dmitri Zadie Omar Ingrid Quentin Soledad Wei Fatima"
).split()
_LAST = (
    "Okafor Lindqvist Reyes Novak Haddad Moreau Tanaka Iyer Castellano Brandt Osei Petrov".split()
)
_LINES = (
    "hi {first}, are you ready?",
    "yes, im stuck on number {a}",
    "what is {a}/{b} as a decimal?",
    "i think its {c}",
    "good! how did you get that?",
    "i divided {a} by {b} like {other} did",
    "nice work {first}",
    "can you email me at {mail}@example.org",
    "lets try {a}x + {b} = {c}",
    "ok thanks, bye",
)


def dialogue(number: int) -> dict[str, Any]:
    """One of the synthetic dialogues.

    number (int): Its number, which decides everything in it.
    RETURNS (dict[str, Any]): The dialogue, with an id that no other has.
    """
    first = _FIRST[number % len(_FIRST)]
    last = _LAST[number // 7 % len(_LAST)]
    words = {
        "first": first,
        "other": _FIRST[(number // 3 + 5) % len(_FIRST)],
        "mail": f"{first}.{last}".lower(),
        "a": number % 37 + 2,
        "b": number % 11 + 3,
        "c": number % 53 + 1,
    }
    lines = [
        _LINES[(number + turn * (number % 3 + 1)) % len(_LINES)] for turn in range(PER_DIALOGUE)
    ]
    return {
        "id": f"s{number:08}",
        "messages": [
            {"speaker": f"{first} {last}" if turn % 2 else "tutor", "text": line.format(**words)}
            for turn, line in enumerate(lines)
        ],
    }


def write_parts(folder: Path, messages: int, parts: int) -> None:
    """Write the dialogues, evenly over files.

    folder (Path): A new folder.
    messages (int): How many messages.
    parts (int): How many files.
    """
    folder.mkdir(parents=True)
    dialogues = messages // PER_DIALOGUE
    for part in range(parts):
        with (folder / f"part-{part:05}.jsonl").open("wb") as stream:
            for number in range(dialogues * part // parts, dialogues * (part + 1) // parts):
                write_line(stream, dialogue(number))


class Watched:
    """Notes what a pool's workers report, and kills one of them.

    pool (RayPool): The pool.
    kill_after (int | None): After how many files a worker is killed; None for never.
    log (Path): A file that gets a line for each file.
    """

    def __init__(self, pool: RayPool, kill_after: int | None, log: Path) -> None:
        self._pool = pool
        self._kill_after = kill_after
        self._log = log

    def results(self, job: Job, files: Sequence[InputFile]) -> Iterator[dict[str, Any]]:
        """Pass the records on."""
        for done, record in enumerate(self._pool.results(job, files), 1):
            line = {name: record[name] for name in ("part", "done", "worker", "loads", "seconds")}
            line |= {"time": round(time.time(), 1), "megabytes": round(megabytes(), 1)}
            with self._log.open("a") as stream:
                stream.write(json.dumps(line) + "\n")
            yield record
            if done == self._kill_after:
                os.kill(int(record["worker"].rpartition(":")[2]), signal.SIGKILL)
                say(f"killed a worker after {done} files")


def megabytes() -> float:
    """The memory of this process now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


@contextmanager
def sampled(samples: list[float]) -> Iterator[None]:
    """Note the memory of this process every few seconds."""
    over = threading.Event()

    def sample() -> None:
        while not over.wait(_EVERY):
            samples.append(megabytes())

    thread = threading.Thread(target=sample, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def flatness(samples: Sequence[float]) -> dict[str, float]:
    """The memory in the first and last tenth of a run, and the most.

    samples (Sequence[float]): Megabytes, in order.
    RETURNS (dict[str, float]): `first`, `last` and `most`; empty without samples.
    """
    if not samples:
        return {}
    tenth = max(1, len(samples) // 10)
    first, last = samples[:tenth], samples[-tenth:]
    return {
        "first": round(sum(first) / tenth, 1),
        "last": round(sum(last) / tenth, 1),
        "most": round(max(samples), 1),
    }


def estimate(messages: int, seconds: float, price: float) -> dict[str, float]:
    """What 10^9 messages would take, in proportion.

    messages (int): How many were measured.
    seconds (float): Their processor time.
    price (float): The price of a core for an hour.
    RETURNS (dict[str, float]): Core-hours and the price. An estimate: other texts take longer, and
        other machines are faster.
    """
    hours = ESTIMATED / messages * seconds / 3600
    return {"core_hours": round(hours, 1), "price": round(hours * price, 2)}


def compare(work: Path, every: int) -> dict[str, int]:
    """De-identify some files in one process, and compare their bytes.

    work (Path): The folder of the run.
    every (int): One of how many files.
    RETURNS (dict[str, int]): How many `files` were compared, and how many are `equal`.
    """
    nlp = load_releasing_pipeline(None, KEY.encode())
    paths = sorted((work / "in").iterdir())[::every]
    alone = work / "alone"
    alone.mkdir(exist_ok=True)
    equal = 0
    for path in paths:
        deidentify(path, alone / path.name, nlp)
        equal += (alone / path.name).read_bytes() == (work / "out" / path.name).read_bytes()
    return {"files": len(paths), "equal": equal}


def lost(work: Path) -> dict[str, int]:
    """Compare the ids that went in with those that came out, file by file, in order."""
    counts = {"in": 0, "out": 0, "files_with_other_ids": 0}
    for path in sorted((work / "in").iterdir()):
        given, released = ids(path), ids(work / "out" / path.name)
        counts["in"] += len(given)
        counts["out"] += len(released)
        counts["files_with_other_ids"] += given != released
    return counts


def ids(path: Path) -> list[str]:
    """The ids of a file of dialogues."""
    with path.open("rb") as lines:
        return [json.loads(line)["id"] for line in lines]


def main(
    work: Annotated[Path, typer.Argument(help="A new folder for everything.")],
    messages: Annotated[int, typer.Option(help="How many messages.")] = 1_000_000,
    workers: Annotated[int, typer.Option(help="How many workers.")] = 2,
    parts: Annotated[int, typer.Option(help="How many files.")] = 100,
    kill_after: Annotated[int | None, typer.Option(help="Kill a worker after so many files.")] = 10,
    every: Annotated[int, typer.Option(help="Compare one of how many files.")] = 10,
    price: Annotated[float, typer.Option(help="The price of a core for an hour.")] = 0.05,
    resume: Annotated[bool, typer.Option("--resume", help="Continue an interrupted run.")] = False,
    json_file: Annotated[Path | None, typer.Option("--json", help="Where to write it.")] = None,
) -> None:
    """Run it, and print the report as JSON."""
    with guarded() as interrupts:
        if not resume:
            if work.exists():
                raise InputError(f"{work}: give a new folder.")
            write_parts(work / "in", messages, parts)
            (work / "key").write_text(KEY)
        os.environ["SPACY_PIIVOT_KEY"] = KEY  # for the workers that are started here
        log = work / "log.jsonl"
        samples: list[float] = []

        @contextmanager
        def watched() -> Iterator[Watched]:
            with ray_pool(None, workers, say, interrupts.seen) as pool, sampled(samples):
                yield Watched(pool, kill_after, log)

        started = time.monotonic()
        job = Job(make_settings(key_file=work / "key"))
        summary = deidentify_parts(work / "in", work / "out", job, watched, resume=resume)
        seconds = time.monotonic() - started
        done = [json.loads(line) for line in log.read_text().splitlines()]
        processor = sum(line["seconds"] for line in done)
        spans = {line["worker"]: line["loads"] for line in done}
        report = {
            "messages": messages,
            "workers": workers,
            "files": parts,
            "released": summary.done,
            "quarantined": summary.quarantined,
            "seconds": round(seconds, 1),
            "processor_seconds": round(processor, 1),
            "messages_a_core_second": round(messages / processor, 1),
            "driver_megabytes": flatness(samples),
            "loads_by_worker": sorted(spans.values()),
            "lost": lost(work),
            "compared": compare(work, every),
            "estimate_for_1e9_messages": estimate(messages, processor, price),
        }
        text = json.dumps(report, indent=1)
        print(text)
        if json_file is not None:
            with replacing(json_file) as stream:
                stream.write(text.encode() + b"\n")


if __name__ == "__main__":
    typer.run(main)
