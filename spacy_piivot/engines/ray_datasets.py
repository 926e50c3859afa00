"""The work on datasets of Ray Data: grouping, actors that load the pipeline once, results."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ..errors import PIIvotError
from .batches import BatchFailed, guarded_batch
from .layout import Layout, TableColumns, arrow, find_layout
from .loading import load_once
from .ray_start import check_environment, import_ray
from .settings import Settings
from .tables import ID, divide, pack, plain_types

if TYPE_CHECKING:
    import pyarrow as pa
    from ray.data import Dataset

# Dialogues in a batch. Each worker has one, and one more that waits.
BATCH_SIZE = 64
IN_FLIGHT = 2
# How often a batch is tried again if its worker dies.
RETRIES = 3


class WorkerFailed(PIIvotError):
    """A worker could not do its work, and with it the run."""


class Worker:
    """An actor: loads the pipeline when it starts, and gets one batch after the other.

    settings (Settings): The settings, checked by the process that started the run.
    work (Callable[[pa.Table], pa.Table]): What to do with a batch.
    """

    def __init__(self, settings: Settings, work: "Callable[[pa.Table], pa.Table]") -> None:
        self._work = work
        problem: PIIvotError
        try:
            load_once(settings)
            return
        except PIIvotError as error:
            problem = error
        except Exception as error:
            problem = BatchFailed(error)
        raise problem.with_traceback(None)

    def __call__(self, batch: "pa.Table") -> "pa.Table":
        return self._work(batch)


def process_dataset(
    dataset: "Dataset",
    settings: Settings,
    columns: TableColumns | None,
    workers: int | None,
    partitions: int | None,
) -> tuple["Dataset", "Dataset"]:
    """Process a dataset; see `spacy_piivot.ray`.

    dataset (Dataset): The dataset.
    settings (Settings): The settings, not yet checked.
    columns (TableColumns | None): Which columns contain what.
    workers (int | None): How many workers at most; None for one on each core.
    partitions (int | None): Into how many partitions messages are grouped; None for two a core.
    RETURNS (tuple[Dataset, Dataset]): The results without errors; `id` and `error` of the others.
    """
    ray = import_ray()
    if ray.is_initialized():
        check_environment(ray)
    columns = columns or TableColumns()
    dataset = dataset.map_batches(_plain, batch_format="pyarrow", batch_size=None)
    layout = find_layout(_schema(dataset), columns, ordered=False)
    settings = settings.checked()
    cores = max(1, int(ray.cluster_resources().get("CPU", 1))) if ray.is_initialized() else 1
    dataset = dataset.select_columns(layout.columns)
    repeated: frozenset[str] = frozenset()
    parts = partitions or 2 * cores
    if layout.is_nested:
        repeated = _repeated_ids(dataset, layout, parts)
    else:
        grouped = dataset.groupby(layout.dialogue, num_partitions=parts)
        dataset = grouped.map_groups(_pack, batch_format="pyarrow")
    work = partial(
        guarded_batch,
        settings=settings,
        columns=columns,
        repeated=repeated,
        packed=not layout.is_nested,
    )
    if cores > 1:
        planned = dataset.map_batches(
            Worker,
            fn_constructor_args=(settings, work),
            batch_format="pyarrow",
            batch_size=BATCH_SIZE,
            compute=ray.data.ActorPoolStrategy(
                min_size=1, max_size=workers or cores, max_tasks_in_flight_per_actor=IN_FLIGHT
            ),
            num_cpus=1,
            ray_remote_args_fn=_endurance,
        )
    else:
        # An actor that holds the only core would wait for ever for what reads the dataset.
        planned = dataset.map_batches(work, batch_format="pyarrow", batch_size=BATCH_SIZE)
    done = _done(planned)
    released = done.map_batches(_released, batch_format="pyarrow", batch_size=None)
    return released, done.map_batches(_failed, batch_format="pyarrow", batch_size=None)


def _schema(dataset: "Dataset") -> "pa.Schema":
    """The columns of a dataset with their types."""
    schema = dataset.schema()
    return arrow().schema([]) if schema is None else schema.base_schema


def _endurance() -> dict[str, int]:
    """A dead actor is started again, but a batch is tried only a few times."""
    return {"max_restarts": -1, "max_task_retries": RETRIES}


def _done(planned: "Dataset") -> "Dataset":
    """Do the work, and turn an error of a worker into one line."""
    try:
        return planned.materialize()
    except Exception as error:
        kind, lines = type(error).__name__, str(error).splitlines()
    # Ray ends its report with the error of the worker, which contains no text.
    ours = [line for line in lines if line.startswith("spacy_piivot.")]
    raise WorkerFailed(ours[-1].partition(": ")[2] if ours else f"Ray stopped: {kind}.")


def _repeated_ids(dataset: "Dataset", layout: Layout, partitions: int) -> frozenset[str]:
    """The ids of more than one row; only the ids are sent around."""
    ids = dataset.select_columns([layout.dialogue])
    counted = ids.groupby(layout.dialogue, num_partitions=partitions).count()
    often = counted.map_batches(
        partial(_more_than_once, id=layout.dialogue), batch_format="pyarrow", batch_size=None
    )
    return frozenset(str(row[ID]) for row in often.iter_rows())


def _more_than_once(counted: "pa.Table", id: str) -> "pa.Table":
    pa = arrow()
    [count] = [name for name in counted.column_names if name != id]
    rows = zip(counted[id].to_pylist(), counted[count].to_pylist(), strict=True)
    often = [str(one) for one, times in rows if one is not None and times > 1]
    return pa.table({ID: pa.array(often, pa.string())})


def _plain(table: "pa.Table") -> "pa.Table":
    """The same as `plain_types`, with errors that contain no text."""
    try:
        return plain_types(table)
    except Exception as error:
        failed = BatchFailed(error)
    raise failed.with_traceback(None)


def _pack(dialogue: "pa.Table") -> "pa.Table":
    """The same as `pack`, with errors that contain no text."""
    try:
        return pack(dialogue)
    except Exception as error:
        failed = BatchFailed(error)
    raise failed.with_traceback(None)


def _released(joined: "pa.Table") -> "pa.Table":
    return divide(joined)[0]


def _failed(joined: "pa.Table") -> "pa.Table":
    return divide(joined)[1]
