from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from transcripts import dialogue

from spacy_piivot.review.actions import BadAction, Conflict
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.model import Action, Outcome, ReviewSpan

from .conftest import Open

Shown = list[tuple[int, int, str, str]]


def spans(desk: Desk, number: int = 0, reviewer: str = "anna") -> list[ReviewSpan]:
    shown = desk.dialogue(number, reviewer)
    return [span for message in shown.messages for span in message.spans]


def shown(desk: Desk, number: int = 0, reviewer: str = "anna") -> Shown:
    texts = {one.number: one.text for one in desk.dialogue(number, reviewer).messages}
    return [
        (one.message, one.start, texts[one.message][one.start : one.end], one.status)
        for one in spans(desk, number, reviewer)
    ]


@pytest.fixture
def act(desk: Desk) -> Callable[..., Outcome]:
    def act(kind: Any, number: int = 0, **values: Any) -> Outcome:
        if kind not in ("add", "note", "finish", "reopen"):
            values.setdefault("span", spans(desk, number)[0].id)
        return desk.act("anna", Action(kind, number, **values))

    return act


def test_accept_and_reject(desk: Desk, act: Callable) -> None:
    outcome = act("accept")
    assert (outcome.changed, outcome.dialogues, outcome.revision) == (1, [0], 1)
    assert shown(desk) == [(0, 0, "Zorblatt", "accepted")]
    assert act("reject").revision == 2
    assert shown(desk) == [(0, 0, "Zorblatt", "rejected")]
    assert act("accept").changed == 1
    assert shown(desk) == [(0, 0, "Zorblatt", "accepted")]


def test_what_is_so_already_changes_nothing(desk: Desk, act: Callable) -> None:
    act("accept")
    outcome = act("accept")
    assert (outcome.number, outcome.changed, outcome.dialogues, outcome.revision) == (0, 0, [], 1)
    assert spans(desk)[0].version == 1


def test_the_machine_and_other_reviewers_keep_theirs(desk: Desk, act: Callable) -> None:
    act("reject", scope="corpus")
    assert shown(desk, reviewer="ben") == [(0, 0, "Zorblatt", "open")]
    assert desk.progress("ben").open == 3
    assert desk.store.value("SELECT count(*) FROM span WHERE pass = '' AND status = 'open'") == 3


def test_accept_all_like_this_marks_unmarked_whole_words(desk: Desk, act: Callable) -> None:
    id = spans(desk)[0].id
    assert desk.count_like("anna", 0, id, "one") == 1
    assert desk.count_like("anna", 0, id, "dialogue") == 2
    assert desk.count_like("anna", 0, id, "corpus") == 3
    outcome = act("accept", scope="corpus")
    assert (outcome.changed, outcome.dialogues) == (3, [0, 1])
    assert shown(desk) == [(0, 0, "Zorblatt", "accepted"), (2, 0, "ZORBLATT", "added")]
    assert shown(desk, 1) == [(1, 4, "Quibbly", "open"), (1, 16, "Zorblatt", "accepted")]


def test_in_this_dialogue_only(desk: Desk, act: Callable) -> None:
    assert act("accept", scope="dialogue").dialogues == [0]
    assert shown(desk, 1)[1][-1] == "open"


def test_parts_of_words_are_no_mentions(opened: Open) -> None:
    desk = opened(dialogue("one", "Zorblatt zorblatts zorblatt2 o'zorblatt xzorblatt zorblatt's"))
    assert desk.act("anna", Action("accept", 0, spans(desk)[0].id, scope="corpus")).changed == 2
    assert shown(desk) == [(0, 0, "Zorblatt", "accepted"), (0, 50, "zorblatt", "added")]


def test_ordinary_words_are_marked_as_they_are_written(opened: Open) -> None:
    desk = opened(dialogue("one", "Will, will you? I will. Will!"), dialogue("two", "Will will"))
    add = Action("add", 0, message=0, start=0, end=4, label="NAME", scope="corpus")
    assert desk.count_text("anna", add) == 3
    assert desk.act("anna", add).changed == 3
    assert [one[1:3] for one in shown(desk)] == [(0, "Will"), (24, "Will")]
    assert [one[1:3] for one in shown(desk, 1)] == [(0, "Will")]


def test_reject_all_like_this_adds_nothing(desk: Desk, act: Callable) -> None:
    assert act("reject", scope="corpus").changed == 2
    assert shown(desk) == [(0, 0, "Zorblatt", "rejected")]


