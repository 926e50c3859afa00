import numpy as np
import pytest

from spacy_piivot.evaluation.core.counts import F_BETAS, Counts, Score, ratios


def test_f_beta_follows_its_definition() -> None:
    counts = Counts(tp=6, fp=2, fn=4)
    p, r = 6 / 8, 6 / 10
    assert counts.f() == pytest.approx(2 * p * r / (p + r))
    assert counts.f(5) == pytest.approx(26 * p * r / (25 * p + r))
    assert Counts().f() == 0.0


def test_a_ratio_that_is_not_defined_is_none() -> None:
    found = Score(Counts(fp=2)).to_dict()
    assert (found["precision"], found["recall"], found["f1"]) == (0.0, None, 0.0)
    assert Score(Counts()).to_dict()["f1"] is None
    recall_only = Score(Counts(tp=1), recall_only=True).to_dict()
    assert (recall_only["recall"], recall_only["fp"], recall_only["f1"]) == (1.0, None, None)


def test_many_ratios_at_once_are_those_of_each() -> None:
    rows = [Counts(6, 2, 4), Counts(0, 3, 0), Counts(0, 0, 0)]
    columns = (np.array([getattr(c, name) for c in rows]) for name in ("tp", "fp", "fn"))
    values = ratios(*columns, F_BETAS)
    assert values["f5"][0] == pytest.approx(rows[0].f(5))
    assert values["precision"][1] == 0
    assert np.isnan(values["recall"][1])
    assert np.isnan(values["f1"][2])
