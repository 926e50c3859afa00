"""Fills a state with a corpus: what the pipeline finds in it, and where it may have missed some."""

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language

from .. import __version__
from ..components.pipeline_roles import without_surrogates
from ..core.dialogue import message_candidates
from ..core.shape import shape_of
from ..core.spans import SECTIONS
from ..corpus import Inputs, InputWatch, Record
from ..corpus.annotated_spans import SPANS
from ..kinds.names.find.token_scores import keep_token_scores
from ..lang.pipeline import pipeline_lexicon
from ..runs.fingerprint import pipeline_digest
from ..runs.process import Done, Failed, check_searched, process
from ..runs.reading import InputReading, Summary
from .elsewhere import mark_elsewhere
from .hints import find_hints, find_unmarked
from .log import append, digest, policy_of
from .model import OPEN, Hint
from .occurrences import folded_key, word_row
from .risk import message_risks, set_risks, shipped_chances
from .rows import INSERT_SPAN, MACHINE
from .store import StateError, Store

# A batch, which is one transaction, ends after so many dialogues, messages or seconds.
_MOST_DIALOGUES, _MOST_MESSAGES, _MOST_SECONDS = 64, 2000, 2.0

_DIALOGUE = "INSERT INTO dialogue VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)"
_MESSAGE = "INSERT INTO message VALUES (?, ?, ?, ?, ?, ?)"
INSERT_HINT = "INSERT INTO hint VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


class OtherInput(StateError):
    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"{folder}: this state belongs to another input (its files, columns or roster were "
            "others). Give the same input, or a new --state."
        )


class OtherPipeline(StateError):
    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"{folder}: another pipeline has read the first part of this input. Give that "
            "pipeline, or a new --state."
        )


def import_corpus(
    store: Store, source: Path, nlp: Language, *, reading: InputReading | None = None
) -> Summary:
    """Read a corpus into a state, or go on where an interrupted run has stopped.

    store (Store): The state.
    source (Path): A `.jsonl`, `.csv`, `.txt` or (essays) `.json` file, or a folder of them. Spans
        that it has are not read.
    nlp (Language): The pipeline; its `hips_surrogator` is not run, but its policy is noted.
    reading (InputReading | None): How the input is read, with the roster.
    RETURNS (Summary): How many dialogues the state has, and how many of them failed: these are in
        the state with their errors, and will not be in a release.
    RAISES (InputError): If the input cannot be used. (OtherInput): If the state has another one.
        (OtherPipeline): If another pipeline has read a part of it. (WorkerDied): If a worker
        process was killed. (InputChanged): If the input was changed while it was read.
    """
    reading = reading or InputReading()
    inputs = reading.open(source)
    identity = _identity(inputs, reading)
    known = store.setting("input")
    if known is not None and known != identity:
        raise OtherInput(store.folder)
    if not store.setting("complete"):
        pipeline = pipeline_digest(nlp)
        if store.setting("pipeline", pipeline) != pipeline:
            raise OtherPipeline(store.folder)
        with store.transaction():
            store.set_setting("input", identity)
            store.set_setting("pipeline", pipeline)
        _read(store, inputs, nlp, reading)
        _complete(store, nlp)
        reading.finish()
    failed = store.value("SELECT count(*) FROM dialogue WHERE error != ''")
    return Summary(store.value("SELECT count(*) FROM dialogue") - failed, failed)


def _identity(inputs: Inputs, reading: InputReading) -> dict[str, Any]:
    return {
        "files": [
            [file.name.as_posix(), sha256]
            for file, sha256 in zip(inputs.files, InputWatch(inputs).digests, strict=True)
        ],
        "columns": reading.columns.to_dict(),
        "roster": digest(reading.roster.contents if reading.roster else None),
    }


