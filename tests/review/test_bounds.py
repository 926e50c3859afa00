"""Bounds: known values, agreement with scipy's own tests, and coverage by simulation."""

from collections.abc import Sequence

import numpy as np
import pytest
from scipy.stats import binomtest, hypergeom

from spacy_piivot.review.bounds import (
    Stratum,
    estimate,
    interval,
    more_needed,
    proportional,
    stratified_bound,
    upper_bound,
    upper_count,
)


@pytest.mark.parametrize(
    ("found", "looked", "percent"),
    # The first is the rule of three; the others are of tables of the one-sided bound.
    [(0, 300, 0.99), (0, 59, 4.95), (0, 58, 5.03), (1, 93, 5.0), (3, 100, 7.57), (5, 5, 100.0)],
)
def test_the_one_sided_bound_has_its_known_values(found: int, looked: int, percent: float) -> None:
    assert upper_bound(found, looked) * 100 == pytest.approx(percent, abs=0.011)


@pytest.mark.parametrize("looked", [1, 7, 40, 300])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_bounds_are_those_of_the_exact_binomial_test(looked: int, confidence: float) -> None:
    for found in range(0, looked + 1, max(1, looked // 5)):
        both = binomtest(found, looked).proportion_ci(confidence, "exact")
        less = binomtest(found, looked, alternative="less").proportion_ci(confidence, "exact")
        assert interval(found, looked, confidence) == pytest.approx((both.low, both.high))
        assert upper_bound(found, looked, confidence) == pytest.approx(less.high)


def test_nothing_is_known_of_what_nobody_looked_at() -> None:
    assert upper_bound(0, 0) == 1
    assert stratified_bound([Stratum(50, 0)]) == 1
    assert stratified_bound([]) == 0
    assert estimate([Stratum(50, 0)]) is None
    assert estimate([Stratum(50, 10), Stratum(5, 0)]) is None


def test_the_finite_bound_is_the_largest_number_that_is_not_rare() -> None:
    for size, looked, found in [(400, 300, 0), (20, 5, 1), (1000, 60, 3), (7, 7, 2), (50, 1, 0)]:
        bound = upper_count(Stratum(size, looked, found))
        assert hypergeom.cdf(found, size, bound, looked) > 0.05
        if bound < size - looked + found:
            assert hypergeom.cdf(found, size, bound + 1, looked) <= 0.05
    assert upper_count(Stratum(7, 7, 2)) == 2


def test_a_small_population_needs_fewer_messages() -> None:
    assert stratified_bound([Stratum(100_000, 300)]) == pytest.approx(upper_bound(0, 300), rel=0.01)
    assert stratified_bound([Stratum(400, 300)]) < 0.01
    assert stratified_bound([Stratum(400, 400, 3)]) == 3 / 400


def test_a_proportional_sample_has_the_bound_of_a_simple_one() -> None:
    strata = [Stratum(80_000, 240), Stratum(15_000, 45), Stratum(5_000, 15)]
    assert stratified_bound(strata) == pytest.approx(upper_bound(0, 300))
    found = [Stratum(80_000, 240, 1), Stratum(15_000, 45), Stratum(5_000, 15, 2)]
    assert stratified_bound(found) == pytest.approx(upper_bound(3, 300))
    assert estimate(found) == pytest.approx(0.8 / 240 + 0.05 * 2 / 15)


def test_a_stratum_with_too_few_costs() -> None:
    """Its messages stand for more than their share, and one that nobody looked at is full."""
    even = [Stratum(900, 90), Stratum(100, 10)]
    assert stratified_bound([Stratum(900, 99), Stratum(100, 1)]) > stratified_bound(even)
    assert stratified_bound([Stratum(900, 100), Stratum(100, 0)]) > 0.1


def test_how_a_bound_is_made_does_not_depend_on_what_was_found() -> None:
    """Choosing the better of two bounds afterwards would not keep the confidence."""
    sizes = [(500, 150), (60, 18), (40, 12)]
    bounds = [
        stratified_bound([Stratum(*size, found) for size, found in zip(sizes, counts, strict=True)])
        for counts in [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 2, 1), (4, 2, 3)]
    ]
    assert bounds == sorted(bounds)


def test_more_messages_reach_a_bound() -> None:
    assert more_needed([Stratum(10**6, 0)], 0.01) == 298
    assert more_needed([Stratum(10**6, 298)], 0.01) == 0
    strata = [Stratum(80_000, 80, 1), Stratum(15_000, 15), Stratum(5_000, 5)]
    more = more_needed(strata, 0.01)
    assert more is not None
    assert 373 <= more <= 380  # 473 in all: 1 in 473 has a bound of 1.0%
    assert more_needed([Stratum(100, 50, 10)], 0.05) is None
    assert more_needed([Stratum(100, 50, 5)], 0.05) == 50


def test_shares_are_proportional_and_none_is_empty() -> None:
    assert proportional([800, 150, 50], 100) == [80, 15, 5]
    assert proportional([980, 15, 5], 100, least=5) == [90, 5, 5]
    assert proportional([980, 15, 2], 100, least=5) == [93, 5, 2]
    assert proportional([10, 10, 10], 4, least=5) in ([2, 1, 1], [1, 2, 1], [1, 1, 2])
    assert proportional([3, 0, 2], 100) == [3, 0, 2]
    assert proportional([0, 0], 10) == [0, 0]
    assert proportional([7, 0, 0], 5, least=3) == [5, 0, 0]


@pytest.mark.parametrize("counts", [(0, 5, 6), (-1, 5, 6), (0, 7, 6)])
def test_impossible_counts_are_refused(counts: tuple[int, int, int]) -> None:
    found, looked, population = counts
    with pytest.raises(ValueError, match="stratum"):
        Stratum(population, looked, found + 6 if found >= 0 else found)


def coverage(
    sizes: Sequence[int], missed: Sequence[int], looked: Sequence[int], runs: int
) -> float:
    """How often the bound is at least the true rate, in samples without replacement."""
    random = np.random.default_rng(5)
    true = sum(missed) / sum(sizes)
    columns = [
        random.hypergeometric(bad, size - bad, n, runs)
        for size, bad, n in zip(sizes, missed, looked, strict=True)
    ]
    outcomes, counts = np.unique(np.stack(columns, axis=1), axis=0, return_counts=True)
    held = [
        stratified_bound(
            [
                Stratum(size, n, int(found))
                for size, n, found in zip(sizes, looked, outcome, strict=True)
            ]
        )
        >= true
        for outcome in outcomes
    ]
    return float(np.dot(held, counts)) / runs


# Sizes, how many of them hold a miss, and how many are looked at.
POPULATIONS = [
    ((8000, 1500, 500), (40, 30, 30), (240, 45, 15)),
    ((8000, 1500, 500), (100, 0, 0), (240, 45, 15)),
    ((8000, 1500, 500), (0, 0, 150), (240, 45, 15)),
    ((8000, 1500, 500), (0, 0, 100), (100, 100, 100)),
    ((8000, 1500, 500), (90, 5, 5), (100, 100, 100)),
    ((9900, 80, 20), (90, 5, 5), (290, 5, 5)),
    ((9900, 80, 20), (0, 80, 20), (290, 5, 5)),
    ((300, 60, 40), (10, 5, 5), (220, 45, 30)),
    ((60, 20, 20), (3, 3, 2), (18, 6, 6)),
    ((1000,), (35,), (100,)),
]


@pytest.mark.parametrize("population", POPULATIONS[::4])
def test_the_bound_holds(population: tuple[tuple[int, ...], ...]) -> None:
    assert coverage(*population, runs=2000) >= 0.95 - 0.01  # four standard errors


@pytest.mark.slow
@pytest.mark.parametrize("population", POPULATIONS)
def test_the_bound_holds_in_many_samples(population: tuple[tuple[int, ...], ...]) -> None:
    assert coverage(*population, runs=40_000) >= 0.95 - 0.0035  # more than three standard errors
