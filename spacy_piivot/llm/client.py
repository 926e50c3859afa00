"""Sends requests to an OpenAI-compatible endpoint with the `openai` SDK.

The SDK repeats failed requests (408, 409, 429, 5xx and broken connections) after growing pauses, or
after the one in Retry-After. Its logs and errors may quote texts, so none of them are passed on.
"""

import asyncio
import json
import time
from collections.abc import Mapping
from contextvars import ContextVar
from importlib import import_module
from typing import Any

from ..core.optional import require
from ..errors import InputError
from .abilities import WISHES, Abilities, Names
from .attempts import Attempts
from .bodies import read_body
from .budget import Budget
from .completions import read_completion, request_body, status_reason, used_tokens
from .endpoint import Endpoint
from .requests import OVER_BUDGET, TIMEOUT, UNPARSABLE, UNREACHABLE, Answer, NoAnswer, Request
from .usage import Prices, Usage, UsageTally, cost_of

EXTRA = "llm"
PATH = "/chat/completions"
# After this many requests in a row without a server, none are sent for the pause.
FAILURES = 3
PAUSE_SECONDS = 60.0
# Statuses of a proxy whose server is away.
_AWAY = frozenset({502, 503, 504})
# Statuses of a server for a request that is too long, among others.
_TOO_LONG = frozenset({400, 413})
# Statuses after which it is unknown what the model did, as after a broken connection.
_GIVEN_UP = frozenset({408, 504})
# A server that sends more characters per token than this has exceeded the token limit.
_LONGEST_TOKEN = 32
# Attempts at the request of this context, since the SDK repeats failed requests internally.
_attempts: ContextVar[Attempts] = ContextVar("attempts")


