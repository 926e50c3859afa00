"""Limits the time for one dialogue: a slower one is held back, and the run continues.

A timer of the operating system interrupts the running code, even a regular expression inside C.
It works in the main thread of a process, so also in spaCy's workers. Numerical code ends its step
first. Without such a timer, a dialogue that took too long is held back when it is done.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any, TypeVar

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import _pipe

from ..core.spans import has_failed, set_failed
from .warmth import warm

TOO_SLOW = "TooSlow"
# The seconds spent on a Doc's dialogue so far.
SECONDS = "piivot_seconds"
# Seconds after which the signal is repeated, in case the first is lost, as in a destructor.
_REPEAT_AFTER = 0.5

T = TypeVar("T")


class _TimeUp(BaseException):
    """Raised by the timer. No `except Exception` of a component catches it."""


class TimeLimit:
    """The time that all steps on one dialogue may take together.

    seconds (float | None): The limit; None for no limit.
    """

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds

    def take(self, work: Callable[[], T], spent: float = 0.0) -> tuple[T | None, float]:
        """Do one step of the work on a dialogue.

        work (Callable[[], T]): The step.
        spent (float): How long the earlier steps took, in seconds.
        RETURNS (tuple[T | None, float]): The step's result, or None if the time was up; and how
            long the dialogue has taken so far.
        """
        if self.seconds is None:
            return work(), spent
        started = time.monotonic()
        result = None
        try:
            with _timer(self.seconds - spent):
                result = work()
        except _TimeUp:
            result = None
        spent += time.monotonic() - started
        return (None if self.is_over(spent) else result), spent

    def is_over(self, spent: float) -> bool:
        """Whether a dialogue has taken too long."""
        return self.seconds is not None and spent >= self.seconds

    @contextmanager
    def on_components(self, nlp: Language) -> Iterator[None]:
        """Let a pipeline's components work on one Doc at a time, each under the limit.

        nlp (Language): The pipeline; restored after the block.
        """
        if self.seconds is None:
            yield
            return
        warm(nlp)
        former = nlp._components
        nlp._components = [
            (name, _Limited(name, component, self.seconds, nlp.default_error_handler))
            for name, component in former
        ]
        try:
            yield
        finally:
            nlp._components = former


class _Limited:
    """A component that marks a Doc as "TooSlow" when its time is up, instead of losing it."""

    def __init__(self, name: str, component: Any, seconds: float, handler: Any) -> None:
        self.name = name
        self.component = component
        self.limit = TimeLimit(seconds)
        self.handler = handler

    def __call__(self, doc: Doc) -> Doc:
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Doc], **settings: Any) -> Iterator[Doc]:
        for doc in stream:
            if has_failed(doc):
                yield doc
                continue
            work = partial(self._process, doc, settings)
            done, spent = self.limit.take(work, doc.user_data.get(SECONDS, 0.0))
            for processed in [doc] if done is None else done:
                if done is None:
                    set_failed(processed, TOO_SLOW)
                processed.user_data[SECONDS] = spent
                yield processed

    def get_error_handler(self) -> Any:
        inner = getattr(self.component, "get_error_handler", None)
        return inner() if inner else self.handler

    def set_error_handler(self, handler: Any) -> None:
        self.handler = handler
        if hasattr(self.component, "set_error_handler"):
            self.component.set_error_handler(handler)

    def _process(self, doc: Doc, settings: dict[str, Any]) -> list[Doc]:
        return list(_pipe([doc], self.component, self.name, self.handler, dict(settings)))


def can_interrupt() -> bool:
    """Whether work can be interrupted here: in a main thread, on a system with such a timer."""
    main = threading.current_thread() is threading.main_thread()
    return main and hasattr(signal, "setitimer")


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    if not can_interrupt():
        yield
        return

    running = [True]

    def end(number: int, frame: FrameType | None) -> None:
        if running:
            raise _TimeUp

    former = signal.signal(signal.SIGALRM, end)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3), _REPEAT_AFTER)
            yield
        finally:
            running.clear()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
