"""De-identifies, or searches, the dialogues of a table in this process."""

import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from ..components.pipeline_roles import without_surrogates
from ..core.dialogue import doc_to_dialogue
from ..corpus import Entry, InputFile, Record
from ..errors import PIIvotError, RecordError
from ..runs.detect import found_spans
from ..runs.process import check_searched, process
from ..runs.replacing import replace_pii
from ..runs.results import Done, Failed
from ..runs.shuffling import prepare_shuffle
from .layout import Layout
from .loading import Loaded, load_once
from .settings import Settings
from .tables import (
    ALL_MESSAGES,
    ERROR,
    GROUP,
    HINTS,
    ID,
    SPANS,
    SPEAKER,
    TEXT,
    make_table,
    nest,
    outcome_schema,
    read_dialogues,
    split_outcomes,
    unnest,
)

if TYPE_CHECKING:
    import pyarrow as pa

_NO_FILE = InputFile(Path(), PurePosixPath())


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


def deidentify_table(
    table: "pa.Table", settings: Settings, layout: Layout
) -> tuple["pa.Table", "pa.Table"]:
    """De-identify the dialogues of a table.

    table (pa.Table): Whole dialogues: one in each row, or a message in each row.
    settings (Settings): The settings; the pipeline is loaded once in this process.
    layout (Layout): The table's columns.
    RETURNS (tuple[pa.Table, pa.Table]): The released dialogues with the columns that were read,
        without the group, in the order of their first rows; and the `id` and `error` of those
        that are held back.
    RAISES (InputError): If the settings cannot be used.
    """
    nested = nest(table, layout)
    loaded = load_once(settings)
    if settings.has_surrogates:
        with loaded.lock:
            entries = (Entry(_NO_FILE, item) for item in read_dialogues(nested, set()))
            prepare_shuffle(loaded.nlp, (_with_names(entry, loaded) for entry in entries))
    released, quarantined = split_outcomes(outcomes(nested, settings, seen=set()))
    return unnest(released, layout), quarantined


def detect_table(
    table: "pa.Table", settings: Settings, layout: Layout
) -> tuple["pa.Table", "pa.Table"]:
    """Search the dialogues of a table.

    table (pa.Table): As in `deidentify_table`.
    settings (Settings): The settings, for the task "detect".
    layout (Layout): The table's columns.
    RETURNS (tuple[pa.Table, pa.Table]): The dialogues with `spans` at each message; they contain
        the original texts. And the `id` and `error` of those that could not be searched.
    RAISES (InputError): If the settings cannot be used.
    """
    return deidentify_table(table, settings, layout)


def outcomes(
    nested: "pa.Table",
    settings: Settings,
    *,
    seen: set[str] | None = None,
    repeated: frozenset[str] = frozenset(),
) -> "pa.Table":
    """Process the dialogues of a nested table.

    nested (pa.Table): What `nest` made.
    settings (Settings): The settings.
    seen (set[str] | None): The ids so far, if a later dialogue with the same id is an error.
    repeated (frozenset[str]): Ids whose dialogues are all errors.
    RETURNS (pa.Table): One row for each dialogue, in order, with the schema of `outcome_schema`.
    """
    loaded = load_once(settings)
    items = (_unless_repeated(item, repeated) for item in read_dialogues(nested, seen))
    entries = (Entry(_NO_FILE, item) for item in items)
    with loaded.lock:
        rows = [outcome(result, settings, loaded) for result in results(entries, settings, loaded)]
    return make_table(rows, outcome_schema(spans=not settings.has_surrogates))


def _unless_repeated(item: Record | RecordError, repeated: frozenset[str]) -> Record | RecordError:
    if isinstance(item, Record) and item.dialogue.id in repeated:
        kind = "DuplicateId"
        return RecordError(kind, HINTS[kind], line=item.line, id=item.dialogue.id)
    return item


def results(
    entries: Iterable[Entry],
    settings: Settings,
    loaded: Loaded,
    report: Callable[[str], None] = lambda line: None,
) -> Iterator[Done | Failed]:
    """Process dialogues as the commands do.

    entries (Iterable[Entry]): The dialogues; the roster's names are added here.
    settings (Settings): The settings.
    loaded (Loaded): The pipeline.
    report (Callable[[str], None]): Called with lines about the dialogues, never text.
    YIELDS (Done | Failed): The result of every dialogue, in order.
    """
    with_names = (_with_names(entry, loaded) for entry in entries)
    if settings.has_surrogates:
        yield from replace_pii(
            loaded.nlp,
            with_names,
            spans_from_input=settings.spans_from_input,
            max_seconds=settings.max_seconds,
            report=report,
        )
        return
    with loaded.nlp.select_pipes(disable=without_surrogates(loaded.nlp)):
        yield from process(
            loaded.nlp, with_names, check=check_searched, max_seconds=settings.max_seconds
        )


def _with_names(entry: Entry, loaded: Loaded) -> Entry:
    item = entry.item
    if not isinstance(item, Record):
        return entry
    names = loaded.roster.names(item.dialogue.id)
    return Entry(entry.file, replace(item, dialogue=replace(item.dialogue, roster=names)))


def outcome(result: Done | Failed, settings: Settings, loaded: Loaded) -> dict[str, Any]:
    """The row of a result.

    result (Done | Failed): The result of a dialogue.
    settings (Settings): The settings.
    loaded (Loaded): The pipeline.
    RETURNS (dict[str, Any]): A row with the fields of `outcome_schema`.
    """
    if isinstance(result, Failed):
        return {ID: _renamed(result.error.id, loaded), ERROR: result.error.kind}
    dialogue = result.record.dialogue
    if settings.has_surrogates:
        messages = [
            {SPEAKER: message.speaker, TEXT: message.text}
            for message in doc_to_dialogue(result.doc).messages
        ]
        return {ID: _renamed(dialogue.id, loaded), ALL_MESSAGES: messages}
    messages = [
        {SPEAKER: own.speaker, TEXT: own.text, SPANS: message[SPANS]}
        for own, message in zip(dialogue.messages, found_spans(result), strict=True)
    ]
    return {ID: dialogue.id, GROUP: dialogue.group, ALL_MESSAGES: messages}


def _renamed(id: str | None, loaded: Loaded) -> str | None:
    return id if loaded.names is None else loaded.names.dialogue(id, 0)


def guarded_outcomes(
    nested: "pa.Table", settings: Settings, repeated: frozenset[str] = frozenset()
) -> "pa.Table":
    """The same as `outcomes` for a batch on a worker, with errors that contain no text.

    nested (pa.Table): What `nest` made.
    settings (Settings): The settings, checked by the process that started the run.
    repeated (frozenset[str]): Ids whose dialogues are all errors.
    RETURNS (pa.Table): One row for each dialogue, in order.
    RAISES (PIIvotError): If the batch could not be processed.
    """
    problem: PIIvotError
    try:
        return outcomes(nested, settings, repeated=repeated)
    except PIIvotError as error:
        problem = error
    except Exception as error:
        problem = BatchFailed(error)
    # Raised outside the handlers, whose exceptions may quote a text; so its traceback starts here.
    raise problem.with_traceback(None)
