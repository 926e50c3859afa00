"""A desk in memory behind the server, and a browser that was let in."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fake_desk import FakeDesk, Shown
from starlette.testclient import TestClient

from spacy_piivot.review.desk import Desk
from spacy_piivot.review.server.app import make_app
from spacy_piivot.review.server.security import Gate
from spacy_piivot.review.store import Store
from spacy_piivot.runs.names import IdMode

PORT = 8123
BASE = f"http://127.0.0.1:{PORT}"
SECRET = "Zorblatt"


@dataclass
class Door:
    """The server, asked without a network."""

    desk: Any
    gate: Gate
    client: TestClient
    said: list[str]
    output: Path

    def enter(self) -> "Door":
        response = self.client.get(self.gate.address, follow_redirects=False)
        assert response.status_code == 303
        return self

    def post(self, path: str, body: Any = None, **query: Any) -> Any:
        """Send JSON as our pages do."""
        headers = {"X-Review-Token": self.csrf, "Content-Type": "application/json"}
        return self.client.post(path, content=json.dumps(body or {}), params=query, headers=headers)

    @property
    def csrf(self) -> str:
        session = self.gate.session(self.client.cookies[self.gate.cookie])
        assert session is not None
        return session.csrf


def make_desk(store: Store) -> FakeDesk:
    desk = FakeDesk(
        [
            Shown(
                f"chat {SECRET}",
                [(SECRET, f"hi {SECRET}, 4/12 is 1/3"), ("tutor", f"👍 {SECRET} & <b>Quibbly</b>")],
            ),
            Shown("two", [("tutor", "Hello")]),
            Shown("three", [("tutor", "Hello Ann")]),
        ],
        store,
    )
    desk.place(0, 0, SECRET, "NAME", score=0.9, role="participant")
    desk.place(0, 1, SECRET, "NAME", score=0.4)
    desk.place(2, 0, "Ann", "NAME", score=0.4)
    return desk


@pytest.fixture
def stranger(store: Store) -> Iterator[Door]:
    """A browser that was not let in."""
    yield from _door(make_desk(store))


@pytest.fixture
def door(store: Store) -> Iterator[Door]:
    """A browser that was let in."""
    for one in _door(make_desk(store)):
        yield one.enter()


@pytest.fixture
def guest(store: Store) -> Iterator[Door]:
    """A browser that was not let in, of a server with the password "sesame"."""
    yield from _door(make_desk(store), "sesame")


@pytest.fixture
def real(desk: Desk, tmp_path: Path) -> Iterator[Door]:
    """A browser that was let in, of a desk over a state."""
    for one in _door(desk, output=tmp_path / "out.jsonl"):
        yield one.enter()


@pytest.fixture
def numbering(desk: Desk, tmp_path: Path) -> Iterator[Door]:
    """The same of a desk that numbers ids."""
    for one in _door(desk, output=tmp_path / "out.jsonl", ids="number"):
        yield one.enter()


def _door(
    desk: Any,
    password: str | None = None,
    output: Path = Path("out.jsonl"),
    ids: IdMode = "keep",
) -> Iterator[Door]:
    gate, said = Gate("anna", "127.0.0.1", PORT, password), list[str]()
    app = make_app(desk, gate, output=output, ids=ids, report=said.append)
    with TestClient(app, base_url=BASE) as client:
        yield Door(desk, gate, client, said, output)
