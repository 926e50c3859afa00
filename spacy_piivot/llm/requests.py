"""Requests to a model, answers, and the reasons for a missing answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..errors import PIIvotError

# Reasons for a missing answer. They are stored on the Doc as part of its status.
TIMEOUT = "timeout"
UNREACHABLE = "unreachable"
RATE_LIMIT = "rate_limit"
SERVER_ERROR = "server_error"
REJECTED = "rejected"
REFUSAL = "refusal"
TRUNCATED = "truncated"
UNPARSABLE = "unparsable"
OVER_BUDGET = "over_budget"


class NoAnswer(PIIvotError):
    """A request without a usable answer.

    reason (str): One of the reasons in this module. No text of request or answer is kept.
    too_much (bool): Whether the request may have been too long: parts of it may be answered.
    """

    def __init__(self, reason: str, *, too_much: bool = False) -> None:
        super().__init__(f"The language model gave no usable answer: {reason}.")
        self.reason = reason
        self.too_much = too_much or reason in (TRUNCATED, UNPARSABLE)


class ChatMessage(NamedTuple):
    """One message to a model."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Request:
    """One request to a model.

    model (str): The model's name at the endpoint.
    messages (Sequence[ChatMessage]): The prompt.
    max_tokens (int): The most tokens that the answer may have.
    temperature (float): 0 for the most likely answer.
    sample (int): The number of the answer, if several are requested: part of seed and cache key.
    schema (Mapping[str, Any] | None): The JSON schema of the answer, if the endpoint
        supports schemas.
    logprobs (bool): Whether to request the probabilities of the answer's tokens.
    """

    model: str
    messages: Sequence[ChatMessage] = field(repr=False)
    max_tokens: int
    temperature: float = 0.0
    sample: int = 0
    schema: Mapping[str, Any] | None = None
    logprobs: bool = False

    def identity(self) -> list[Any]:
        """All that the answer depends on, as JSON values."""
        messages = [list(message) for message in self.messages]
        parameters = [self.max_tokens, self.temperature, self.sample, self.schema, self.logprobs]
        return [self.model, messages, *parameters]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a model.

    text (str): The answer.
    tokens (Sequence[tuple[str, float]]): Its tokens with their log probabilities (natural
        logarithm); empty if the endpoint gives none.
    """

    text: str = field(repr=False)
    tokens: Sequence[tuple[str, float]] = field(default=(), repr=False)
