"""Asks an OpenAI-compatible endpoint, through the `openai` SDK.

The SDK repeats what failed (408, 409, 429, 5xx and broken connections) with a growing pause, or
the one that Retry-After asks for. What it logs and raises may quote texts, so none of it is passed
on.
"""

import asyncio
import json
import time
from collections.abc import Mapping
from contextvars import ContextVar
from importlib import import_module
from typing import Any

from ..compat import require
from ..errors import InputError
from .abilities import LOGPROBS, SCHEMA, WISHES, Abilities, Names
from .attempts import Attempts
from .bodies import read_body
from .budget import Budget
from .endpoint import Endpoint
from .requests import (
    OVER_BUDGET,
    RATE_LIMIT,
    REFUSAL,
    REJECTED,
    SERVER_ERROR,
    TIMEOUT,
    TRUNCATED,
    UNPARSABLE,
    UNREACHABLE,
    Answer,
    NoAnswer,
    Request,
)
from .usage import Prices, Tally, Usage, cost_of

EXTRA = "llm"
PATH = "/chat/completions"
SEED = 0
# How many questions in a row may fail for want of a server until none is asked for a while.
FAILURES = 3
PAUSE_SECONDS = 60.0
# What a proxy says whose server is away.
_AWAY = frozenset({502, 503, 504})
# What a server says to a question that is too long, among others.
_TOO_LONG = frozenset({400, 413})
# How an answer ends that is whole, in the words of several servers.
_WHOLE = (None, "stop", "eos", "eos_token", "stop_sequence", "end_turn")
# Statuses after which nobody knows what the model did, as where the connection broke.
_GIVEN_UP = frozenset({408, 504})
# A server that counts more than these is not believed.
_MOST_TOKENS = 1_000_000_000
# Who sends more characters a token than this has not kept to the tokens allowed.
_LONGEST_TOKEN = 32
# Of a logarithm of a probability.
_LEAST_LOGPROB, _ROUNDING = -1e6, 1e-3

# Those at the question that is asked in this context: the SDK repeats what failed unseen.
_attempts: ContextVar[Attempts] = ContextVar("attempts")


