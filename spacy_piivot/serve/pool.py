"""Divides requests among workers; replaces a worker that is too slow or has died."""

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ..web.explaining import explain
from .answers import Answer, refusal
from .engine import TOGETHER, Job
from .frames import pack_lot, read_answer
from .worker import Maker, Worker

BUSY = "The service is busy. Try again later."
# How many requests a worker gets at once, and how many bytes of them.
_LOT, _LOT_BYTES = 8, 32_000
_DIED = "A worker has died, and is replaced."
# Timers of the event loop may be early by this.
_TOLERANCE = 0.05
# How long a worker may take to start, and how long to wait after one did not.
_START_SECONDS, _FIRST_WAIT, _LONGEST_WAIT = 300.0, 0.5, 30.0


class NotStarted(Exception):
    """A worker could not make its engine. The message says why, without any text."""


@dataclass(slots=True, eq=False)
class _Waiting:
    """A request that is not answered.

    job (Job): The request.
    answer (Future[Answer]): Its answer.
    since (float | None): Since when it waits for a worker; None if one has it.
    alone (bool): Whether it must not share a worker with others: one of those was too slow.
    """

    job: Job = field(repr=False)
    answer: "asyncio.Future[Answer]"
    since: float | None = field(default_factory=time.monotonic)
    alone: bool = False

    def has_waited(self, seconds: float) -> bool:
        """Whether it waits for too long; behind what was lost with it, it may wait longer."""
        most = seconds * (3 if self.alone else 1) - _TOLERANCE
        return self.since is not None and time.monotonic() - self.since >= most


