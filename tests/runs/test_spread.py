"""Several processes give what one gives: each result, in order, byte for byte."""

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from json_lines import read_jsonl, write_jsonl
from spacy.language import Language
from spacy.tokens import Doc
from transcripts import KEY, dialogue, make_pipeline

from spacy_piivot.corpus import Entry, InputFile
from spacy_piivot.corpus.jsonl import parse_record
from spacy_piivot.errors import RecordError
from spacy_piivot.release.vault import read_vault
from spacy_piivot.runs.batches import MOST_CHARACTERS, make_batches
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.detect import detect
from spacy_piivot.runs.process import process
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.results import Done, Failed, Kept
from spacy_piivot.runs.spread import _Flow, spread
from spacy_piivot.runs.workers import WorkerDied, WorkerFailed, Workers

FILE = InputFile(Path("in.jsonl"), PurePosixPath("in.jsonl"))


def records(count: int) -> list[dict[str, Any]]:
    """Dialogues in three groups, with spans: some are long, some leak, some are broken."""
    made = []
    for number in range(count):
        name = f"Quibbly{number % 5}"
        texts = [f"Zorblatt {number}, Desmos", "write to zorblatt@example.org", f"{name}: 4/12"]
        if number % 7 == 3:
            texts.append("no, ZORBLATT " + "and so on " * 300)
        record: dict[str, Any] = dialogue(f"d{number}", *texts)
        record["group"] = f"class {number % 3}"
        record["messages"][0]["spans"] = [{"start": 0, "end": 8, "label": "NAME"}]
        school = {"start": 0, "end": len(name), "label": "SCHOOL"}
        record["messages"][2]["spans"] = [school]
        if number % 11 == 5:
            record["messages"][0]["spans"][0]["end"] = 10_000
        made.append(record)
    return made


def released(folder: Path, source: Path, nlp: Language, n_process: int, **options: Any) -> Any:
    """Everything that a run writes and says."""
    lines: list[str] = []
    out = folder / "out.jsonl"
    paths = {name: folder / name for name in ("private_edits", "private_reasons", "vault")}
    folder.mkdir()
    deidentify(
        source, out, nlp, reading=InputReading(n_process=n_process, report=lines.append),
        vault_key=KEY, **paths, **options,
    )  # fmt: skip
    written = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "vault"}
    return written, list(read_vault(folder / "vault", KEY)), lines


@pytest.mark.parametrize(
    ("scope", "strategy", "given"),
    [
        ("document", "consistent", False),
        ("group", "random", True),
        ("corpus", "shuffle", True),
        ("group", "hold", False),
        *(
            pytest.param(*way, marks=pytest.mark.slow)
            for way in (
                ("corpus", "markov", False),
                ("document", "mask", True),
                ("corpus", "keep", False),
            )
        ),
    ],
)
def test_two_processes_write_and_say_what_one_does(
    tmp_path: Path, scope: str, strategy: str, given: bool
) -> None:
    source = write_jsonl(tmp_path / "in.jsonl", *records(12), "not JSON", *records(30)[12:])
    nlp = make_pipeline("fake_finder")
    surrogator: Any = nlp.get_pipe("hips_surrogator")
    surrogator.scope = scope
    surrogator.strategies = {"SCHOOL" if strategy == "shuffle" else "NAME": strategy}
    one, two = (
        released(tmp_path / str(count), source, nlp, count, spans_from_input=given)
        for count in (1, 2)
    )
    assert one == two
    assert bool(one[0]["out.jsonl"]) is (strategy != "hold")


def entries(count: int) -> Iterator[Entry]:
    for number in range(count):
        if number % 10 == 9:
            yield Entry(FILE, RecordError("NotJSON", "hint", line=number))
        else:
            source = dialogue(f"d{number}", f"Zorblatt {number}")
            yield Entry(FILE, parse_record(source, number, set()))


def process_of(done: Done) -> tuple[int, str]:
    """Which process a dialogue was in, and its text."""
    return os.getpid(), done.doc.text


def test_every_entry_has_its_result_in_its_place(nlp: Language) -> None:
    results = list(spread(nlp, partial(process, nlp), process_of, entries(200), n_process=3))
    assert len(results) == 200
    pids = set()
    for number, result in enumerate(results):
        if number % 10 == 9:
            assert isinstance(result, Failed)
            assert (result.error.line, result.error.kind) == (number, "NotJSON")
        else:
            assert isinstance(result, Kept)
            assert result.record.dialogue.id == f"d{number}"
            pid, text = result.value
            assert text == f"Zorblatt {number}"
            pids.add(pid)
    assert len(pids) == 3
    assert os.getpid() not in pids


