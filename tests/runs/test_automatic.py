from pathlib import Path

import pytest
from json_lines import write_jsonl
from shared_pipelines import blank_english
from transcripts import dialogue

from spacy_piivot.corpus import find_inputs
from spacy_piivot.runs import automatic
from spacy_piivot.runs.automatic import choose_processes, processes_for
from spacy_piivot.runs.reading import InputReading

GIGABYTE, MUCH = 1024**3, 10**9


@pytest.mark.parametrize(
    ("given", "processes", "reason"),
    [
        ({"processors": 1}, 1, "of 1 processors"),
        ({"processors": 2}, 2, "of 2 processors"),
        ({"processors": 64}, 64, "of 64 processors"),
        ({"processors": 64, "input_bytes": 1000, "worth": 50_000}, 1, "the input is small"),
        ({"processors": 64, "input_bytes": 0}, 1, "the input is small"),
        ({"processors": 64, "input_bytes": 499_999, "worth": 50_000}, 9, "the input is small"),
        ({"processors": 2, "input_bytes": 499_999, "worth": 50_000}, 2, "of 2 processors"),
        (
            {"processors": 64, "memory": 5 * GIGABYTE, "worker": GIGABYTE},
            4,
            "there is no memory for more",
        ),
        ({"processors": 4, "memory": 0}, 1, "there is no memory for more"),
        ({"processors": 4, "memory": 64 * GIGABYTE}, 4, "of 4 processors"),
        ({"processors": 4, "memory": None}, 4, "of 4 processors"),
        ({"processors": 16, "asks": True}, 1, "it already queries"),
    ],
)
def test_processors_memory_and_input_bound_the_processes(
    given: dict, processes: int, reason: str
) -> None:
    choice = choose_processes(**{"input_bytes": MUCH, **given})
    assert choice.processes == processes
    assert choice.reason.startswith(reason)


def test_what_was_chosen_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write_jsonl(tmp_path / "in.jsonl", dialogue("a", "x" * 3 * automatic.SPAWNED_WORTH))
    monkeypatch.setattr(automatic, "usable_processors", lambda: 3)
    monkeypatch.setattr(automatic, "free_memory", lambda: None)
    lines: list[str] = []
    reading = InputReading(n_process="auto", report=lines.append)
    assert processes_for(reading, blank_english(), find_inputs(source)) == 3
    assert lines == ["--n-process auto: 3 processes (of 3 processors)"]
    small = write_jsonl(tmp_path / "small.jsonl", dialogue("a", "x"))
    assert processes_for(reading, blank_english(), find_inputs(small)) == 1
    assert lines[1:] == ["--n-process auto: 1 process (the input is small)"]


def test_a_number_is_taken_as_it_is(tmp_path: Path) -> None:
    lines: list[str] = []
    inputs = find_inputs(write_jsonl(tmp_path / "in.jsonl", dialogue("a", "x")))
    reading = InputReading(n_process=7, report=lines.append)
    assert processes_for(reading, blank_english(), inputs) == 7
    assert lines == []
