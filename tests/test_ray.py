import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from conftest import REPOSITORY
from counted_model import NAME, loads, write_counted_model
from partitioned import KEY, OTHER_KEY, dialogues, rows_of

import spacy_piivot.ray
from spacy_piivot import frames
from spacy_piivot.engines import loading
from spacy_piivot.engines.ray_datasets import WorkerFailed
from spacy_piivot.engines.settings import NoKey
from spacy_piivot.errors import InputError
from spacy_piivot.ray import TableColumns, deidentify, detect

MADE = dialogues(60)
ROWS = rows_of(MADE)
BY_TURN = TableColumns(order="turn")


def table_of(dataset: Any, ray: Any) -> list[dict[str, Any]]:
    tables = [table for table in ray.get(dataset.to_arrow_refs()) if table.num_columns]
    rows = pa.concat_tables(tables).to_pylist()
    return sorted(rows, key=lambda row: [str(row.get(name)) for name in ("id", "dialogue", "turn")])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("engine")


@pytest.fixture(scope="module")
def notes(folder: Path) -> Path:
    return write_counted_model(folder)


@pytest.fixture(scope="module")
def key_file(folder: Path) -> Path:
    (folder / "key").write_text(KEY)
    return folder / "key"


@pytest.fixture(scope="module")
def ray(folder: Path, notes: Path) -> Iterator[Any]:
    """A Ray of two cores on this machine, without a key in its environment."""
    pytest.importorskip("ray")
    with pytest.MonkeyPatch.context() as patch:
        paths = [folder, REPOSITORY, REPOSITORY / "tests" / "support"]
        patch.setenv("PYTHONPATH", os.pathsep.join(map(str, paths)))
        patch.syspath_prepend(str(folder))
        patch.delenv("SPACY_PIIVOT_KEY", raising=False)
        patch.setattr(tempfile, "tempdir", "/tmp")
        with spacy_piivot.ray.running_ray(None, 2) as ray:
            yield ray


@pytest.fixture(scope="module")
def logs(ray: Any) -> Path:
    return Path(ray._private.worker._global_node.get_logs_dir_path())