class Client:
    """A connection to one endpoint. To be made and used in one event loop.

    endpoint (Endpoint): The server.
    api_key (Optional[str]): The key to log in with.
    max_concurrency (int): How many requests may be under way.
    timeout (float): Seconds that one attempt may take.
    max_retries (int): How often one that failed is repeated.
    budget (Budget): What may be spent.
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

    async def ask(self, request: Request, tally: Tally) -> Answer:
        """Ask a question.

        request (Request): The question.
        tally (Tally): Where to add what was used, by all attempts.
        RETURNS (Answer): The answer, whole.
        RAISES (NoAnswer): If there is none: the server cannot be reached or fails, the model
            refuses, does not come to an end or says more than it may, or the budget is spent.
        """
        async with self._slots:
            self._check_pause()
            attempts = Attempts(self._budget, self._estimate(request))
            _attempts.set(attempts)
            try:
                answer = _read(await self._complete(request, attempts))
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
            reason, away, too_much = _status_reason(status), status in _AWAY, status in _TOO_LONG
        except self._openai.OpenAIError:
            reason = UNPARSABLE
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            reason = UNPARSABLE  # not what the API promises
        if reason and attempts.over_budget:
            reason, away = OVER_BUDGET, False
        self._note(away)
        # Raised outside the handlers: their exceptions may hold the texts.
        if reason:
            raise NoAnswer(reason, too_much=too_much)
        return completion

    def _note(self, away: bool) -> None:
        """Count questions that no server answers; after some, the others need not wait for it."""
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
        # As `chat.completions.create`, but what comes back is read here: the SDK takes twice as
        # long to make objects of it, whatever the server sent.
        completion = await sdk.post(PATH, body=_body(request, names), cast_to=object)
        _attempts.get().end(self._used(request, completion))
        return completion

    def _estimate(self, request: Request) -> Usage:
        """The most that an attempt can use: no token is less than a byte of what is sent."""
        sent = json.dumps(_body(request, WISHES), ensure_ascii=False)
        tokens = len(sent.encode("utf8", "surrogatepass"))
        cost = cost_of(request.model, tokens, request.max_tokens, self._prices)
        return Usage(1, 0, tokens, request.max_tokens, cost)

    def _used(self, request: Request, completion: Any) -> Usage | None:
        """What an attempt used, if the server says so."""
        match completion:
            case {
                "usage": {
                    "prompt_tokens": int(input_tokens),
                    "completion_tokens": int(output_tokens),
                }
            } if _is_count(input_tokens) and _is_count(output_tokens):
                cost = cost_of(request.model, input_tokens, output_tokens, self._prices)
                return Usage(1, 0, input_tokens, output_tokens, cost)
        return None


def _body(request: Request, names: Names) -> dict[str, Any]:
    """What is sent, with what is optional as far as it is wanted and allowed."""
    body = {
        "model": request.model,
        "messages": [message._asdict() for message in request.messages],
        "max_tokens": request.max_tokens,
        "temperature": request.temperature,
        "top_p": 1,
        "seed": SEED + request.sample,
    }
    if request.schema is not None and SCHEMA in names:
        schema = {"name": "answer", "strict": True, "schema": dict(request.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if request.logprobs and LOGPROBS in names:
        body["logprobs"] = True
    return body


def _http_client(openai: Any, endpoint: Endpoint, timeout: float) -> Any:
    # The SDK's own HTTP library, whichever it is.
    http = import_module(openai.DefaultAsyncHttpxClient.__bases__[0].__module__.partition(".")[0])

    class HttpClient(openai.DefaultAsyncHttpxClient):
        async def send(self, *arguments: Any, **options: Any) -> Any:
            attempts = _attempts.get()
            if not await attempts.start():
                raise openai.OpenAIError("over budget")
            # The library's own limit is one between two packets.
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

    # A proxy or a redirection would take texts elsewhere. Packed, little could become much.
    return HttpClient(
        headers={"Accept-Encoding": "identity"},
        follow_redirects=False,
        trust_env=not endpoint.loopback,
        timeout=timeout,
    )


def _is_count(value: int) -> bool:
    return not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS


def _status_reason(status: int) -> str:
    if status == 429:
        return RATE_LIMIT
    if status == 408:
        return TIMEOUT
    return SERVER_ERROR if status >= 500 else REJECTED


def _read(completion: Any) -> Answer:
    match completion:
        case {"error": error} if error:
            raise NoAnswer(SERVER_ERROR)
        case {"choices": [{"message": {"refusal": refusal}}, *_]} if refusal:
            raise NoAnswer(REFUSAL)
        case {"choices": [{"finish_reason": "content_filter"}, *_]}:
            raise NoAnswer(REFUSAL)
        case {"choices": [{"finish_reason": "length"}, *_]}:
            raise NoAnswer(TRUNCATED)
        case {"choices": [{"message": {"content": str(text)}} as choice, *_]} if (
            choice.get("finish_reason") in _WHOLE
        ):
            return Answer(text, _read_tokens(choice.get("logprobs"), text))
    raise NoAnswer(UNPARSABLE)


def _read_tokens(logprobs: Any, text: str) -> list[tuple[str, float]]:
    """The tokens of an answer with their probabilities, if they make up its text."""
    content = logprobs.get("content") if isinstance(logprobs, dict) else None
    tokens = []
    for part in content if isinstance(content, list) else []:
        match part:
            case {
                "token": str(token),
                "logprob": int() | float() as logprob,
            } if _LEAST_LOGPROB <= logprob <= _ROUNDING:
                tokens.append((token, float(logprob)))
    return tokens if "".join(token for token, _ in tokens) == text else []


def check_settings(settings: Mapping[str, float]) -> None:
    """Refuse settings of a client that cannot work.

    settings (Mapping[str, float]): By name, how many or how long.
    RAISES (InputError): If one is too small.
    """
    least = {"max_concurrency": 1, "max_retries": 0, "timeout": 0.001}
    for name, value in settings.items():
        if value < least[name]:
            raise InputError(f"{name}: must be at least {least[name]}.")
