"""Workers: real processes of an engine that does what a test asks of it."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest

from spacy_piivot.errors import InputError
from spacy_piivot.serve.answers import Answer, answer, refusal
from spacy_piivot.serve.engine import ANALYZE, DEIDENTIFY, Job
from spacy_piivot.serve.frames import LARGEST
from spacy_piivot.serve.pool import NotStarted, Pool
from spacy_piivot.serve.worker import Maker

SECRET = "Zorblatt"


class FakeEngine:
    """Does what the body says: sleep, die, or say which process it is."""

    def __init__(self, broken: bool = False) -> None:
        self.broken = broken

    def prepare(self) -> None: ...

    def warm_up(self) -> None:
        if self.broken:
            raise InputError(SECRET)

    def facts(self) -> dict[str, Any]:
        return {"/anonymizers": ["fake"]}

    def answers(self, lot: Sequence[Job]) -> Iterator[Answer]:
        for job in lot:
            kind, _, value = job.body.decode().partition(" ")
            if kind == "sleep":
                time.sleep(float(value))
            elif kind == "die":
                os._exit(1)
            elif kind == "long":
                yield Answer(200, b"x" * int(value))
                continue
            elif kind == "fail":
                yield refusal(500, "Internal server error", "ValueError at x.py:1")
                continue
            yield answer({"pid": os.getpid(), "lot": len(lot)})


Test = Callable[[Pool, list[str]], Awaitable[None]]


def with_pool(test: Test, *, count: int = 1, seconds: float = 20.0, **engine: Any) -> list[str]:
    """Run a test with a pool; returns what the pool reported."""
    said: list[str] = []
    make: Any = partial(FakeEngine, **engine)

    async def run() -> None:
        pool = Pool(Maker(make, "fork"), count, seconds, said.append)
        await pool.open()
        try:
            await test(pool, said)
        finally:
            await pool.close()

    asyncio.run(run())
    return said


def job(body: str, path: str = DEIDENTIFY) -> Job:
    return Job(path, body.encode())


def test_a_worker_answers_and_says_what_it_can() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        assert pool.is_ready
        assert pool.facts == {"/anonymizers": ["fake"]}
        big = "say " + "x" * 3_000_000
        answers = await asyncio.gather(*(pool.run(job(one)) for one in ("say", big, "fail")))
        assert [one.status for one in answers] == [200, 200, 500]
        assert str(os.getpid()).encode() not in answers[0].body

    assert with_pool(test) == ["/deidentify: ValueError at x.py:1"]


def test_an_answer_that_would_fill_the_memory_of_the_server_is_refused() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        assert len((await pool.run(job(f"long {LARGEST}"))).body) == LARGEST
        refused = await pool.run(job(f"long {LARGEST + 1}"))
        assert refused.status == 413
        assert b"Ask for less at once" in refused.body

    assert with_pool(test) == []


def test_two_workers_work_at_the_same_time() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        started = time.monotonic()
        await asyncio.gather(*(pool.run(job("sleep 0.5")) for _ in range(2)))
        assert time.monotonic() - started < 0.95

    assert with_pool(test, count=2) == []


def test_small_requests_that_wait_are_read_together() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        first = asyncio.create_task(pool.run(job("sleep 0.2")))
        await asyncio.sleep(0.05)
        rest = [pool.run(job("say", ANALYZE)) for _ in range(12)]
        rest += [pool.run(job("say" + " " * 40_000, ANALYZE)), pool.run(job("say"))]
        bodies = [one.body for one in await asyncio.gather(*rest)]
        assert b'"lot": 8' in bodies[0]
        assert b'"lot": 1' in bodies[-2]
        assert b'"lot": 1' in bodies[-1]
        await first

    assert with_pool(test) == []


def test_a_request_that_takes_too_long_costs_its_worker_alone() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        slow, quick = await asyncio.gather(
            pool.run(job("sleep 30", ANALYZE)), pool.run(job("say", ANALYZE))
        )
        assert slow.status == 504
        assert b"longer than 0.5 seconds" in slow.body
        assert quick.status == 503 or b"pid" in quick.body
        assert (await pool.run(job("say"))).status == 200

    assert "its worker is replaced" in with_pool(test, seconds=0.5)[0]


def test_those_beside_a_slow_request_are_tried_again_alone() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        first = asyncio.create_task(pool.run(job("sleep 0.3")))
        await asyncio.sleep(0.05)
        bodies = ("say", "sleep 30", "say")
        answers = await asyncio.gather(*(pool.run(job(one, ANALYZE)) for one in bodies))
        assert [one.status for one in answers] == [200, 504, 200]
        assert b'"lot": 3' in answers[0].body
        assert b'"lot": 1' in answers[2].body
        await first

    assert len(with_pool(test, seconds=1.5)) == 2


def test_a_worker_that_dies_is_replaced_and_its_neighbours_are_answered() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        first = asyncio.create_task(pool.run(job("sleep 0.2")))
        await asyncio.sleep(0.05)
        bodies = ("say", "die", "say")
        answers = await asyncio.gather(*(pool.run(job(one, ANALYZE)) for one in bodies))
        assert [one.status for one in answers] == [200, 500, 200]
        assert b"has died" in answers[1].body
        await first
        before = (await pool.run(job("say"))).body
        os.kill(int(before.split(b'"pid": ')[1].split(b"}")[0]), signal.SIGKILL)
        await asyncio.sleep(0.1)
        assert (await pool.run(job("say"))).status == 200

    assert set(with_pool(test)) == {"A worker has died, and is replaced."}


def test_a_worker_that_dies_without_work_is_replaced_at_once() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        for _ in range(3):
            before = (await pool.run(job("say"))).body
            os.kill(int(before.split(b'"pid": ')[1].split(b"}")[0]), signal.SIGKILL)
            await asyncio.sleep(0.05)
            assert len(said) == 1
            said.clear()
            while not pool.is_ready:
                await asyncio.sleep(0.01)
            after = (await pool.run(job("say"))).body
            assert after != before

    assert with_pool(test) == []


def test_a_request_that_cannot_be_handed_over_is_answered() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        assert (await pool.run(job("say", f"/{'x' * 300}"))).status == 500
        assert (await pool.run(job("say"))).status == 200

    [line] = with_pool(test)
    assert "error at " in line


def test_who_waits_too_long_is_told_to_come_back() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        tasks = [asyncio.create_task(pool.run(job("sleep 0.35"))) for _ in range(4)]
        statuses = [(await task).status for task in tasks]
        assert statuses == [200, 200, 503, 503]
        assert (await pool.run(job("say"))).status == 200

    with_pool(test, seconds=0.6)


def test_a_request_that_nobody_waits_for_is_not_begun() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        first = asyncio.create_task(pool.run(job("sleep 0.3")))
        await asyncio.sleep(0.05)
        left = asyncio.create_task(pool.run(job("die")))
        await asyncio.sleep(0.05)
        left.cancel()
        assert (await first).status == 200
        assert (await pool.run(job("say"))).status == 200

    assert with_pool(test) == []


def test_a_worker_outlives_the_signals_that_stop_the_server() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        pid = int((await pool.run(job("say"))).body.split(b'"pid": ')[1].split(b"}")[0])
        running = asyncio.create_task(pool.run(job("sleep 0.3")))
        await asyncio.sleep(0.05)
        for number in (signal.SIGTERM, signal.SIGINT):
            os.kill(pid, number)
        assert (await running).status == 200

    assert with_pool(test) == []


def test_a_pool_that_cannot_start_says_why_without_any_text() -> None:
    async def test(pool: Pool, said: list[str]) -> None:
        raise AssertionError

    with pytest.raises(NotStarted, match=r"^InputError at .*test_pool\.py") as refused:
        with_pool(test, broken=True)
    assert SECRET not in str(refused.value)


def test_nothing_is_left_running() -> None:
    pids: list[int] = []

    async def test(pool: Pool, said: list[str]) -> None:
        pids.append(int((await pool.run(job("say"))).body.split(b'"pid": ')[1].split(b"}")[0]))
        asyncio.create_task(pool.run(job("sleep 30")))  # noqa: RUF006
        await asyncio.sleep(0.1)

    with_pool(test)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)
