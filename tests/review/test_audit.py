import json
from collections import Counter
from typing import Any

import pytest
from transcripts import dialogue
from two_reviewers import act, finish

from spacy_piivot.review.agreement import NoPassChosen
from spacy_piivot.review.audit import BadAnswer, coverage, draw, figures, strata_of
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.log import check, entries

from .conftest import Open


@pytest.fixture
def many(opened: Open) -> Desk:
    """Forty dialogues of five messages; in some a name, in some a blank message."""
    return opened(
        *(
            dialogue(
                f"d{number}",
                "Zorblatt, look" if number % 4 == 0 else "so, look",
                "is it 3x?",
                "" if number % 2 else "no, 4x",
                "ok then, let us go on",
                "yes",
            )
            for number in range(40)
        )
    )


def sample(desk: Desk) -> list[tuple[int, int, str]]:
    rows = desk.store.all("SELECT dialogue, message, stratum FROM audited ORDER BY position")
    return [tuple(row) for row in rows]


def mark(desk: Desk, word: str, position: int, label: str = "NAME") -> list[str]:
    text = desk.audit_item("eve", position).text
    start = text.index(word)
    where = {"start": start, "end": start + len(word), "label": label}
    return list(desk.audit_answer("eve", position, [where]))


def test_the_sample_is_random_without_replacement_and_proportional(many: Desk) -> None:
    assert many.audit_draw(60) == 60
    found = sample(many)
    assert len(set(found)) == 60
    sizes = many.store.setting("audit_strata")
    assert sum(sizes.values()) == 40 * 5 - 20  # blank messages are left out
    drawn = Counter(stratum for _, _, stratum in found)
    for name, size in sizes.items():
        assert abs(drawn[name] - 60 * size / 180) <= 5
        assert drawn[name] >= min(size, 5)
    assert [one[:2] for one in found] != sorted(one[:2] for one in found)


def test_whoever_stops_early_has_seen_some_of_each_stratum(many: Desk) -> None:
    many.audit_draw(90)
    whole = Counter(stratum for _, _, stratum in sample(many))
    for name, count in Counter(stratum for _, _, stratum in sample(many)[:45]).items():
        assert abs(count - whole[name] / 2) <= 1


def test_the_seed_is_logged_and_makes_the_same_sample(opened: Open, many: Desk) -> None:
    many.audit_draw(30)
    (drawn,) = (one.what for one in entries(many.store) if one.do == "audit_draw")
    first = sample(many)
    assert [[one[2], one[0], one[1]] for one in first] == drawn["sample"]
    many.store.write("DELETE FROM audited")

    draw(many.store, 30, many.policy, seed=drawn["seed"])
    assert sample(many) == first


def test_a_sample_grows(many: Desk) -> None:
    many.audit_draw(20)
    first = sample(many)
    assert many.audit_draw(50) == 30
    assert sample(many)[:20] == first
    assert len(set(sample(many))) == 50
    assert many.audit_draw(50) == 0
    assert many.audit_draw(10_000) == 130
    assert many.audit_draw(10_000) == 0


def test_a_message_is_shown_with_its_neighbours_and_no_marks(many: Desk) -> None:
    many.audit_draw(180)
    item = many.audit_next("eve")
    assert item is not None
    assert (item.position, item.total, item.answered) == (1, 180, 0)
    assert not any("span" in name or "mark" in name for name in item.__slots__)
    dialogue = many.dialogue(item.dialogue, "eve")
    assert dialogue.messages[item.message].text == item.text
    near = dialogue.messages[max(0, item.message - 2) : item.message]
    assert [text for _, text in item.before] == [one.text for one in near]


def test_messages_come_until_all_have_answers(many: Desk) -> None:
    many.audit_draw(10)
    seen = []
    while item := many.audit_next("eve"):
        seen.append(item.position)
        many.audit_answer("eve", item.position, [])
    assert seen == list(range(1, 11))
    found = many.audit_figures()
    assert (found["drawn"], found["answered"], found["with_misses"]) == (10, 10, 0)


def test_a_message_can_be_left_for_later_and_does_not_count(many: Desk) -> None:
    many.audit_draw(10)
    skipped = many.audit_next("eve", after=1)
    assert skipped is not None
    assert skipped.position == 2
    many.audit_answer("eve", 2, [])
    last = many.audit_next("eve", after=10)
    assert last is not None
    assert last.position == 1
    assert many.audit_figures()["answered"] == 1


@pytest.fixture
def one(opened: Open) -> Desk:
    """One message with a name that the machine has found, and one that it has not."""
    desk = opened(dialogue("d", "Zorblatt and Ola Nordmann said 4/12"))
    desk.audit_draw(1)
    return desk


def test_what_the_reviewed_spans_cover_is_no_miss(one: Desk) -> None:
    assert mark(one, "Zorblatt", 1) == ["covered"]
    assert mark(one, "Ola", 1) == ["missed"]
    assert mark(one, "Zorblatt and", 1) == ["partly"]
    found = one.audit_figures()
    assert (found["answered"], found["with_misses"], found["with_partly"]) == (1, 1, 1)


