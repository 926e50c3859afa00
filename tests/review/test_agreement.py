import json
from pathlib import Path

import pytest
from two_reviewers import act, finish

from spacy_piivot.evaluation.scoring.agreement import agreement
from spacy_piivot.review.agreement import (
    Disagreement,
    NoPassChosen,
    NoTwoPasses,
    counted,
    finished,
    release_pass,
    reviewers,
)
from spacy_piivot.review.corrected import write_corrected
from spacy_piivot.review.desk import Desk


def kinds(found: list[Disagreement]) -> list[tuple[int, str, bool]]:
    return [(one.dialogue, one.kind, one.decided) for one in found]


@pytest.fixture
def two(desk: Desk) -> Desk:
    """Anna and Ben agree on one name, and on nothing else."""
    act(desk, "anna", "accept", 0, "Zorblatt")
    act(desk, "ben", "accept", 0, "Zorblatt")
    act(desk, "anna", "add", 0, "4/12", label="DATE_OF_BIRTH")
    act(desk, "ben", "label", 1, "Quibbly", label="USERNAME")
    act(desk, "ben", "add", 1, "and Zorblatt")
    act(desk, "anna", "role", 1, "Zorblatt", role="mentioned")
    act(desk, "anna", "add", 3, "3:45", label="ID_NUM")
    act(desk, "ben", "add", 3, "3:45", label="DATE_OF_BIRTH")
    finish(desk, "anna")
    finish(desk, "ben")
    return desk


def test_disagreements_have_their_kinds(two: Desk) -> None:
    found = two.disagreements()
    assert kinds(found) == [
        (0, "only", False),
        (1, "label", False),
        (1, "extent", False),
        (3, "label", False),
    ]
    extent = found[2]
    assert [one.start for one in extent.a] == [extent.start + 4]
    assert [one.start for one in extent.b] == [extent.start]
    assert counted(found) == {"extent": 1, "label": 2, "only": 1, "open": 4}


def test_a_role_is_a_disagreement(desk: Desk) -> None:
    act(desk, "anna", "role", 0, "Zorblatt", role="mentioned")
    act(desk, "ben", "role", 0, "Zorblatt", role="participant")
    finish(desk, "anna")
    finish(desk, "ben")
    assert kinds(desk.disagreements()) == [(0, "role", False)]


def test_what_both_reject_is_no_disagreement(desk: Desk) -> None:
    for name in ("anna", "ben"):
        act(desk, name, "reject", 0, "Zorblatt")
        finish(desk, name)
    assert desk.disagreements() == []


def test_only_dialogues_that_both_have_finished_are_compared(desk: Desk) -> None:
    act(desk, "anna", "reject", 0, "Zorblatt")
    act(desk, "ben", "accept", 0, "Zorblatt")
    assert desk.disagreements() == []
    assert desk.agreement() == {"a": "anna", "b": "ben", "dialogues": 0}
    finish(desk, "anna")
    assert desk.disagreements() == []
    finish(desk, "ben")
    assert kinds(desk.disagreements()) == [(0, "only", False)]
    # The third one could not be read.
    assert finished(desk.store, "anna", "ben") == [0, 1, 3]


def test_the_figures_are_those_of_the_command(two: Desk, tmp_path: Path) -> None:
    for name in ("anna", "ben"):
        with (tmp_path / name).with_suffix(".jsonl").open("wb") as stream:
            write_corrected(two.store, name, stream)
    wanted = agreement(tmp_path / "anna.jsonl", tmp_path / "ben.jsonl").to_dict()
    found = two.agreement()
    for name in ("span_f1", "weighted_f1", "token_kappa", "by_label", "dialogues", "bootstrap"):
        assert found[name] == wanted[name]
    assert (found["a"], found["b"]) == ("anna", "ben")
    counts = found["counts"]["strict"]
    f1 = 2 * counts["both"] / (2 * counts["both"] + counts["only_a"] + counts["only_b"])
    assert f1 == pytest.approx(found["span_f1"]["strict"]["f1"])


def test_the_figures_contain_no_text(two: Desk) -> None:
    assert "orblatt" not in json.dumps(two.agreement())


def test_two_people_are_needed(desk: Desk) -> None:
    with pytest.raises(NoTwoPasses, match="nobody"):
        desk.agreement()
    finish(desk, "anna")
    with pytest.raises(NoTwoPasses, match="anna"):
        desk.disagreements()


def test_which_pass_is_released(desk: Desk) -> None:
    assert release_pass(desk.store) == ""
    finish(desk, "anna")
    assert release_pass(desk.store) == "anna"
    finish(desk, "ben")
    assert reviewers(desk.store) == ["anna", "ben"]
    with pytest.raises(NoPassChosen, match="anna and ben have reviewed"):
        release_pass(desk.store)
    desk.begin_adjudication()
    assert release_pass(desk.store) == "adjudicated"
