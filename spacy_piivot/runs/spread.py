"""Runs dialogues through a pipeline in one or several processes, and yields results in order.

A worker does the whole work on a dialogue: it makes the Doc, runs the pipeline, checks, and takes
from the Doc what the run keeps of it. The Doc never leaves the worker.
"""

import gc
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens.underscore import Underscore

from ..components.sharing import most_sharing, share_connections
from ..core.machine import set_share, usable_processors
from ..corpus import Entry, Record
from ..errors import RecordError
from ..release.reasons import LeakReason
from .batches import Batch, make_batches, window
from .results import Done, Failed, Kept
from .warmth import warm_before_fork
from .workers import Work, Workers, start_context

T = TypeVar("T")

# Runs entries through a pipeline in this process: one result for each, in order.
Run = Callable[[Iterable[Entry]], Iterator[Done | Failed]]
Keep = Callable[[Done], T]


class _Value(NamedTuple, Generic[T]):
    """What was kept of a dialogue, without what the parent has already."""

    value: T


class _Failure(NamedTuple):
    """Why a dialogue failed, without what the parent has already."""

    error: RecordError
    findings: tuple[LeakReason, ...]


_Result = _Value[T] | _Failure


@dataclass(frozen=True)
class _Job(Generic[T]):
    """The work on a batch, for workers to prepare. `run` and `keep` use the same `nlp`."""

    nlp: Language
    run: Run
    keep: Keep[T]
    workers: int
    extensions: Any

    def __call__(self, number: int) -> Work:
        Underscore.load_state(self.extensions)
        set_share(usable_processors() // self.workers)
        share_connections(self.nlp, number, self.workers)
        return self._process

    def _process(self, entries: list[Entry]) -> list[_Result[T]]:
        return [
            _Failure(result.error, result.findings)
            if isinstance(result, Failed)
            else _Value(self.keep(result))
            for result in self.run(entries)
        ]


def spread(
    nlp: Language, run: Run, keep: Keep[T], entries: Iterable[Entry], *, n_process: int = 1
) -> Iterator[Kept[T] | Failed]:
    """Run dialogues through a pipeline, in several processes if wanted.

    nlp (Language): The pipeline that `run` uses.
    run (Callable): Takes entries and yields a result for each, in order: `process` or
        `replace_each`, with the pipeline and all settings. Unless workers are forked it is pickled.
    keep (Callable[[Done], T]): Takes from a Doc what the run needs of it; it can be pickled.
    entries (Iterable[Entry]): The entries that were read. Only so many are read ahead that the
        workers have work.
    n_process (int): How many processes do the work; with 1 this one does it.
    YIELDS (Kept[T] | Failed): The result of every entry, in order.
    RAISES (WorkerDied): If a worker process was killed, or an error ended its work.
    """
    if n_process == 1:
        for result in run(entries):
            if isinstance(result, Failed):
                yield result
            else:
                yield Kept(result.file, result.record, keep(result))
        return
    n_process = min(n_process, most_sharing(nlp))
    job = _Job(nlp, run, keep, n_process, Underscore.get_state())
    with Workers(n_process, job) as workers:
        with _shared_memory(nlp):
            workers.start()
        for batch, results in _Flow(workers, make_batches(entries, n_process), n_process):
            for (file, item), sent in zip(batch.entries, results, strict=True):
                record = item if isinstance(item, Record) else None
                if isinstance(sent, _Failure):
                    yield Failed(file, sent.error, record, sent.findings)
                else:
                    assert record is not None
                    yield Kept(file, record, sent.value)


def spread_docs(
    nlp: Language, run: Run, entries: Iterable[Entry], *, n_process: int
) -> Iterator[Done | Failed]:
    """As `spread`, for a caller that needs the Docs: they are packed and unpacked.

    YIELDS (Done | Failed): The result of every entry, in order.
    """
    for result in spread(nlp, run, _packed, entries, n_process=n_process):
        if isinstance(result, Failed):
            yield result
        else:
            content, findings, exempt = result.value
            doc = Doc(nlp.vocab).from_bytes(content)
            yield Done(result.file, result.record, doc, findings, exempt)


def _packed(done: Done) -> tuple[bytes, tuple[LeakReason, ...], Mapping[str, int]]:
    return done.doc.to_bytes(), done.findings, done.exempt


@dataclass(slots=True)
class _Underway:
    """A batch that was read and is not yet yielded; `results` when a worker is done with it."""

    batch: Batch[Entry]
    results: list[_Result[Any]] | None = None


class _Flow:
    """Batches on their way through the workers; iterates over them in order, with their results.

    A worker that has one batch gets the next one already, so that it never waits for the parent;
    but not behind a long dialogue, where it would wait although other workers are free.
    """

    def __init__(self, workers: Workers, batches: Iterator[Batch[Entry]], count: int) -> None:
        self._workers = workers
        self._batches = batches
        self._most = window(count)
        self._underway: deque[_Underway] = deque()
        self._held: list[deque[_Underway]] = [deque() for _ in range(count)]

    def __iter__(self) -> Iterator[tuple[Batch[Entry], list[_Result[Any]]]]:
        self._fill()
        while self._underway:
            first = self._underway[0]
            if first.results is None:
                self._take(None)
            else:
                self._underway.popleft()
                yield first.batch, first.results
                self._take(0)
            self._fill()

    def _fill(self) -> None:
        while self._has_room() and (number := self._free_worker()) is not None:
            batch = next(self._batches, None)
            if batch is None:
                return
            one = _Underway(batch)
            self._workers.send(number, batch.entries)
            self._underway.append(one)
            self._held[number].append(one)

    def _has_room(self) -> bool:
        return sum(one.batch.size for one in self._underway) < self._most

    def _free_worker(self) -> int | None:
        number, held = min(enumerate(self._held), key=lambda one: len(one[1]))
        return number if not held or (len(held) == 1 and not held[0].batch.is_long) else None

    def _take(self, seconds: float | None) -> None:
        for number, results in self._workers.receive(seconds):
            self._held[number].popleft().results = results


@contextmanager
def _shared_memory(nlp: Language) -> Iterator[None]:
    """Load what all workers need before they are forked, and keep it apart.

    Python's garbage collection writes to every object, and what is written to is no longer shared.
    """
    if start_context().get_start_method() != "fork":
        yield
        return
    warm_before_fork(nlp)
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
