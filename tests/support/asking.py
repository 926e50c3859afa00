"""Send requests to the stand-in server through a session."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from stand_in_server import Model, Reply, StandInServer

from spacy_piivot.llm.connection import Connection
from spacy_piivot.llm.requests import Answer, ChatMessage, NoAnswer, Request
from spacy_piivot.llm.session import Session
from spacy_piivot.llm.usage import UsageTally

pytest.importorskip("openai")

SECRET = "Zephyrine Quackenbush"
SCHEMA = {"type": "object", "properties": {}, "additionalProperties": False}


def request(text: str = SECRET, **more: Any) -> Request:
    messages = [ChatMessage("system", "s"), ChatMessage("user", text)]
    return Request(**{"model": "m", "messages": messages, "max_tokens": 8, **more})


@contextmanager
def session(server: StandInServer | None, **settings: Any) -> Iterator[Session]:
    url = server.base_url if server else "http://127.0.0.1:9/v1"
    made = Session(Connection(**{"base_url": url, "max_retries": 3, **settings}), None)
    try:
        yield made
    finally:
        made.close()


def read(answer: Answer) -> Any:
    return answer.text


def ask(asked: Session, *requests: Request, reader: Callable[[Answer], Any] = read) -> list[Any]:
    """The answers, or the reasons why there are none."""

    async def one(question: Request) -> Any:
        try:
            return await asked.ask(question, reader, UsageTally())
        except NoAnswer as error:
            return error.reason

    async def all_of_them() -> list[Any]:
        return list(await asyncio.gather(*map(one, requests)))

    return asked.submit(all_of_them()).result()


def reply_once(first: Reply, later: str = "T") -> Model:
    replies: Iterator[Reply] = iter([first])
    return lambda body: next(replies, Reply(later))


def wanting(number: int) -> Request:
    return request(f"question {number}", schema=SCHEMA, logprobs=True)
