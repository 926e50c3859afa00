"""The worker processes of `nlp.pipe`, where they die or the run ends early.

spaCy waits for an answer from every worker, and at the end for every worker. Under fork each
worker also holds the others' ends of the channels, so that neither wait ends by itself if one
was killed, or if nobody reads what the workers write.
"""

import multiprocessing
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess

from ..errors import PIIvotError

_INTERVAL = 0.02


class WorkerDied(PIIvotError):
    def __init__(self) -> None:
        super().__init__(
            "a worker process ended before its work was done (killed, or out of memory?): "
            "nothing is published. Use fewer processes or split long dialogues"
        )


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
