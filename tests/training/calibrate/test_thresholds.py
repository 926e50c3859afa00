from collections import Counter

import numpy
import pytest

from spacy_piivot.evaluation.core.counts import Counts
from training.calibrate.thresholds import (
    Point,
    calibration_error,
    choose_role_threshold,
    choose_threshold,
    fit_temperature,
    lost_participants,
    negative_log_likelihood,
    role_accuracy,
)


def curve(*counts: tuple[float, int, int, int]) -> list[Point]:
    return [Point(threshold, Counts(*some)) for threshold, *some in counts]


def test_a_model_too_sure_by_a_factor_of_two_gets_a_temperature_of_two() -> None:
    """Right in 8 of 10 where its logits are twice those of 0.8."""
    sure = 0.64 / 0.68
    probabilities = numpy.asarray([[sure, 1 - sure]] * 10, dtype="float32")
    gold = numpy.asarray([0] * 8 + [1] * 2)
    assert fit_temperature(probabilities, gold) == pytest.approx(2.0, abs=0.001)
    before = -0.8 * numpy.log(sure) - 0.2 * numpy.log(1 - sure)
    assert negative_log_likelihood(probabilities, gold) == pytest.approx(before)
    after = -0.8 * numpy.log(0.8) - 0.2 * numpy.log(0.2)
    assert negative_log_likelihood(probabilities, gold, 2.0) == pytest.approx(after)
    assert calibration_error(probabilities, gold) == pytest.approx(sure - 0.8)
    assert calibration_error(probabilities, gold, 2.0) == pytest.approx(0.0, abs=1e-6)


def test_errors_of_bins_do_not_offset_each_other() -> None:
    """Two tokens at 0.9, one right; two at 0.6, both right: (2 x 0.4 + 2 x 0.4) / 4."""
    probabilities = numpy.asarray([[0.9, 0.1], [0.9, 0.1], [0.4, 0.6], [0.4, 0.6]])
    gold = numpy.asarray([0, 1, 1, 1])
    assert calibration_error(probabilities, gold) == pytest.approx(0.4)
    assert calibration_error(probabilities, gold, bins=1) == pytest.approx(0.0)


def test_a_probability_of_zero_has_a_finite_loss() -> None:
    probabilities = numpy.asarray([[1.0, 0.0], [1.0, 0.0]], dtype="float32")
    assert 40 < negative_log_likelihood(probabilities, numpy.asarray([0, 1])) < 50


def test_of_the_thresholds_that_reach_the_recall_the_best_f1_wins() -> None:
    points = curve(
        (0.1, 98, 60, 2), (0.2, 98, 10, 2), (0.3, 98, 10, 2), (0.4, 97, 0, 3), (0.5, 90, 0, 10)
    )
    assert choose_threshold(points, 0.98, 0.01) == (points[1], "recall")
    assert choose_threshold(points, 0.97, 0.01) == (points[3], "recall")


def test_without_it_the_lowest_threshold_of_nearly_the_best_f1_wins() -> None:
    points = curve(
        (0.1, 90, 40, 10), (0.2, 90, 12, 10), (0.3, 89, 9, 11), (0.4, 88, 7, 12), (0.5, 60, 0, 40)
    )
    # F1: 0.783, 0.891, 0.899, 0.903, 0.75
    assert choose_threshold(points, 0.98, 0.01) == (points[2], "f1")
    assert choose_threshold(points, 0.98, 0.02) == (points[1], "f1")
    assert choose_threshold(points, 0.98, 0.0) == (points[3], "f1")


def test_the_role_threshold_is_the_lowest_that_keeps_participants() -> None:
    few = Counter({("participant", "participant"): 995, ("participant", "problem"): 5})
    some = Counter({("participant", "participant"): 99, ("participant", "public"): 1})
    other = Counter({("problem", "participant"): 3, ("problem", "problem"): 1})
    assert lost_participants(some) == pytest.approx(0.01)
    assert lost_participants(other) is None
    assert role_accuracy(some + other) == pytest.approx(100 / 104)
    assert role_accuracy(Counter()) is None
    assert choose_role_threshold({0.5: few, 0.55: few}, 0.01) == 0.5
    assert choose_role_threshold({0.5: some, 0.55: few, 0.6: few}, 0.01) == 0.55
    assert choose_role_threshold({0.5: some, 0.55: some}, 0.01) == 0.55
    assert choose_role_threshold({0.5: other, 0.55: other}, 0.01) == 0.5
