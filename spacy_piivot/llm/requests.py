"""What is asked, and what comes back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..errors import PIIvotError

# Why there is no answer. Each is kept on the Doc, so that a status tells what happened.
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
    """A question that was not answered, or not in a way that can be used.

    reason (str): One of the words of this module. Nothing of question or answer is kept.
    too_much (bool): Whether it may have been too much at once: parts of it may be answered.
    """

    def __init__(self, reason: str, *, too_much: bool = False) -> None:
        super().__init__(f"The language model gave no answer that can be used: {reason}.")
        self.reason = reason
        self.too_much = too_much or reason in (TRUNCATED, UNPARSABLE)


class ChatMessage(NamedTuple):
    """One message to a model."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model.

    model (str): The model's name at the endpoint.
    messages (Sequence[ChatMessage]): The prompt.
    max_tokens (int): The most tokens that the answer may have.
    temperature (float): 0 for the likeliest answer.
    sample (int): Which of several answers to the same question: part of seed and cache key.
    schema (Mapping[str, Any] | None): The JSON schema of the answer, where the endpoint can
        hold the model to one.
    logprobs (bool): Whether to ask for the probabilities of the answer's tokens.
    """

    model: str
    messages: Sequence[ChatMessage] = field(repr=False)
    max_tokens: int
    temperature: float = 0.0
    sample: int = 0
    schema: Mapping[str, Any] | None = None
    logprobs: bool = False

    def identity(self) -> list[Any]:
        """What the answer depends on, as JSON can hold it."""
        messages = [list(message) for message in self.messages]
        told = [self.max_tokens, self.temperature, self.sample, self.schema, self.logprobs]
        return [self.model, messages, *told]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said.

    text (str): The answer.
    tokens (Sequence[tuple[str, float]]): Its tokens with their natural logarithmic
        probabilities; empty where the endpoint gives none.
    """

    text: str = field(repr=False)
    tokens: Sequence[tuple[str, float]] = field(default=(), repr=False)
