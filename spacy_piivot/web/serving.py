"""Runs a server until it is stopped."""

import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from ..errors import InputError


def listen(host: str, port: int) -> socket.socket:
    """A socket for the server.

    host (str): The name or address to listen on.
    port (int): The port; 0 for any that is free.
    RETURNS (socket.socket): It listens once the server runs.
    RAISES (InputError): If the port is taken, or the address is not of this computer.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
    except OSError:
        raise InputError(f"{host}: this computer has no such address.") from None
    try:
        if port:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise _unusable(port, host, error) from None
    return bound


def _unusable(port: int, host: str, error: OSError) -> InputError:
    return InputError(
        f"Port {port} of {host} cannot be used ({error.strerror}). Give another with --port, "
        "or --port 0 for any that is free."
    )


def serve(
    app: ASGIApp, bound: socket.socket, ready: Callable[[], None], grace: int = 3, **settings: Any
) -> None:
    """Answer until Ctrl-C or SIGTERM.

    app (ASGIApp): The application.
    bound (socket.socket): Where to listen.
    ready (Callable[[], None]): Called once the server answers.
    grace (int): How long running requests may take after that, in seconds.
    **settings (Any): More settings of `uvicorn.Config`.
    """
    make_server(app, ready, grace, **settings).run(sockets=[bound])


def make_server(
    app: ASGIApp, ready: Callable[[], None], grace: int = 3, **settings: Any
) -> uvicorn.Server:
    """The server, which writes no log: one would contain addresses and tracebacks.

    app (ASGIApp): The application.
    ready (Callable[[], None]): Called once the server answers.
    grace (int): How long running requests may take when it stops, in seconds.
    **settings (Any): More settings of `uvicorn.Config`.
    RETURNS (uvicorn.Server): It does not run yet.
    """
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level=logging.CRITICAL + 1,
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=grace,
        **settings,
    )
    return _Server(config, ready)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets=sockets)
        except OSError as error:
            # Another program that had the port, too, was faster to listen.
            await self.lifespan.shutdown()
            host, port = sockets[0].getsockname()[:2] if sockets else ("", 0)
            raise _unusable(port, host, error) from None
        if self.started:
            self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal without raising it again: that is how the command ends."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        former = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in former.items():
                signal.signal(number, handler)