def _read(store: Store, inputs: Inputs, nlp: Language, reading: InputReading) -> None:
    finished = store.value("SELECT count(*) FROM dialogue")
    if finished:
        reading.report(f"going on after {finished} dialogues")
    entries = islice(reading.entries(inputs), finished, None)
    with nlp.select_pipes(disable=without_surrogates(nlp)):
        results = process(
            nlp,
            entries,
            n_process=reading.n_process,
            prepare=lambda doc, record: keep_token_scores(doc),
            check=check_searched,
            max_seconds=reading.max_seconds,
            report=reading.report,
        )
        numbered = enumerate(reading.track(results, inputs, finished), finished)
        for batch in _batches(numbered):
            with store.transaction():
                for number, result in batch:
                    _add(store, number, result, nlp)


def _batches(
    numbered: Iterable[tuple[int, Done | Failed]],
) -> Iterator[list[tuple[int, Done | Failed]]]:
    batch: list[tuple[int, Done | Failed]] = []
    messages, began = 0, time.monotonic()
    for number, result in numbered:
        batch.append((number, result))
        messages += len(result.record.dialogue.messages) if result.record else 0
        full = len(batch) >= _MOST_DIALOGUES or messages >= _MOST_MESSAGES
        if full or time.monotonic() - began > _MOST_SECONDS:
            yield batch
            batch, messages, began = [], 0, time.monotonic()
    if batch:
        yield batch


def _add(store: Store, number: int, result: Done | Failed, nlp: Language) -> None:
    """Add a dialogue, or one that failed, to the state."""
    record = result.record
    error = result.error if isinstance(result, Failed) else None
    messages = record.dialogue.messages if record else ()
    spans: list[dict[str, Any]] = []
    hints: list[tuple[Hint, str]] = []
    risks = [0.0] * len(messages)
    sections: list[list[tuple[int, str]]] = [[] for _ in messages]
    if isinstance(result, Done):
        sections = _sections(result, len(messages))
        spans = _spans(store, number, result, sections)
        chances = shipped_chances()
        unmarked = find_unmarked(result.doc, pipeline_lexicon(nlp))
        likely = [chances.of_place(place) for place in unmarked.places]
        hints = [
            (hint, _section_at(sections[hint.message], hint.start))
            for hint in find_hints(unmarked.places, likely)
        ]
        scores: list[list[float]] = [[] for _ in messages]
        for span in spans:
            scores[span["message"]].append(span["score"])
        risks = message_risks(unmarked, likely, scores, chances)
    store.write(
        _DIALOGUE,
        [
            number,
            result.file.name.as_posix(),
            error.line if error else record.line if record else None,
            (record.dialogue.id if record else error.id if error else "") or "",
            shape_of(message.text for message in messages),
            json.dumps(list(record.dialogue.roster or ()) if record else [], ensure_ascii=False),
            json.dumps(_without_spans(record) if record else {}, ensure_ascii=False),
            len(messages),
            len(spans),
            len(hints),
            min((span["score"] for span in spans), default=1.0),
            error.kind if error else "",
        ],
    )
    store.write_all(
        _MESSAGE,
        (
            [number, place, one.speaker, one.text, _section_at(sections[place], 0), risks[place]]
            for place, one in enumerate(messages)
        ),
    )
    store.write_all(
        "INSERT INTO word (rowid, text) VALUES (?, ?)",
        (word_row(number, place, one.text) for place, one in enumerate(messages)),
    )
    for span in spans:
        store.write(INSERT_SPAN, span)
    store.write_all(
        INSERT_HINT,
        (
            [number, hint.message, hint.start, hint.end, hint.kind, hint.label, hint.score, section]
            for hint, section in hints
        ),
    )


def _spans(
    store: Store, number: int, result: Done, sections: list[list[tuple[int, str]]]
) -> list[dict[str, Any]]:
    texts = [message.text for message in result.record.dialogue.messages]
    first = take_ids(store, 0)
    spans: list[dict[str, Any]] = [
        {
            "pass": MACHINE,
            "dialogue": number,
            "message": place,
            "start": one.start,
            "end": one.end,
            "label": one.label,
            "role": one.role,
            "score": round(one.score, 4),
            "source": one.source,
            "status": OPEN,
            "surrogate": "",
            "section": _section_at(sections[place], one.start),
            "text": folded_key(texts[place][one.start : one.end]),
            "version": 0,
        }
        for place, candidates in enumerate(message_candidates(result.doc))
        for one in candidates
        if texts[place][one.start : one.end].strip()
    ]
    take_ids(store, len(spans))
    return [{**span, "id": id} for id, span in enumerate(spans, first)]


