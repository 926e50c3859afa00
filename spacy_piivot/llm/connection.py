"""How an endpoint is asked: one object for every component and command that asks."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ..errors import InputError
from .budget import Budget
from .client import check_settings
from .endpoint import CONNECTION, Endpoint, find_endpoint
from .usage import PRICES, Prices, check_prices

MODEL = "gpt-4o-mini"


@dataclass(frozen=True)
class Connection:
    """How an endpoint is asked.

    base_url (str | None): The address of an OpenAI-compatible server; None for the
        environment's.
    model (str): The model's name there.
    api_key_env (str | None): The environment variable that holds the key; None for no key.
    remote_ok (bool): Whether the server may be another machine: texts leave this one then.
    max_concurrency (int): How many requests may be under way.
    timeout (float): Seconds that one attempt may take.
    max_retries (int): How often one that failed is repeated.
    budget (Mapping[str, float | None]): The most to spend, by "requests", "tokens" and "cost".
    cache_dir (str | None): Where answers are kept; None for nowhere.
    prices (Mapping[str, Mapping[str, float]]): Dollars per million tokens, by model.
    RAISES (InputError): If a setting cannot work, or the server may not be asked.
    """

    base_url: str | None = None
    model: str = MODEL
    api_key_env: str | None = None
    remote_ok: bool = False
    max_concurrency: int = 8
    timeout: float = 60.0
    max_retries: int = 8
    budget: Mapping[str, float | None] = field(default_factory=dict)
    cache_dir: str | None = None
    prices: Prices = field(default_factory=lambda: PRICES)

    def __post_init__(self) -> None:
        check_settings(
            {
                "max_concurrency": self.max_concurrency,
                "timeout": self.timeout,
                "max_retries": self.max_retries,
            }
        )
        Budget(self.budget)
        check_prices(self.prices)
        if self.base_url is not None:
            self.endpoint()

    def check_models(self, models: Iterable[str]) -> None:
        """Refuse models that the budget cannot be kept for.

        models (Iterable[str]): The models that will be asked.
        RAISES (InputError): If the budget limits the cost and one has no price.
        """
        unpriced = sorted(set(models) - set(self.prices))
        if unpriced and Budget(self.budget).limits_cost:
            raise InputError(
                f"The budget limits the cost, but the price of {unpriced[0]!r} is not known: give "
                "it (prices, or --price of the commands)."
            )

    def endpoint(self) -> Endpoint:
        """The server, if it may be asked.

        RAISES (NoEndpoint, BadEndpoint, RemoteRefused): If not.
        """
        return find_endpoint(self.base_url, self.remote_ok)

    def api_key(self) -> str | None:
        """The key to log in with.

        RAISES (InputError): If the environment has none.
        """
        if self.api_key_env is None:
            return None
        key = os.environ.get(self.api_key_env)
        if not key:
            raise InputError(f"api_key_env: {self.api_key_env} is not set in the environment.")
        return key

    def to_config(self) -> dict[str, Any]:
        """The block of a component's config that makes this connection."""
        return {"@misc": CONNECTION, **asdict(self)}


def check_connection(connection: Any) -> Connection:
    """Refuse what is no connection, such as a block of a config that no function made one of.

    connection (Any): What a component was given.
    RETURNS (Connection): The connection.
    RAISES (InputError): If it is none.
    """
    if not isinstance(connection, Connection):
        raise InputError(f'connection: is none. Give a block with "@misc": "{CONNECTION}".')
    return connection


def make_connection(
    base_url: str | None = None,
    model: str = MODEL,
    api_key_env: str | None = None,
    remote_ok: bool = False,
    max_concurrency: int = 8,
    timeout: float = 60.0,
    max_retries: int = 8,
    budget: dict[str, float | None] | None = None,
    cache_dir: str | None = None,
    prices: dict[str, dict[str, float]] | None = None,
) -> Connection:
    """Say how an endpoint is asked; registered as `spacy_piivot.Connection.v1`.

    base_url (str | None): The address of an OpenAI-compatible server; None for that of the
        environment variable SPACY_PIIVOT_LLM_BASE_URL. Not saved, and not taken from a saved
        pipeline.
    model (str): The model's name there.
    api_key_env (str | None): The environment variable that holds the key; None for no key.
    remote_ok (bool): Whether the server may be another machine: the texts leave this one then.
        Not saved, and not taken from a saved pipeline.
    max_concurrency (int): How many requests may be under way.
    timeout (float): Seconds that one attempt may take.
    max_retries (int): How often one that failed is repeated.
    budget (dict[str, float | None] | None): The most that a process may spend, by "requests",
        "tokens" and "cost" (dollars); None for any amount.
    cache_dir (str | None): Where verdicts, labels and offsets are kept; None for nowhere.
    prices (dict[str, dict[str, float]] | None): By model, dollars per million tokens of "input"
        and "output"; None for the table that is shipped.
    RETURNS (Connection): The connection; nothing is asked yet.
    RAISES (InputError): If a setting cannot work, or the server may not be asked.
    """
    return Connection(
        base_url=base_url,
        model=model,
        api_key_env=api_key_env,
        remote_ok=remote_ok,
        max_concurrency=max_concurrency,
        timeout=timeout,
        max_retries=max_retries,
        budget=budget or {},
        cache_dir=cache_dir,
        prices=PRICES if prices is None else prices,
    )
