import numpy as np
import pytest

from spacy_piivot.evaluation.plain_sight.bootstrapped_auc import Scores, auc_of, paired_share


def scores(values: list[float], positive: list[int], groups: list[int] | None = None) -> Scores:
    return Scores(
        np.array(values, dtype=float),
        np.array(positive, dtype=bool),
        np.array(groups or range(len(values)), dtype=np.intp),
    )


@pytest.mark.parametrize(
    ("values", "positive", "area"),
    [
        ([1, 2, 3, 4], [0, 0, 1, 1], 1.0),
        ([1, 2, 3, 4], [1, 1, 0, 0], 0.0),
        ([1, 3, 2, 4], [0, 0, 1, 1], 0.75),
        ([1, 1, 1, 1], [0, 1, 0, 1], 0.5),
        ([1, 1, 2], [0, 1, 1], 0.75),
    ],
)
def test_area(values: list[float], positive: list[int], area: float) -> None:
    assert auc_of([[scores(values, positive)]], len(values), resamples=0).value == area


def test_items_are_compared_inside_a_fold() -> None:
    one, other = scores([1, 2], [0, 1], [0, 1]), scores([101, 102], [0, 1], [2, 3])
    assert auc_of([[one, other]], 4, resamples=0).value == 1.0


def test_runs_count_equally() -> None:
    right, wrong = scores([1, 2], [0, 1]), scores([2, 1], [0, 1])
    assert auc_of([[right], [wrong], [right], [right]], 2, resamples=0).value == 0.75


def test_the_interval_is_by_dialogue() -> None:
    random = np.random.default_rng(0)
    values, positive = random.normal(size=200), random.random(200) < 0.5
    few = Scores(values, positive, np.arange(200) // 40)
    many = Scores(values, positive, np.arange(200))
    wide, narrow = (auc_of([[one]], int(one.groups.max()) + 1).interval for one in (few, many))
    assert wide is not None
    assert narrow is not None
    assert narrow[0] < 0.5 < narrow[1]
    assert wide != narrow


def test_pairs_that_are_right() -> None:
    found = paired_share([(np.array([1.0, -1.0, 0.0, 2.0]), np.array([0, 0, 1, 1]))], 2)
    assert found.value == 2.5 / 4
    assert found.interval is not None