class OneStuck(Workers):
    """Workers of which the first does not answer while another one still has something."""

    def __init__(self) -> None:
        self.sent: list[list[list[Entry]]] = [[], [], []]
        self.waiting: list[int] = []

    def send(self, number: int, content: list[Entry]) -> None:
        self.sent[number].append(content)
        self.waiting.append(number)

    def receive(self, seconds: float | None = None) -> list[tuple[int, Any]]:
        if not self.waiting or seconds == 0:
            return []
        number = max(self.waiting)
        self.waiting.remove(number)
        return [(number, [])]


def test_nothing_waits_behind_a_long_dialogue() -> None:
    def in_order() -> Iterator[Entry]:
        for number in range(300):
            text = "x" * (2 * MOST_CHARACTERS if number == 0 else 1000)
            yield Entry(FILE, parse_record(dialogue(f"d{number}", text), number, set()))

    workers = OneStuck()
    batches = [batch for batch, _ in _Flow(workers, make_batches(in_order(), 3), 3)]
    assert [one.item.line for batch in batches for one in batch.entries] == list(range(300))
    (long,) = workers.sent[0]
    assert len(long) == 1
    assert len(workers.sent[1]) + len(workers.sent[2]) == len(batches) - 1


def test_only_so_much_is_read_ahead(nlp: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spacy_piivot.runs.spread.window", lambda workers: 3000)
    taken = 0

    def counted() -> Iterator[Entry]:
        nonlocal taken
        for entry in entries(1000):
            taken += 1
            yield entry

    results = spread(nlp, partial(process, nlp), process_of, counted(), n_process=2)
    for _ in range(3):
        next(results)
    time.sleep(0.2)
    next(results)
    assert taken < 200
    results.close()  # type: ignore[attr-defined]
    assert not [one for one in multiprocessing.active_children() if one.is_alive()]


def test_what_the_caller_raises_ends_the_workers(nlp: Language) -> None:
    def broken() -> Iterator[Entry]:
        yield from entries(100)
        raise OSError("disk")

    with pytest.raises(OSError, match="disk"):
        list(spread(nlp, partial(process, nlp), process_of, broken(), n_process=2))
    assert multiprocessing.active_children() == []


def broken_keep(done: Done) -> str:
    raise KeyError(done.doc.text)


def test_an_error_beside_the_pipeline_ends_the_run_without_a_text(nlp: Language) -> None:
    with pytest.raises(WorkerFailed) as caught:
        list(spread(nlp, partial(process, nlp), broken_keep, entries(5), n_process=2))
    assert "KeyError at" in str(caught.value)
    assert "Zorblatt" not in str(caught.value)


@pytest.mark.parametrize("scope", [pytest.param("document", marks=pytest.mark.slow), "corpus"])
def test_a_run_whose_worker_was_killed_publishes_nothing_and_resumes(
    make_nlp: Callable[..., Language], tmp_path: Path, scope: str
) -> None:
    texts = [f"Zorblatt {number} " + "x" * 900 for number in range(80)]
    source = write_jsonl(
        tmp_path / "in.jsonl",
        *(dialogue(f"d{number}", text) for number, text in enumerate(texts)),
    )
    nlp, killed = make_pipeline("fake_finder"), make_nlp("fake_killed_once")
    for one in (nlp, killed):
        surrogator: Any = one.get_pipe("hips_surrogator")
        surrogator.key, surrogator.scope = KEY, scope
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    marker = tmp_path / "marker"
    os.environ["KILL_ONCE"] = str(marker)
    try:
        deidentify(source, whole, nlp)
        with pytest.raises(WorkerDied):
            deidentify(source, out, killed, reading=InputReading(n_process=2))
        assert not out.exists()
        assert marker.exists()
        reading = InputReading(n_process=2)
        deidentify(source, out, killed, reading=reading, resume=True)
    finally:
        del os.environ["KILL_ONCE"]
    assert out.read_bytes() == whole.read_bytes()


@Language.component("fake_killed_once")
def kill_once(doc: Doc) -> Doc:
    marker = Path(os.environ["KILL_ONCE"])
    if "Zorblatt 60 " in doc.text and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), 9)
    return doc


@pytest.mark.slow
@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_other_ways_to_start_workers_give_the_same(tmp_path: Path, method: str) -> None:
    source = write_jsonl(tmp_path / "in.jsonl", *records(20))
    nlp = make_pipeline("pii_patterns", "fake_finder", "known_names")
    former = multiprocessing.get_start_method()
    one = released(tmp_path / "one", source, nlp, 1)
    multiprocessing.set_start_method(method, force=True)
    try:
        two = released(tmp_path / "two", source, nlp, 2)
    finally:
        multiprocessing.set_start_method(former, force=True)
    assert one == two


def test_detection_gives_the_same(tmp_path: Path, nlp: Language) -> None:
    source = write_jsonl(tmp_path / "in.jsonl", *records(20))
    found = []
    for count in (1, 2):
        out = tmp_path / f"{count}.jsonl"
        detect(source, out, nlp, reading=InputReading(n_process=count))
        found.append(read_jsonl(out))
    assert found[0] == found[1]
    assert any(message["spans"] for record in found[0] for message in record["messages"])
