"""What the scripts of the pages ask, and what they get."""

import json
from pathlib import Path

import pytest

from spacy_piivot.review.store import StateUnusable

SECRET = "Zorblatt"
ACCEPT = {"kind": "accept", "dialogue": 0, "span": 1, "version": 0}


def test_a_decision_is_answered_by_what_it_changed(door) -> None:
    found = door.post("/api/act", ACCEPT, first=0, count=1).json()
    assert found["outcome"] == {
        "number": 1, "kind": "accept", "changed": 1, "dialogues": [0], "revision": 1,
    }  # fmt: skip
    [message] = found["dialogue"]["messages"]
    assert message["spans"][0]["status"] == "accepted"
    assert message["spans"][0]["version"] == 1


def test_undo_and_redo(door) -> None:
    door.post("/api/act", ACCEPT)
    assert door.post("/api/undo").json()["outcome"]["dialogues"] == [0]
    assert door.desk.dialogues[0].spans[1].status == "open"
    door.post("/api/redo")
    assert door.desk.dialogues[0].spans[1].status == "accepted"
    assert door.post("/api/redo").json()["outcome"]["number"] == 0


def test_of_two_tabs_the_second_is_told(door) -> None:
    assert door.post("/api/act", ACCEPT).status_code == 200
    late = door.post("/api/act", {**ACCEPT, "kind": "reject"})
    assert late.status_code == 409
    assert "changed" in late.json()["error"]
    assert door.desk.dialogues[0].spans[1].status == "accepted"


def test_a_disk_that_is_full_is_said(door, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise StateUnusable(Path("state"), "SQLITE_FULL")

    monkeypatch.setattr(door.desk, "act", fail)
    response = door.post("/api/act", ACCEPT)
    assert response.status_code == 503
    assert "Nothing was changed" in response.json()["error"]


def test_windows_of_messages(door) -> None:
    door.desk.dialogues[1].messages *= 500
    found = door.client.get("/api/d/1", params={"first": 490, "count": 200}).json()
    assert [one["number"] for one in found["messages"]] == list(range(490, 500))
    assert found["total"] == 500
    assert len(door.client.get("/api/d/1").json()["messages"]) == 200
    preview = door.client.get("/api/d/1/preview", params={"first": 3, "count": 2}).json()
    assert [one["number"] for one in preview["messages"]] == [3, 4]


def test_the_preview_has_surrogates(door) -> None:
    [first, _] = door.client.get("/api/d/0/preview").json()["messages"]
    assert "".join(part["text"] for part in first["parts"]) == "hi Sam, 4/12 is 1/3"
    assert first["parts"][1] == {"text": "Sam", "label": "NAME", "span": 1, "repaired": False}


def test_how_many_are_alike(door) -> None:
    assert door.post("/api/count", {**ACCEPT, "scope": "corpus"}).json() == {"count": 2}
    assert door.post("/api/count", {**ACCEPT, "span": 99}).status_code == 409
    assert door.desk.dialogues[0].revision == 0


def test_the_queue_is_filtered_and_the_filter_is_remembered_by_the_server(door) -> None:
    rows = door.client.get("/api/queue", params={"text": "ANN"}).json()["rows"]
    assert [row["number"] for row in rows] == [2]
    page = door.client.get("/").text
    assert '"text": "ANN"' in page
    assert door.client.get("/api/queue").json()["total"] == 3


def test_the_next_is_the_next_of_the_filtered_queue(door) -> None:
    assert door.client.get("/api/next").json() == {"number": 0}
    assert door.client.get("/api/next?after=0").json() == {"number": 1}
    door.client.get("/api/queue", params={"labels": "NAME"})
    assert door.client.get("/api/next?after=0").json() == {"number": 2}


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "delete", "dialogue": 0}, {"kind": ["accept"], "dialogue": 0}, {"kind": "accept"},
        {"kind": "accept", "dialogue": 0}, {"kind": "accept", "dialogue": True, "span": 1},
        {"kind": "accept", "dialogue": -1, "span": 1}, {"kind": "accept", "dialogue": 0.5},
        {"kind": "add", "dialogue": 0, "message": 0, "start": 0, "end": 1},
        {"kind": "add", "dialogue": 0, "message": 0, "start": 0, "end": 1, "label": "KING"},
        {"kind": "role", "dialogue": 0, "span": 1, "role": "king"},
        {"kind": "accept", "dialogue": 0, "span": 1, "scope": "world"},
        {"kind": "accept", "dialogue": 0, "span": 1, "reviewer": "ben"},
        {"kind": "note", "dialogue": 0, "note": 7},
        {"kind": "note", "dialogue": 0, "note": "\ud800"},
        {"kind": "note", "dialogue": 0, "note": "x" * 30_000},
        {"kind": "accept", "dialogue": 10**400, "span": 1}, {},
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused(door, body) -> None:
    response = door.post("/api/act", body)
    assert response.status_code == 400
    assert "king" not in response.json()["error"].lower()
    assert door.desk.dialogues[0].revision == 0


