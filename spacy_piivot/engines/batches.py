"""De-identifies, or searches, the dialogues of a table in this process."""

import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from ..components.pipeline_roles import without_surrogates
from ..corpus import Columns, Entry, InputFile, Inputs, Record
from ..corpus.records import KEPT
from ..errors import PIIvotError
from ..runs.detect import found_spans
from ..runs.finished import Finished
from ..runs.process import check_searched, process
from ..runs.release_files import ReleaseFiles
from ..runs.replacing import replace_and_finish
from ..runs.results import Done, Failed, Kept
from ..runs.shuffling import prepare_shuffle
from .layout import Layout, TableColumns, arrow, find_layout
from .loading import Loaded, load_once
from .settings import Settings
from .tables import (
    ERROR,
    ID,
    failed_schema,
    join,
    make_rows,
    plain_types,
    read_dialogues,
    result_schema,
    unpack,
)

if TYPE_CHECKING:
    import pyarrow as pa

# What stands for the file of a table in memory: in JSONL, too, every dialogue has an id.
_NO_FILE = InputFile(Path("table.jsonl"), PurePosixPath("table.jsonl"))


class BatchFailed(PIIvotError):
    """A batch could not be processed. The original error is not chained: it may quote a text."""

    def __init__(self, error: BaseException) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
        super().__init__(f"A batch could not be processed: {type(error).__name__}{place}.")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (str(self),)


def _rebuilt(message: str) -> PIIvotError:
    return PIIvotError(message)


def process_table(
    table: "pa.Table",
    settings: Settings,
    layout: Layout,
    repeated: frozenset[str] = frozenset(),
) -> tuple["pa.Table", "pa.Table"]:
    """De-identify, or search, the dialogues of a table.

    table (pa.Table): Whole dialogues: one in each row, or a message in each row.
    settings (Settings): The settings; the pipeline is loaded once in this process.
    layout (Layout): The table's columns.
    repeated (frozenset[str]): Ids whose dialogues are all errors.
    RETURNS (tuple[pa.Table, pa.Table]): The dialogues that are done, in the order of their first
        rows: released ones, or the originals with `spans` at each message. And the `id` and
        `error` of those that are held back.
    RAISES (InputError): If the settings cannot be used.
    """
    loaded = load_once(settings)
    new_ids = settings.ids != "keep"

    def entries() -> Iterator[Entry]:
        return (Entry(_NO_FILE, item) for item in read_dialogues(table, layout, repeated))

    with loaded.lock:
        if not settings.has_surrogates:
            return _divided(_found(entries(), settings, loaded), layout, spans=True)
        prepare_shuffle(loaded.nlp, (_with_names(entry, loaded) for entry in entries()))
        assert loaded.names is not None
        files = ReleaseFiles(Inputs(Path(), []), Columns(), loaded.names)
        results = released_results(entries(), settings, loaded)
        records = (files.record(result, number) for number, result in enumerate(results, 1))
        return _divided(records, layout, new_ids=new_ids)


def _divided(
    records: Iterable[dict[str, Any]],
    layout: Layout,
    *,
    new_ids: bool = False,
    spans: bool = False,
) -> tuple["pa.Table", "pa.Table"]:
    """Tables of the released and of the failed dialogues."""
    released, failed = [], []
    for record in records:
        if "failed" in record:
            failed.append({ID: record["failed"]["id"], ERROR: record["failed"]["error"]})
        else:
            released.append(record["released"])
    if released:
        rows = make_rows(released, layout, new_ids=new_ids)
    else:
        rows = result_schema(layout, new_ids=new_ids, spans=spans).empty_table()
    return rows, arrow().Table.from_pylist(failed, schema=failed_schema())


def released_results(
    entries: Iterable[Entry],
    settings: Settings,
    loaded: Loaded,
    report: Callable[[str], None] = lambda line: None,
) -> Iterator[Kept[Finished] | Failed]:
    """De-identify dialogues as the command does.

    entries (Iterable[Entry]): The dialogues; the roster's names are added here.
    settings (Settings): The settings.
    loaded (Loaded): The pipeline.
    report (Callable[[str], None]): Called with lines about the dialogues, never text.
    RETURNS (Iterator[Kept[Finished] | Failed]): The result of every dialogue, in order.
    """
    return replace_and_finish(
        loaded.nlp,
        (_with_names(entry, loaded) for entry in entries),
        spans_from_input=settings.spans_from_input,
        max_seconds=settings.max_seconds,
        report=report,
    )


def _found(
    entries: Iterable[Entry], settings: Settings, loaded: Loaded
) -> Iterator[dict[str, Any]]:
    """Search dialogues: records as of a release, with the originals and their spans."""
    with_names = (_with_names(entry, loaded) for entry in entries)
    with loaded.nlp.select_pipes(disable=without_surrogates(loaded.nlp)):
        for result in process(
            loaded.nlp, with_names, check=check_searched, max_seconds=settings.max_seconds
        ):
            if isinstance(result, Failed):
                yield {"failed": {"id": result.error.id, "error": result.error.kind}}
            else:
                yield {"released": _original(result)}


def _original(done: Done) -> dict[str, Any]:
    dialogue, kept = done.record.dialogue, done.record.kept
    messages: list[dict[str, Any]] = [
        {"speaker": own.speaker, "text": own.text, **found}
        for own, found in zip(dialogue.messages, found_spans(done), strict=True)
    ]
    record: dict[str, Any] = {"id": dialogue.id, "messages": messages}
    if kept is not None:
        record[KEPT] = kept.dialogue
        for message, cells in zip(messages, kept.messages, strict=True):
            message[KEPT] = cells
    return record


def _with_names(entry: Entry, loaded: Loaded) -> Entry:
    item = entry.item
    if not isinstance(item, Record):
        return entry
    names = loaded.roster.names(item.dialogue.id)
    return Entry(entry.file, replace(item, dialogue=replace(item.dialogue, roster=names)))


def guarded_batch(
    batch: "pa.Table",
    settings: Settings,
    columns: TableColumns,
    repeated: frozenset[str] = frozenset(),
    *,
    packed: bool = False,
) -> "pa.Table":
    """Process a batch of whole dialogues on a worker, with errors that contain no text.

    batch (pa.Table): The dialogues.
    settings (Settings): The settings, checked by the process that started the run.
    columns (TableColumns): The columns of the table.
    repeated (frozenset[str]): Ids whose dialogues are all errors.
    packed (bool): Whether each row has the rows of a dialogue (`pack`).
    RETURNS (pa.Table): What `join` makes of the results.
    RAISES (PIIvotError): If the batch could not be processed.
    """
    problem: PIIvotError
    try:
        table = plain_types(unpack(batch) if packed else batch)
        layout = find_layout(table.schema, columns)
        return join(*process_table(table, settings, layout, repeated))
    except PIIvotError as error:
        problem = error
    except Exception as error:
        problem = BatchFailed(error)
    # Raised outside the handlers, whose exceptions may quote a text; so its traceback starts here.
    raise problem.with_traceback(None)
