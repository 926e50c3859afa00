"""A worker: a process that has the pipeline, and answers requests one after another."""

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import warnings
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

from ..web.explaining import explain
from .answers import answer, refusal
from .engine import Engine
from .frames import read_lot, write_answer
from .process import end_first_without_memory, end_with, write_no_core

# Forked workers share the memory of the pipeline, and start at once. Elsewhere a fork is not safe.
METHOD = "fork" if sys.platform == "linux" else "spawn"
_STANDARD = 3


class Maker:
    """Makes the engine of each worker: before a fork once for all, else in each worker.

    make (Callable[[], Engine]): Makes it; can be pickled.
    method (str): How processes start: "fork" or "spawn".
    """

    def __init__(self, make: Callable[[], Engine], method: str = METHOD) -> None:
        self.method = method
        self._make = make
        self._made: Engine | None = None
        if method == "fork":
            self._made = make()
            self._made.prepare()
            # What is collected would be copied into each worker.
            gc.collect()
            gc.freeze()

    def __call__(self) -> Engine:
        return self._made or self._make()


class Worker:
    """A worker, as the server sees it.

    maker (Maker): Makes its engine.
    """

    def __init__(self, maker: Maker) -> None:
        context: Any = multiprocessing.get_context(maker.method)
        self._bound, theirs = socket.socketpair()
        self._process: BaseProcess = context.Process(
            target=_work, args=(theirs, maker, os.getpid()), name="spacy-piivot-worker", daemon=True
        )
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int | None:
        """The process."""
        return self._process.pid

    async def connect(
        self, ended: Callable[[], None]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The stream of its answers, of which the first says that it is ready, and of requests.

        ended (Callable[[], None]): Called when the worker ends; `at_eof` is true from then on.
        """
        self._bound.setblocking(False)
        loop = asyncio.get_running_loop()
        reader = _Answers(ended)
        protocol = asyncio.StreamReaderProtocol(reader)
        transport, _ = await loop.create_connection(lambda: protocol, sock=self._bound)
        return reader, asyncio.StreamWriter(transport, protocol, reader, loop)

    async def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        while self._process.exitcode is None:
            await asyncio.sleep(0.01)
        self._process.close()


class _Answers(asyncio.StreamReader):
    """Says when its end has arrived.

    ended (Callable[[], None]): Called then.
    """

    def __init__(self, ended: Callable[[], None]) -> None:
        super().__init__()
        self._ended = ended

    def feed_eof(self) -> None:
        super().feed_eof()
        self._ended()


def _work(bound: socket.socket, maker: Maker, server: int) -> None:
    """What the process does. It ends when the server closes the connection, or is gone."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGTERM):
        # Whoever stops the server may signal all its processes, but running requests are finished.
        signal.signal(number, signal.SIG_IGN)
    end_with(server)
    end_first_without_memory()
    write_no_core()
    if maker.method == "fork":
        _let_go(bound)
    # The messages of other packages may quote texts.
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(_STANDARD):
        os.dup2(null, stream)
    with bound, bound.makefile("rb") as requests, bound.makefile("wb") as answers:
        try:
            engine = maker()
            engine.warm_up()
            write_answer(answers, answer(engine.facts()))
            while lot := read_lot(requests):
                for one in engine.answers(lot):
                    write_answer(answers, one)
        except OSError:
            pass  # nobody reads the answers
        except BaseException as error:
            write_answer(answers, refusal(500, "Internal server error", explain(error)))
    os._exit(0)


def _let_go(bound: socket.socket) -> None:
    """Close the server's own files, which a fork shares: its sockets, and those of its clients."""
    keep = bound.fileno()
    os.closerange(_STANDARD, keep)
    os.closerange(keep + 1, os.sysconf("SC_OPEN_MAX"))