def test_a_rejected_place_is_not_marked_by_all_like_this(opened: Open) -> None:
    desk = opened(dialogue("one", "Zorblatt"), dialogue("two", "ask Zorblatt"))
    desk.act("anna", Action("reject", 1, spans(desk, 1)[0].id))
    add = Action("add", 0, message=0, start=0, end=8, label="LOCATION", scope="corpus")
    assert desk.act("anna", add).changed == 1
    assert shown(desk, 1) == [(0, 4, "Zorblatt", "rejected")]


def test_label(desk: Desk, act: Callable) -> None:
    act("role", role="mentioned")
    act("label", label="LOCATION", scope="corpus")
    assert [(one.label, one.role, one.status) for one in spans(desk)] == [
        ("LOCATION", "", "accepted"),
        ("LOCATION", "", "added"),
    ]
    assert [one.label for one in spans(desk, 1)] == ["NAME", "LOCATION"]


def test_role(desk: Desk, act: Callable) -> None:
    act("role", role="participant", scope="corpus")
    assert [(one.role, one.status) for one in spans(desk, 1)] == [
        ("", "open"),
        ("participant", "accepted"),
    ]
    act("role", role="")
    assert spans(desk)[0].role == ""


def test_wider_and_narrower(desk: Desk, act: Callable) -> None:
    act("surrogate", surrogate="Mia")
    act("extent", start=0, end=14)
    assert shown(desk) == [(0, 0, "Zorblatt, mark", "accepted")]
    assert spans(desk)[0].surrogate == ""
    act("extent", start=0, end=4)
    assert shown(desk) == [(0, 0, "Zorb", "accepted")]


def test_a_wider_span_replaces_those_it_covers(desk: Desk, act: Callable) -> None:
    act("extent", 1, start=4, end=24)
    assert shown(desk, 1) == [(1, 4, "Quibbly and Zorblatt", "accepted")]
    desk.undo("anna")
    assert shown(desk, 1) == [(1, 4, "Quibbly", "open"), (1, 16, "Zorblatt", "open")]


def test_add(desk: Desk, act: Callable) -> None:
    outcome = act("add", message=0, start=9, end=15, label="NAME", role="participant")
    assert outcome.changed == 1
    assert shown(desk)[1] == (0, 10, "mark", "added")
    assert spans(desk)[1].source == "person"
    act("reject", span=spans(desk)[1].id)
    assert shown(desk) == [(0, 0, "Zorblatt", "open")]


def test_an_added_span_replaces_those_it_overlaps(desk: Desk, act: Callable) -> None:
    act("accept", 1)
    act("add", 1, message=1, start=0, end=7, label="USERNAME")
    assert shown(desk, 1) == [(1, 0, "ask Qui", "added"), (1, 16, "Zorblatt", "open")]
    desk.undo("anna")
    assert shown(desk, 1) == [(1, 4, "Quibbly", "accepted"), (1, 16, "Zorblatt", "open")]
    desk.redo("anna")
    assert shown(desk, 1)[0] == (1, 0, "ask Qui", "added")


def test_adding_what_is_marked_changes_it(desk: Desk, act: Callable) -> None:
    act("reject")
    id = spans(desk)[0].id
    act("add", message=0, start=0, end=8, label="LOCATION")
    assert [(one.id, one.label, one.status) for one in spans(desk)] == [
        (id, "LOCATION", "accepted")
    ]


def test_a_surrogate_is_that_of_all_mentions_in_the_dialogue(opened: Open) -> None:
    desk = opened(dialogue("one", "Zorblatt", "Zorblatt and Quibbly"), dialogue("two", "Zorblatt"))
    id = spans(desk)[0].id
    assert desk.act("anna", Action("surrogate", 0, id, surrogate=" Mia ")).changed == 2
    assert [one.surrogate for one in spans(desk)] == ["Mia", "Mia", ""]
    assert [one.surrogate for one in spans(desk, 1)] == [""]
    assert desk.act("anna", Action("surrogate", 0, id)).changed == 2
    assert {one.surrogate for one in spans(desk)} == {""}


def test_note_finish_and_reopen(desk: Desk, act: Callable) -> None:
    act("note", note="ask Ms. Okoye")
    act("finish", 2)
    assert act("finish").changed == 0
    one = desk.dialogue(0, "anna")
    assert (one.finished, one.note, one.revision) == (True, "ask Ms. Okoye", 2)
    assert not desk.dialogue(0, "ben").finished
    assert desk.dialogue(2, "anna").finished
    act("reopen")
    assert not desk.dialogue(0, "anna").finished
    desk.undo("anna")
    assert desk.dialogue(0, "anna").finished