class Pool:
    """Workers, and the requests that wait for one.

    maker (Maker): Makes their engines.
    count (int): How many workers.
    seconds (float): How long a request may wait for a worker, and how long it may take there.
    report (Callable[[str], None]): Called with lines about errors, without any text.
    """

    def __init__(
        self, maker: Maker, count: int, seconds: float, report: Callable[[str], None]
    ) -> None:
        self._maker, self._count, self._seconds = maker, count, seconds
        self._report = report
        self._waiting: deque[_Waiting] = deque()
        self._arrived = asyncio.Condition()
        self._keepers: list[asyncio.Task[None]] = []
        self._ready: set[int] = set()
        self._waking: set[asyncio.Task[None]] = set()
        self._facts: dict[str, Any] = {}

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the engine says of itself; see `Engine.facts`."""
        return self._facts

    @property
    def is_ready(self) -> bool:
        """Whether any worker can answer."""
        return bool(self._ready)

    async def open(self) -> None:
        """Start the workers.

        RAISES (NotStarted): If the first cannot start.
        """
        first = asyncio.get_running_loop().create_future()
        self._keepers = [
            asyncio.create_task(self._keep(number, None if number else first))
            for number in range(self._count)
        ]
        try:
            await first
        except NotStarted:
            await self.close()
            raise

    async def close(self) -> None:
        """End the workers."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        self._keepers = []

    async def run(self, job: Job) -> Answer:
        """Let a worker answer a request.

        job (Job): The request.
        RETURNS (Answer): The answer; an error if no worker was free, or it took too long.
        """
        waiting = _Waiting(job, asyncio.get_running_loop().create_future())
        async with self._arrived:
            self._waiting.append(waiting)
            self._arrived.notify()
        try:
            while not waiting.answer.done():
                await asyncio.wait([waiting.answer], timeout=self._seconds)
                if not waiting.answer.done() and waiting.has_waited(self._seconds):
                    return refusal(503, BUSY)
            return waiting.answer.result()
        finally:
            # Nobody waits for it any more: the client is gone, or was told to come back.
            if waiting in self._waiting:
                self._waiting.remove(waiting)

    async def _keep(self, number: int, first: "asyncio.Future[None] | None") -> None:
        """Keep a worker running, and give it requests."""
        wait = _FIRST_WAIT
        while True:
            try:
                await self._employ(number, first)
                wait = _FIRST_WAIT
                continue
            except NotStarted as error:
                problem = str(error)
            except Exception as error:
                problem = explain(error)
            if first is not None and not first.done():
                first.set_exception(NotStarted(problem))
                return
            self._report(f"A worker cannot run: {problem}. The next try is in {wait:g} s.")
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)

    async def _employ(self, number: int, first: "asyncio.Future[None] | None") -> None:
        """Start a worker, and give it requests until it is lost."""
        worker = Worker(self._maker)
        try:
            reader, writer = await worker.connect(self._wake)
            if problem := await self._await_ready(reader):
                raise NotStarted(problem)
            self._ready.add(number)
            if first is not None and not first.done():
                first.set_result(None)
            await self._feed(reader, writer)
        finally:
            self._ready.discard(number)
            await worker.end()

    async def _await_ready(self, reader: asyncio.StreamReader) -> str:
        """Wait until a worker is ready; returns why it is not, else ""."""
        try:
            async with asyncio.timeout(_START_SECONDS):
                said = await read_answer(reader)
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            return type(error).__name__
        if said.status != 200:
            return said.problem
        self._facts = json.loads(said.body)
        return ""

    async def _feed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Give requests to a worker until it is lost."""
        try:
            while True:
                left = await self._take(reader)
                if not left:
                    return self._report(_DIED)
                was_alone = len(left) == 1
                try:
                    async with asyncio.timeout(self._seconds):
                        writer.write(pack_lot([one.job for one in left]))
                        await writer.drain()
                        while left:
                            answer = await read_answer(reader)
                            self._answer(left.popleft(), answer)
                except TimeoutError:
                    self._report("A request took too long: its worker is replaced.")
                    late = f"This took longer than {self._seconds:g} seconds. Send less at once."
                    return self._lose(left, was_alone, refusal(504, late))
                except (OSError, asyncio.IncompleteReadError):
                    self._report(_DIED)
                    died = "The process that read this request has died. Send less at once."
                    return self._lose(left, was_alone, refusal(500, died))
                except Exception as error:
                    failed = refusal(500, "Internal server error", explain(error))
                    return self._lose(left, was_alone, failed)
                except asyncio.CancelledError:
                    self._lose(left, True, refusal(503, "The service is being stopped."))
                    raise
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    def _wake(self) -> None:
        """Let those that wait for requests see that their worker has ended."""

        async def wake() -> None:
            async with self._arrived:
                self._arrived.notify_all()

        waking = asyncio.ensure_future(wake())
        self._waking.add(waking)
        waking.add_done_callback(self._waking.discard)

    async def _take(self, reader: asyncio.StreamReader) -> deque[_Waiting]:
        """Wait for requests that one worker can answer together; none if it has ended."""
        async with self._arrived:
            await self._arrived.wait_for(lambda: self._waiting or reader.at_eof())
            if reader.at_eof():
                # Another worker may have them.
                self._arrived.notify()
                return deque()
            share = min(_LOT, -(-len(self._waiting) // self._count))
            taken = deque([self._waiting.popleft()])
            size = len(taken[0].job.body)
            while self._waiting and len(taken) < share:
                following = self._waiting[0]
                size += len(following.job.body)
                if size > _LOT_BYTES or not _fit(taken[0], following):
                    break
                taken.append(self._waiting.popleft())
            for one in taken:
                one.since = None
            return taken

    def _answer(self, one: _Waiting, answer: Answer) -> None:
        if answer.problem:
            self._report(f"{one.job.path}: {answer.problem}")
        if not one.answer.done():
            one.answer.set_result(answer)

    def _lose(self, left: deque[_Waiting], was_alone: bool, answer: Answer) -> None:
        """Answer the request with which a worker was lost; of several, try each alone."""
        for one in reversed(left):
            if was_alone:
                self._answer(one, answer)
            else:
                one.alone, one.since = True, time.monotonic()
                self._waiting.appendleft(one)


def _fit(one: _Waiting, other: _Waiting) -> bool:
    """Whether a worker may answer two requests together."""
    same = one.job.path == other.job.path and one.job.path in TOGETHER
    return same and not (one.alone or other.alone)
