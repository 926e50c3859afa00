"""Runs the service until it is stopped."""

import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

from ..errors import InputError
from ..web.addresses import bracketed, is_loopback, own_hosts
from ..web.serving import serve
from .app import OPEN, Limits, make_app
from .door import Access
from .engine import Engine
from .patience import PatientProtocol
from .pool import NotStarted, Pool
from .process import write_no_core
from .worker import Maker

# More connections than this are answered with the status 503, before anything is read.
_CONNECTIONS = 1_000
_IDLE_SECONDS = 20


def check_access(host: str, token: str | None) -> None:
    """Whether the service may listen there.

    host (str): The name or address.
    token (str | None): The token that requests must carry.
    RAISES (InputError): If other computers can reach it, and it needs no token.
    """
    if token is None and not is_loopback(host):
        raise InputError(
            f"{host}: other computers could use the service. Give a token with --token-file or "
            "SPACY_PIIVOT_TOKEN, or leave out --host."
        )


def run_service(
    make: Callable[[], Engine],
    bound: socket.socket,
    *,
    host: str,
    token: str | None,
    workers: int,
    seconds: float,
    limits: Limits,
    grace: int,
    ready: Callable[[str], None],
    report: Callable[[str], None],
    log: Callable[[str], None] | None,
) -> bool:
    """Answer until Ctrl-C or SIGTERM, and then finish the running requests.

    make (Callable[[], Engine]): Makes the engine of a worker; can be pickled.
    bound (socket.socket): Where to listen.
    host (str): The name or address of that.
    token (str | None): What requests must carry; None if nobody needs one.
    workers (int): How many processes read texts.
    seconds (float): How long a request may wait for a worker, and how long it may take there.
    limits (Limits): What the service accepts.
    grace (int): How long running requests may take when it stops, in seconds.
    ready (Callable[[str], None]): Called with the address once the service answers.
    report (Callable[[str], None]): Called with lines about errors, without any text.
    log (Callable[[str], None] | None): Called with a line for each request; None for no log.
    RETURNS (bool): Whether it could start.
    """
    write_no_core()
    report, log = _unfailing(report), _unfailing(log) if log else None
    port = bound.getsockname()[1]
    # With a token it may be called by any name: behind a proxy, in a container.
    hosts = own_hosts(host, port) if token is None else None
    pool = Pool(Maker(make), workers, seconds, report)

    @asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        try:
            await pool.open()
        except NotStarted as error:
            report(f"Error: no worker can start: {error}.")
            raise
        try:
            yield
        finally:
            await pool.close()

    app = make_app(
        pool, Access(token, hosts, OPEN), limits, lifespan=lifespan, report=report, log=log
    )
    with _without_logs():
        try:
            serve(
                app,
                bound,
                lambda: ready(f"http://{bracketed(host)}:{port}/"),
                grace,
                http=PatientProtocol,
                limit_concurrency=_CONNECTIONS,
                timeout_keep_alive=_IDLE_SECONDS,
            )
        except SystemExit:
            return False
    return True


def _unfailing(write: Callable[[str], None]) -> Callable[[str], None]:
    """Lets requests be answered although nobody reads stderr any more, or its disk is full."""

    def say(line: str) -> None:
        with suppress(OSError, ValueError):
            write(line)

    return say


@contextmanager
def _without_logs() -> Iterator[None]:
    """Switch off the logs of other packages, whose messages may quote texts."""
    former = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(former)
