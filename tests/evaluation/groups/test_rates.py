from math import erf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.evaluation.core.bootstrap import resample_weights
from spacy_piivot.evaluation.groups.rates import group_table, holm, mann_whitney


@given(
    st.lists(st.integers(0, 1), min_size=1, max_size=30),
    st.lists(st.integers(0, 1), min_size=1, max_size=30),
)
def test_u_counts_pairs(own: list[int], rest: list[int]) -> None:
    u, p = mann_whitney(np.array(own), np.array(rest))
    if len({*own, *rest}) == 1:
        assert (u, p) == (None, None)
        return
    assert u == sum(1.0 if a > b else 0.5 if a == b else 0.0 for a in own for b in rest)
    assert p is not None
    assert 0 <= p <= 1
    # Two-tailed: the same test from the other side.
    assert mann_whitney(np.array(rest), np.array(own))[1] == pytest.approx(p)


def test_p_of_u_by_hand() -> None:
    """The normal approximation with corrections for ties and continuity."""
    own, rest = [1] * 9 + [0], [1] * 4 + [0] * 6
    u = 9 * 6 + 0.5 * (9 * 4 + 1 * 6)  # 75
    ties = (13**3 - 13) + (7**3 - 7)
    sigma = (10 * 10 / 12 * (21 - ties / (20 * 19))) ** 0.5
    z = (u - 50 - 0.5) / sigma
    expected = 1 - erf(z / 2**0.5)
    assert mann_whitney(np.array(own), np.array(rest)) == (75.0, pytest.approx(expected))
    assert mann_whitney(np.array(own), np.array([])) == (None, None)


def test_holm_by_hand() -> None:
    # Sorted .01 .02 .03 .04: times 4, 3, 2, 1 is .04 .06 .06 .04, and never falls.
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.9, 0.6]) == [1.0, 1.0]
    assert holm([]) == []


def test_intervals_equal_a_naive_loop() -> None:
    values = ["a", "b", "a", "", "b", "a", "b", "a"]
    detected = np.array([1, 0, 1, 1, 1, 0, 1, 1])
    sources = np.array([0, 0, 1, 1, 3, 3, 4, 4])  # the third dialogue has no names
    weights = resample_weights(5, 200, seed=1)
    table = group_table("letter", values, detected, sources, weights, least=2)
    rates: dict[str, list[float]] = {"a": [], "b": []}
    gaps = []
    for row in weights:
        drawn = [d for d, times in enumerate(row) for _ in range(times)]
        of_row = {}
        for name in rates:
            hits = [
                detected[i]
                for d in drawn
                for i in range(len(values))
                if sources[i] == d and values[i] == name
            ]
            of_row[name] = sum(hits) / len(hits) if hits else float("nan")
            rates[name].append(of_row[name])
        gaps.append(of_row["a"] - of_row["b"])  # the best group and the worst
    for group in table.groups:
        expected = np.nanpercentile(rates[group.name], [2.5, 97.5])
        assert group.interval == pytest.approx(tuple(expected))
    assert table.gap == pytest.approx(3 / 4 - 2 / 3)
    assert table.gap_interval == pytest.approx(tuple(np.nanpercentile(gaps, [2.5, 97.5])))
    assert table.unknown == 1
    assert table.groups[0].difference == pytest.approx(3 / 4 - 2 / 3)
    assert table.groups[0].difference_interval == table.gap_interval


def test_small_groups_are_shown_but_do_not_count_in_the_gap() -> None:
    values = ["a"] * 4 + ["b"] * 4 + ["c"]
    detected = np.array([1, 1, 1, 0, 1, 1, 0, 0, 0])
    weights = resample_weights(1, 3, seed=0)
    table = group_table("letter", values, detected, np.zeros(9, int), weights, least=4)
    assert [(g.name, g.n, g.detected, g.small) for g in table.groups] == [
        ("a", 4, 3, False),
        ("b", 4, 2, False),
        ("c", 1, 0, True),
    ]
    assert table.gap == pytest.approx(1 / 4)
    a, b, c = table.groups
    assert a.difference == pytest.approx(3 / 4 - 2 / 5)
    assert c.difference == pytest.approx(0 - 5 / 8)
    assert c.p is not None
    assert c.p_holm is None
    assert [a.p_holm, b.p_holm] == pytest.approx(holm([a.p, b.p]))
    alone = group_table("letter", ["a"] * 9, detected, np.zeros(9, int), weights, least=4)
    assert (alone.gap, alone.gap_interval) == (None, None)
    assert (alone.groups[0].difference, alone.groups[0].p) == (None, None)


def test_two_groups_make_one_test() -> None:
    values = ["a"] * 10 + ["b"] * 10
    detected = np.array([1] * 9 + [0] + [1] * 4 + [0] * 6)
    weights = resample_weights(1, 1, seed=0)
    table = group_table("letter", values, detected, np.zeros(20, int), weights, least=1)
    assert [g.p_holm for g in table.groups] == [g.p for g in table.groups]
    assert table.groups[0].p == pytest.approx(table.groups[1].p)
