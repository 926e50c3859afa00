"""Questions to an endpoint, answered from the cache where they were asked before."""

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from ..errors import InputError
from ..labels import CANONICAL
from .budget import Budget
from .cache import AnswerCache
from .client import Client, check_settings
from .endpoint import Endpoint, find_endpoint
from .loop import LoopThread
from .requests import Answer, Request
from .usage import PRICES, Prices, Tally, Usage, check_prices
from .verdicts import FALSE, TRUE

T = TypeVar("T")

WORDS = frozenset({TRUE, FALSE, *CANONICAL})


@dataclass(frozen=True)
class Connection:
    """How an endpoint is asked.

    base_url (Optional[str]): The address of an OpenAI-compatible server; None for the
        environment's.
    remote_ok (bool): Whether the server may be another machine.
    api_key_env (Optional[str]): The environment variable that holds the key; None for no key.
    max_concurrency (int): How many requests may be under way.
    timeout (float): Seconds that one attempt may take.
    max_retries (int): How often one that failed is repeated.
    budget (Mapping[str, Optional[float]]): The most to spend, by "requests", "tokens" and "cost".
    cache_dir (Optional[str]): Where answers are kept; None for nowhere.
    prices (Mapping[str, Mapping[str, float]]): Dollars per million tokens, by model.
    RAISES (InputError): If a setting cannot work, or the server may not be asked.
    """

    base_url: str | None = None
    remote_ok: bool = False
    api_key_env: str | None = None
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


class Session:
    """An endpoint, its cache and the thread that asks: one for each process.

    connection (Connection): How the endpoint is asked.
    cache_key (Optional[bytes]): The key of the cache; None for the folder's own.
    RAISES (InputError): If the endpoint may not be asked, or the `openai` package is missing.
    """

    def __init__(self, connection: Connection, cache_key: bytes | None) -> None:
        self.process = os.getpid()
        self.run = Tally()
        self._loop = LoopThread()
        self._client = self._loop.submit(_make_client(connection)).result()
        folder = connection.cache_dir
        self._cache = AnswerCache(Path(folder), cache_key, WORDS) if folder else None

    def submit(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        """Start work that asks."""
        return self._loop.submit(work)

    async def ask(
        self,
        request: Request,
        read: Callable[[Answer], T],
        tally: Tally,
        *,
        keep: bool = True,
    ) -> T:
        """Ask a question, or take the answer that it had before.

        request (Request): The question.
        read (Callable[[Answer], T]): Makes a value of the answer that the cache may hold.
        tally (Tally): Where to add what was used.
        keep (bool): Whether the cache may keep the value: texts it may not.
        RETURNS (T): The value.
        RAISES (NoAnswer): If there is no answer, or `read` says that it cannot be used. Neither is
            kept.
        """
        cache = self._cache if keep else None
        key = cache.key(request.identity()) if cache else b""
        # In a thread: a file that another process has locked must not hold up the other questions.
        if cache and (value := await asyncio.to_thread(cache.get, key)) is not None:
            for one in (tally, self.run):
                one.add(Usage(cached=1))
            return value
        asked = Tally()
        try:
            value = read(await self._client.ask(request, asked))
        finally:
            for one in (tally, self.run):
                one.add(asked.usage)
        if cache:
            await asyncio.to_thread(cache.put, key, value)
        return value

    def close(self) -> None:
        """Close connections and cache, and stop the thread."""
        self._loop.submit(self._client.close()).result()
        self._loop.stop()
        if self._cache:
            self._cache.close()


async def _make_client(connection: Connection) -> Client:
    return Client(
        connection.endpoint(),
        connection.api_key(),
        max_concurrency=connection.max_concurrency,
        timeout=connection.timeout,
        max_retries=connection.max_retries,
        budget=Budget(connection.budget),
        prices=connection.prices,
    )