@pytest.fixture(scope="module")
def expected(key_file: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The releases of one process: dialogues, and messages."""
    nested, _ = frames.deidentify(pa.Table.from_pylist(MADE), key_file=key_file, scope="group")
    by_rows, _ = frames.deidentify(
        pa.Table.from_pylist(ROWS), key_file=key_file, scope="group", columns=BY_TURN
    )
    return nested.to_pylist(), by_rows.to_pylist()


@pytest.mark.external
@pytest.mark.parametrize("count", [1, 2, 7])
def test_a_dataset_gives_the_release_of_one_process(
    count: int, ray: Any, key_file: Path, expected: Any, notes: Path
) -> None:
    notes.write_text("")
    options: dict[str, Any] = {"key_file": key_file, "scope": "group", "model": NAME}
    shuffled = random.Random(count).sample(MADE, len(MADE))
    dataset = ray.data.from_arrow(pa.Table.from_pylist(shuffled)).repartition(count)
    released, failed = deidentify(dataset, **options)
    assert table_of(released, ray) == sorted(expected[0], key=lambda row: row["id"])
    assert failed.count() == 0
    used = loads(notes)
    assert len(used) == len(set(used)) <= 3  # this process and two workers, each once
    assert os.getpid() in used


@pytest.mark.external
def test_messages_are_grouped_first(ray: Any, key_file: Path, expected: Any) -> None:
    shuffled = random.Random(3).sample(ROWS, len(ROWS))
    dataset = ray.data.from_arrow(pa.Table.from_pylist(shuffled)).repartition(5)
    released, _ = deidentify(
        dataset, key_file=key_file, scope="group", columns=BY_TURN, partitions=3
    )
    wanted = sorted(expected[1], key=lambda row: (row["dialogue"], str(row["turn"])))
    assert table_of(released, ray) == wanted
    with pytest.raises(InputError, match="have no order"):
        deidentify(dataset, key_file=key_file)


@pytest.mark.external
def test_a_worker_that_is_killed_costs_nothing(
    ray: Any, key_file: Path, expected: Any, notes: Path
) -> None:
    notes.write_text("")
    killed = []

    def kill() -> None:
        while not (others := set(loads(notes)) - {os.getpid()}):
            time.sleep(0.05)
        time.sleep(0.2)
        killed.append(others.pop())
        os.kill(killed[0], signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    tables = [pa.Table.from_pylist(MADE[start : start + 2]) for start in range(0, 60, 2)]
    released, failed = deidentify(
        ray.data.from_arrow(tables), key_file=key_file, scope="group", model=NAME, workers=1
    )
    thread.join()
    assert killed
    assert len(set(loads(notes))) > 2
    assert table_of(released, ray) == sorted(expected[0], key=lambda row: row["id"])
    assert failed.count() == 0


@pytest.mark.external
def test_what_is_held_back_is_listed(ray: Any, key_file: Path, logs: Path) -> None:
    none = {"id": "none", "group": "g", "messages": []}
    table = pa.Table.from_pylist([*MADE[:3], MADE[1], none])
    released, failed = deidentify(ray.data.from_arrow(table), key_file=key_file, ids="hmac")
    assert released.count() == 2
    assert sorted(row["error"] for row in failed.take_all()) == [
        "DuplicateId",
        "DuplicateId",
        "ZeroMessages",
    ]
    found, _ = detect(ray.data.from_arrow(table.slice(0, 3)))
    assert {span["label"] for row in found.take_all() for span in row["messages"][0]["spans"]}


@pytest.mark.external
def test_tables_are_those_that_files_can_have(ray: Any, key_file: Path) -> None:
    """Numbers as ids, other names of columns, columns of any type that are kept."""
    table = pa.table(
        {
            "sender": ["tutor", "Ola Zorblatt", "tutor", "tutor"],
            "content": ["Hi Ola", "4/12?", None, "mail ola@example.org"],
            "conversation": [7, 7, 8, 8],
            "at": pa.array([3, 4, 5, 6], pa.timestamp("us", "UTC")),
            "note": ["Ola Zorblatt", None, "3", ""],
        }
    )
    columns = TableColumns(order="at", keep=("note",))
    expected, _ = frames.deidentify(table, key_file=key_file, columns=columns)
    released, failed = deidentify(ray.data.from_arrow(table), key_file=key_file, columns=columns)
    found = sorted(table_of(released, ray), key=lambda row: (row["conversation"], row["at"]))
    assert found == expected.to_pylist()
    assert found[0]["note"] == found[1]["sender"] != "Ola Zorblatt"
    assert (found[2]["conversation"], found[2]["content"], found[2]["note"]) == (8, None, "3")
    assert failed.count() == 0
    nested = pa.table(
        {
            "id": [1, 2],
            "messages": [
                [{"role": "Ola Zorblatt", "content": "hi", "at": 3.5}],
                [{"role": "tutor", "content": "Hi Ola", "at": None}],
            ],
            "day": pa.array([1, None], pa.date32()),
        }
    )
    columns = TableColumns(keep=("day", "at"))
    expected, _ = frames.deidentify(nested, key_file=key_file, columns=columns)
    released, _ = deidentify(ray.data.from_arrow(nested), key_file=key_file, columns=columns)
    assert sorted(table_of(released, ray), key=lambda row: row["id"]) == expected.to_pylist()


@pytest.mark.external
def test_a_worker_with_another_key_ends_the_run(
    ray: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = ray.data.from_arrow(pa.Table.from_pylist(MADE[:3]))
    with pytest.raises(NoKey):
        deidentify(dataset)
    monkeypatch.setenv("SPACY_PIIVOT_KEY", OTHER_KEY)  # here, but not where the workers are
    with pytest.raises(WorkerFailed, match="A worker has no key"):
        deidentify(dataset)
    key_file = tmp_path / "key"
    key_file.write_text(OTHER_KEY)
    checked = spacy_piivot.engines.settings.Settings.checked

    def changed(settings: Any) -> Any:
        done = checked(settings)
        key_file.write_text(KEY)
        return done

    monkeypatch.setattr(spacy_piivot.engines.settings.Settings, "checked", changed)
    with pytest.raises(WorkerFailed, match="A worker has another key") as raised:
        deidentify(dataset, key_file=key_file)
    assert KEY not in str(raised.value)


@pytest.mark.external
def test_a_key_in_the_runtime_environment_is_refused(
    ray: Any, key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = type("Context", (), {"runtime_env": {"env_vars": {"SPACY_PIIVOT_KEY": KEY}}})()
    dataset = ray.data.from_arrow(pa.Table.from_pylist(MADE[:3]))
    monkeypatch.setattr(ray, "get_runtime_context", lambda: context)
    with pytest.raises(InputError, match="Draw a new key") as raised:
        deidentify(dataset, key_file=key_file)
    assert KEY not in str(raised.value)


ONE_CORE = """
import sys
import pyarrow as pa
from partitioned import dialogues, rows_of
from spacy_piivot.ray import TableColumns, deidentify, running_ray
with running_ray(None, 1) as ray:
    rows = ray.data.from_arrow(pa.Table.from_pylist(rows_of(dialogues(4))))
    released, failed = deidentify(rows, key_file=sys.argv[1], columns=TableColumns(order="turn"))
    print(released.count(), failed.count())
"""


@pytest.mark.external
def test_one_core_is_enough(key_file: Path) -> None:
    pytest.importorskip("ray")
    path = os.pathsep.join(map(str, [REPOSITORY, REPOSITORY / "tests" / "support"]))
    done = subprocess.run(
        [sys.executable, "-c", ONE_CORE, str(key_file)],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": path, "TMPDIR": "/tmp"},
    )
    assert done.stdout.split() == ["12", "0"], done.stderr[-2000:]


@pytest.mark.external
def test_no_log_of_ray_has_a_text_or_a_key(ray: Any, logs: Path) -> None:
    """The last test: all others have used this Ray."""
    files = [path for path in logs.parent.rglob("*") if path.is_file()]
    assert len(files) > 10
    for path in files:
        content = path.read_bytes()
        for secret in (b"Zorblatt", b"zorblatt", b"Quibbly", KEY.encode(), OTHER_KEY.encode()):
            assert secret not in content, path
    assert loading.loads >= 1