class Client:
    """A connection to one endpoint. Make and use it in one event loop.

    endpoint (Endpoint): The server.
    api_key (str | None): The key to log in with.
    max_concurrency (int): How many requests may be under way.
    timeout (float): Seconds that one attempt may take.
    max_retries (int): How often a failed request is repeated.
    budget (Budget): The budget.
    prices (Mapping[str, Mapping[str, float]]): Dollars per million tokens, by model.
    RAISES (InputError): If the `openai` package is missing.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        api_key: str | None,
        *,
        max_concurrency: int,
        timeout: float,
        max_retries: int,
        budget: Budget,
        prices: Prices,
    ) -> None:
        self._openai = require("openai", EXTRA)
        self._sdk = self._openai.AsyncOpenAI(
            base_url=endpoint.base_url,
            api_key=api_key or "none",
            max_retries=max_retries,
            timeout=timeout,
            http_client=_http_client(self._openai, endpoint, timeout),
        )
        self._slots = asyncio.Semaphore(max_concurrency)
        self._abilities = Abilities(self._openai, self._send, max_retries, self._check_pause)
        self._budget = budget
        self._prices = prices
        self._failures = 0
        self._paused_until = 0.0

    async def ask(self, request: Request, tally: UsageTally) -> Answer:
        """Send a request.

        request (Request): The request.
        tally (UsageTally): The tally to add the usage of all attempts to.
        RETURNS (Answer): The complete answer.
        RAISES (NoAnswer): If there is no answer: the server cannot be reached or fails, the model
            refuses, is cut off or exceeds its limit, or the budget is spent.
        """
        async with self._slots:
            self._check_pause()
            attempts = Attempts(self._budget, self._estimate(request))
            _attempts.set(attempts)
            try:
                answer = read_completion(await self._complete(request, attempts))
            finally:
                attempts.end()
                tally.add(attempts.used)
        if len(answer.text) > _LONGEST_TOKEN * request.max_tokens:
            raise NoAnswer(UNPARSABLE)
        return answer

    async def close(self) -> None:
        """Close the connections."""
        await self._sdk.close()

    async def _complete(self, request: Request, attempts: Attempts) -> Any:
        reason = ""
        away = too_much = False
        try:
            completion = await self._abilities.ask(request)
        except NoAnswer:
            raise
        except self._openai.APITimeoutError:
            reason, away = TIMEOUT, True
        except self._openai.APIConnectionError:
            reason, away = UNREACHABLE, True
        except self._openai.APIStatusError as error:
            status = error.status_code
            reason, away, too_much = status_reason(status), status in _AWAY, status in _TOO_LONG
        except self._openai.OpenAIError:
            reason = UNPARSABLE
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            reason = UNPARSABLE  # not valid in the API
        if reason and attempts.over_budget:
            reason, away = OVER_BUDGET, False
        self._note(away)
        # Raised outside the handlers, whose exceptions may contain texts.
        if reason:
            raise NoAnswer(reason, too_much=too_much)
        return completion

    def _note(self, away: bool) -> None:
        """Count requests without a server; after several, the next ones fail at once."""
        if not away:
            self._failures = 0
            return
        self._failures += 1
        if self._failures >= FAILURES:
            self._paused_until = time.monotonic() + PAUSE_SECONDS

    def _check_pause(self) -> None:
        if time.monotonic() < self._paused_until:
            raise NoAnswer(UNREACHABLE)

    async def _send(self, request: Request, names: Names, *, max_retries: int | None = None) -> Any:
        sdk = self._sdk if max_retries is None else self._sdk.with_options(max_retries=max_retries)
        # Like `chat.completions.create`, but the response is read here: the SDK takes twice as
        # long to make objects of it, and does not check them.
        completion = await sdk.post(PATH, body=request_body(request, names), cast_to=object)
        _attempts.get().end(self._used(request, completion))
        return completion

    def _estimate(self, request: Request) -> Usage:
        """The most that an attempt can use: a token is at least one byte of the request."""
        sent = json.dumps(request_body(request, WISHES), ensure_ascii=False)
        tokens = len(sent.encode("utf8", "surrogatepass"))
        cost = cost_of(request.model, tokens, request.max_tokens, self._prices)
        return Usage(1, 0, tokens, request.max_tokens, cost)

    def _used(self, request: Request, completion: Any) -> Usage | None:
        """The usage of an attempt, if the server reports it."""
        if (tokens := used_tokens(completion)) is not None:
            return Usage(1, 0, *tokens, cost_of(request.model, *tokens, self._prices))
        return None


def _http_client(openai: Any, endpoint: Endpoint, timeout: float) -> Any:
    # The HTTP library of the installed SDK.
    http = import_module(openai.DefaultAsyncHttpxClient.__bases__[0].__module__.partition(".")[0])

    class HttpClient(openai.DefaultAsyncHttpxClient):
        async def send(self, *arguments: Any, **options: Any) -> Any:
            attempts = _attempts.get()
            if not await attempts.start():
                raise openai.OpenAIError("over budget")
            # The library's own limit is for the time between two packets.
            try:
                async with asyncio.timeout(timeout):
                    opened = await super().send(*arguments, **{**options, "stream": True})
                    response = await read_body(http, opened)
            except TimeoutError:
                raise http.ReadTimeout("") from None
            except (http.ConnectError, http.ConnectTimeout, http.PoolTimeout):
                attempts.end(Usage())  # nothing was sent
                raise
            if response is None:
                raise openai.OpenAIError("too much")
            if not response.is_success and response.status_code not in _GIVEN_UP:
                attempts.end(Usage(1))
            return response

    # Proxies and redirections would send texts elsewhere; a small packed body could be huge.
    return HttpClient(
        headers={"Accept-Encoding": "identity"},
        follow_redirects=False,
        trust_env=not endpoint.loopback,
        timeout=timeout,
    )


def check_settings(settings: Mapping[str, float]) -> None:
    """Refuse client settings that are too small.

    settings (Mapping[str, float]): The settings by name.
    RAISES (InputError): If one is too small.
    """
    least = {"max_concurrency": 1, "max_retries": 0, "timeout": 0.001}
    for name, value in settings.items():
        if value < least[name]:
            raise InputError(f"{name}: must be at least {least[name]}.")
