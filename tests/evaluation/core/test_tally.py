import numpy as np
import pytest
from annotated import essay

from spacy_piivot.evaluation.core.bootstrap import interval, p_value, resample_weights
from spacy_piivot.evaluation.core.counts import F_BETAS, Counts
from spacy_piivot.evaluation.core.matching import match_all
from spacy_piivot.evaluation.core.tally import macro_average, score_keys, score_total, tally


def some_dialogues() -> tuple[list, list]:
    gold = [
        essay("Ana Ben", (0, 3, "NAME"), (4, 7, "NAME"), id="1"),
        essay("at noon", id="2"),
        essay("a.b.c Ana", (0, 5, "URL"), (6, 9, "NAME"), id="3"),
        essay("Ben", (0, 3, "NAME"), id="4"),
    ]
    predicted = [
        essay("Ana Ben", (0, 3, "NAME"), id="1"),
        essay("at noon", (3, 7, "NAME"), id="2"),
        essay("a.b.c Ana", (0, 5, "URL"), (6, 9, "URL"), id="3"),
        essay("Ben", (0, 3, "NAME"), id="4"),
    ]
    return gold, predicted


def test_intervals_equal_those_of_a_naive_loop() -> None:
    gold, predicted = some_dialogues()
    decisions = match_all(gold, predicted, "strict")
    score = score_total(tally(gold, decisions), resample_weights(4, 200, seed=11), F_BETAS)
    draws = np.random.default_rng(11)
    values: dict[str, list[float]] = {"precision": [], "recall": [], "f1": [], "f5": []}
    for _ in range(200):
        drawn = draws.integers(4, size=4)
        counts = Counts()
        for position in drawn:
            for decision in decisions[position]:
                counts += Counts(**{decision.outcome: 1})
        if counts.tp + counts.fp:
            values["precision"].append(counts.precision)
        if counts.tp + counts.fn:
            values["recall"].append(counts.recall)
        if counts.tp + counts.fp + counts.fn:
            values["f1"].append(counts.f())
            values["f5"].append(counts.f(5))
    assert score.counts == Counts(tp=3, fp=2, fn=2)
    for name, expected in values.items():
        assert score.intervals[name] == pytest.approx(tuple(np.percentile(expected, [2.5, 97.5])))


def test_a_false_alarm_in_a_dialogue_without_pii_lowers_precision() -> None:
    gold, predicted = some_dialogues()
    with_alarm = tally(gold, match_all(gold, predicted, "strict")).total()
    predicted[1] = gold[1]
    without = tally(gold, match_all(gold, predicted, "strict")).total()
    assert (with_alarm.precision, without.precision) == (3 / 5, 3 / 4)


def test_labels_are_scored_apart() -> None:
    gold, predicted = some_dialogues()
    counted = tally(gold, match_all(gold, predicted, "strict"))
    scores = score_keys(counted, resample_weights(4, 10, seed=0), F_BETAS)
    assert {label: score.counts for label, score in scores.items()} == {
        "NAME": Counts(2, 1, 2),
        "URL": Counts(1, 1, 0),
    }


def test_macro_is_the_mean_over_the_labels_of_the_gold() -> None:
    gold, predicted = some_dialogues()
    predicted[3] = essay("Ben", (0, 3, "PHONE"), id="4")
    counted = tally(gold, match_all(gold, predicted, "strict"))
    macro = macro_average(counted, resample_weights(4, 10, seed=0), F_BETAS)
    assert macro["recall"] == pytest.approx((1 / 4 + 1) / 2)
    assert macro["precision"] == pytest.approx((1 / 2 + 1 / 2) / 2)


def test_undefined_resamples_are_no_evidence() -> None:
    assert interval(np.array([np.nan, np.nan])) is None
    assert p_value(np.array([np.nan])) is None
    values = np.array([0.1, 0.2, 0.3, np.nan])
    assert interval(values) == pytest.approx(tuple(np.percentile([0.1, 0.2, 0.3], [2.5, 97.5])))
    assert p_value(values) == pytest.approx(2 * (1 + 1) / (4 + 1))
    assert p_value(values[:3]) == pytest.approx(2 * (0 + 1) / (3 + 1))
    assert p_value(np.zeros(99)) == 1.0
