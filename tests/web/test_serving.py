"""How a server listens."""

import socket

import pytest
from starlette.applications import Starlette

from spacy_piivot.errors import InputError
from spacy_piivot.web.serving import listen, serve


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(InputError, match=rf"Port {port} of 127\.0\.0\.1 cannot be used"):
            listen("127.0.0.1", port)


def test_a_port_that_another_took_while_this_one_started() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with listen("127.0.0.1", port) as late, listen("127.0.0.1", port) as other:
        other.listen()
        with pytest.raises(InputError, match=rf"Port {port} of 127\.0\.0\.1 cannot be used"):
            serve(Starlette(), late, lambda: pytest.fail("it does not answer"))
