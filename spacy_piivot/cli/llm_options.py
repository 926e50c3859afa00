"""Defines the options of commands that query a language model."""

from collections.abc import Callable, Mapping
from functools import partial
from inspect import Parameter, Signature, signature
from typing import Annotated, Any

import typer

from ..llm.connection import MODEL, Connection
from ..llm.usage import PRICES, Prices

BaseUrl = Annotated[
    str | None,
    typer.Option(
        help="The address of an OpenAI-compatible server (default: SPACY_PIIVOT_LLM_BASE_URL)."
    ),
]
Model = Annotated[str, typer.Option(help="The model's name on the server.")]
ApiKeyEnv = Annotated[
    str | None, typer.Option(help="The environment variable with the server's API key.")
]
RemoteOk = Annotated[
    bool,
    typer.Option(
        "--remote-ok", help="Allow a server on another machine: the texts then leave this one."
    ),
]
CacheDir = Annotated[
    str | None, typer.Option(help="A folder to keep verdicts and offsets in; never texts.")
]
PromptPath = Annotated[
    str | None, typer.Option(help="A jinja file to use instead of the shipped prompt.")
]
Reasoning = Annotated[
    bool, typer.Option("--reasoning", help="Have the model reason before it answers.")
]
Batched = Annotated[
    bool, typer.Option("--batched", help="Judge a dialogue's candidates in one request.")
]
Concurrency = Annotated[
    int,
    typer.Option("--max-concurrency", min=1, help="How many requests may run at the same time."),
]
MaxRequests = Annotated[int | None, typer.Option(min=0, help="Send at most this many requests.")]
MaxCost = Annotated[float | None, typer.Option(min=0.0, help="Spend at most this many dollars.")]
Price = Annotated[
    tuple[float, float] | None,
    typer.Option(
        metavar="IN OUT",
        help="The model's price: dollars per million tokens of prompts and of answers. Known for "
        "gpt-4o-mini; without a price, the cost of other models is not counted.",
    ),
]


# The options for the server and its key, in the order of the help.
_WHERE = ("base_url", "api_key_env", "remote_ok")
_OPTIONS: Mapping[str, tuple[Any, Any]] = {
    "model": (Model, MODEL),
    "base_url": (BaseUrl, None),
    "api_key_env": (ApiKeyEnv, None),
    "remote_ok": (RemoteOk, False),
    "cache_dir": (CacheDir, None),
    "max_concurrency": (Concurrency, 8),
    "max_requests": (MaxRequests, None),
    "max_cost": (MaxCost, None),
    "price": (Price, None),
}

Connect = Callable[[], Connection]


def connecting(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of a connection instead of its parameter `connect`.

    The command gets a function as `connect`. It makes the connection inside `guarded`, which
    reports its errors.

    names (str): The options in addition to those for the server.
    RETURNS (Callable): The decorator.
    """
    chosen = {name: one for name, one in _OPTIONS.items() if name in (*_WHERE, *names)}

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        def run(**given: Any) -> None:
            settings = {name: given.pop(name) for name in chosen}
            command(**given, connect=partial(_make_connection, **settings))

        parameters = [
            made
            for parameter in signature(command, eval_str=True).parameters.values()
            for made in (
                [_option(name, *one) for name, one in chosen.items()]
                if parameter.name == "connect"
                else [parameter.replace(kind=Parameter.KEYWORD_ONLY)]
            )
        ]
        run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {made.name: made.annotation for made in parameters}
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        return run

    return decorate


def _option(name: str, annotation: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _make_connection(
    *,
    model: str = MODEL,
    price: tuple[float, float] | None = None,
    max_requests: int | None = None,
    max_cost: float | None = None,
    **settings: Any,
) -> Connection:
    prices: Prices = PRICES
    if price is not None:
        prices = {**PRICES, model: dict(zip(("input", "output"), price, strict=True))}
    budget = {"requests": max_requests, "cost": max_cost}
    return Connection(model=model, budget=budget, prices=prices, **settings)
