"""Makes the records for fine-tuning detectors and verifiers (Shen et al. 2025, 3.2 and 3.3)."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..errors import InputError
from .chunks import Chunk
from .excerpts import Excerpt
from .findings import number_line
from .marks import write_marks
from .requests import (
    OVER_BUDGET,
    RATE_LIMIT,
    REJECTED,
    SERVER_ERROR,
    TIMEOUT,
    UNREACHABLE,
    Answer,
    ChatMessage,
    NoAnswer,
    Request,
)
from .session import Session
from .usage import UsageTally
from .verdicts import TRUE, read_reasoned_verdict
from .verification import Verifier

# The most tries, and the temperature, for a reasoning that comes to the right verdict.
TRIES = 6
REASONING_TEMPERATURE = 0.3
DEFAULT_REASONING = (
    "The text around it does not settle whether this could tell who somebody is. What is not "
    "settled counts as personal information, since a missed name harms somebody."
)
# Reasons for which a try does not count: there was no answer at all.
_OUTAGES = frozenset({OVER_BUDGET, RATE_LIMIT, REJECTED, SERVER_ERROR, TIMEOUT, UNREACHABLE})


class Reasoned(NamedTuple):
    """A verdict with its reasoning, as the answer that a verifier learns.

    answer (str): The reasoning, followed by the verdict.
    default (bool): Whether no reasoning came to the right verdict; the answer is then T.
    """

    answer: str
    default: bool


def chat_record(messages: Iterable[ChatMessage], answer: str) -> dict[str, Any]:
    """Make a record for fine-tuning: a prompt and the answer to learn.

    messages (Iterable[ChatMessage]): The prompt.
    answer (str): The answer.
    RETURNS (dict[str, Any]): The object of one line.
    """
    prompt = [message._asdict() for message in messages]
    return {"messages": [*prompt, {"role": "assistant", "content": answer}]}


def marked_copy(chunk: Chunk, spans: Sequence[Sequence[tuple[int, int, str]]]) -> str:
    """The answer that a detector learns if it copies messages and marks spans.

    chunk (Chunk): The messages.
    spans (Sequence[Sequence[tuple[int, int, str]]]): Start, end and label, by message.
    RETURNS (str): The numbered lines with marks, without empty messages.
    """
    return "\n".join(
        number_line(number, write_marks(message.text, some))
        for number, (message, some) in enumerate(
            zip(chunk.messages, spans, strict=True), chunk.first
        )
        if message.text.strip()
    )


def closing_verdict(verdict: str) -> str:
    """The last line of a reasoned answer."""
    return f"Response: {verdict}"


async def reason(
    excerpts: Sequence[tuple[Excerpt, str]],
    verifier: Verifier,
    session: Session,
    tally: UsageTally,
) -> list[Reasoned]:
    """Have a model reason about findings whose verdict is known.

    excerpts (Sequence[tuple[Excerpt, str]]): Findings with their correct verdicts.
    verifier (Verifier): The verifier, whose prompt requests reasoning.
    session (Session): The session to use. Reasonings are texts, so they are not cached.
    tally (UsageTally): The tally to add the usage to.
    RETURNS (list[Reasoned]): For each finding, the first of up to six answers with the right
        verdict; the default to T if none does.
    RAISES (InputError): If the endpoint gives no answers: an outage must not teach T.
    """
    model = verifier.models[0]

    async def one(excerpt: Excerpt, verdict: str) -> Reasoned:
        for sample in range(TRIES):
            plain = verifier.request([excerpt], model, sample)
            request = Request(
                plain.model, plain.messages, plain.max_tokens, REASONING_TEMPERATURE, sample
            )
            try:
                answer = await session.ask(request, lambda answer: answer, tally, keep=False)
                reasoning = _reasoning(answer)
                if reasoning and read_reasoned_verdict(answer) == verdict:
                    return Reasoned(f"{reasoning}\n{closing_verdict(verdict)}", False)
            except NoAnswer as error:
                problem = error.reason
            else:
                continue
            if problem in _OUTAGES:
                raise InputError(
                    f"The language model gave no answer ({problem}), so nothing was written. Check "
                    "the endpoint, the key and the budget, and start again."
                )
        return Reasoned(f"{DEFAULT_REASONING}\n{closing_verdict(TRUE)}", True)

    return list(await asyncio.gather(*(one(excerpt, verdict) for excerpt, verdict in excerpts)))


def _reasoning(answer: Answer) -> str:
    """The text before the verdict of an answer; may be ""."""
    return answer.text.strip().rpartition("\n")[0].strip()
