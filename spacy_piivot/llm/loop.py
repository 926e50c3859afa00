"""Runs an event loop in its own thread, so that requests run concurrently for any caller.

A notebook already has a running loop, in which no other can run.
"""

import asyncio
import threading
import weakref
from collections.abc import Coroutine, Iterable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class LoopThread:
    """A running event loop. Stops with the process, or when it is garbage-collected."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        thread = threading.Thread(target=_run, args=(self._loop,), daemon=True)
        thread.start()
        self.stop = weakref.finalize(self, _stop, self._loop, thread)

    def submit(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        """Start a coroutine.

        work (Coroutine): The coroutine.
        RETURNS (Future): Its result, which any other thread can wait for.
        """
        return asyncio.run_coroutine_threadsafe(work, self._loop)


async def run_together(works: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Run coroutines concurrently, and cancel the others when one fails.

    works (Iterable[Coroutine]): The coroutines.
    RETURNS (list[T]): Their results.
    RAISES (Exception): The first exception, once all have stopped.
    """
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _run(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        loop.close()


def _stop(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    if thread.is_alive():
        loop.call_soon_threadsafe(loop.stop)
        # The last reference may have been dropped in the thread itself.
        if thread is not threading.current_thread():
            thread.join(timeout=5)
