"""The service in this process: its engine without workers, and requests to it."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from starlette.testclient import TestClient

from spacy_piivot.serve.answers import Answer
from spacy_piivot.serve.app import OPEN, Limits, make_app
from spacy_piivot.serve.door import Access
from spacy_piivot.serve.engine import Engine, Job

# Asks the engine: a path and a body; returns the status and the JSON value.
Ask = Callable[..., tuple[int, Any]]
KEY = b"a test key of more than sixteen bytes"


class Inline:
    """Workers that are none: a function answers each request where it is asked."""

    def __init__(self, answer: Callable[[Job], Answer], facts: Mapping[str, Any] = {}) -> None:
        self.answer, self.facts, self.is_ready = answer, facts, True

    async def run(self, job: Job) -> Answer:
        await asyncio.sleep(0)
        return self.answer(job)


def inline(engine: Engine) -> Inline:
    """Workers of an engine."""
    return Inline(lambda job: list(engine.answers([job]))[-1], engine.facts())


def client(
    workers: Any,
    *,
    access: Access | None = None,
    limits: Limits | None = None,
    said: list[str] | None = None,
    log: list[str] | None = None,
) -> TestClient:
    """A client of the application."""
    app = make_app(
        workers,
        access or Access(open=OPEN),
        limits,
        report=[].append if said is None else said.append,
        log=None if log is None else log.append,
    )
    return TestClient(app, raise_server_exceptions=False)


def body(value: Any) -> bytes:
    """A value as a body."""
    return json.dumps(value).encode()
