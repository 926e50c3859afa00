"""Runs dialogues through a pipeline, in order; failed ones are reported and never released."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..core.dialogue import check_releasable, dialogue_to_doc
from ..core.spans import NOT_SEARCHED, OK, has_failed, searched_by, set_failed
from ..corpus import Entry, Record
from ..errors import PIIvotError, RecordError
from .results import Done, Failed
from .spread import spread_docs
from .time_limit import SECONDS, TOO_SLOW, TimeLimit, can_interrupt

__all__ = ["Check", "Done", "Failed", "NotSearched", "Prepare", "check_searched", "process"]

BATCH_SIZE = 16

Prepare = Callable[[Doc, Record], None]
Check = Callable[[Doc], object]


class NotSearched(PIIvotError):
    def __init__(self) -> None:
        super().__init__(
            "no component of the pipeline has looked for PII in the dialogue: add detectors "
            "(pii_patterns, potential_pii_ner, known_names, …) before 'hips_surrogator'"
        )


def check_searched(doc: Doc) -> None:
    """Refuse a Doc that was not searched: it must not pass for one without PII.

    doc (Doc): A Doc that went through a pipeline.
    RAISES (NotSearched): If no component has searched it.
    """
    if not searched_by(doc):
        raise NotSearched()


def quarantine(
    name: str, component: Any, docs: Sequence[Doc | None] | None, error: Exception
) -> None:
    """An error handler for `Language.set_error_handler` that marks the Docs and continues.

    name (str): The component that failed.
    component (Callable): The component.
    docs (Sequence[Doc] | None): The Docs it failed on, if spaCy knows them.
    error (Exception): The error; only its class is kept.
    """
    for doc in docs or ():
        if doc is not None and not has_failed(doc):
            set_failed(doc, f"{name}:{type(error).__name__}")


def process(
    nlp: Language,
    entries: Iterable[Entry],
    *,
    n_process: int = 1,
    prepare: Prepare | None = None,
    check: Check | None = None,
    max_seconds: float | None = None,
    report: Callable[[str], None] = lambda line: None,
) -> Iterator[Done | Failed]:
    """Run a pipeline over dialogues.

    nlp (Language): The pipeline. Its error handlers are replaced while this runs.
    entries (Iterable[Entry]): The entries that were read.
    n_process (int): How many processes to use. Docs are then packed and sent: use `spread` for a
        run that does not need them.
    prepare (Callable[[Doc, Record], None] | None): Called on every Doc before the pipeline.
    check (Callable[[Doc], object] | None): Called on every Doc after it; if it raises, the
        dialogue fails.
    max_seconds (float | None): How long a dialogue may take before it fails as "TooSlow";
        None for no limit.
    report (Callable[[str], None]): Called with a line if a dialogue cannot be interrupted here.
    YIELDS (Done | Failed): The result of every entry, in order.
    RAISES (WorkerDied): If a worker process was killed, or an error ended its work.
    """
    if n_process > 1:
        run = partial(process, nlp, prepare=prepare, check=check, max_seconds=max_seconds)
        yield from spread_docs(nlp, run, entries, n_process=n_process)
        return
    waiting: deque[tuple[int, Entry]] = deque()
    reader = _Reader(entries)
    limit = TimeLimit(max_seconds)
    if max_seconds is not None and not can_interrupt():
        report(
            "--max-seconds cannot interrupt a dialogue here (no timer, or not the main thread): "
            "one that takes longer is held back when it is done"
        )

    def docs() -> Iterator[tuple[Doc, int]]:
        for number, entry in reader:
            made = _attempt(entry.item, lambda record: _make_doc(nlp, record, prepare, limit))
            if isinstance(made, RecordError):
                waiting.append((number, Entry(entry.file, made)))
            else:
                waiting.append((number, entry))
                yield made, number

    def results() -> Iterator[tuple[Doc, int]]:
        while True:
            position = reader.position
            try:
                yield from nlp.pipe(docs(), as_tuples=True, batch_size=BATCH_SIZE)
                return
            except Exception:
                # A component ended the stream. Each Doc that it had taken is tried alone.
                if reader.failed or reader.position == position:
                    raise

    def finish(entry: Entry, doc: Doc | None) -> Done | Failed:
        # A Doc that did not come back is tried once more, alone.
        finished = _attempt(
            entry.item,
            lambda record: _checked(
                _alone(nlp, record, prepare, limit) if doc is None else doc, record, check, limit
            ),
        )
        if isinstance(finished, RecordError):
            record = entry.item if isinstance(entry.item, Record) else None
            return Failed(entry.file, finished, record)
        assert isinstance(entry.item, Record)
        return Done(entry.file, entry.item, finished)

    with _handling(nlp, quarantine), limit.on_components(nlp):
        for doc, number in results():
            while waiting[0][0] != number:
                yield finish(waiting.popleft()[1], None)
            yield finish(waiting.popleft()[1], doc)
        while waiting:
            yield finish(waiting.popleft()[1], None)


class _Reader:
    """Numbers the entries, and distinguishes errors in reading from errors in processing."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = iter(entries)
        self.position = 0
        self.failed = False

    def __iter__(self) -> Iterator[tuple[int, Entry]]:
        while True:
            try:
                entry = next(self.entries)
            except StopIteration:
                return
            except Exception:
                self.failed = True
                raise
            self.position += 1
            yield self.position, entry


