import pytest

from benchmarks.simulation import Cost, Costs, amdahl, one_process, simulate
from spacy_piivot.runs.batches import MOST_CHARACTERS


def costs(count: int, seconds: float = 0.1, **others: float) -> Costs:
    given = {"encoder": 0.8, "read": 0.0, "write": 0.0, "start": 0.0, "worker_start": 0.0}
    return Costs([Cost(1000, seconds)] * count, **{**given, **others})


@pytest.mark.parametrize("workers", [2, 4, 16, 64])
def test_without_a_serial_part_the_work_is_divided(workers: int) -> None:
    assert simulate(costs(20_000), workers) == pytest.approx(2000 / workers, rel=0.05)
    assert amdahl(costs(20_000), workers) == pytest.approx(workers)


def test_the_parent_bounds_what_many_workers_give() -> None:
    slow = costs(20_000, read=0.005, write=0.005)
    assert simulate(slow, 64) == pytest.approx(200, rel=0.1)
    # The law takes no overlap into account: workers go on while the parent reads and writes.
    assert 2200 / simulate(slow, 64) > amdahl(slow, 64)
    assert amdahl(slow, 10**9) == pytest.approx(11, rel=0.01)


def test_one_process_divides_only_the_encoder() -> None:
    assert one_process(costs(100), 1) == pytest.approx(10)
    assert one_process(costs(100), 2) == pytest.approx(6)
    assert simulate(costs(100), 1) == one_process(costs(100), 1)
    assert simulate(costs(100), 2) < one_process(costs(100), 2)


def test_a_start_is_paid_once_and_for_each_worker() -> None:
    assert simulate(costs(2, start=3.0, worker_start=0.5), 2) == pytest.approx(4.2)


def test_a_long_dialogue_at_the_end_is_waited_for() -> None:
    many = [Cost(1000, 0.1)] * 1000
    last = Costs([*many, Cost(50 * MOST_CHARACTERS, 60.0)], 0.8, 0, 0, 0, 0)
    first = Costs([Cost(50 * MOST_CHARACTERS, 60.0), *many], 0.8, 0, 0, 0, 0)
    assert simulate(first, 4) == pytest.approx(60, rel=0.05)
    assert simulate(last, 4) > 80


def test_more_of_the_same_takes_longer_in_proportion() -> None:
    few = costs(300)
    assert len(few.repeated(1000).dialogues) == 1000
    assert few.repeated(3000).work == pytest.approx(10 * few.work)
