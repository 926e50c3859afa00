"""Plays a run with several processes as a sequence of events, from measured costs: an estimate.

The rules are those of `spacy_piivot/runs/spread.py`: the same batches, a second batch for a worker
that has one, the same limit on what is under way, and results in order.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import NamedTuple

from spacy_piivot.runs.batches import Batch, cut_by_size, window


class Cost(NamedTuple):
    """A dialogue: its size as batches count it, and the seconds that it takes a worker."""

    size: int
    seconds: float


@dataclass(frozen=True)
class Costs:
    """What a run costs, in seconds.

    dialogues (Sequence[Cost]): Each dialogue.
    encoder (float): The part of their time that one process divides among its threads.
    read (float): What it takes the parent to read and send a dialogue.
    write (float): What it takes the parent to receive and write its result.
    start (float): Until the first worker is started.
    worker_start (float): To start each worker.
    """

    dialogues: Sequence[Cost]
    encoder: float
    read: float
    write: float
    start: float
    worker_start: float

    @property
    def work(self) -> float:
        """What workers do, together."""
        return sum(cost.seconds for cost in self.dialogues)

    @property
    def parent(self) -> float:
        """What only the parent can do, with the start."""
        return self.start + (self.read + self.write) * len(self.dialogues)

    def repeated(self, count: int) -> "Costs":
        """The same for a corpus of so many dialogues like these."""
        return replace(self, dialogues=list(islice(cycle(self.dialogues), count)))


def one_process(costs: Costs, processors: int) -> float:
    """The seconds of one process, whose encoder uses all processors.

    costs (Costs): The costs.
    processors (int): How many there are.
    RETURNS (float): Seconds.
    """
    encoder = costs.work * costs.encoder
    return costs.parent + costs.work - encoder + encoder / processors


def amdahl(costs: Costs, processors: int) -> float:
    """How many times as fast it is by Amdahl's law: only the workers' part is divided.

    The law lets nothing happen while the parent reads, sends, receives and writes. The workers go
    on meanwhile, so a long run can be faster.

    costs (Costs): The costs.
    processors (int): How many there are.
    RETURNS (float): At most `processors`.
    """
    return (costs.parent + costs.work) / (costs.parent + costs.work / processors)


@dataclass
class _Sent:
    batch: Batch[Cost]
    done: float


def simulate(costs: Costs, workers: int) -> float:
    """Play a run on as many processors as workers; the parent shares these.

    costs (Costs): The costs.
    workers (int): How many workers; 1 means that the parent does the work.
    RETURNS (float): Seconds.
    """
    if workers == 1:
        return one_process(costs, 1)
    now = costs.start + costs.worker_start * workers
    ready = [costs.start + costs.worker_start * (number + 1) for number in range(workers)]
    held: list[deque[_Sent]] = [deque() for _ in range(workers)]
    underway: deque[_Sent] = deque()
    batches = cut_by_size(costs.dialogues, lambda cost: cost.size, workers)
    size, most = 0, window(workers)
    upcoming = next(batches, None)
    while upcoming is not None or underway:
        for own in held:
            while own and own[0].done <= now:
                own.popleft()
        number = min(range(workers), key=lambda one: len(held[one]))
        own = held[number]
        free = not own or (len(own) == 1 and not own[0].batch.is_long)
        if upcoming is not None and free and size < most:
            now += costs.read * len(upcoming.entries)
            seconds = sum(cost.seconds for cost in upcoming.entries)
            ready[number] = max(now, ready[number]) + seconds
            sent = _Sent(upcoming, ready[number])
            own.append(sent)
            underway.append(sent)
            size += upcoming.size
            upcoming = next(batches, None)
        elif underway[0].done <= now:
            first = underway.popleft()
            size -= first.batch.size
            now += costs.write * len(first.batch.entries)
        else:
            now = min(own[0].done for own in held if own)
    # The processors are never more than fully used.
    return max(now, (costs.parent + costs.work) / workers)
