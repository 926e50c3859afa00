import json
import random
import time
from pathlib import Path
from typing import Any

import pytest
from forked import forked
from json_lines import write_jsonl
from spacy.language import Language
from transcripts import dialogue

from spacy_piivot.review.actions import BadAction, Conflict
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.importing import import_corpus
from spacy_piivot.review.log import check, entries, last_hash
from spacy_piivot.review.model import Action, ReviewSpan
from spacy_piivot.review.store import Store


def state(desk: Desk, reviewer: str = "anna") -> list[tuple]:
    """What a reviewer sees, without versions and revisions."""
    found: list[tuple] = []
    for row in desk.store.all("SELECT number FROM dialogue"):
        shown = desk.dialogue(row["number"], reviewer)
        spans = [span for message in shown.messages for span in message.spans]
        fields = [(s.id, s.message, s.start, s.end, s.label, s.role, s.status, s.surrogate)
                  for s in spans]  # fmt: skip
        found.append((shown.number, shown.finished, shown.note, fields))
    return found


def first_span(desk: Desk, number: int = 0, reviewer: str = "anna") -> ReviewSpan:
    shown = desk.dialogue(number, reviewer)
    return next(span for message in shown.messages for span in message.spans)


def test_undo_and_redo_go_through_the_actions_in_order(desk: Desk) -> None:
    states = [state(desk)]
    id = first_span(desk).id
    for action in (
        Action("accept", 0, id, scope="corpus"),
        Action("label", 0, id, label="LOCATION"),
        Action("note", 0, note="why?"),
        Action("add", 1, message=1, start=0, end=3, label="NAME"),
        Action("finish", 1),
    ):
        assert desk.act("anna", action).number == len(states)
        states.append(state(desk))
    for position in range(4, -1, -1):
        outcome = desk.undo("anna")
        assert (outcome.kind, outcome.number) == ("undo", position + 1)
        assert state(desk) == states[position]
    assert desk.undo("anna").number == 0
    for position in range(1, 6):
        assert desk.redo("anna").number == position
        assert state(desk) == states[position]
    assert desk.redo("anna").number == 0


def test_a_new_action_ends_what_could_be_redone(desk: Desk) -> None:
    id = first_span(desk).id
    desk.act("anna", Action("accept", 0, id))
    desk.act("anna", Action("finish", 0))
    desk.undo("anna")
    desk.act("anna", Action("note", 0, note="x"))
    assert desk.redo("anna").number == 0
    desk.undo("anna")
    desk.undo("anna")
    assert first_span(desk).status == "open"


def test_each_reviewer_has_a_history(desk: Desk) -> None:
    id = first_span(desk).id
    desk.act("anna", Action("accept", 0, id))
    desk.act("ben", Action("reject", 0, id))
    assert desk.undo("anna").number == 1
    assert first_span(desk).status == "open"
    assert first_span(desk, reviewer="ben").status == "rejected"
    assert desk.undo("anna").number == 0
    assert desk.redo("ben").number == 0


def test_a_dialogue_has_a_new_revision_after_each_change(desk: Desk) -> None:
    id = first_span(desk).id
    assert desk.act("anna", Action("accept", 0, id, scope="corpus")).revision == 1
    assert desk.dialogue(1, "anna").revision == 1
    assert desk.undo("anna").revision == 2
    assert desk.redo("anna").revision == 3
    assert desk.dialogue(3, "anna").revision == 0


def test_the_log_tells_numbers_and_labels_only(desk: Desk) -> None:
    id = first_span(desk).id
    desk.act("anna", Action("accept", 0, id, scope="corpus"))
    desk.act("anna", Action("surrogate", 0, id, surrogate="Mirabel"))
    desk.act("anna", Action("note", 0, note="Quibbly's sister?"))
    desk.act("anna", Action("finish", 0))
    desk.undo("anna")
    log = list(entries(desk.store))
    assert [one.do for one in log] == ["import", "accept", "surrogate", "note", "finish", "undo"]
    assert check(log) is None
    told = json.dumps([one.what for one in log]).casefold()
    for private in ("zorblatt", "quibbly", "mirabel", "sister", "turn"):
        assert private not in told
    assert log[1].what["scope"] == "corpus"
    assert log[1].what["spans"][0] == {
        "span": id, "dialogue": 0, "message": 0, "start": 0, "end": 8, "label": "NAME", "role": "",
        "status": "accepted", "was": {"status": "open"},
    }  # fmt: skip
    assert [one["was"] for one in log[1].what["spans"]][-1] is None
    assert {one["surrogate"] for one in log[2].what["spans"]} == {"set"}
    assert log[3].what["note"] == "changed"
    assert log[4].what["finished"] is True
    assert (log[5].what["of"], log[5].what["finished"]) == ("finish", False)


