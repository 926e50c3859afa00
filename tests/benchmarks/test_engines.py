from pathlib import Path

import pytest
from json_lines import read_jsonl

from benchmarks.engines import dialogue, estimate, flatness, lost, megabytes, write_parts


def test_dialogues_are_the_same_each_time_and_have_ids_of_their_own() -> None:
    assert dialogue(7) == dialogue(7)
    made = [dialogue(number) for number in range(300)]
    assert len({one["id"] for one in made}) == 300
    assert {len(one["messages"]) for one in made} == {5}
    assert len({message["text"] for one in made for message in one["messages"]}) > 200


def test_parts_hold_all_messages(tmp_path: Path) -> None:
    write_parts(tmp_path / "in", 100, 3)
    parts = [read_jsonl(path) for path in sorted((tmp_path / "in").iterdir())]
    assert [len(part) for part in parts] == [6, 7, 7]
    assert [one for part in parts for one in part] == [dialogue(number) for number in range(20)]


def test_what_is_lost_is_counted(tmp_path: Path) -> None:
    write_parts(tmp_path / "in", 100, 2)
    write_parts(tmp_path / "out", 100, 2)
    assert lost(tmp_path) == {"in": 20, "out": 20, "files_with_other_ids": 0}
    path = tmp_path / "out" / "part-00001.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[1:]))
    assert lost(tmp_path) == {"in": 20, "out": 19, "files_with_other_ids": 1}


def test_memory_is_compared_between_the_ends_of_a_run() -> None:
    assert flatness([]) == {}
    assert flatness([100.0] * 10 + [150.0] * 10) == {"first": 100.0, "last": 150.0, "most": 150.0}
    assert megabytes() > 10


def test_an_estimate_is_in_proportion() -> None:
    assert estimate(1_000_000, 3600.0, 0.05) == pytest.approx({"core_hours": 1000, "price": 50})
