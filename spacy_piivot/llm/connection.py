"""The Connection, with which all components and commands reach an endpoint."""

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
    """The settings for requests to an endpoint.

    base_url (str | None): The address of an OpenAI-compatible server; None for the one
        in the environment.
    model (str): The model's name there.
    api_key_env (str | None): The environment variable with the key; None for no key.
    remote_ok (bool): Whether the server may be another machine; texts then leave this one.
    max_concurrency (int): How many requests may be under way.
    timeout (float): Seconds that one attempt may take.
    max_retries (int): How often a failed request is repeated.
    budget (Mapping[str, float | None]): The most to spend, by "requests", "tokens" and "cost".
    cache_dir (str | None): The folder for cached answers; None for no cache.
    prices (Mapping[str, Mapping[str, float]]): Dollars per million tokens, by model.
    RAISES (InputError): If a setting is not valid, or the server is not allowed.
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
        """Refuse models whose cost cannot be limited.

        models (Iterable[str]): The models that will be used.
        RAISES (InputError): If the budget limits the cost and one has no price.
        """
        unpriced = sorted(set(models) - set(self.prices))
        if unpriced and Budget(self.budget).limits_cost:
            raise InputError(
                f"The budget limits the cost, but the price of {unpriced[0]!r} is not known: give "
                "it (prices, or the option --price)."
            )

    def endpoint(self) -> Endpoint:
        """The server, if it is allowed.

        RAISES (NoEndpoint, BadEndpoint, RemoteRefused): If not.
        """
        return find_endpoint(self.base_url, self.remote_ok)

    def api_key(self) -> str | None:
        """The key to log in with.

        RAISES (InputError): If the environment variable is not set.
        """
        if self.api_key_env is None:
            return None
        key = os.environ.get(self.api_key_env)
        if not key:
            raise InputError(f"api_key_env: {self.api_key_env} is not set in the environment.")
        return key

    def to_config(self) -> dict[str, Any]:
        """The config block from which a component makes this connection."""
        return {"@misc": CONNECTION, **asdict(self)}


def check_connection(connection: Any) -> Connection:
    """Check that a component got a connection, not, for example, an unresolved config block.

    connection (Any): The component's argument.
    RETURNS (Connection): The connection.
    RAISES (InputError): If it is not a connection.
    """
    if not isinstance(connection, Connection):
        raise InputError(
            f'connection: is not a connection. Give a block with "@misc": "{CONNECTION}".'
        )
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
    """Make a connection to an endpoint; registered as `spacy_piivot.Connection.v1`.

    base_url (str | None): The address of an OpenAI-compatible server; None for the one in
        the environment variable SPACY_PIIVOT_LLM_BASE_URL. Not saved, and not read from a saved
        pipeline.
    model (str): The model's name there.
    api_key_env (str | None): The environment variable with the key; None for no key.
    remote_ok (bool): Whether the server may be another machine; texts then leave this one. Not
        saved, and not read from a saved pipeline.
    max_concurrency (int): How many requests may be under way.
    timeout (float): Seconds that one attempt may take.
    max_retries (int): How often a failed request is repeated.
    budget (dict[str, float | None] | None): The most that a process may spend, by "requests",
        "tokens" and "cost" (dollars); None for no limit.
    cache_dir (str | None): The folder for cached verdicts, labels and offsets; None for no cache.
    prices (dict[str, dict[str, float]] | None): By model, dollars per million tokens of "input"
        and "output"; None for the shipped table.
    RETURNS (Connection): The connection; no request is sent yet.
    RAISES (InputError): If a setting is not valid, or the server is not allowed.
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
