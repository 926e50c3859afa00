import threading
from collections.abc import Iterator

import pytest

from spacy_piivot.components.working_ahead import work_ahead


def test_results_are_those_of_one_batch_after_another() -> None:
    out = list(work_ahead(range(5), lambda batch: batch + 1, lambda begun: begun * 10))
    assert out == [(number, number + 1, 10 * (number + 1)) for number in range(5)]
    assert list(work_ahead([], str, str)) == []


def test_the_next_batch_is_worked_on_while_the_caller_uses_this_one() -> None:
    worked = [threading.Event() for _ in range(3)]
    for batch, _, thread in work_ahead(
        range(3), int, lambda number: worked[number].set() or threading.get_ident()
    ):
        assert thread != threading.get_ident()
        if batch < 2:
            assert worked[batch + 1].wait(20), "nobody works on the next batch"


def test_batches_begin_in_the_callers_thread_and_only_one_ahead() -> None:
    begun: list[int] = []

    def begin(batch: int) -> int:
        assert threading.current_thread() is threading.main_thread()
        begun.append(batch)
        return batch

    for batch, _, _ in work_ahead(range(5), begin, int):
        assert begun == list(range(min(batch + 2, 5)))


@pytest.mark.parametrize("where", ["batches", "begin", "work"])
def test_an_error_comes_after_the_batches_before_it(where: str) -> None:
    def fail(place: str, number: int) -> int:
        if place == where and number == 2:
            raise ValueError(place)
        return number

    def batches() -> Iterator[int]:
        yield from (fail("batches", number) for number in range(5))

    ahead = work_ahead(batches(), lambda one: fail("begin", one), lambda one: fail("work", one))
    assert [next(ahead)[0], next(ahead)[0]] == [0, 1]
    with pytest.raises(ValueError, match=where):
        next(ahead)


def test_whoever_stops_early_leaves_no_thread() -> None:
    before = threading.active_count()
    running = work_ahead(range(100), int, int)
    next(running)
    assert threading.active_count() > before
    running.close()
    assert threading.active_count() == before
