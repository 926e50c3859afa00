from typing import Any

import pytest
from two_reviewers import act, finish, words

from spacy_piivot.review.adjudication import NoSuchDisagreement, NothingToAdjudicate, undecided
from spacy_piivot.review.agreement import NoTwoPasses, Side
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.log import check, entries
from spacy_piivot.review.model import ADJUDICATED, Action


def settle(desk: Desk, *sides: Side) -> None:
    """Accept a side of each disagreement, in order."""
    for found, side in zip(desk.disagreements(), sides, strict=True):
        place = (found.dialogue, found.message, found.start, found.end)
        desk.decide(*place, side)


def finish_both(desk: Desk) -> None:
    finish(desk, "anna")
    finish(desk, "ben")


def test_what_both_agree_on_is_there_at_once(desk: Desk) -> None:
    for name in ("anna", "ben"):
        act(desk, name, "accept", 0, "Zorblatt")
        act(desk, name, "add", 0, "4/12", label="DATE_OF_BIRTH")
        act(desk, name, "reject", 1, "Quibbly")
        act(desk, name, "add", 1, "and Zorblatt")
    finish_both(desk)
    assert desk.begin_adjudication() == 3
    assert words(desk, 0, ADJUDICATED) == [
        ("Zorblatt", "NAME", "accepted"),
        ("4/12", "DATE_OF_BIRTH", "added"),
    ]
    assert ("Quibbly", "NAME", "rejected") in words(desk, 1, ADJUDICATED)
    assert ("and Zorblatt", "NAME", "added") in words(desk, 1, ADJUDICATED)
    assert desk.disagreements() == []
    assert undecided(desk.store) == 0
    assert desk.progress(ADJUDICATED).finished == 3


@pytest.mark.parametrize("side", ["a", "b"])
def test_either_side_of_an_added_span(desk: Desk, side: Side) -> None:
    act(desk, "anna", "add", 0, "4/12", label="DATE_OF_BIRTH")
    finish_both(desk)
    desk.begin_adjudication()
    assert undecided(desk.store) == 1
    assert "4/12" not in [text for text, _, _ in words(desk, 0, ADJUDICATED)]
    settle(desk, side)
    found = [one for one in words(desk, 0, ADJUDICATED) if one[0] == "4/12"]
    assert found == [("4/12", "DATE_OF_BIRTH", "added" if side == "a" else "rejected")]
    assert undecided(desk.store) == 0


@pytest.mark.parametrize("side", ["a", "b"])
def test_either_side_of_a_rejected_span(desk: Desk, side: Side) -> None:
    act(desk, "anna", "reject", 1, "Quibbly")
    finish_both(desk)
    desk.begin_adjudication()
    # Until it is decided, it is replaced.
    assert ("Quibbly", "NAME", "open") in words(desk, 1, ADJUDICATED)
    settle(desk, side)
    status = "rejected" if side == "a" else "accepted"
    assert ("Quibbly", "NAME", status) in words(desk, 1, ADJUDICATED)
    assert undecided(desk.store) == 0


@pytest.mark.parametrize(("side", "there"), [("a", ["Zorblatt"]), ("b", ["Quibbly and Zorblatt"])])
def test_either_side_of_another_extent(desk: Desk, side: Side, there: list[str]) -> None:
    act(desk, "anna", "reject", 1, "Quibbly")
    act(desk, "ben", "add", 1, "Quibbly and Zorblatt")
    finish_both(desk)
    (found,) = desk.disagreements()
    assert found.kind == "extent"
    settle(desk, side)
    kept = [one for one in words(desk, 1, ADJUDICATED) if one[2] != "rejected"]
    assert [text for text, _, _ in kept] == there
    assert undecided(desk.store) == 0


@pytest.mark.parametrize(("side", "label"), [("a", "NAME"), ("b", "USERNAME")])
def test_either_side_of_another_label(desk: Desk, side: Side, label: str) -> None:
    act(desk, "ben", "label", 1, "Quibbly", label="USERNAME")
    finish_both(desk)
    settle(desk, side)
    assert ("Quibbly", label, "accepted") in words(desk, 1, ADJUDICATED)


def test_a_decision_can_be_undone_and_redone(desk: Desk) -> None:
    act(desk, "anna", "add", 0, "4/12", label="DATE_OF_BIRTH")
    finish_both(desk)
    settle(desk, "a")
    assert undecided(desk.store) == 0
    desk.undo(ADJUDICATED)
    assert undecided(desk.store) == 1
    desk.redo(ADJUDICATED)
    assert undecided(desk.store) == 0


def test_the_adjudicator_may_decide_otherwise(desk: Desk) -> None:
    act(desk, "anna", "add", 1, "ask Quibbly")
    finish_both(desk)
    desk.begin_adjudication()
    act(desk, ADJUDICATED, "label", 1, "Quibbly", label="USERNAME")
    assert undecided(desk.store) == 0


def test_what_both_change_later_comes_up_again(desk: Desk) -> None:
    """Else it would be in neither the list nor the release."""
    finish_both(desk)
    desk.begin_adjudication()
    for name in ("anna", "ben"):
        act(desk, name, "add", 0, "4/12", label="DATE_OF_BIRTH")
    assert [one.kind for one in desk.disagreements()] == ["late"]
    assert undecided(desk.store) == 1
    settle(desk, "b")
    assert ("4/12", "DATE_OF_BIRTH", "added") in words(desk, 0, ADJUDICATED)
    assert undecided(desk.store) == 0


def test_dialogues_finished_later_are_taken_in(desk: Desk) -> None:
    for name in ("anna", "ben"):
        desk.act(name, Action("finish", 0))
    assert desk.begin_adjudication() == 1
    assert desk.begin_adjudication() == 0
    act(desk, "anna", "reject", 1, "Quibbly")
    finish_both(desk)
    settle(desk, "a")
    assert ("Quibbly", "NAME", "rejected") in words(desk, 1, ADJUDICATED)
    assert desk.progress(ADJUDICATED).finished == 3


def test_two_people_must_have_finished_something(desk: Desk) -> None:
    with pytest.raises(NoTwoPasses):
        desk.begin_adjudication()
    act(desk, "anna", "reject", 0, "Zorblatt")
    act(desk, "ben", "accept", 0, "Zorblatt")
    with pytest.raises(NothingToAdjudicate, match="anna and ben"):
        desk.begin_adjudication()


def test_what_is_no_disagreement_cannot_be_decided(desk: Desk) -> None:
    finish_both(desk)
    with pytest.raises(NoSuchDisagreement):
        desk.decide(0, 0, 0, 8, "a")


def test_all_of_it_is_in_the_log_without_a_name(desk: Desk) -> None:
    act(desk, "anna", "add", 0, "4/12", label="DATE_OF_BIRTH")
    act(desk, "ben", "reject", 1, "Quibbly")
    finish_both(desk)
    settle(desk, "a", "a")
    log = list(entries(desk.store))
    assert check(log) is None
    (begun,) = (one.what for one in log if one.do == "adjudicate_begin")
    assert begun["passes"] == ["anna", "ben"]
    assert begun["disagreements"] == {"only": 2}
    counts: dict[str, Any] = begun["agreement"]["counts"]["strict"]
    assert (counts["only_a"], counts["only_b"]) == (2, 0)
    decided = [one for one in log if one.do == "adjudicate"]
    assert [one.what["side"] for one in decided] == ["anna", "anna"]
    assert "uibbly" not in "".join(map(str, log))