def test_what_the_reviewer_has_added_counts(one: Desk) -> None:
    act(one, "anna", "add", 0, "Ola Nordmann")
    assert mark(one, "Ola", 1) == ["covered"]
    assert mark(one, "Ola Nordmann", 1) == ["covered"]


def test_what_the_reviewer_has_rejected_is_a_miss(one: Desk) -> None:
    act(one, "anna", "reject", 0, "Zorblatt")
    assert mark(one, "Zorblatt", 1) == ["missed"]


def test_what_is_corrected_afterwards_stays_a_miss(one: Desk) -> None:
    """The rest of the corpus was not corrected by the audit."""
    mark(one, "Ola Nordmann", 1)
    act(one, "anna", "add", 0, "Ola Nordmann")
    assert one.audit_figures()["with_misses"] == 1


def test_it_must_be_decided_whose_spans_are_released(one: Desk) -> None:
    finish(one, "anna")
    finish(one, "ben")
    with pytest.raises(NoPassChosen):
        mark(one, "Ola", 1)
    one.begin_adjudication()
    assert mark(one, "Ola", 1) == ["missed"]


@pytest.mark.parametrize(
    "answer",
    [
        {"start": 0, "end": 99, "label": "NAME"},
        {"start": -1, "end": 3, "label": "NAME"},
        {"start": 8, "end": 9, "label": "NAME"},
        {"start": 0, "end": 3, "label": "Zorblatt"},
        {"start": "0", "end": 3, "label": "NAME"},
        {},
    ],
)
def test_an_answer_that_makes_no_sense_is_refused(one: Desk, answer: dict[str, Any]) -> None:
    with pytest.raises(BadAnswer) as info:
        one.audit_answer("eve", 1, [answer])
    assert "Zorblatt" not in str(info.value)
    assert one.audit_figures()["answered"] == 0
    with pytest.raises(BadAnswer, match="no message 2"):
        one.audit_answer("eve", 2, [])


def test_a_mark_that_the_policy_leaves_hides_no_name(one: Desk) -> None:
    """Who takes a name for a course leaves it in the release."""
    act(one, "anna", "label", 0, "Zorblatt", label="COURSE")
    assert mark(one, "Zorblatt", 1) == ["missed"]
    assert mark(one, "Zorblatt", 1, "COURSE") == ["kept"]
    assert mark(one, "Zorblatt and", 1, "COURSE") == ["missed"]
    found = one.audit_figures()
    assert (found["with_misses"], found["by_label"]["COURSE"]["missed"]) == (1, 1)


def test_a_name_that_stays_by_its_role_is_a_miss(one: Desk) -> None:
    assert mark(one, "Zorblatt", 1) == ["covered"]
    act(one, "anna", "role", 0, "Zorblatt", role="math_term")
    assert mark(one, "Zorblatt", 1) == ["missed"]


def test_what_only_the_last_check_replaces_is_covered(opened: Open) -> None:
    desk = opened(dialogue("d", "Zorblatt came", "ask zorblatt", speaker="Zorblatt"))
    desk.audit_draw(2)
    for position in (1, 2):
        item = desk.audit_item("eve", position)
        start = item.text.casefold().index("zorblatt")
        where = {"start": start, "end": start + 8, "label": "NAME"}
        assert desk.audit_answer("eve", position, [where]) == ["covered"]


def test_white_space_need_not_be_covered() -> None:
    spans = [(0, 3), (4, 12)]
    assert coverage("Ola Nordmann said", 0, 12, spans) == "covered"
    assert coverage("Ola Nordmann said", 0, 17, spans) == "partly"
    assert coverage("Ola Nordmann said", 13, 17, spans) == "missed"


def test_strata_have_a_third_of_the_risk_each() -> None:
    risks = [
        (0.3, (0, 0)),
        (0.0, (0, 1)),
        (0.1, (0, 2)),
        (0.1, (0, 3)),
        (0.1, (1, 0)),
        (0.3, (1, 1)),
    ]
    found = strata_of(risks)
    assert list(found) == ["high", "middle", "low"]
    assert (found["high"], found["middle"]) == ([(0, 0)], [(1, 1)])
    assert found["low"] == [(0, 1), (0, 2), (0, 3), (1, 0)]
    assert strata_of([(0.0, (0, 0)), (0.0, (0, 1))]) == {"low": [(0, 0), (0, 1)]}
    assert strata_of([]) == {}


def test_a_small_corpus_has_a_finite_bound(many: Desk) -> None:
    many.audit_draw(180)
    for position in range(1, 171):
        many.audit_answer("eve", position, [])
    bound = many.audit_figures()["bound"]
    assert bound <= 10 / 180
    assert figures(many.store, 0.5)["bound"] < bound


def test_the_log_has_numbers_only(one: Desk) -> None:
    mark(one, "Ola", 1)
    log = list(entries(one.store))
    assert check(log) is None
    answer = log[-1]
    assert (answer.do, answer.reviewer) == ("audit_answer", "eve")
    assert answer.what["marks"] == [{"start": 13, "end": 16, "label": "NAME", "state": "missed"}]
    assert (answer.what["dialogue"], answer.what["message"], answer.what["reviewed"]) == (0, 0, "")
    assert "Ola" not in json.dumps([dict(one.what) for one in log])
