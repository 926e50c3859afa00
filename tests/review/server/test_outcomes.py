"""What comes of a review, over a real state: two reviewers, an audit and a release."""

import errno
import json
import os
import time
from typing import Any

import pytest

from spacy_piivot.review.log import entries
from spacy_piivot.review.model import Action

SECRET = "Zorblatt"


def finish(real: Any, *reviewers: str) -> None:
    for reviewer in reviewers:
        for number in (0, 1, 3):
            real.desk.act(reviewer, Action("finish", number))


def two_reviewers(real: Any) -> None:
    """They disagree on the first span."""
    first = real.desk.dialogue(0, "anna").messages[0].spans[0]
    real.desk.act("anna", Action("accept", 0, span=first.id))
    real.desk.act("ben", Action("reject", 0, span=first.id))
    finish(real, "anna", "ben")


def released(real: Any) -> dict[str, Any]:
    latest = time.monotonic() + 30
    while (job := real.client.get("/api/release").json())["state"] == "running":
        assert time.monotonic() < latest
        time.sleep(0.02)
    return job


def test_the_disagreements_are_shown_and_decided(real) -> None:
    two_reviewers(real)
    found = real.client.get("/api/disagreements").json()
    assert found["passes"] == ["anna", "ben"]
    [case] = found["cases"]
    assert (case["dialogue"], case["message"], case["b"]) == (0, 0, [])
    assert case["text"][case["start"] : case["end"]] == SECRET
    place = {name: case[name] for name in ("dialogue", "message", "start", "end")}
    assert real.post("/api/adjudicate", {**place, "side": "c"}).status_code == 400
    assert real.post("/api/adjudicate", {**place, "side": "a"}).status_code == 200
    assert real.client.get("/api/disagreements").json()["cases"] == []
    assert real.post("/api/adjudicate", {**place, "side": "a", "end": 99}).status_code == 400
    assert real.post("/api/undo", **{"as": "adjudicated"}).status_code == 200
    assert len(real.client.get("/api/disagreements").json()["cases"]) == 1


def test_the_agreement_has_no_text(real) -> None:
    two_reviewers(real)
    found = real.client.get("/api/agreement")
    assert found.json()["counts"]["strict"]["only_b"] == 0
    assert SECRET not in found.text


def test_one_reviewer_alone_is_told_so(real) -> None:
    finish(real, "anna")
    for path in ("/api/disagreements", "/api/agreement"):
        response = real.client.get(path)
        assert response.status_code == 400
        assert "second person" in response.json()["error"]


def test_an_audit(real) -> None:
    assert real.client.get("/api/audit").json() == {"next": None}
    assert real.post("/api/audit/draw", {"number": 3}).json() == {"drawn": 3}
    seen = []
    item = real.client.get("/api/audit").json()["next"]
    while item:
        assert {"spans", "hints"}.isdisjoint(item)
        seen.append((item["dialogue"], item["message"]))
        marks = [{"start": 0, "end": 1, "label": "NAME"}] if item["text"].strip() == "3:45" else []
        answer = {"position": item["position"], "marks": marks}
        item = real.post("/api/audit", answer).json()["next"]
    assert len(set(seen)) == 3
    found = real.client.get("/api/audit/figures").json()
    assert found["answered"] == 3
    assert found["with_misses"] == ((3, 0) in seen)


@pytest.mark.parametrize(
    "body",
    [{}, {"position": 1}, {"position": 1, "marks": [7]}, {"position": 99, "marks": []},
     {"position": 1, "marks": [{"start": 0, "end": 999, "label": "NAME"}]},
     {"position": "1", "marks": []}],
)  # fmt: skip
def test_what_is_no_answer(real, body) -> None:
    real.post("/api/audit/draw", {"number": 1})
    assert real.post("/api/audit", body).status_code == 400
    assert real.client.get("/api/audit").json()["next"]["answered"] == 0


@pytest.mark.parametrize("number", [0, -1, None, "9", 10**9])
def test_what_is_no_sample(real, number) -> None:
    assert real.post("/api/audit/draw", {"number": number}).status_code == 400


