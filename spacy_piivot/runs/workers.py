"""Worker processes: each takes batches from its parent and sends back what it made of them.

A worker has two channels of its own, so one that is killed cannot block the others. It ends with
its parent, whatever ends that: a thread of the worker waits for it.
"""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from queue import SimpleQueue
from traceback import extract_tb
from types import TracebackType
from typing import Any, NamedTuple

from ..errors import PIIvotError

_ORPHANED = 1
_NO_MORE = b""

# What a worker does with the content of a batch.
Work = Callable[[Any], Any]


class WorkerDied(PIIvotError):
    def __init__(self) -> None:
        super().__init__(
            "a worker process ended before its work was done (killed, or out of memory?): "
            "nothing was published. Use fewer processes or split long dialogues"
        )


class WorkerFailed(WorkerDied):
    """An error outside the package ended a worker's work; its message may quote a text.

    where (str): The class of the error, and where it was raised.
    """

    def __init__(self, where: str) -> None:
        self._where = where
        PIIvotError.__init__(self, f"{where}, in a worker process. Nothing was published.")

    def __reduce__(self) -> tuple[Any, ...]:
        return WorkerFailed, (self._where,)


def start_context() -> BaseContext:
    """How worker processes are started: as the program chose, else by a fork on Linux.

    A forked worker shares the words and weights that its parent has loaded. On other systems
    libraries do not survive a fork.
    """
    chosen = multiprocessing.get_start_method(allow_none=True)
    if chosen is None and sys.platform == "linux":
        chosen = "fork"
    return multiprocessing.get_context(chosen)


class Workers:
    """Worker processes, as a context manager, which ends them.

    count (int): How many.
    prepare (Callable[[int], Work]): Called once in each worker, with its number from 0; returns
        what it does with a batch. Unless workers are forked, it is pickled.
    """

    def __init__(self, count: int, prepare: Callable[[int], Work]) -> None:
        self._count = count
        self._prepare = prepare
        self._processes: list[BaseProcess] = []
        self._tasks: list[Connection] = []
        self._answers: list[Connection] = []
        self._ended = False
        # Before Python waits at its end for processes that wait for work.
        self._at_exit = Finalize(None, self.kill, exitpriority=100)

    def __enter__(self) -> "Workers":
        return self

    def start(self) -> None:
        """Start the processes."""
        start: Any = start_context()
        forked = start.get_start_method() == "fork"
        try:
            for number in range(self._count):
                tasks, task_end = start.Pipe(duplex=False)
                answer_end, answers = start.Pipe(duplex=False)
                self._tasks.append(task_end)
                self._answers.append(answer_end)
                # A forked worker has the parent's ends too. As long as it keeps them open, no
                # other one sees the end of its parent.
                others = [*self._tasks, *self._answers] if forked else []
                own = partial(self._prepare, number) if forked else None
                process = start.Process(target=_run, args=(own, tasks, answers, others))
                process.start()
                self._processes.append(process)
                tasks.close()
                answers.close()
                if own is None:
                    # Not in `args`: Python would wait forever for a worker that died at once.
                    with _spawning(process):
                        self.send(number, partial(self._prepare, number))
        except BaseException:
            self.kill()
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self._stop()
        self.kill()

    @property
    def pids(self) -> list[int]:
        """The ids of the processes."""
        return [process.pid or 0 for process in self._processes]

    def send(self, number: int, content: Any) -> None:
        """Give a worker a batch; it may have one already.

        number (int): Which worker, from 0.
        content (Any): The batch, which can be pickled.
        RAISES (WorkerDied): If the worker has ended.
        """
        try:
            self._tasks[number].send_bytes(_pickled(content))
        except OSError:
            raise WorkerDied() from None

    def receive(self, seconds: float | None = None) -> list[tuple[int, Any]]:
        """Wait for workers that are done with a batch.

        seconds (float | None): How long to wait at most; None for no limit.
        RETURNS (list[tuple[int, Any]]): Numbers of workers, and what each made of the first batch
            it had.
        RAISES (WorkerDied): If a worker has ended, or its work has failed.
        """
        ready = wait([*self._answers, *(one.sentinel for one in self._processes)], seconds)
        received = []
        for number, answers in enumerate(self._answers):
            if answers in ready:
                try:
                    answer = pickle.loads(answers.recv_bytes())
                except (EOFError, OSError):
                    raise WorkerDied() from None
                if isinstance(answer, _Broken):
                    raise answer.error
                received.append((number, answer))
        if not received and any(process.sentinel in ready for process in self._processes):
            raise WorkerDied()
        return received

    def kill(self) -> None:
        """Kill all workers that are still there."""
        if self._ended:
            return
        self._ended = True
        self._at_exit.cancel()
        for process in self._processes:
            with suppress(Exception):
                process.kill()
        for process in self._processes:
            process.join()
        for connection in (*self._tasks, *self._answers):
            connection.close()

    def _stop(self) -> None:
        """Let the workers end by themselves, since all work is done."""
        for tasks in self._tasks:
            with suppress(OSError):
                tasks.send_bytes(_NO_MORE)
        for process in self._processes:
            process.join(5)


class _Broken(NamedTuple):
    """What a worker sends if its work raises."""

    error: Exception


def _sendable(error: BaseException) -> Exception:
    """An error that can be sent: ours, or one of a file, as it is; another one by its place."""
    if isinstance(error, PIIvotError) or (isinstance(error, OSError) and error.strerror):
        with suppress(Exception):
            copy: Exception = pickle.loads(pickle.dumps(error))
            if type(copy) is type(error) and str(copy) == str(error):
                return copy
    place = extract_tb(error.__traceback__)[-1]
    return WorkerFailed(f"{type(error).__name__} at {place.filename}:{place.lineno}")


@contextmanager
def _spawning(process: BaseProcess) -> Iterator[None]:
    """Let objects know that they are pickled for a worker: it gets what no other pickle has."""
    former = context.get_spawning_popen()
    context.set_spawning_popen(process)  # type: ignore[arg-type]
    try:
        yield
    finally:
        context.set_spawning_popen(former)


def _run(
    prepare: Callable[[], Work] | None,
    tasks: Connection,
    answers: Connection,
    others: Sequence[Connection],
) -> None:
    """What a worker process does."""
    for other in others:
        other.close()
    # Ctrl-C reaches all processes of a terminal; the parent then ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    inbox: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_take_in, args=(tasks, inbox), daemon=True).start()
    try:
        if prepare is None:
            prepare = pickle.loads(inbox.get())
        work = prepare()
        for content in iter(inbox.get, _NO_MORE):
            answers.send_bytes(_pickled(work(pickle.loads(content))))
    except BrokenPipeError:
        return
    except BaseException as error:
        # Python would print its message.
        answers.send_bytes(_pickled(_Broken(_sendable(error))))


def _pickled(answer: Any) -> bytes:
    return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)


def _take_in(tasks: Connection, inbox: "SimpleQueue[bytes]") -> None:
    """Take batches in while another one is processed; end this process with its parent."""
    parent = multiprocessing.parent_process()
    ends: Iterable[Any] = [tasks] if parent is None else [tasks, parent.sentinel]
    while True:
        try:
            if tasks not in wait(ends):
                break
            content = tasks.recv_bytes()
        except (EOFError, OSError):
            break
        inbox.put(content)
        if content == _NO_MORE:
            return
    os._exit(_ORPHANED)