def recount(desk: Desk, reviewer: str) -> dict[int, tuple]:
    """The spans that a reviewer decided about, from the log alone."""
    found: dict[int, tuple] = {}
    for entry in entries(desk.store):
        if entry.reviewer == reviewer:
            for one in entry.what.get("spans", ()):
                place = (one["dialogue"], one["message"], one["start"], one["end"])
                found[one["span"]] = (*place, one["label"], one["role"], one["status"])
    return {id: one for id, one in found.items() if one[-1] not in ("open", "removed")}


def decided(desk: Desk) -> dict[int, tuple]:
    """The same from the state."""
    return {
        id: (number, message, start, end, label, role, status)
        for number, _, _, spans in state(desk)
        for id, message, start, end, label, role, status, _ in spans
        if status != "open"
    }


def random_action(desk: Desk, rng: random.Random) -> Action:
    number = rng.choice([row[0] for row in desk.store.all("SELECT dialogue FROM message")])
    shown = desk.dialogue(number, "anna")
    spans = [span.id for message in shown.messages for span in message.spans]
    message = rng.randrange(len(shown.messages))
    start = rng.randrange(12)
    values: dict[str, Any] = {"kind": rng.choice(
        ("accept", "reject", "label", "role", "extent", "add", "surrogate", "note", "finish",
         "reopen")
    )}  # fmt: skip
    return Action(
        dialogue=number,
        span=rng.choice(spans) if spans else None,
        message=message,
        start=start,
        end=start + rng.randrange(10),
        label=rng.choice(("NAME", "LOCATION", "SCHOOL")),
        role=rng.choice(("", "participant", "mentioned")),
        surrogate=rng.choice(("", "Mirabel")),
        note=str(rng.random()),
        scope=rng.choice(("one", "one", "dialogue", "corpus")),
        **values,
    )


def some_actions(desk: Desk, rng: random.Random, count: int) -> None:
    done = 0
    while done < count:
        step = rng.random()
        try:
            if step < 0.15:
                desk.undo("anna")
            elif step < 0.25:
                desk.redo("anna")
            else:
                desk.act("anna", random_action(desk, rng))
            done += 1
        except (BadAction, Conflict):
            pass


@pytest.mark.parametrize("seed", range(3))
def test_random_actions_can_all_be_undone_and_recounted(desk: Desk, seed: int) -> None:
    before = state(desk)
    some_actions(desk, random.Random(seed), 25)
    assert check(entries(desk.store)) is None
    assert recount(desk, "anna") == decided(desk)
    for _, _, _, spans in state(desk):
        places = [(message, start, end) for _, message, start, end, *_ in spans]
        for one, other in zip(sorted(places), sorted(places)[1:], strict=False):
            assert one[0] != other[0] or one[2] <= other[1]
    after = state(desk)
    undone = 0
    while desk.undo("anna").number:
        undone += 1
    assert state(desk) == before
    for _ in range(undone):
        assert desk.redo("anna").number
    assert state(desk) == after


def test_nothing_decided_is_lost_when_the_process_is_killed(tmp_path: Path, nlp: Language) -> None:
    source = write_jsonl(
        tmp_path / "in.jsonl",
        dialogue("one", "Zorblatt, mark the point", "ZORBLATT's turn"),
        dialogue("two", "ask Quibbly and Zorblatt"),
        dialogue("three", "the end, Quibbly"),
    )
    folder = tmp_path / "state"
    with Store.open(folder, create=True) as store:
        import_corpus(store, source, nlp)

    def review(seed: int, told: Path) -> None:
        desk = Desk(Store.open(folder), nlp)
        rng = random.Random(seed)
        with told.open("w", buffering=1) as lines:
            while True:
                some_actions(desk, rng, 1)
                lines.write(last_hash(desk.store) + "\n")

    for seed in range(3):
        told = tmp_path / f"told{seed}"
        child = forked(review, seed, told)
        while not told.is_file() or len(told.read_text().splitlines()) < 20:
            time.sleep(0.01)
        time.sleep(seed / 100)
        child.kill()
        child.join()
        with Store.open(folder) as store:
            desk = Desk(store, nlp)
            log = list(entries(store))
            assert check(log) is None
            # All that the reviewer was told is there, and at most one action more.
            last = [one for one in told.read_text().splitlines() if len(one) == 64][-1]
            assert last in [one.hash for one in log[-2:]]
            assert recount(desk, "anna") == decided(desk)
            assert store.value("PRAGMA integrity_check") == "ok"
