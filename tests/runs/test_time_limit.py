"""`max_seconds`: what hangs is held back as TooSlow, and everything else arrives in order."""

import json
import multiprocessing
import re
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from json_lines import read_jsonl, write_jsonl
from spacy.language import Language
from spacy.tokens import Doc
from transcripts import dialogue

from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.time_limit import SECONDS, TimeLimit

LIMIT = 0.5
TEXTS = {
    "a": "Zorblatt got 5",
    "b": "Zorblatt says HANG in C",
    "c": "Quibbly got 6",
    "d": "HANG in Python",
    "e": "Zorblatt and 4/12",
}


@pytest.fixture
def slow_source(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "in.jsonl", *(dialogue(id, text) for id, text in TEXTS.items()))


def failed(out: Path) -> list[tuple[str, str]]:
    listed = read_jsonl(out.with_name(out.name + ".quarantine.jsonl"))
    return [(record["id"], record["error"]) for record in listed]


def check_held_back(source: Path, out: Path, nlp: Language, n_process: int) -> None:
    lines: list[str] = []
    reading = InputReading(n_process=n_process, max_seconds=LIMIT, report=lines.append)
    summary = deidentify(source, out, nlp, reading=reading)
    assert (summary.done, summary.quarantined) == (3, 2)
    assert [record["id"] for record in read_jsonl(out)] == ["a", "c", "e"]
    assert failed(out) == [("b", "TooSlow"), ("d", "TooSlow")]
    assert sum("--max-seconds" in line for line in lines) == 2
    released = out.read_text()
    assert "Zorblatt" not in released
    assert "4/12" in released
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.parametrize("n_process", [1, 2])
def test_what_hangs_is_held_back_and_the_rest_goes_on(
    make_nlp: Callable[..., Language], tmp_path: Path, slow_source: Path, n_process: int
) -> None:
    nlp = make_nlp("fake_hanging")
    components = list(nlp.pipeline)
    check_held_back(slow_source, tmp_path / "out.jsonl", nlp, n_process)
    assert list(nlp.pipeline) == components


@pytest.mark.slow
def test_what_hangs_in_a_spawned_worker_is_held_back(
    make_nlp: Callable[..., Language], tmp_path: Path, slow_source: Path
) -> None:
    former = multiprocessing.get_start_method()
    multiprocessing.set_start_method("spawn", force=True)
    try:
        check_held_back(slow_source, tmp_path / "out.jsonl", make_nlp("fake_hanging"), 2)
    finally:
        multiprocessing.set_start_method(former, force=True)


def test_a_limit_changes_nothing_of_what_is_quick(
    make_nlp: Callable[..., Language], tmp_path: Path
) -> None:
    texts = ["Zorblatt got 5", "EXPLODE", "mail zorblatt@example.org", ""] * 3
    source = write_jsonl(
        tmp_path / "in.jsonl", *(dialogue(f"d{n}", text) for n, text in enumerate(texts))
    )
    for component in ("fake_failing", "fake_dropping", "fake_breaking"):
        nlp = make_nlp(component)
        results = []
        for limit in (None, 60.0):
            out = tmp_path / f"{component}.{limit}.jsonl"
            deidentify(source, out, nlp, reading=InputReading(max_seconds=limit))
            results.append((out.read_bytes(), failed(out)))
        assert results[0] == results[1]
        assert len(results[0][1]) == 3


@pytest.mark.parametrize("step", ["make_doc", "check"])
def test_the_steps_beside_the_components_are_under_the_limit_too(
    nlp: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def hang(*arguments: Any, **settings: Any) -> None:
        re.match(r"(?:a|a)*b", "a" * 60)

    name = {
        "make_doc": "spacy_piivot.runs.process.dialogue_to_doc",
        "check": "spacy_piivot.runs.replacing.check_and_repair",
    }[step]
    source = write_jsonl(tmp_path / "in.jsonl", dialogue("a", "Zorblatt"))
    monkeypatch.setattr(name, hang)
    out = tmp_path / "out.jsonl"
    deidentify(source, out, nlp, reading=InputReading(max_seconds=0.1))
    assert failed(out) == [("a", "TooSlow")]


def test_the_time_of_all_steps_counts_together() -> None:
    limit = TimeLimit(10.0)
    assert limit.take(lambda: 1, 9.9)[0] == 1
    result, spent = limit.take(lambda: 1, 10.5)
    assert result is None
    assert limit.is_over(spent)


def test_without_a_limit_nothing_is_noted(nlp: Language, tmp_path: Path) -> None:
    seen: list[Any] = []

    @Language.component("fake_noting")
    def note(doc: Doc) -> Doc:
        seen.append(doc.user_data.get(SECONDS))
        return doc

    nlp.add_pipe("fake_noting", last=True)
    source = write_jsonl(tmp_path / "in.jsonl", dialogue("a", "Zorblatt"))
    deidentify(source, tmp_path / "out.jsonl", nlp)
    assert seen == [None]


def test_outside_the_main_thread_what_was_too_slow_is_held_back_when_it_is_done(
    make_nlp: Callable[..., Language], tmp_path: Path
) -> None:
    nlp = make_nlp("fake_slow")
    source = write_jsonl(
        tmp_path / "in.jsonl", dialogue("a", "Zorblatt SLOW"), dialogue("b", "Quibbly")
    )
    out = tmp_path / "out.jsonl"
    lines: list[str] = []
    reading = InputReading(max_seconds=0.19, report=lines.append)
    nlp("Quibbly")  # what is imported at the first Doc takes its time too
    thread = threading.Thread(target=lambda: deidentify(source, out, nlp, reading=reading))
    thread.start()
    thread.join()
    assert "cannot interrupt a dialogue here" in lines[0]
    assert ("a", "TooSlow") in failed(out)
    assert json.loads(out.read_text() or '{"id": "b"}')["id"] == "b"