def test_the_messages_that_were_shown_are_not_shown_again(door) -> None:
    assert door.client.get("/api/look").json()["next"]["message"] == 1
    door.client.get("/d/0?m=1")
    found = door.client.get("/api/look").json()
    assert (found["next"]["dialogue"], found["next"]["message"]) == (0, 0)
    assert found["looked"] == 1


def test_what_is_no_object_is_refused(door) -> None:
    for content in (b"", b"[]", b"nonsense", b"[" * 100_000, b"\xff"):
        response = door.client.post(
            "/api/act",
            content=content,
            headers={"X-Review-Token": door.csrf, "Content-Type": "application/json"},
        )
        assert response.status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/api/d/99", "/d/99", "/api/d/99/preview", "/api/d/-1", "/api/d/x",
        "/d/x", "/api/nothing",
    ],
)  # fmt: skip
def test_what_is_not_there(door, path: str) -> None:
    assert door.client.get(path).status_code == 404


@pytest.mark.parametrize(
    "query",
    ["order=name", "labels=KING", "roles=x", "hints=x", "state=x", "below=2", "below=x",
     "offset=-1", "offset=x", "offset=99999999999"],
)  # fmt: skip
def test_what_is_no_filter(door, query: str) -> None:
    assert door.client.get(f"/api/queue?{query}").status_code == 400


def test_the_adjudicator_is_asked_for(door) -> None:
    assert door.client.get("/api/d/0?as=adjudicated").status_code == 200
    assert door.client.get("/api/d/0?as=ben").status_code == 400


def test_others_come_in_by_the_password(guest) -> None:
    def come(password: str, name: str):
        content = json.dumps({"password": password, "reviewer": name})
        headers = {"Content-Type": "application/json"}
        return guest.client.post("/login", content=content, headers=headers)

    assert come("sesame", "Ben Smith").status_code == 400
    assert come("sesame", "adjudicated").status_code == 400
    assert come(7, "ben").status_code == 400  # type: ignore[arg-type]
    assert come("\ud800", "ben").status_code == 400
    assert guest.client.get("/").status_code == 403
    assert come("sesame", "ben").status_code == 200
    assert "<b>ben</b>" in guest.client.get("/").text
    assert come("wrong", "ben").status_code == 403


def test_without_a_password_there_is_no_login(stranger) -> None:
    response = stranger.client.post("/login", json={"password": "", "reviewer": "ben"})
    assert response.status_code == 403
    assert "login.js" not in stranger.client.get("/").text


def test_half_of_a_character_can_be_shown(door) -> None:
    door.desk.dialogues[1].messages[0] = ("tutor", "a \ud83d b")
    assert door.client.get("/api/d/1").json()["messages"][0]["text"] == "a \ud83d b"
    assert door.client.get("/d/1").status_code == 200