def _attempt(item: Record | RecordError, work: Callable[[Record], Doc]) -> Doc | RecordError:
    """Do one step of the work on a record; a foreign error is reported by its class only."""
    if isinstance(item, RecordError):
        return item
    try:
        return work(item)
    except RecordError as error:
        return error
    except PIIvotError as error:
        kind, hint = type(error).__name__, str(error)
    except Exception as error:
        # The message of a foreign error may quote the text.
        kind, hint = type(error).__name__, "the dialogue could not be processed"
    return RecordError(kind, hint, line=item.line, id=item.dialogue.id)


def _make_doc(nlp: Language, record: Record, prepare: Prepare | None, limit: TimeLimit) -> Doc:
    def make() -> Doc:
        doc = dialogue_to_doc(record.dialogue, nlp)
        if prepare is not None:
            prepare(doc, record)
        return doc

    doc, spent = limit.take(make)
    if doc is None:
        raise _too_slow(record)
    if spent:
        doc.user_data[SECONDS] = spent
    return doc


def _too_slow(record: Record) -> RecordError:
    hint = "it took longer than --max-seconds: split the dialogue, or give it more time"
    return RecordError(TOO_SLOW, hint, line=record.line, id=record.dialogue.id)


def _checked(doc: Doc, record: Record, check: Check | None, limit: TimeLimit) -> Doc:
    spent = doc.user_data.pop(SECONDS, 0.0)
    if doc._.piivot_status == TOO_SLOW:
        raise _too_slow(record)
    if has_failed(doc):
        if doc._.piivot_status == NOT_SEARCHED:
            raise NotSearched()
        raise RecordError(
            doc._.piivot_status,
            "a component failed on the dialogue",
            line=record.line,
            id=record.dialogue.id,
        )
    if doc._.piivot_status == OK:
        check_releasable(doc)
    if check is not None:
        _, spent = limit.take(lambda: check(doc), spent)
        if limit.is_over(spent):
            raise _too_slow(record)
    return doc


def _alone(nlp: Language, record: Record, prepare: Prepare | None, limit: TimeLimit) -> Doc:
    doc = _make_doc(nlp, record, prepare, limit)
    errors: list[str] = []

    def note(name: str, component: Any, docs: Any, error: Exception) -> None:
        quarantine(name, component, docs, error)
        errors.append(f"{name}:{type(error).__name__}")

    with _handling(nlp, note):
        for processed in nlp.pipe([doc]):
            return processed
    raise RecordError(
        errors[0] if errors else "Dropped",
        "a component failed on the dialogue",
        line=record.line,
        id=record.dialogue.id,
    )


@contextmanager
def _handling(nlp: Language, handler: Any) -> Iterator[None]:
    """Set an error handler on a pipeline, and restore the previous ones afterwards."""
    former = nlp.default_error_handler
    pipes: list[Any] = [pipe for _, pipe in nlp.pipeline if hasattr(pipe, "set_error_handler")]
    handlers = [pipe.get_error_handler() for pipe in pipes]
    nlp.set_error_handler(handler)
    try:
        yield
    finally:
        nlp.default_error_handler = former
        for pipe, own in zip(pipes, handlers, strict=True):
            pipe.set_error_handler(own)
