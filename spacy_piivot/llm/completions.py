"""Builds request bodies for an OpenAI-compatible endpoint and reads its completions."""

from typing import Any

from .abilities import LOGPROBS, SCHEMA, Names
from .requests import (
    RATE_LIMIT,
    REFUSAL,
    REJECTED,
    SERVER_ERROR,
    TIMEOUT,
    TRUNCATED,
    UNPARSABLE,
    Answer,
    NoAnswer,
    Request,
)

SEED = 0
# Finish reasons of complete answers, from several servers.
_WHOLE = (None, "stop", "eos", "eos_token", "stop_sequence", "end_turn")
# A larger token count from a server is ignored.
_MOST_TOKENS = 1_000_000_000
# Limits of a valid log probability.
_LEAST_LOGPROB, _ROUNDING = -1e6, 1e-3


def request_body(request: Request, names: Names) -> dict[str, Any]:
    """The body of a request, with the optional features that it wants and `names` allows."""
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


def read_completion(completion: Any) -> Answer:
    """Read the answer from a completion.

    completion (Any): The endpoint's response, as JSON.
    RETURNS (Answer): The answer.
    RAISES (NoAnswer): If there is no answer, or it is not complete.
    """
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


def used_tokens(completion: Any) -> tuple[int, int] | None:
    """The numbers of input and output tokens in a completion; None if it has none."""
    match completion:
        case {
            "usage": {
                "prompt_tokens": int(input_tokens),
                "completion_tokens": int(output_tokens),
            }
        } if _is_count(input_tokens) and _is_count(output_tokens):
            return input_tokens, output_tokens
    return None


def _is_count(value: int) -> bool:
    return not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS


def status_reason(status: int) -> str:
    """The reason for a missing answer, from the HTTP status."""
    if status == 429:
        return RATE_LIMIT
    if status == 408:
        return TIMEOUT
    return SERVER_ERROR if status >= 500 else REJECTED
