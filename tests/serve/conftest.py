import json
from typing import Any

import pytest
import served
from served import Ask
from spacy.language import Language
from starlette.testclient import TestClient

from spacy_piivot.serve.engine import Engine, Job


@pytest.fixture(scope="module")
def engine(keyed_nlp: Language) -> Engine:
    """The engine of the shipped pipeline, with a key."""
    surrogator: Any = keyed_nlp.get_pipe("hips_surrogator")
    surrogator.key = served.KEY
    return Engine(keyed_nlp)


@pytest.fixture(scope="module")
def http(engine: Engine) -> TestClient:
    """A client of the whole service, in this process."""
    return served.client(served.inline(engine))


@pytest.fixture(scope="module")
def ask(engine: Engine) -> Ask:
    """Ask the engine: a path and a body; returns the status and the JSON value."""

    def asked(path: str, value: Any) -> tuple[int, Any]:
        data = value if isinstance(value, bytes) else served.body(value)
        [answer] = engine.answers([Job(path, data)])
        return answer.status, json.loads(answer.body)

    return asked