def test_the_release_is_written(real) -> None:
    assert real.client.get("/api/release").json()["state"] == "none"
    finish(real, "anna")
    response = real.post("/api/release")
    assert (response.status_code, response.json()["state"]) == (202, "running")
    job = released(real)
    assert job["state"] == "done"
    assert job["summary"]["done"] == 3
    *_, last = entries(real.desk.store)
    assert job["head"] == last.hash
    text = real.output.read_text("utf8")
    assert SECRET.lower() not in text.lower()
    assert len(text.splitlines()) == 3


def test_ids_are_numbered_if_they_are_to_be(numbering) -> None:
    finish(numbering, "anna")
    numbering.post("/api/release")
    assert released(numbering)["state"] == "done"
    records = map(json.loads, numbering.output.read_text("utf8").splitlines())
    assert [record["id"] for record in records] == ["d000001", "d000002", "d000003"]


def test_a_release_that_is_refused_says_why(real) -> None:
    real.desk.act("anna", Action("finish", 0))
    real.post("/api/release")
    job = released(real)
    assert job["state"] == "failed"
    assert "not finished" in job["error"]
    real.post("/api/release", {"unfinished": True})
    assert released(real)["state"] == "done"


def test_a_full_disk_is_named(real, monkeypatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, SECRET)

    monkeypatch.setattr(real.desk, "release", fail)
    real.post("/api/release")
    job = released(real)
    assert os.strerror(errno.ENOSPC) in job["error"]
    assert SECRET not in job["error"]


def test_a_release_that_breaks_quotes_nothing(real, monkeypatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError(SECRET)

    monkeypatch.setattr(real.desk, "release", fail)
    real.post("/api/release")
    job = released(real)
    assert "RuntimeError at" in job["error"]
    assert SECRET not in job["error"]
    assert real.post("/api/act", {"kind": "finish", "dialogue": 0}).status_code == 200


def test_nothing_is_decided_while_a_release_is_written(real, monkeypatch) -> None:
    seen: list[int] = []

    def release(*_: Any, **__: Any) -> None:
        for path, body in (
            ("/api/act", {"kind": "finish", "dialogue": 0}), ("/api/undo", {}), ("/api/redo", {}),
            ("/api/release", {}), ("/api/adjudicate", {}),
        ):  # fmt: skip
            seen.append(real.post(path, body).status_code)
        raise RuntimeError

    monkeypatch.setattr(real.desk, "release", release)
    real.post("/api/release")
    released(real)
    assert seen == [409] * 5


def test_the_log_goes_out_and_is_checked(real) -> None:
    finish(real, "anna")
    assert real.client.get("/api/log").json() == {"entries": 4, "broken": None}
    response = real.client.get("/out/log.jsonl")
    assert 'filename="log.jsonl"' in response.headers["content-disposition"]
    entries = [json.loads(line) for line in response.text.splitlines()]
    assert [entry["do"] for entry in entries] == ["import", "finish", "finish", "finish"]
    assert SECRET not in response.text
    real.desk.store.write("UPDATE log SET entry = replace(entry, 'anna', 'ben') WHERE n = 3")
    assert real.client.get("/api/log").json()["broken"] == 3


def test_the_corrected_spans_go_out(real) -> None:
    first = real.desk.dialogue(0, "anna").messages[0].spans[0]
    real.desk.act("anna", Action("reject", 0, span=first.id))
    real.desk.act("anna", Action("add", 1, message=1, start=4, end=11, label="NAME"))
    page = real.client.get("/wrap-up").text
    assert 'href="/out/corrected/0.jsonl"' in page
    lines = real.client.get("/out/corrected/0.jsonl").text.splitlines()
    records = [json.loads(line) for line in lines]
    assert [record["id"] for record in records] == ["one", "two", "four"]
    assert records[0]["messages"][0]["spans"] == []
    assert [one["start"] for one in records[1]["messages"][1]["spans"]] == [4, 16]
    assert real.client.get("/out/corrected/1.jsonl").status_code == 404
    real.desk.act("ben", Action("finish", 0))  # then it is one's own pass
    assert real.client.get("/out/corrected/0.jsonl").text.splitlines() == lines


@pytest.mark.parametrize("path", ["/d/{}", "/api/d/{}", "/api/d/{}/preview"])
def test_a_number_that_no_database_holds_is_none_of_ours(real, path: str) -> None:
    assert real.client.get(path.format(2**63)).status_code == 404
    assert real.said == []