def test_a_span_that_was_changed_in_the_meantime(desk: Desk, act: Callable) -> None:
    span = spans(desk)[0]
    seen = Action("reject", 0, span.id, version=span.version)
    act("accept", version=span.version)
    with pytest.raises(Conflict, match="look at it as it is now"):
        desk.act("anna", seen)
    desk.undo("anna")
    with pytest.raises(Conflict):
        desk.act("anna", seen)
    assert desk.act("ben", seen).changed == 1
    assert desk.act("anna", replace(seen, version=2)).changed == 1


def test_a_span_that_is_gone(desk: Desk, act: Callable) -> None:
    id = spans(desk)[0].id
    act("add", message=0, start=0, end=24, label="USERNAME")
    for gone in (id, 999):
        with pytest.raises(Conflict):
            act("accept", span=gone)
        with pytest.raises(Conflict):
            desk.count_like("anna", 0, gone, "corpus")


BAD: list[tuple[dict[str, Any], str]] = [
    ({"kind": "add", "message": 0, "start": 3, "end": 3, "label": "NAME"}, "is not empty"),
    ({"kind": "add", "message": 0, "start": -1, "end": 3, "label": "NAME"}, "begins at 0"),
    ({"kind": "add", "message": 0, "start": 0, "end": 25, "label": "NAME"}, "ends at 24"),
    ({"kind": "add", "message": 0, "start": 0, "label": "NAME"}, "ends at 24"),
    ({"kind": "add", "message": 0, "start": 9, "end": 10, "label": "NAME"}, "more than white"),
    ({"kind": "add", "message": 1, "start": 0, "end": 2, "label": "NAME"}, "more than white"),
    ({"kind": "add", "message": 3, "start": 0, "end": 2, "label": "NAME"}, "no message 3"),
    ({"kind": "add", "start": 0, "end": 2, "label": "NAME"}, "needs a message"),
    ({"kind": "add", "message": 0, "start": 0, "end": 2, "label": "PERSON"}, "label is unknown"),
    ({"kind": "add", "message": 0, "start": 0, "end": 2}, "label is unknown"),
    (
        {"kind": "add", "message": 0, "start": 0, "end": 2, "label": "NAME", "role": "tutor"},
        "role is unknown: use one of participant",
    ),
    (
        {"kind": "add", "message": 0, "start": 0, "end": 2, "label": "SCHOOL", "role": "cited"},
        "a SCHOOL has none",
    ),
    ({"kind": "label", "span": 1, "label": "name"}, "label is unknown"),
    ({"kind": "role", "span": 1, "role": "pupil"}, "role is unknown"),
    ({"kind": "accept"}, "needs a span"),
    ({"kind": "accept", "span": 1, "scope": "world"}, "the scope is one of"),
    ({"kind": "extent", "span": 1, "start": 0, "end": 3, "scope": "corpus"}, "at a time"),
    ({"kind": "extent", "span": 1, "start": 5, "end": 3}, "is not empty"),
    ({"kind": "surrogate", "span": 1, "surrogate": "Mia", "scope": "corpus"}, "at a time"),
    ({"kind": "explode", "span": 1}, "no action of the kind"),
    ({"kind": "note", "note": "x" * 10_001}, "at most 10000"),
    ({"kind": "accept", "span": 1, "dialogue": 99}, "no dialogue 99"),
    ({"kind": "add", "dialogue": 2, "message": 0}, "the pipeline failed"),
]


@pytest.mark.parametrize(("values", "sentence"), BAD)
def test_an_action_that_makes_no_sense(desk: Desk, values: dict[str, Any], sentence: str) -> None:
    before = list(desk.store._connection.iterdump())
    with pytest.raises(BadAction, match=sentence) as error:
        desk.act("anna", Action(**{"dialogue": 0, **values}))
    assert "Zorblatt" not in str(error.value)
    assert list(desk.store._connection.iterdump()) == before


@pytest.mark.parametrize("name", ["", "Anna Okell", "a" * 41, "anna\n", "<b>"])
def test_a_reviewer_has_a_short_name(desk: Desk, name: str) -> None:
    with pytest.raises(BadAction, match="at most 40 letters"):
        desk.act(name, Action("finish", 0))
