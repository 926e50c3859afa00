"""Divides a pipeline's connections to language models among worker processes.

Each process has a connection of its own, so several would send more requests at a time than the
connection allows, and spend its budget several times.
"""

from collections.abc import Iterator
from dataclasses import replace

from spacy.language import Language

from ..llm.connection import Connection
from .llm_queries import ModelClient


def asks_models(nlp: Language) -> bool:
    """Whether a component of a pipeline queries a language model.

    nlp (Language): The pipeline; disabled components do not count.
    RETURNS (bool): Whether one does.
    """
    return any(True for _ in _clients(nlp))


def most_sharing(nlp: Language) -> int:
    """How many processes can share a pipeline's connections: each needs one request at a time.

    nlp (Language): The pipeline.
    RETURNS (int): The most processes; a very large number if nothing is queried.
    """
    return min((one.connection.max_concurrency for one in _clients(nlp)), default=2**31)


def share_connections(nlp: Language, number: int, count: int) -> None:
    """Leave a pipeline the share of one worker process in its connections.

    nlp (Language): The pipeline in the worker, which has queried nothing yet.
    number (int): The worker, from 0.
    count (int): How many workers there are, at most `most_sharing`.
    """
    for client in _clients(nlp):
        client.connection = share_of(client.connection, number, count)


def share_of(connection: Connection, number: int, count: int) -> Connection:
    """One worker's share of a connection. All shares together are the connection.

    connection (Connection): The connection.
    number (int): The worker, from 0.
    count (int): How many workers there are.
    RETURNS (Connection): The connection with fewer requests at a time and a part of the budget.
    """
    budget: dict[str, float | None] = {
        kind: limit if limit is None else limit / count for kind, limit in connection.budget.items()
    }
    requests = connection.budget.get("requests")
    if requests is not None:
        budget["requests"] = _part(int(requests), number, count)
    most = max(1, _part(connection.max_concurrency, number, count))
    return replace(connection, max_concurrency=most, budget=budget)


def _part(whole: int, number: int, count: int) -> int:
    """A part of a number; the first parts are larger if it cannot be divided."""
    return whole // count + (number < whole % count)


def _clients(nlp: Language) -> Iterator[ModelClient]:
    for _, component in nlp.pipeline:
        for one in (component, getattr(component, "generator", None)):
            if isinstance(one, ModelClient):
                yield one
