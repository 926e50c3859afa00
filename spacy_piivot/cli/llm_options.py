"""The options of commands that ask a language model."""

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


# The options that say where, and with which key, in the order of the help; then how.
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
    """Give a command the options of a connection, in place of its parameter `connect`.

    What the command gets as `connect` makes the connection, where its errors are told.

    names (str): The options beside those that say where.
    RETURNS (Callable): The decorator.
    """
    chosen = {name: one for name, one in _OPTIONS.items() if name in (*_WHERE, *names)}

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        def run(**given: Any) -> None:
            said = {name: given.pop(name) for name in chosen}
            command(**given, connect=partial(_make_connection, **said))

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
