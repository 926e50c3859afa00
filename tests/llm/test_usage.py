import pytest

from spacy_piivot.llm.usage import PRICES, Usage, cost_of


def test_cost_is_tokens_times_price() -> None:
    assert cost_of("gpt-4o-mini", 1_000_000, 1_000_000, PRICES) == pytest.approx(0.75)
    assert cost_of("unknown", 1_000_000, 1, PRICES) == 0.0


def test_usage_adds_up() -> None:
    total = Usage(1, 0, 10, 2, 0.5) + Usage(0, 1, 5, 1, 0.25)
    assert total.to_dict() == {
        "requests": 1, "cached": 1, "input_tokens": 15, "output_tokens": 3, "cost": 0.75,
    }  # fmt: skip
    assert total.tokens == 18
