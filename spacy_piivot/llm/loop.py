"""An event loop in a thread of its own, so that requests run at once wherever the caller is.

A notebook has a running loop already, in which no other can be run.
"""

import asyncio
import threading
import weakref
from collections.abc import Coroutine, Iterable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class LoopThread:
    """A running event loop. Stops with the process, or when nobody holds it."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        thread = threading.Thread(target=_run, args=(self._loop,), daemon=True)
        thread.start()
        self.stop = weakref.finalize(self, _stop, self._loop, thread)

    def submit(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        """Start work.

        work (Coroutine): The work.
        RETURNS (Future): Its result, to be waited for in any other thread.
        """
        return asyncio.run_coroutine_threadsafe(work, self._loop)


async def run_together(works: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Run works at once, or none to its end that is under way when one fails.

    works (Iterable[Coroutine]): The works.
    RETURNS (list[T]): Their results.
    RAISES (Exception): That of the first that fails, once all have stopped.
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
        # Whoever held it last may have let it go in the thread itself.
        if thread is not threading.current_thread():
            thread.join(timeout=5)
