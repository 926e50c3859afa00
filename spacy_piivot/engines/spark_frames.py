"""The work on DataFrames of Spark: grouping in the JVM, and Python workers that load once."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ..core.optional import require
from ..draws.key import KEY_VARIABLE
from ..errors import InputError
from .batches import BatchFailed, guarded_outcomes
from .layout import Layout, TableColumns, find_layout
from .settings import Settings
from .tables import ALL_MESSAGES, ERROR, FAULT, GROUP, ID, SPANS, SPEAKER, TEXT, arrow, nest

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame

# Dialogues in a batch.
BATCH_SIZE = 64
_ROWS, _TIMES, _POSITION = "rows", "times", "position"
_SPAN = "start:int,end:int,label:string,score:double,source:string,role:string"


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
    layout = find_layout(frame.columns, columns or TableColumns(), ordered=False)
    settings = settings.checked()
    frame = frame.select(*(_named(name, functions) for name in dict.fromkeys(layout.columns)))
    id = _named(layout.dialogue, functions)
    if layout.is_nested:
        # Only the ids of repeated dialogues are sent around.
        counted = frame.groupBy(id).agg(functions.count("*").alias(_TIMES))
        repeated = counted.filter(functions.col(_TIMES) > 1).withColumn(
            FAULT, functions.lit("DuplicateId")
        )
        repeated = repeated.select(id.alias(ID + FAULT), FAULT)
        together = frame.join(repeated, id == functions.col(ID + FAULT), "left").drop(ID + FAULT)
        together = together if partitions is None else together.repartition(partitions)
    else:
        spread = frame if partitions is None else frame.repartition(partitions, id)
        fields = [name for name in dict.fromkeys(layout.columns) if name != layout.dialogue]
        row = functions.struct(*(_named(name, functions) for name in fields))
        together = spread.groupBy(id).agg(functions.collect_list(row).alias(_ROWS))
    work = partial(_work, settings=settings, layout=layout)
    outcomes = together.mapInArrow(work, schema=_schema(settings)).persist()
    is_done = functions.col(ERROR).isNull()
    released = _released(outcomes.filter(is_done), layout, settings, functions)
    return released, outcomes.filter(~is_done).select(ID, ERROR)


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


def _schema(settings: Settings) -> str:
    if settings.has_surrogates:
        return f"{ID} string, {ALL_MESSAGES} array<struct<{SPEAKER}:string,{TEXT}:string>>, " + (
            f"{ERROR} string"
        )
    message = f"struct<{SPEAKER}:string,{TEXT}:string,{SPANS}:array<struct<{_SPAN}>>>"
    return f"{ID} string, {ALL_MESSAGES} array<{message}>, {GROUP} string, {ERROR} string"


def _released(
    outcomes: "DataFrame", layout: Layout, settings: Settings, functions: Any
) -> "DataFrame":
    """Give released dialogues the layout of the input; the same as `tables.unnest`."""
    id = functions.col(ID).alias(layout.dialogue)
    has_spans = not settings.has_surrogates
    if layout.messages is not None:
        group = [functions.col(GROUP).alias(layout.group)] if has_spans and layout.group else []
        return outcomes.select(id, functions.col(ALL_MESSAGES).alias(layout.messages), *group)
    message = functions.posexplode(ALL_MESSAGES).alias(_POSITION, "message")
    rows = outcomes.select(id, message)
    chosen = [_named(layout.dialogue, functions)]
    if layout.order:
        chosen.append(functions.col(_POSITION).alias(layout.order))
    if layout.speaker:
        chosen.append(functions.col(f"message.{SPEAKER}").alias(layout.speaker))
    chosen.append(functions.col(f"message.{TEXT}").alias(layout.text))
    if has_spans:
        chosen.append(functions.col(f"message.{SPANS}").alias(SPANS))
    return rows.select(*chosen)


def _work(
    batches: Iterable["pa.RecordBatch"], settings: Settings, layout: Layout
) -> Iterator["pa.RecordBatch"]:
    """Process the batches of a partition in a Python worker."""
    pa = arrow()
    for batch in batches:
        for start in range(0, batch.num_rows, BATCH_SIZE):
            table = pa.Table.from_batches([batch.slice(start, BATCH_SIZE)])
            nested = _nested(table, layout)
            yield from guarded_outcomes(nested, settings).combine_chunks().to_batches()


def _nested(table: "pa.Table", layout: Layout) -> "pa.Table":
    """The dialogues of a batch, with errors that contain no text."""
    try:
        if layout.is_nested:
            return nest(table, layout)
        return nest(_flat(table, layout), layout)
    except Exception as error:
        failed = BatchFailed(error)
    raise failed.with_traceback(None)


def _flat(table: "pa.Table", layout: Layout) -> "pa.Table":
    """The rows that Spark has collected for each dialogue, one below the other."""
    pa = arrow()
    rows = table.column(_ROWS).combine_chunks()
    flat = rows.flatten()
    parents = pa.compute.list_parent_indices(rows)
    ids = table.column(layout.dialogue).combine_chunks().take(parents)
    columns = {flat.type.field(n).name: column for n, column in enumerate(flat.flatten())}
    return pa.table({layout.dialogue: ids, **columns})
