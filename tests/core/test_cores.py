import multiprocessing
import os
from multiprocessing.connection import Connection

from spacy_piivot.core.cores import free_cores


def _tell(sender: Connection) -> None:
    sender.send(free_cores())


def test_this_process_has_the_cores_it_may_run_on() -> None:
    assert free_cores() == len(os.sched_getaffinity(0))


def test_a_worker_has_one() -> None:
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    worker = context.Process(target=_tell, args=(sender,))
    worker.start()
    try:
        assert receiver.poll(20)
        assert receiver.recv() == 1
    finally:
        worker.join()
