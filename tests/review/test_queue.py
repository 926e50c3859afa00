from typing import Any

import pytest
from transcripts import dialogue

from spacy_piivot.review.desk import Desk
from spacy_piivot.review.model import Action, QueueFilter, ReviewSpan

from .conftest import Open


def first_span(desk: Desk, number: int) -> ReviewSpan:
    shown = desk.dialogue(number, "anna")
    return next(span for message in shown.messages for span in message.spans)


@pytest.fixture
def five(opened: Open) -> Desk:
    return opened(
        dialogue("a0", "nobody here"),
        dialogue("a1", "Zorblatt and Zorblatt", "Grüße aus ÉCOLE"),
        dialogue("a2", "see Desmos 100%_x"),
        dialogue("a3", "mail zorblatt@example.org", "and Quibbly"),
        dialogue("a4", "nobody either"),
    )


def listed(desk: Desk, **chosen: Any) -> list[int]:
    page = desk.queue("anna", QueueFilter(order="file", **chosen))
    assert page.total == len(page.rows)
    return [row.number for row in page.rows]


def test_orders(five: Desk) -> None:
    five.store.write("UPDATE dialogue SET risk = 1 WHERE number = 2")
    five.store.write("UPDATE dialogue SET lowest_score = 0.1 WHERE number = 4")
    by_risk = [row.number for row in five.queue("anna", QueueFilter()).rows]
    assert by_risk[0] == 2
    assert {*by_risk[1:3]} == {1, 3}
    by_score = [row.number for row in five.queue("anna", QueueFilter(order="score")).rows]
    assert by_score == [4, 1, 2, 3, 0]


def test_pages(five: Desk) -> None:
    in_order = QueueFilter(order="file")
    page = five.queue("anna", in_order, offset=1, limit=2)
    assert ([row.number for row in page.rows], page.total) == ([1, 2], 5)
    assert five.queue("anna", in_order, offset=9).rows == []


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({"labels": ["NAME"]}, [1, 3]),
        ({"labels": ["NAME", "ORG"]}, [1, 2, 3]),
        ({"labels": ["EMAIL_ADDRESS"]}, [3]),
        ({"labels": ["AGE"]}, []),
        ({"roles": ["participant"]}, []),
        ({"below": 0.9}, [1, 2, 3]),
        ({"below": 0.5}, []),
        ({"state": "without"}, [0, 4]),
        ({"state": "finished"}, []),
        ({"state": "unfinished"}, [0, 1, 2, 3, 4]),
        ({"text": "NOBODY"}, [0, 4]),
        ({"text": "école"}, [1]),
        ({"text": "grüSSe"}, []),
        ({"text": "GRÜSSE"}, []),
        ({"text": "0%_"}, [2]),
        ({"text": "0_"}, []),
        ({"text": "'; DROP TABLE span; --"}, []),
        ({"name": "zorb"}, [1]),
        ({"name": "BLY"}, [3]),
        ({"name": "desmos"}, []),
        ({"hints": ["shape", "low_score"]}, []),
        ({"sections": ["body"]}, []),
        ({"reviewer": "ben"}, []),
        ({"labels": ["NAME"], "text": "mail"}, [3]),
    ],
)
def test_filters(five: Desk, chosen: dict[str, Any], expected: list[int]) -> None:
    if chosen.get("text") == "GRÜSSE":
        expected = [1]  # "ß" is "ss" without case
    if chosen.get("text") == "grüSSe":
        expected = [1]
    assert listed(five, **chosen) == expected


def test_a_filter_sees_the_pass(five: Desk) -> None:
    five.act("anna", Action("label", 1, first_span(five, 1).id, label="SCHOOL", scope="corpus"))
    five.act("anna", Action("reject", 2, first_span(five, 2).id))
    five.act("anna", Action("add", 0, message=0, start=0, end=6, label="NAME", role="mentioned"))
    assert listed(five, labels=["SCHOOL"]) == [1]
    assert listed(five, labels=["ORG"]) == []
    assert listed(five, roles=["mentioned"]) == [0]
    assert listed(five, state="without") == [2, 4]
    assert five.queue("ben", QueueFilter(labels=["SCHOOL"])).total == 0


