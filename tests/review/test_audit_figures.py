import pytest

from spacy_piivot.review.audit_figures import Answer, audit_figures
from spacy_piivot.review.bounds import upper_bound

SIZES = {"high": 500, "middle": 1500, "low": 8000}
NONE = [
    *[Answer("high")] * 15,
    *[Answer("middle")] * 45,
    *[Answer("low")] * 240,
]


def test_nothing_in_300_messages_is_at_most_one_percent() -> None:
    found = audit_figures(SIZES, NONE)
    assert (found["population"], found["answered"], found["with_misses"]) == (10_000, 300, 0)
    assert found["estimate"] == 0
    assert found["bound"] == pytest.approx(upper_bound(0, 300), abs=1e-4)
    assert found["bound"] < 0.01
    assert dict(found["needed"])[0.01] == 0
    assert 280 <= dict(found["needed"])[0.005] <= 300
    assert found["by_label"] == {}


def test_misses_are_weighted_back_to_the_corpus() -> None:
    answers = [*NONE[1:-1], Answer("high", [("NAME", "missed")]), Answer("low")]
    found = audit_figures(SIZES, answers)
    assert found["with_misses"] == 1
    assert found["estimate"] == pytest.approx(0.05 / 15)
    assert found["bound"] == pytest.approx(upper_bound(1, 300), abs=1e-4)
    assert found["strata"][0] == {"name": "high", "messages": 500, "answered": 15, "missed": 1}


def test_what_is_partly_covered_is_a_miss_with_a_count_of_its_own() -> None:
    answers = [
        Answer("low", [("NAME", "covered"), ("NAME", "covered")]),
        Answer("low", [("NAME", "partly")]),
        Answer("low", [("NAME", "partly"), ("URL", "missed")]),
        Answer("low", [("URL", "missed"), ("URL", "missed")]),
    ]
    found = audit_figures({"low": 100}, answers)
    assert (found["answered"], found["with_misses"], found["with_partly"]) == (4, 3, 1)
    name, url = found["by_label"]["NAME"], found["by_label"]["URL"]
    assert (name["marked"], name["missed"], name["partly"], name["with_misses"]) == (4, 0, 2, 2)
    assert (url["marked"], url["missed"], url["partly"], url["with_misses"]) == (3, 3, 0, 2)
    assert name["estimate"] == 0.5
    assert name["bound"] > 0.5


def test_what_the_policy_leaves_is_no_miss_and_has_a_count_of_its_own() -> None:
    answers = [
        Answer("low", [("COURSE", "kept"), ("COURSE", "kept")]),
        Answer("low", [("COURSE", "kept"), ("NAME", "missed")]),
        Answer("low", [("COURSE", "missed")]),
    ]
    found = audit_figures({"low": 100}, answers)
    assert (found["answered"], found["with_misses"], found["with_kept"]) == (3, 2, 2)
    course = found["by_label"]["COURSE"]
    assert (course["marked"], course["kept"], course["missed"], course["with_misses"]) == (
        4,
        3,
        1,
        1,
    )


def test_a_label_that_was_always_covered_has_a_bound() -> None:
    found = audit_figures({"low": 10_000}, [Answer("low", [("NAME", "covered")])] * 300)
    assert found["by_label"]["NAME"]["bound"] == pytest.approx(upper_bound(0, 300), abs=3e-4)


def test_before_the_first_answer_nothing_is_known() -> None:
    found = audit_figures(SIZES, [])
    assert (found["answered"], found["estimate"], found["interval"]) == (0, None, None)
    assert found["bound"] == 1
