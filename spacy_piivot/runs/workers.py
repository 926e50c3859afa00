"""Ends the worker processes of `nlp.pipe` if one dies or the run ends early.

spaCy waits for an answer from every worker, and at the end for every worker. Under fork each
worker also keeps the others' ends of the channels open, and under spawn its own. So no wait ends
if a worker or the parent was killed, or if nobody reads what the workers write.
"""

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from multiprocessing.util import register_after_fork
from typing import Any

from ..errors import PIIvotError

_INTERVAL = 0.02
_ORPHANED = 1


class WorkerDied(PIIvotError):
    def __init__(self) -> None:
        super().__init__(
            "a worker process ended before its work was done (killed, or out of memory?): "
            "nothing was published. Use fewer processes or split long dialogues"
        )


class SentToWorkers:
    """A function that spaCy sends to its workers and that makes them end with their parent.

    function (Callable): The function, defined at the top level of a module.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        # This runs at the start of a forked worker, which has a copy of the object.
        register_after_fork(self, lambda _: _end_with_parent())

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpack, (self.function, os.getpid())


def _unpack(function: Callable[..., Any], sender: int) -> SentToWorkers:
    """Rebuild the object at the start of a spawned worker."""
    if os.getpid() != sender:
        _end_with_parent()
    return SentToWorkers(function)


def _end_with_parent() -> None:
    def watch() -> None:
        # A spawned worker knows its parent only when everything it was sent is unpickled.
        while (parent := multiprocessing.parent_process()) is None:
            time.sleep(_INTERVAL)
        parent.join()
        os._exit(_ORPHANED)

    threading.Thread(target=watch, daemon=True).start()


class Workers:
    """The processes that are started while this object is watching.

    A process that has ended is dropped from `multiprocessing.active_children()`, so one that dies
    at once would never be seen there: each is noted when it is started.
    """

    def __init__(self) -> None:
        self._started: list[BaseProcess] = []

    def note(self, process: BaseProcess) -> None:
        """Remember a process that was started."""
        self._started.append(process)

    def have_died(self) -> bool:
        """Whether a worker ended with an error."""
        return any(worker.exitcode for worker in tuple(self._started))

    def kill(self) -> None:
        """Kill all of them."""
        for worker in tuple(self._started):
            worker.kill()


class _Starts:
    """Tells those who are watching of each process that is started."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watching: list[Workers] = []
        self._start = BaseProcess.start

    @contextmanager
    def noted_by(self, workers: Workers) -> Iterator[None]:
        """Let an object note the processes that are started meanwhile."""
        with self._lock:
            if not self._watching:
                self._start = BaseProcess.start
                start, watching = self._start, self._watching

                def start_and_note(process: BaseProcess) -> None:
                    start(process)
                    for one in tuple(watching):
                        one.note(process)

                BaseProcess.start = start_and_note  # type: ignore[assignment, method-assign]
            self._watching.append(workers)
        try:
            yield
        finally:
            with self._lock:
                self._watching.remove(workers)
                if not self._watching:
                    BaseProcess.start = self._start  # type: ignore[method-assign]


_starts = _Starts()


@contextmanager
def watching_workers(n_process: int) -> Iterator[Workers]:
    """Watch the workers that a block starts: if one dies, all are killed.

    n_process (int): How many the block starts; 1 means none.
    YIELDS (Workers): The workers, to be killed if the block ends early.
    RAISES (WorkerDied): If a worker died.
    """
    workers = Workers()
    if n_process == 1:
        yield workers
        return
    done = threading.Event()
    died = threading.Event()

    def watch() -> None:
        while not done.wait(_INTERVAL):
            # Others may still be started after the first has died.
            if workers.have_died():
                died.set()
                workers.kill()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    ended = False
    try:
        with _starts.noted_by(workers):
            yield workers
    except (EOFError, OSError) as error:
        ended = died.is_set() or isinstance(error, EOFError)
        if not ended:
            raise
    finally:
        done.set()
        thread.join()
    if ended or died.is_set():
        raise WorkerDied()
