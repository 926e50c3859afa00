import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from transcripts import make_pipeline

from spacy_piivot.review import log
from spacy_piivot.review.model import LogEntry
from spacy_piivot.review.store import Store


@pytest.fixture
def entries(store: Store) -> list[LogEntry]:
    for number in range(5):
        log.append(
            store, "anna", "accept", {"dialogue": number, "ü": [1.5, None]}, "essay sha256:0"
        )
    return list(log.entries(store))


def test_entries_are_chained(entries: list[LogEntry]) -> None:
    assert [one.n for one in entries] == [1, 2, 3, 4, 5]
    assert entries[0].previous == "0" * 64
    assert [one.previous for one in entries[1:]] == [one.hash for one in entries[:-1]]
    assert log.check(entries) is None


def test_an_independent_reader_can_recount_a_hash(store: Store, entries: list[LogEntry]) -> None:
    line = json.loads(list(log.export(store))[2])
    given = line.pop("hash")
    text = json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == given == entries[2].hash


def test_export_and_back(store: Store, entries: list[LogEntry]) -> None:
    lines = list(log.export(store))
    assert all(line.endswith("\n") for line in lines)
    assert [log.from_object(json.loads(line)) for line in lines] == entries
    assert log.last_hash(store) == entries[-1].hash


@pytest.mark.parametrize(
    "change",
    [
        {"what": {"dialogue": 7}},
        {"reviewer": "ben"},
        {"time": "2020-01-01T00:00:00Z"},
        {"do": "reject"},
        {"policy": "tutoring sha256:0"},
        {"hash": "1" * 64},
        {"previous": "1" * 64},
        {"n": 4},
    ],
)
def test_a_changed_entry_is_found(entries: list[LogEntry], change: dict) -> None:
    entries[2] = replace(entries[2], **change)
    assert log.check(entries) == 3


def test_a_changed_entry_with_a_new_hash_is_found_at_the_next(entries: list[LogEntry]) -> None:
    forged = replace(entries[2], do="reject")
    told = {key: value for key, value in log.as_object(forged).items() if key != "hash"}
    entries[2] = replace(forged, hash=log.digest(told))
    assert log.check(entries) == 4


def test_a_missing_entry_is_found(entries: list[LogEntry]) -> None:
    del entries[1]
    assert log.check(entries) == 2


def test_a_missing_end_is_seen_by_who_noted_the_last_hash(
    store: Store, entries: list[LogEntry]
) -> None:
    assert log.check(entries[:-1]) is None
    assert entries[-2].hash != log.last_hash(store)


def test_an_empty_log(store: Store) -> None:
    assert log.check(log.entries(store)) is None
    assert log.last_hash(store) == "0" * 64


def test_the_policy_is_named_with_what_it_decides(tmp_path: Path) -> None:
    nlp = make_pipeline("fake_finder")
    before = log.policy_of(nlp)
    assert before.startswith("auto sha256:")
    surrogator = nlp.get_pipe("hips_surrogator")
    surrogator.strategies = {"ORG": "mask"}
    assert log.policy_of(nlp) != before
    (tmp_path / "ms_okoye.toml").write_text("[labels]\n")
    surrogator.policy = tmp_path / "ms_okoye.toml"
    assert log.policy_of(nlp).startswith("file sha256:")


def test_a_line_with_other_fields_is_refused() -> None:
    with pytest.raises(ValueError, match="has the fields n, time"):
        log.from_object({"n": 1})
