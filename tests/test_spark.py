import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from conftest import REPOSITORY
from counted_model import NAME, loads, write_counted_model
from partitioned import KEY, OTHER_KEY, dialogues, rows_of

from spacy_piivot import frames
from spacy_piivot.engines.settings import NoKey
from spacy_piivot.errors import InputError
from spacy_piivot.spark import TableColumns, deidentify, detect

MADE = dialogues(60)
ROWS = rows_of(MADE)
BY_TURN = TableColumns(order="turn")


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
def spark(folder: Path, notes: Path) -> Iterator[Any]:
    """A Spark of two cores in a JVM of its own."""
    sql = pytest.importorskip("pyspark.sql")
    with pytest.MonkeyPatch.context() as patch:
        paths = [folder, REPOSITORY, REPOSITORY / "tests" / "support"]
        patch.setenv("PYTHONPATH", os.pathsep.join(map(str, paths)))
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.syspath_prepend(str(folder))
        patch.delenv("SPACY_PIIVOT_KEY", raising=False)
        builder = sql.SparkSession.builder.master("local[2]")
        for name, value in {
            "spark.ui.enabled": "false",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.local.dir": str(folder / "spark"),
            "spark.sql.warehouse.dir": str(folder / "warehouse"),
            "spark.sql.shuffle.partitions": "4",
        }.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        yield session
        session.stop()


def rows(frame: Any) -> list[dict[str, Any]]:
    found = [row.asDict(recursive=True) for row in frame.collect()]
    return sorted(
        found, key=lambda row: [str(row.get(name)) for name in ("id", "dialogue", "turn")]
    )


@pytest.mark.external
@pytest.mark.parametrize("count", [1, 2, 7])
def test_a_frame_gives_the_release_of_one_process(
    count: int, spark: Any, key_file: Path, notes: Path
) -> None:
    notes.write_text("")
    nested, _ = frames.deidentify(pa.Table.from_pylist(MADE), key_file=key_file, scope="group")
    by_rows, _ = frames.deidentify(
        pa.Table.from_pylist(ROWS), key_file=key_file, scope="group", columns=BY_TURN
    )
    options: dict[str, Any] = {"key_file": key_file, "scope": "group", "model": NAME}
    shuffled = random.Random(count).sample(MADE, len(MADE))
    frame = spark.createDataFrame(pa.Table.from_pylist(shuffled)).repartition(count)
    released, failed = deidentify(frame, partitions=count, **options)
    assert rows(released) == sorted(nested.to_pylist(), key=lambda row: row["id"])
    assert failed.count() == 0
    shuffled = random.Random(count).sample(ROWS, len(ROWS))
    frame = spark.createDataFrame(pa.Table.from_pylist(shuffled)).repartition(count)
    released, failed = deidentify(frame, partitions=count, columns=BY_TURN, **options)
    wanted = sorted(by_rows.to_pylist(), key=lambda row: (row["dialogue"], str(row["turn"])))
    assert rows(released) == wanted
    assert failed.count() == 0
    workers = [process for process in loads(notes) if process != os.getpid()]
    assert len(workers) == len(set(workers))  # each once; both calls have the same settings
    spark.catalog.clearCache()


@pytest.mark.external
def test_what_is_held_back_is_listed(spark: Any, key_file: Path) -> None:
    none = {"id": "none", "group": "g", "messages": []}
    table = pa.Table.from_pylist([*MADE[:3], MADE[1], none])
    released, failed = deidentify(spark.createDataFrame(table), key_file=key_file)
    assert [row["id"] for row in rows(released)] == ["d0", "d2"]
    assert rows(failed) == [
        {"id": "d1", "error": "DuplicateId"},
        {"id": "d1", "error": "DuplicateId"},
        {"id": "none", "error": "ZeroMessages"},
    ]
    found, _ = detect(spark.createDataFrame(table.slice(0, 3)))
    assert {span["label"] for row in rows(found) for span in row["messages"][0]["spans"]}
    with pytest.raises(InputError, match="have no order"):
        deidentify(spark.createDataFrame(pa.Table.from_pylist(ROWS)), key_file=key_file)


@pytest.mark.external
def test_tables_are_those_that_files_can_have(spark: Any, key_file: Path) -> None:
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
    released, failed = deidentify(spark.createDataFrame(table), key_file=key_file, columns=columns)
    found = sorted(rows(released), key=lambda row: (row["conversation"], row["at"]))
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
    released, _ = deidentify(spark.createDataFrame(nested), key_file=key_file, columns=columns)
    assert sorted(rows(released), key=lambda row: row["id"]) == expected.to_pylist()


@pytest.mark.external
def test_a_worker_with_another_key_ends_the_run(spark: Any, tmp_path: Path) -> None:
    frame = spark.createDataFrame(pa.Table.from_pylist(MADE[:3]))
    with pytest.raises(NoKey):
        deidentify(frame)
    key_file = tmp_path / "key"
    key_file.write_text(OTHER_KEY)
    released, _ = deidentify(frame, key_file=key_file)
    key_file.write_text(KEY)
    with pytest.raises(Exception, match="A worker has another key") as raised:
        released.collect()
    said = str(raised.value)
    assert not [secret for secret in (KEY, OTHER_KEY, "Zorblatt") if secret in said]


@pytest.mark.external
def test_a_key_in_the_configuration_is_refused(spark: Any, key_file: Path) -> None:
    frame = spark.createDataFrame(pa.Table.from_pylist(MADE[:3]))
    spark.conf.set("spark.executorEnv.SPACY_PIIVOT_KEY", KEY)
    try:
        with pytest.raises(InputError, match="Draw a new key") as raised:
            deidentify(frame, key_file=key_file)
    finally:
        spark.conf.unset("spark.executorEnv.SPACY_PIIVOT_KEY")
    assert KEY not in str(raised.value)
