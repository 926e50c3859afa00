"""Workers of a Ray cluster that process files: only paths and counts are sent to and fro."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..core.machine import free_memory, usable_processors
from ..corpus import InputFile
from ..errors import PIIvotError
from ..runs.automatic import SPAWNED_WORKER, Choice, choose_processes
from ..runs.reading import Processes
from .parts import Job, PartFailed, work_on
from .ray_start import running_ray

# How often a file is tried again if its worker dies.
RETRIES = 3
_SECONDS = 0.5


class FileWorker:
    """An actor that processes one file after the other with one pipeline."""

    def work_on(self, job: Job, file: InputFile) -> dict[str, Any]:
        """Process a file.

        job (Job): What all workers need to know.
        file (InputFile): The file.
        RETURNS (dict[str, Any]): The record of the file; or, under "problem", why there is none. No
            exception passes through Ray, which would log it.
        """
        try:
            return work_on(job, file)
        except PIIvotError as error:
            return {"problem": str(error)}


class RayPool:
    """Sends each file to the next free worker. A file whose worker dies is sent to a new one.

    ray (ModuleType): `ray`, connected.
    workers (int): How many workers.
    report (Callable[[str], None]): Called with lines about the run.
    interrupted (Callable[[], bool]): Asked twice a second; true to stop.
    """

    def __init__(
        self,
        ray: Any,
        workers: int,
        report: Callable[[str], None] = lambda line: None,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        self._ray = ray
        self._workers = workers
        self._report = report
        self._interrupted = interrupted
        self._actor = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(FileWorker)

    def results(self, job: Job, files: Sequence[InputFile]) -> Iterator[dict[str, Any]]:
        """Process files; see `Pool`."""
        ray = self._ray
        waiting = list(reversed(files))
        tried = dict.fromkeys(files, 0)
        idle = [self._actor.remote() for _ in range(min(self._workers, len(files)))]
        running: dict[Any, tuple[Any, InputFile]] = {}
        try:
            while waiting or running:
                while waiting and idle:
                    actor, file = idle.pop(), waiting.pop()
                    running[actor.work_on.remote(job, file)] = actor, file
                if self._interrupted():
                    raise KeyboardInterrupt
                ready, _ = ray.wait(list(running), num_returns=1, timeout=_SECONDS)
                for reference in ready:
                    actor, file = running.pop(reference)
                    record = self._get(reference)
                    if record is None:
                        tried[file] += 1
                        if tried[file] > RETRIES:
                            raise PartFailed(
                                f"file {file.number} by name: its worker died {tried[file]} times"
                            )
                        self._report("a worker died: its file is processed again")
                        idle.append(self._actor.remote())
                        waiting.append(file)
                        continue
                    if "problem" in record:
                        raise PartFailed(record["problem"])
                    idle.append(actor)
                    yield record
        finally:
            for actor in [*idle, *(actor for actor, _ in running.values())]:
                ray.kill(actor)

    def _get(self, reference: Any) -> dict[str, Any] | None:
        """The answer of a worker; None if it died."""
        try:
            record: dict[str, Any] = self._ray.get(reference)
        except self._ray.exceptions.RayError:
            return None
        return record


@contextmanager
def ray_pool(
    address: str | None,
    workers: Processes,
    report: Callable[[str], None] = lambda line: None,
    interrupted: Callable[[], bool] = lambda: False,
) -> Iterator[RayPool]:
    """Start workers on a cluster, or on this machine until the block ends.

    address (str | None): The address of a cluster; None to start one here.
    workers (int | str): How many workers; "auto" for one on each core of the cluster or, on this
        machine, as many as processors and memory allow.
    report (Callable[[str], None]): Called with lines about the run.
    interrupted (Callable[[], bool]): Asked twice a second; true to stop.
    YIELDS (RayPool): The workers.
    RAISES (InputError): If the cluster cannot be reached.
    """
    here = _workers_here() if workers == "auto" else Choice(workers, "")
    with running_ray(address, here.processes) as ray:
        count = here.processes
        if workers == "auto":
            if address is not None:
                cores = int(ray.cluster_resources().get("CPU", 1))
                here = Choice(max(1, cores), "the cores of the cluster")
            count = here.processes
            noun = "worker" if count == 1 else "workers"
            report(f"--n-process auto: {count} {noun} ({here.reason})")
        yield RayPool(ray, count, report, interrupted)


def _workers_here() -> Choice:
    """How many workers this machine has room for; each loads everything itself."""
    return choose_processes(
        processors=usable_processors(),
        input_bytes=sys.maxsize,
        memory=free_memory(),
        worker=SPAWNED_WORKER,
    )
