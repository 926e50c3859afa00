"""Handles Ctrl-C and SIGTERM in a process with workers."""

import multiprocessing
import os
import signal
from types import FrameType, TracebackType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """Kills the workers and raises KeyboardInterrupt when the process gets a signal to end.

    Otherwise spaCy would wait for workers whose answers nobody reads. The signal is also
    remembered, because Python drops an exception that is raised inside a destructor.
    """

    def __init__(self) -> None:
        self._seen = False
        self._former: dict[signal.Signals, Any] = {}

    def seen(self) -> bool:
        """Whether the process got a signal to end."""
        return self._seen

    def __enter__(self) -> "Interrupts":
        for number in SIGNALS:
            self._former[number] = signal.signal(number, self._end)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._former.items():
            signal.signal(number, handler)

    def _end(self, number: int, frame: FrameType | None) -> None:
        if multiprocessing.parent_process() is not None:
            os._exit(128 + number)  # a forked worker: its parent writes the message
        self._seen = True
        for worker in multiprocessing.active_children():
            worker.kill()
        raise KeyboardInterrupt
