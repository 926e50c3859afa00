from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from json_lines import write_jsonl
from partitioned import dialogues

from spacy_piivot.engines import ray_pool
from spacy_piivot.engines.parts import Job, PartFailed, find_parts
from spacy_piivot.engines.ray_pool import FileWorker, RayPool
from spacy_piivot.engines.settings import make_settings


class Died(Exception):
    """In place of Ray's error about a worker that died."""


class FakeRay:
    """Does at once, in this process, what it is asked to do; the first workers die."""

    exceptions = SimpleNamespace(RayError=Died)

    cluster_resources: Any

    def __init__(self, deaths: int = 0) -> None:
        self.deaths = deaths
        self.started = 0
        self.most = 0
        self.killed = 0

    def remote(self, **options: Any) -> Any:
        assert options["max_task_retries"] == 0

        def decorate(kind: type) -> Any:
            return SimpleNamespace(remote=lambda: self._start(kind))

        return decorate

    def _start(self, kind: type) -> Any:
        self.started += 1
        worker = kind()
        return SimpleNamespace(work_on=SimpleNamespace(remote=lambda *a: (worker, a, object())))

    def wait(self, running: list, *, num_returns: int, timeout: float) -> tuple[list, list]:
        self.most = max(self.most, len(running))
        return running[:num_returns], running[num_returns:]

    def get(self, reference: Any) -> Any:
        worker, arguments, _ = reference
        if self.deaths:
            self.deaths -= 1
            raise Died("Zorblatt")
        return worker.work_on(*arguments)

    def kill(self, actor: Any) -> None:
        self.killed += 1


@pytest.fixture
def job(model: str, key_file: Path, tmp_path: Path) -> Job:
    source = tmp_path / "in"
    source.mkdir()
    for number, one in enumerate(dialogues(5)):
        write_jsonl(source / f"{number}.jsonl", one)
    settings = make_settings(model=model, key_file=key_file).checked()
    return Job(settings, source=source, folder=tmp_path / "parts")


def done(ray: FakeRay, job: Job, workers: int = 2) -> list[int]:
    files = find_parts(job.source).files
    return sorted(record["part"] for record in RayPool(ray, workers).results(job, files))


def test_each_worker_has_one_file_at_a_time(job: Job) -> None:
    ray = FakeRay()
    assert done(ray, job) == [1, 2, 3, 4, 5]
    assert (ray.started, ray.most, ray.killed) == (2, 2, 2)
    assert done(ray := FakeRay(), job, workers=9) == [1, 2, 3, 4, 5]
    assert ray.started == 5


def test_a_file_whose_worker_died_is_done_by_another(job: Job) -> None:
    ray = FakeRay(deaths=3)
    assert done(ray, job) == [1, 2, 3, 4, 5]
    assert ray.started == 5


def test_a_file_that_kills_every_worker_ends_the_run(job: Job) -> None:
    with pytest.raises(PartFailed, match="file 1 by name: its worker died 4 times") as raised:
        done(ray := FakeRay(deaths=99), job, workers=1)
    assert "Zorblatt" not in str(raised.value)
    assert ray.started <= 5


def test_what_is_wrong_with_a_file_is_an_answer_not_an_exception(job: Job) -> None:
    (job.source / "1.csv").write_text("no,columns\n")
    *_, csv = (file for file in find_parts(job.source).files if file.format.suffix == ".csv")
    answer = FileWorker().work_on(job, csv)
    assert list(answer) == ["problem"]
    with pytest.raises(PartFailed, match=r"1\.csv: "):
        done(FakeRay(), job)


def test_it_stops_when_it_is_interrupted(job: Job) -> None:
    ray = FakeRay()
    files = find_parts(job.source).files
    with pytest.raises(KeyboardInterrupt):
        next(RayPool(ray, 1, interrupted=lambda: True).results(job, files))
    assert ray.killed == 1


@pytest.mark.parametrize(
    ("address", "workers", "expected", "said"),
    [
        (None, 3, 3, []),
        (None, "auto", 2, ["--n-process auto: 2 workers (of 2 processors)"]),
        ("ray://x", "auto", 5, ["--n-process auto: 5 workers (the cores of the cluster)"]),
    ],
)
def test_how_many_workers_are_started(
    address: str | None,
    workers: Any,
    expected: int,
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started = []

    @contextmanager
    def running(address: str | None, workers: int) -> Iterator[Any]:
        started.append(workers)
        ray = FakeRay()
        ray.cluster_resources = lambda: {"CPU": 5.0}
        yield ray

    monkeypatch.setattr(ray_pool, "running_ray", running)
    monkeypatch.setattr(ray_pool, "usable_processors", lambda: 2)
    monkeypatch.setattr(ray_pool, "free_memory", lambda: None)
    lines: list[str] = []
    with ray_pool.ray_pool(address, workers, lines.append) as pool:
        assert pool._workers == expected
    assert lines == said
    assert started == [min(expected, 3) if address is None else 2]
