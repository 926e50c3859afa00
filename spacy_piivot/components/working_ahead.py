"""Computes the next batch in another thread while the caller still uses this one."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

_Batch = TypeVar("_Batch")
_Begun = TypeVar("_Begun")
_Result = TypeVar("_Result")


def work_ahead(
    batches: Iterable[_Batch],
    begin: Callable[[_Batch], _Begun],
    work: Callable[[_Begun], _Result],
) -> Iterator[tuple[_Batch, _Begun, _Result]]:
    """Begin each batch in the caller's thread, and work on it in another, one batch ahead.

    The results are those of `(batch, begun := begin(batch), work(begun))` for one batch after
    another. Only the time differs, where `work` computes without Python.

    batches (Iterable[_Batch]): The batches; the next one is read before a result is yielded.
    begin (Callable[[_Batch], _Begun]): Called in the caller's thread.
    work (Callable[[_Begun], _Result]): Called in another thread, for one batch at a time.
    YIELDS (tuple[_Batch, _Begun, _Result]): The batches in order. An error in `batches`, `begin` or
        `work` is raised after the batches before it.
    """
    remaining = iter(batches)
    waiting: tuple[_Batch, _Begun, Future[_Result]] | None = None
    with ThreadPoolExecutor(1, "work_ahead") as pool:
        more = True
        while more:
            following: tuple[_Batch, _Begun, Future[_Result]] | None = None
            failure: Exception | None = None
            try:
                batch = next(remaining)
                begun = begin(batch)
                following = (batch, begun, pool.submit(work, begun))
            except StopIteration:
                more = False
            except Exception as error:
                failure = error
            if waiting is not None:
                yield waiting[0], waiting[1], waiting[2].result()
            if failure is not None:
                raise failure
            waiting = following
