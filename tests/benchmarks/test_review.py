"""How the benchmark of the review desk counts, without the shipped pipeline."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from json_lines import write_jsonl
from transcripts import make_pipeline

from benchmarks.review import (
    QUEUE,
    Reading,
    as_markdown,
    in_lower_case,
    measure,
    orders,
    simulate,
    variants,
)


def reading(place: int, risk: float, *misses: str, score: float = 2.0) -> Reading:
    return Reading((place // 10, place % 10), risk, score, misses)


def places(order: Iterable[Reading]) -> list[int]:
    return [10 * one.place[0] + one.place[1] for one in order]


MESSAGES = [
    reading(0, 0.1),
    reading(1, 0.2, score=0.9),
    reading(10, 0.05, "zofia", score=0.5),
    reading(11, 0.9, "zofia", "bartek"),
]


def test_each_order_is_what_its_name_says() -> None:
    found = {name: places(order) for name, order in orders(MESSAGES).items()}
    assert found == {
        QUEUE: [11, 1, 0, 10],
        "dialogues by risk, read whole": [10, 11, 0, 1],
        "by score": [10, 1, 0, 11],
        "file order": [0, 1, 10, 11],
    }


def test_a_reviewer_finds_what_was_missed() -> None:
    found = simulate(MESSAGES)
    assert (found["misses"], found["with_misses"], found["messages"]) == (3, 2, 4)
    queue = found["orders"][QUEUE]["each"]
    assert queue["found"]["50%"] == pytest.approx(2 / 3)
    assert queue["left"]["30%"] == 1
    assert queue["needed"] == 1.0
    assert found["orders"]["file order"]["each"]["found"]["50%"] == 0


def test_all_with_the_same_text_are_corrected_with_the_first() -> None:
    queue = simulate(MESSAGES)["orders"][QUEUE]["everywhere"]
    assert queue["needed"] == 0.25
    assert queue["needed_actions"] == 3  # one look and two corrections
    assert queue["found"]["30%"] == 1


def test_nothing_missed_is_no_error() -> None:
    found = simulate([reading(0, 0.1), reading(1, 0.2)])
    report = {"corpora": {"gold": {**found, "seconds": {}}}}
    assert "Nothing was missed." in as_markdown(report)


def dialogue(id: str, *texts: str) -> dict[str, Any]:
    """Dialogues with a name that the pipeline finds, and one that it misses."""
    messages = []
    for text in texts:
        names = [name for name in ("Zorblatt", "Ola") if name in text]
        spans = [
            {"start": text.index(name), "end": text.index(name) + len(name), "label": "NAME"}
            for name in names
        ]
        messages.append({"speaker": "tutor", "text": text, "spans": spans})
    return {"id": id, "messages": messages}


def test_a_corpus_is_measured_without_its_texts(tmp_path: Path) -> None:
    path = write_jsonl(
        tmp_path / "gold.jsonl",
        dialogue("a", "Zorblatt, hi", "ok Ola"),
        dialogue("b", "is it 3x?", "thanks Ola and Zorblatt"),
    )
    found = measure(path, make_pipeline("fake_finder"))
    assert (found["messages"], found["misses"], found["with_misses"]) == (4, 2, 2)
    assert found["seconds"]["a page of the queue"] > 0
    text = json.dumps(found) + as_markdown({"corpora": {"gold": found}})
    assert "Ola" not in text
    assert "ola" not in text


def test_copies_have_other_names_at_their_places(tmp_path: Path) -> None:
    path = write_jsonl(tmp_path / "gold.jsonl", dialogue("a", "is Ola here?"))
    found = variants(path, tmp_path, 2, 0)
    assert len(found) == 2
    for written in found.values():
        records = [json.loads(line) for line in written.read_text("utf8").splitlines()]
        assert len(records) == 2
        for record in records:
            ((message,), (span,)) = record["messages"], record["messages"][0]["spans"]
            assert message["text"][: span["start"]] == "is "
            assert message["text"][span["end"] :] == " here?"


def test_lower_case_keeps_the_offsets() -> None:
    record = {
        "messages": [{"text": "İda"}, {"text": "Ola", "spans": [{"start": 0, "text": "Ola"}]}]
    }
    kept, lower = in_lower_case(record)["messages"]
    assert kept["text"] == "İda"
    assert lower == {"text": "ola", "spans": [{"start": 0}]}


def test_a_correction_does_not_reach_the_other_copies(tmp_path: Path) -> None:
    first, second = dialogue("a~1", "ok Ola"), dialogue("a~2", "hi Ola")
    for record in (first, second):
        record["swap"] = {"region": "r", "subregion": "s", "gender": "g", "of": "a"}
    path = write_jsonl(tmp_path / "gold.jsonl", first, second, dialogue("b", "so Ola"))
    queue = measure(path, make_pipeline("fake_finder"))["orders"][QUEUE]["everywhere"]
    assert queue["found"]["30%"] < 1  # one of three messages reaches two of three misses
