"""Sends requests to an endpoint, or answers them from the cache."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from ..core.labels import CANONICAL
from .budget import Budget
from .cache import AnswerCache
from .client import Client
from .connection import Connection
from .loop import LoopThread
from .requests import Answer, Request
from .usage import Usage, UsageTally
from .verdicts import FALSE, TRUE

T = TypeVar("T")

WORDS = frozenset({TRUE, FALSE, *CANONICAL})


class Session:
    """The client of an endpoint, its cache and the thread of its requests; one per process.

    connection (Connection): The connection to the endpoint.
    cache_key (bytes | None): The key of the cache; None for the folder's own.
    RAISES (InputError): If the server is not allowed, or the `openai` package is missing.
    """

    def __init__(self, connection: Connection, cache_key: bytes | None) -> None:
        self.process = os.getpid()
        self.run = UsageTally()
        self._loop = LoopThread()
        self._client = self._loop.submit(_make_client(connection)).result()
        folder = connection.cache_dir
        self._cache = AnswerCache(Path(folder), cache_key, WORDS) if folder else None

    def submit(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        """Start a coroutine that sends requests."""
        return self._loop.submit(work)

    async def ask(
        self,
        request: Request,
        read: Callable[[Answer], T],
        tally: UsageTally,
        *,
        keep: bool = True,
    ) -> T:
        """Send a request, or take its answer from the cache.

        request (Request): The request.
        read (Callable[[Answer], T]): Reads a value that can be cached from the answer.
        tally (UsageTally): The tally to add the usage to.
        keep (bool): Whether the cache may store the value; texts must not be stored.
        RETURNS (T): The value.
        RAISES (NoAnswer): If there is no answer, or `read` cannot use it. Neither is stored.
        """
        cache = self._cache if keep else None
        key = cache.key(request.identity()) if cache else b""
        # In a thread: a file locked by another process must not delay the other requests.
        if cache and (value := await asyncio.to_thread(cache.get, key)) is not None:
            for one in (tally, self.run):
                one.add(Usage(cached=1))
            return value
        used = UsageTally()
        try:
            value = read(await self._client.ask(request, used))
        finally:
            for one in (tally, self.run):
                one.add(used.usage)
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