def take_ids(store: Store, count: int) -> int:
    """Take ids for new spans, which are never given again.

    store (Store): The state.
    count (int): How many.
    RETURNS (int): The first of them.
    """
    first = int(store.setting("next_span", 1))
    if count:
        store.set_setting("next_span", first + count)
    return first


def _sections(result: Done, count: int) -> list[list[tuple[int, str]]]:
    """For each message the sections of an essay in it: where each begins, and its name."""
    found: list[list[tuple[int, str]]] = [[] for _ in range(count)]
    doc = result.doc
    if SECTIONS in doc.spans and count == 1:
        found[0] = [(span.start_char, span.label_) for span in doc.spans[SECTIONS]]
    return found


def _section_at(sections: list[tuple[int, str]], place: int) -> str:
    return next((name for start, name in reversed(sections) if start <= place), "")


def _without_spans(record: Record) -> dict[str, Any]:
    """The object that a dialogue was read from, without spans, and with the group of a CSV file."""
    source = record.source
    group = record.dialogue.group
    messages = [
        {key: value for key, value in message.items() if key != SPANS}
        for message in source["messages"]
    ]
    return {**({} if group is None else {"group": group}), **source, "messages": messages}


def _complete(store: Store, nlp: Language) -> None:
    """Do what needs the whole corpus, and begin the log."""
    with store.transaction():
        mark_elsewhere(store, pipeline_lexicon(nlp))
        set_risks(store)
        description = describe(store, nlp)
        store.set_setting("description", description)
        append(store, MACHINE, "import", description, policy_of(nlp))
        store.set_setting("complete", True)


def describe(store: Store, nlp: Language) -> dict[str, Any]:
    """What the first entry of the log says of the corpus and of how it was searched.

    store (Store): The state.
    nlp (Language): The pipeline.
    RETURNS (dict[str, Any]): Counts, digests, versions and thresholds; no text, name or id.
    """
    labels = store.all(
        "SELECT label, count(*) FROM span WHERE pass = ? GROUP BY label ORDER BY label", [MACHINE]
    )
    errors = store.all("SELECT error, count(*) FROM dialogue WHERE error != '' GROUP BY error")
    hints = store.all("SELECT kind, count(*) FROM hint GROUP BY kind ORDER BY kind")
    files = store.setting("input")["files"]
    return {
        "dialogues": store.value("SELECT count(*) FROM dialogue"),
        "failed": dict(map(tuple, errors)),
        "messages": store.value("SELECT count(*) FROM message"),
        "characters": store.value("SELECT coalesce(sum(length(text)), 0) FROM message"),
        "spans": dict(map(tuple, labels)),
        "hints": dict(map(tuple, hints)),
        "files": sorted(sha256 for _, sha256 in files),
        "version": __version__,
        "spacy": spacy.__version__,
        "model": {"name": nlp.meta.get("name", ""), "version": nlp.meta.get("version", "")},
        "pipeline": {"sha256": store.setting("pipeline"), "components": list(nlp.pipe_names)},
        "thresholds": thresholds(nlp),
    }


def thresholds(nlp: Language) -> dict[str, float]:
    """The lowest probability at which the pipeline's tagger marks each label.

    nlp (Language): The pipeline.
    RETURNS (dict[str, float]): By label; empty without a tagger.
    """
    found: Counter[str] = Counter()
    for _, component in nlp.pipeline:
        if hasattr(component, "thresholds") and hasattr(component, "labels"):
            own: Any = component
            found.update({one: own.thresholds.get(one, own.threshold) for one in own.labels})
    return dict(found)
