"""Counts requests and tokens, and computes their cost."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..errors import InputError

Prices = Mapping[str, Mapping[str, float]]

MILLION = 1_000_000
# Dollars per million tokens.
PRICES: Prices = {"gpt-4o-mini": {"input": 0.15, "output": 0.60}}


@dataclass(frozen=True, slots=True)
class Usage:
    """Requests and tokens.

    requests (int): Requests that were sent, including failed ones.
    cached (int): Requests answered from the cache.
    input_tokens (int): As counted by the server; if it did not count, as after a time-out, the
        most that is possible.
    output_tokens (int): Likewise.
    cost (float): Dollars, from the price table; 0 for a model that is not in it.
    """

    requests: int = 0
    cached: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.requests + other.requests,
            self.cached + other.cached,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cost + other.cost,
        )

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as stored on a Doc."""
        return asdict(self)


def usage_line(usage: Usage) -> str:
    """Describe the usage in words.

    usage (Usage): The usage.
    RETURNS (str): One line.
    """
    cached = f", {usage.cached} answers from the cache" if usage.cached else ""
    return (
        f"{usage.requests} requests{cached}, {usage.input_tokens:,} tokens in, "
        f"{usage.output_tokens:,} out, ${usage.cost:.4f}"
    )


class UsageTally:
    """Adds up the usage of a document or a run."""

    def __init__(self) -> None:
        self.usage = Usage()

    def add(self, usage: Usage) -> None:
        self.usage += usage


def check_prices(prices: Prices) -> Prices:
    """Check a price table.

    prices (Mapping[str, Mapping[str, float]]): By model, dollars per million tokens of "input" and
        "output".
    RETURNS (Mapping[str, Mapping[str, float]]): The table.
    RAISES (InputError): If a price is missing or negative.
    """
    for model, price in prices.items():
        if set(price) != {"input", "output"} or not all(value >= 0 for value in price.values()):
            raise InputError(
                f"prices: {model!r} needs 'input' and 'output', in dollars per million tokens."
            )
    return prices


def cost_of(model: str, input_tokens: int, output_tokens: int, prices: Prices) -> float:
    """The cost of tokens.

    model (str): The model.
    input_tokens (int): Tokens of the prompt.
    output_tokens (int): Tokens of the answer.
    prices (Mapping[str, Mapping[str, float]]): The price table.
    RETURNS (float): Dollars; 0 for a model that has no price.
    """
    price = prices.get(model)
    if price is None:
        return 0.0
    return (input_tokens * price["input"] + output_tokens * price["output"]) / MILLION
