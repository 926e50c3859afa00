import pytest

from spacy_piivot.evaluation.attack.leakage_simulation import count_mentions, simulate_leakage
from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
)


def gold(id: str, text: str, *names: tuple[int, int, str]) -> AnnotatedDialogue:
    spans = [AnnotatedSpan(start, end, "NAME", role) for start, end, role in names]
    return AnnotatedDialogue(id, [AnnotatedMessage(spans, text)])


def test_leakage_follows_the_strategy() -> None:
    found = simulate_leakage([[4]], miss_rates=[0.25], runs=4000, markov_p=0.5, seed=1)
    shares = {strategy: share[0.25] for strategy, share in found.shares.items()}
    at_least = {n: _binomial_tail(4, n, 0.25) for n in (1, 2)}
    assert shares["mask"] == shares["consistent"] == pytest.approx(at_least[1], abs=0.03)
    assert shares["random"] == pytest.approx(at_least[2], abs=0.03)
    assert 0 < shares["markov"] < shares["random"]
    always = simulate_leakage([[4]], miss_rates=[0.25], runs=4000, markov_p=1.0, seed=1)
    assert always.shares["markov"] == always.shares["random"]
    assert simulate_leakage([[]]).dialogues == 0


def _binomial_tail(n: int, least: int, p: float) -> float:
    from math import comb

    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(least, n + 1))


def test_mentions_are_counted_by_person() -> None:
    text = "John Smith, john and Priya"
    one = gold("d1", text, (0, 10, ""), (12, 16, ""), (21, 26, "problem"))
    assert sorted(count_mentions([one, gold("d2", "hi")])[0]) == [1, 2]
