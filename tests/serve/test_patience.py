"""Slow clients, over real sockets."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from served import Inline

from spacy_piivot.serve.answers import Answer, answer
from spacy_piivot.serve.app import Limits, make_app
from spacy_piivot.serve.door import Access
from spacy_piivot.serve.engine import Job
from spacy_piivot.serve.patience import PatientProtocol
from spacy_piivot.web.serving import listen, make_server

HEAD = "POST /analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
BIG = 8_000_000


class Hasty(PatientProtocol):
    seconds = 0.4


gone = threading.Event()


class Sleepy(Inline):
    """Workers that sleep if they are asked to."""

    async def run(self, job: Job) -> Answer:
        if job.body == b"sleep":
            try:
                await asyncio.sleep(10)
            except asyncio.CancelledError:
                gone.set()
                raise
        return await super().run(job)


def reply(job: Job) -> Answer:
    return answer("x" * (BIG if job.body == b"big" else 2))


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A server in a thread that waits half a second for slow clients."""
    bound = listen("127.0.0.1", 0)
    ready = threading.Event()
    app = make_app(Sleepy(reply), Access(), Limits(reading=0.4, body=1000))
    server = make_server(app, ready.set, http=Hasty, timeout_keep_alive=5)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    assert ready.wait(20)
    yield bound.getsockname()[1]
    server.should_exit = True
    thread.join(10)
    bound.close()


@contextmanager
def connected(port: int) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        yield connection


def ends(connection: socket.socket) -> bytes:
    """What comes until the server ends the connection; it must not take ten seconds."""
    said = b""
    try:
        while piece := connection.recv(65536):
            said += piece
    except ConnectionResetError:
        pass
    return said


def is_dropped(connection: socket.socket, text: str) -> bool:
    """Whether the server ends the connection while a text is sent letter by letter."""
    try:
        for letter in text:
            connection.sendall(letter.encode())
            time.sleep(0.02)
    except OSError:
        return True
    return False


def test_a_client_that_says_nothing_is_dropped(port: int) -> None:
    with connected(port) as connection:
        assert ends(connection) == b""


def test_a_header_that_comes_letter_by_letter_is_dropped(port: int) -> None:
    with connected(port) as connection:
        started = time.monotonic()
        assert is_dropped(connection, HEAD * 10)
        assert time.monotonic() - started < 5


def test_a_body_that_does_not_come_is_answered_408(port: int) -> None:
    with connected(port) as connection:
        connection.sendall(f'{HEAD}Content-Length: 500\r\n\r\n{{"a'.encode())
        assert b"408" in connection.recv(65536).split(b"\r\n")[0]
        assert ends(connection) is not None


def test_a_client_that_goes_on_with_a_body_nobody_wants_is_dropped(port: int) -> None:
    with connected(port) as connection:
        connection.sendall(f"{HEAD}Content-Length: 100000000\r\n\r\n".encode())
        assert b"413" in connection.recv(65536).split(b"\r\n")[0]
        assert is_dropped(connection, "x" * 500)


def test_a_client_that_does_not_read_its_answer_is_dropped(port: int) -> None:
    with connected(port) as connection:
        connection.sendall(f"{HEAD}Content-Length: 3\r\n\r\nbig".encode())
        time.sleep(1.2)
        assert len(ends(connection)) < BIG


def test_nobody_works_for_a_client_that_has_gone(port: int) -> None:
    with connected(port) as connection:
        connection.sendall(f"{HEAD}Content-Length: 5\r\n\r\nsleep".encode())
        time.sleep(0.2)
        assert not gone.is_set()
    assert gone.wait(5)


def test_a_client_in_time_keeps_its_connection(port: int) -> None:
    request = f"{HEAD}Content-Length: 2\r\n\r\n".encode()
    with connected(port) as connection:
        for _ in range(3):
            connection.sendall(request)
            time.sleep(0.15)
            connection.sendall(b"{}")
            said = b""
            while not said.endswith(b'"xx"'):
                said += connection.recv(65536)
            assert b"200 OK" in said
            time.sleep(0.5)  # a pause between two requests is longer


def test_two_requests_at_once_are_both_answered(port: int) -> None:
    request = f"{HEAD}Content-Length: 2\r\n\r\n{{}}".encode()
    with connected(port) as connection:
        connection.sendall(request + request)
        said = b""
        while said.count(b"200 OK") < 2:
            said += connection.recv(65536)
