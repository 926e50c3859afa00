import numpy
import pytest

from spacy_piivot.mathematics.threshold_search import (
    ScoredDialogue,
    ThresholdScore,
    best_score,
    search_thresholds,
)


def embed(texts):
    """Two directions: texts with "m" and texts without."""
    return numpy.array([[1.0, 0.0] if "m" in text else [0.0, 1.0] for text in texts], "float32")


def test_shares_and_objective_are_those_of_appendix_3() -> None:
    dialogue = ScoredDialogue(
        ["hi", "m1", "m2", "bye"], [0.0, 0.5, 0.0, 0.0], true=[3, 0, 1, 0], false=[0, 4, 2, 2]
    )
    (score,) = search_thresholds([dialogue], embed, [0.05], [0.3])
    assert score == ThresholdScore(0.05, 0.3, 6 / 8, 1 / 4, 2 / 4)
    assert score.objective == pytest.approx(2 * 0.75 * 0.75 / 1.5)


def test_all_pairs_are_scored_and_each_text_is_embedded_once() -> None:
    seen: list[str] = []

    def counting(texts):
        seen.extend(texts)
        return embed(texts)

    dialogue = ScoredDialogue(["m", "m", "a"], [0.2, 0.0, 0.0], [0, 0, 1], [1, 0, 0])
    scores = search_thresholds([dialogue], counting, [0.1, 0.3], [0.0, 0.5])
    assert [(s.anchor, s.similarity) for s in scores] == [
        (0.1, 0.0), (0.1, 0.5), (0.3, 0.0), (0.3, 0.5),
    ]  # fmt: skip
    assert sorted(seen) == ["a", "m"]
    assert [s.objective for s in scores] == [1.0, 1.0, 0.0, 0.0]
    assert best_score(scores).anchor == 0.1


@pytest.mark.parametrize(("true", "false"), [([0], [0]), ([1], [0]), ([0], [1])])
def test_without_candidates_there_is_no_objective(true: list[int], false: list[int]) -> None:
    (score,) = search_thresholds([ScoredDialogue(["m"], [1.0], true, false)], embed, [0.05], [0.3])
    assert score.objective == 0.0


def test_without_dialogues_nothing_fails() -> None:
    (score,) = search_thresholds([], embed, [0.05], [0.3])
    assert (score.false_inside, score.true_inside, score.messages) == (None, None, 0.0)