def test_rows_count_what_a_reviewer_sees(five: Desk) -> None:
    five.act("anna", Action("accept", 1, first_span(five, 1).id))
    five.act("anna", Action("reject", 3, first_span(five, 3).id))
    five.act("anna", Action("finish", 3))
    rows = {row.number: row for row in five.queue("anna", QueueFilter()).rows}
    assert (rows[1].spans, rows[1].open, rows[1].finished) == (2, 1, False)
    assert (rows[3].spans, rows[3].open, rows[3].finished) == (1, 1, True)
    assert rows[0].spans == 0
    assert listed(five, state="finished") == [3]
    assert listed(five, reviewer="anna") == [3]
    assert five.queue("ben", QueueFilter(reviewer="anna")).total == 1


def test_hints_that_are_decided_are_not_counted(desk: Desk) -> None:
    rows = {row.number: row for row in desk.queue("anna", QueueFilter()).rows}
    assert rows[0].hints == 1
    desk.act("anna", Action("add", 0, message=2, start=0, end=8, label="NAME"))
    rows = {row.number: row for row in desk.queue("anna", QueueFilter()).rows}
    assert rows[0].hints == 0
    assert not any(one.hints for one in desk.dialogue(0, "anna").messages)
    assert desk.dialogue(0, "ben").messages[2].hints


def test_the_next_dialogue_is_the_riskiest_unfinished_one(five: Desk) -> None:
    for number, risk in enumerate((0.1, 0.5, 0.3, 0.5, 0.0)):
        five.store.write("UPDATE dialogue SET risk = ? WHERE number = ?", [risk, number])
    order = [five.next_dialogue("anna", None)]
    while len(order) < 5:
        order.append(five.next_dialogue("anna", order[-1]))
    assert order == [1, 3, 2, 0, 4]
    assert five.next_dialogue("anna", 4) == 1
    for number in (1, 3, 2):
        five.act("anna", Action("finish", number))
    assert five.next_dialogue("anna", 1) == 0
    assert five.next_dialogue("anna", 4) == 0
    five.act("anna", Action("finish", 0))
    assert five.next_dialogue("anna", 4) is None
    assert five.next_dialogue("anna", None) == 4
    assert five.next_dialogue("ben", 4) == 1


def test_messages_are_worth_a_look_in_the_order_of_their_risk(five: Desk) -> None:
    five.store.write("UPDATE message SET risk = 0.9 WHERE dialogue = 3 AND number = 1")
    five.store.write("UPDATE message SET risk = 0.8 WHERE dialogue = 0")
    looks = five.worth_a_look("anna")
    assert [(one.dialogue, one.message) for one in looks[:2]] == [(3, 1), (0, 0)]
    assert (looks[0].spans, looks[1].spans, len(looks)) == (1, 0, 7)
    assert [one.risk for one in looks] == sorted((one.risk for one in looks), reverse=True)
    assert five.worth_a_look("anna", limit=1, offset=1) == looks[1:2]
    five.act("anna", Action("finish", 3))
    assert five.worth_a_look("anna")[0].dialogue == 0


def test_progress_and_what_is_left(five: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = five.progress("anna")
    assert (before.dialogues, before.finished, before.spans, before.open) == (5, 0, 5, 5)
    assert before.risk == before.risk_left > 0
    assert before.seconds_left is None
    times = iter((100.0, 110.0, 120.0, 5000.0, 5020.0, 5030.0, 5040.0))
    monkeypatch.setattr("spacy_piivot.review.history.time.time", lambda: next(times))
    span = first_span(five, 1)
    five.act("anna", Action("accept", 1, span.id))
    five.act("anna", Action("finish", 1))
    five.act("anna", Action("finish", 0))
    five.act("anna", Action("finish", 2))
    after = five.progress("anna")
    assert (after.finished, after.open) == (3, 4)
    assert after.risk_left < before.risk_left
    # 20 seconds, without the break, for as much as is counted here.
    effort = {0: 2, 1: 9, 2: 5, 3: 9, 4: 2}
    done, left = sum(effort[n] for n in (0, 1, 2)), sum(effort[n] for n in (3, 4))
    assert after.seconds_left == pytest.approx(20 / done * left, abs=3)
