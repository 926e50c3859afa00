"""Noticing that a worker process of `nlp.pipe` was killed.

spaCy waits for an answer from every worker. Under fork each worker also holds the others'
ends of the channels, so the wait for one that was killed never ends by itself.
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


@contextmanager
def watching_workers(n_process: int) -> Iterator[None]:
    """End all workers of the block when one of them dies, and say so.

    n_process (int): How many workers the block starts; nothing is watched for 1.
    RAISES (WorkerDied): If the block fails because a worker died.
    """
    if n_process == 1:
        yield
        return
    before = set(multiprocessing.active_children())
    done = threading.Event()
    died = threading.Event()

    def watch() -> None:
        workers: set[BaseProcess] = set()
        while not done.wait(_INTERVAL):
            workers.update(set(multiprocessing.active_children()) - before)
            if any(worker.exitcode for worker in workers):
                died.set()
                for worker in workers:
                    worker.kill()
                return

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    broken = False
    try:
        yield
    except (EOFError, OSError) as error:
        broken = died.is_set() or isinstance(error, EOFError)
        if not broken:
            raise
    finally:
        done.set()
        thread.join()
    if broken or died.is_set():
        raise WorkerDied()
