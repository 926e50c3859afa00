"""The options of commands that ask a language model."""

from typing import Annotated

import typer

from ..llm.session import Connection
from ..llm.usage import PRICES, Prices

BaseUrl = Annotated[
    str | None,
    typer.Option(
        help="The address of an OpenAI-compatible server (default: SPACY_PIIVOT_LLM_BASE_URL)."
    ),
]
Model = Annotated[str, typer.Option(help="The model's name there.")]
ApiKeyEnv = Annotated[
    str | None, typer.Option(help="The environment variable that holds the key to log in with.")
]
RemoteOk = Annotated[
    bool,
    typer.Option(
        "--remote-ok", help="Allow a server on another machine: texts leave this one then."
    ),
]
CacheDir = Annotated[
    str | None, typer.Option(help="A folder to keep verdicts and offsets in; never texts.")
]
PromptPath = Annotated[
    str | None, typer.Option(help="A jinja file to use in place of the shipped prompt.")
]
Reasoning = Annotated[
    bool, typer.Option("--reasoning", help="Have the model reason before it answers.")
]
Batched = Annotated[
    bool, typer.Option("--batched", help="Ask about a dialogue's candidates together.")
]
Concurrency = Annotated[
    int, typer.Option("--max-concurrency", min=1, help="How many requests may be under way.")
]
MaxRequests = Annotated[int | None, typer.Option(min=0, help="Stop asking after as many requests.")]
MaxCost = Annotated[
    float | None, typer.Option(min=0.0, help="Stop asking before more dollars are spent.")
]
Price = Annotated[
    tuple[float, float] | None,
    typer.Option(
        metavar="IN OUT",
        help="The model's price: dollars per million tokens of prompts and of answers. Known for "
        "gpt-4o-mini; the cost of others is not counted otherwise.",
    ),
]


def make_connection(
    base_url: str | None,
    api_key_env: str | None,
    remote_ok: bool,
    *,
    cache_dir: str | None = None,
    max_concurrency: int = 8,
    max_requests: int | None = None,
    max_cost: float | None = None,
    prices: Prices = PRICES,
) -> Connection:
    """How the endpoint is asked, from a command's options.

    RAISES (InputError): If it may not be asked.
    """
    connection = Connection(
        base_url=base_url,
        remote_ok=remote_ok,
        api_key_env=api_key_env,
        max_concurrency=max_concurrency,
        budget={"requests": max_requests, "cost": max_cost},
        cache_dir=cache_dir,
        prices=prices,
    )
    connection.endpoint()
    return connection


def make_prices(model: str, price: tuple[float, float] | None) -> Prices:
    """The price table with the price of a command's model, if one is given."""
    if price is None:
        return PRICES
    return {**PRICES, model: dict(zip(("input", "output"), price, strict=True))}
