import pytest
from annotated import essay

from spacy_piivot.evaluation.core.bootstrap import resample_weights
from spacy_piivot.evaluation.core.counts import F_BETAS
from spacy_piivot.evaluation.core.matching import match_all
from spacy_piivot.evaluation.core.tally import score_total, tally


def test_weights_count_how_often_each_dialogue_is_drawn() -> None:
    weights = resample_weights(7, 50, seed=3)
    assert weights.shape == (50, 7)
    assert (weights.sum(axis=1) == 7).all()
    assert (weights == resample_weights(7, 50, seed=3)).all()
    assert (weights != resample_weights(7, 50, seed=4)).any()
    assert resample_weights(0, 5, seed=0).shape == (5, 0)


def test_a_thousand_resamples_of_a_thousand_dialogues() -> None:
    gold = [essay("Ana", (0, 3, "NAME"), id=str(n)) for n in range(1000)]
    predicted = [g if int(g.id) % 4 else essay("Ana", id=g.id) for g in gold]
    weights = resample_weights(1000, 1000, seed=0)
    score = score_total(tally(gold, match_all(gold, predicted, "strict")), weights, F_BETAS)
    low, high = score.intervals["recall"]
    # The binomial interval of 750 of 1000.
    assert (low, high) == pytest.approx((0.723, 0.777), abs=0.005)
