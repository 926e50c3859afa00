"""A review server in a thread of this process, over any desk."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn

from spacy_piivot.review.server.app import make_app
from spacy_piivot.review.server.desks import ReviewDesk
from spacy_piivot.review.server.security import Gate
from spacy_piivot.web.serving import listen, make_server


@dataclass
class Running:
    """A server that answers.

    said (list[str]): The lines that it reported.
    """

    gate: Gate
    desk: ReviewDesk
    output: Path
    said: list[str] = field(default_factory=list)

    @property
    def base(self) -> str:
        return self.gate.address.partition("?")[0].rstrip("/")


@contextmanager
def running(
    desk: ReviewDesk, *, password: str | None = None, output: Path = Path("out.jsonl")
) -> Iterator[Running]:
    """Serve until the block ends."""
    bound = listen("127.0.0.1", 0)
    gate = Gate("anna", "127.0.0.1", bound.getsockname()[1], password)
    server_of = Running(gate, desk, output)
    ready = threading.Event()
    app = make_app(desk, gate, output=output, report=server_of.said.append)
    server: uvicorn.Server = make_server(app, ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    assert ready.wait(20)
    try:
        yield server_of
    finally:
        server.should_exit = True
        thread.join(10)
        bound.close()
