"""The work on DataFrames of Spark: grouping in the JVM, and Python workers that load once."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ..core.optional import require
from ..draws.key import KEY_VARIABLE
from ..errors import InputError
from .batches import guarded_batch
from .layout import TableColumns, arrow, find_layout
from .settings import Settings
from .tables import ERROR, FAILED_ERROR, FAILED_ID, ID, ROWS, joined_schema, result_schema

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame

# Dialogues in a batch.
BATCH_SIZE = 64
_TIMES = "spacy_piivot_times"


def process_frame(
    frame: "DataFrame", settings: Settings, columns: TableColumns | None, partitions: int | None
) -> tuple["DataFrame", "DataFrame"]:
    """Process a DataFrame; see `spacy_piivot.spark`.

    frame (DataFrame): The DataFrame.
    settings (Settings): The settings, not yet checked.
    columns (TableColumns | None): Which columns contain what.
    partitions (int | None): Into how many partitions dialogues are divided.
    RETURNS (tuple[DataFrame, DataFrame]): The results without errors; `id` and `error` of the
        others.
    """
    functions = require("pyspark.sql.functions", "spark")
    check_environment(frame.sparkSession)
    columns = columns or TableColumns()
    layout = find_layout(frame.limit(0).toArrow().schema, columns, ordered=False)
    settings = settings.checked()
    frame = frame.select(*(_named(name, functions) for name in layout.columns))
    id = _named(layout.dialogue, functions)
    if layout.is_nested:
        # Only the ids of repeated dialogues are sent around.
        counted = frame.groupBy(id.alias(ID + _TIMES)).agg(functions.count("*").alias(_TIMES))
        repeated = counted.filter(functions.col(_TIMES) > 1)
        together = frame.join(repeated, id == functions.col(ID + _TIMES), "left").drop(ID + _TIMES)
        together = together if partitions is None else together.repartition(partitions)
    else:
        spread = frame if partitions is None else frame.repartition(partitions, id)
        row = functions.struct(*(_named(name, functions) for name in layout.columns))
        together = spread.groupBy(id).agg(functions.collect_list(row).alias(ROWS)).select(ROWS)
    released = result_schema(
        layout, new_ids=settings.ids != "keep", spans=not settings.has_surrogates
    )
    # Of an empty frame, since Spark has no public function for it.
    schema = frame.sparkSession.createDataFrame(joined_schema(released).empty_table()).schema
    work = partial(
        _work, settings=settings, columns=columns, id=layout.dialogue if layout.is_nested else None
    )
    done = together.mapInArrow(work, schema=schema).persist()
    is_done = functions.col(FAILED_ERROR).isNull()
    failed = done.filter(~is_done).select(
        functions.col(FAILED_ID).alias(ID), functions.col(FAILED_ERROR).alias(ERROR)
    )
    return done.filter(is_done).drop(FAILED_ID, FAILED_ERROR), failed


def check_environment(session: Any) -> None:
    """Refuse a configuration that contains the key: Spark shows it on its pages and in its logs.

    session (SparkSession): The session.
    RAISES (InputError): If a setting for the environment of the workers contains it.
    """
    found = session.conf.getAll
    known = dict(found() if callable(found) else found)
    if any(name.endswith(f".{KEY_VARIABLE}") for name in known):
        raise InputError(
            f"{KEY_VARIABLE} is in Spark's configuration, which Spark shows on its pages and "
            "writes to its logs. Draw a new key, and give it to the machines as a file or in the "
            "environment that their workers are started in."
        )


def _named(name: str, functions: Any) -> "Column":
    """A column, whatever characters its name has."""
    column: Column = functions.col("`" + name.replace("`", "``") + "`")
    return column


def _work(
    batches: Iterable["pa.RecordBatch"], settings: Settings, columns: TableColumns, id: str | None
) -> Iterator["pa.RecordBatch"]:
    """Process the batches of a partition in a Python worker."""
    pa = arrow()
    for batch in batches:
        for start in range(0, batch.num_rows, BATCH_SIZE):
            table = pa.Table.from_batches([batch.slice(start, BATCH_SIZE)])
            repeated: frozenset[str] = frozenset()
            if id is not None:
                several = table.filter(table[_TIMES].is_valid())[id].to_pylist()
                repeated = frozenset(str(one) for one in several if one is not None)
                table = table.drop_columns([_TIMES])
            done = guarded_batch(table, settings, columns, repeated, packed=id is None)
            yield from done.combine_chunks().to_batches()
