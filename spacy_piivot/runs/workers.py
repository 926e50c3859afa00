"""The worker processes of `nlp.pipe`, where they die or the run ends early.

spaCy waits for an answer from every worker, and at the end for every worker. Under fork each
worker also holds the others' ends of the channels, and under spawn its own, so that no wait ends
by itself if one was killed, if nobody reads what the workers write, or if the parent was killed.
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
            "nothing is published. Use fewer processes or split long dialogues"
        )


class SentToWorkers:
    """A function that spaCy takes to its workers: they end as soon as their parent is gone.

    function (Callable): The function; it stands at the top of a module.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        # Run at the start of a forked worker, which has a copy of this object.
        register_after_fork(self, lambda _: _end_with_parent())

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpack, (self.function, os.getpid())


def _unpack(function: Callable[..., Any], sender: int) -> SentToWorkers:
    """Make the object again, in a spawned worker at its start."""
    if os.getpid() != sender:
        _end_with_parent()
    return SentToWorkers(function)


def _end_with_parent() -> None:
    def watch() -> None:
        # A spawned worker knows its parent once all that it was sent is unpickled.
        while (parent := multiprocessing.parent_process()) is None:
            time.sleep(_INTERVAL)
        parent.join()
        os._exit(_ORPHANED)

    threading.Thread(target=watch, daemon=True).start()


class Workers:
    """The processes that were started since this was made."""

    def __init__(self) -> None:
        self._before = set(multiprocessing.active_children())
        self._found: set[BaseProcess] = set()

    def have_died(self) -> bool:
        """Whether one ended with an error. Sees those that were alive at an earlier call."""
        self._found.update(set(multiprocessing.active_children()) - self._before)
        return any(worker.exitcode for worker in self._found)

    def kill(self) -> None:
        """End them all."""
        self._found.update(set(multiprocessing.active_children()) - self._before)
        for worker in self._found:
            worker.kill()


@contextmanager
def watching_workers(n_process: int) -> Iterator[Workers]:
    """Watch the workers that a block starts: if one dies, all are ended.

    n_process (int): How many the block starts; none are for 1.
    YIELDS (Workers): The workers, to be killed where the block ends early.
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
            if workers.have_died():
                died.set()
                workers.kill()
                return

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    ended = False
    try:
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
