"""A desk in memory behind the server, and a browser that was let in."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from fake_desk import FakeDesk, Shown
from starlette.testclient import TestClient

from spacy_piivot.review.server.app import make_app
from spacy_piivot.review.server.security import Gate

PORT = 8123
BASE = f"http://127.0.0.1:{PORT}"
SECRET = "Zorblatt"


@dataclass
class Door:
    """The server, asked without a network."""

    desk: FakeDesk
    gate: Gate
    client: TestClient
    said: list[str]

    def enter(self) -> "Door":
        response = self.client.get(self.gate.address, follow_redirects=False)
        assert response.status_code == 303
        return self

    @property
    def csrf(self) -> str:
        session = self.gate.session(self.client.cookies[self.gate.cookie])
        assert session is not None
        return session.csrf


def make_desk() -> FakeDesk:
    desk = FakeDesk(
        [
            Shown(
                f"chat {SECRET}",
                [(SECRET, f"hi {SECRET}, 4/12 is 1/3"), ("tutor", f"👍 {SECRET} & <b>Quibbly</b>")],
            ),
            Shown("two", [("tutor", "Hello")]),
            Shown("three", [("tutor", "Hello Ann")]),
        ]
    )
    desk.place(0, 0, SECRET, "NAME", score=0.9, role="participant")
    desk.place(0, 1, SECRET, "NAME", score=0.4)
    desk.place(2, 0, "Ann", "NAME", score=0.4)
    return desk


@pytest.fixture
def stranger() -> Iterator[Door]:
    """A browser that was not let in."""
    yield from _door(None)


@pytest.fixture
def door() -> Iterator[Door]:
    """A browser that was let in."""
    for one in _door(None):
        yield one.enter()


@pytest.fixture
def guest() -> Iterator[Door]:
    """A browser that was not let in, of a server with the password "sesame"."""
    yield from _door("sesame")


def _door(password: str | None) -> Iterator[Door]:
    desk, gate, said = make_desk(), Gate("anna", "127.0.0.1", PORT, password), list[str]()
    app = make_app(desk, gate, output=Path("out.jsonl"), report=said.append)
    with TestClient(app, base_url=BASE, raise_server_exceptions=True) as client:
        yield Door(desk, gate, client, said)
