import pytest
from transcripts import dialogue

from spacy_piivot.review.desk import Desk
from spacy_piivot.review.model import QueueFilter

from .conftest import Open


def elsewhere(desk: Desk) -> list[tuple]:
    rows = desk.store.all(
        "SELECT dialogue, message, start, \"end\", score FROM hint WHERE kind = 'elsewhere' "
        "ORDER BY dialogue, message, start"
    )
    return [tuple(row) for row in rows]


def test_a_name_of_another_dialogue_is_a_likely_miss(opened: Open) -> None:
    desk = opened(
        dialogue("one", "Zorblatt"),
        dialogue("two", "hi", "ask zorblatt, not zorblatts"),
        dialogue("three", "nobody"),
    )
    assert elsewhere(desk) == [(1, 1, 4, 12, 0.075)]
    risky = desk.worth_a_look("anna")[0]
    assert (risky.dialogue, risky.message, risky.hints) == (1, 1, 1)
    assert desk.queue("anna", QueueFilter(hints=["elsewhere"])).rows[0].number == 1


def test_the_more_of_its_mentions_are_marked_the_likelier(opened: Open) -> None:
    desk = opened(
        dialogue("one", "Zorblatt Zorblatt Zorblatt", "Quibbly"),
        dialogue("two", "zorblatt and quibbly quibbly quibbly"),
    )
    scores = {one[2]: one[4] for one in elsewhere(desk)}
    assert scores[0] == pytest.approx(0.1125)
    assert scores[13] == pytest.approx(0.0375)


def test_other_labels_are_not_searched_for(opened: Open) -> None:
    assert elsewhere(opened(dialogue("one", "Desmos"), dialogue("two", "desmos"))) == []


def test_a_hint_that_is_likelier_stays(opened: Open) -> None:
    records = (dialogue("one", "Zorblatt"), dialogue("two", "we saw ZORBLATT there"))
    desk = opened(*records)
    (place,) = elsewhere(desk)
    others = desk.store.all("SELECT kind FROM hint WHERE dialogue = 1")
    assert [row["kind"] for row in others] == ["elsewhere"]
    assert place[:4] == (1, 0, 7, 15)


def test_dialogues_that_failed_have_no_hints(opened: Open) -> None:
    desk = opened(dialogue("one", "Zorblatt"), dialogue("one", "zorblatt"), "zorblatt")
    assert elsewhere(desk) == []
