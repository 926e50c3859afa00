"""Finds out which optional features an endpoint supports: JSON schemas and token probabilities.

The first request that uses them probes the endpoint, while the others wait.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from .requests import Request

Names = tuple[str, ...]

SCHEMA, LOGPROBS = WISHES = ("schema", "logprobs")
_NOTHING: Names = ()
_LESS_AND_LESS: tuple[Names, ...] = (WISHES, (LOGPROBS,), (SCHEMA,))
# Statuses of an endpoint that does not support an optional feature. Status 500 may also mean that
# the endpoint is down: the request is repeated, but less often than usual.
_REFUSED = frozenset({400, 404, 415, 422, 501})
_BROKEN = 500
_PROBING_RETRIES = 2
_REPEATED = frozenset({408, 409, 429})


class Send(Protocol):
    """Sends a request with some of the optional features."""

    def __call__(
        self, request: Request, names: Names, *, max_retries: int | None = None
    ) -> Awaitable[Any]: ...


class Abilities:
    """Sends requests with the optional features that the endpoint supports.

    openai (Any): The SDK.
    send (Callable): Sends a request.
    max_retries (int): How often a failed request is repeated.
    check (Callable[[], None]): Raises if no requests should be sent for now.
    """

    def __init__(
        self, openai: Any, send: Send, max_retries: int, check: Callable[[], None]
    ) -> None:
        self._openai = openai
        self._send = send
        self._max_retries = max_retries
        self._check = check
        self._probing = asyncio.Lock()
        self._names: Names | None = None
        self._rejected_all = False

    async def ask(self, request: Request) -> Any:
        """Send a request.

        request (Request): The request.
        RETURNS (Any): The endpoint's response.
        """
        wanted = wishes(request)
        if not wanted:
            return await self._send(request, _NOTHING)
        if self._names is None and not self._rejected_all:
            async with self._probing:
                self._check()
                if self._names is None and not self._rejected_all:
                    return await self._probe(request, wanted)
        # Outside the lock: requests that waited for the first one are sent concurrently.
        if self._names is not None:
            return await self._send(request, self._names)
        return await self._probe_again(request, wanted)

    async def _probe(self, request: Request, wanted: Names) -> Any:
        """Drop more and more optional features until there is an answer."""
        doubtful: Names | None = None
        for names in (some for some in _LESS_AND_LESS if set(some) <= set(wanted)):
            completion, status = await self._try(request, names)
            if completion is not None:
                found = names
                break
            if status == _BROKEN and doubtful is None:
                doubtful = names
        else:
            found = _NOTHING
            try:
                completion = await self._send(request, found)
            except self._openai.APIStatusError as error:
                # The endpoint rejected the request even without optional features.
                self._rejected_all = error.status_code in (*_REFUSED, _BROKEN)
                raise
        if doubtful is not None:
            # The endpoint may have been down: try the doubtful feature once more.
            try:
                again, _ = await self._try(request, doubtful)
            except self._openai.OpenAIError:
                return completion
            if again is not None:
                completion, found = again, doubtful
        self._names = found
        return completion

    async def _probe_again(self, request: Request, wanted: Names) -> Any:
        """Try an endpoint again that rejected every form of the first request."""
        completion, _ = await self._try(request, wanted)
        if completion is not None:
            self._names = wanted
        else:
            completion = await self._send(request, _NOTHING)
            self._rejected_all = False
        return completion

    async def _try(self, request: Request, names: Names) -> tuple[Any, int]:
        """Use some optional features; None and the status if the endpoint does not support them."""
        retries = min(self._max_retries, _PROBING_RETRIES)
        left = self._max_retries - retries - 1
        try:
            return await self._send(request, names, max_retries=retries), 0
        except self._openai.APIStatusError as error:
            status = error.status_code
            if status in _REFUSED or status == _BROKEN:
                return None, status
            if left < 0 or not (status in _REPEATED or status > _BROKEN):
                raise
        except self._openai.APIConnectionError:
            if left < 0:
                raise
        return await self._send(request, names, max_retries=left), 0


def wishes(request: Request) -> Names:
    """The optional features that a request wants.

    request (Request): The request.
    RETURNS (tuple[str, ...]): Some of `WISHES`.
    """
    wanted = {SCHEMA: request.schema is not None, LOGPROBS: request.logprobs}
    return tuple(name for name in WISHES if wanted[name])
