"""Undoes a release with its vault."""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from pathlib import Path, PurePosixPath
from typing import Any

from ..core.dialogue import doc_speakers, doc_to_dialogue
from ..corpus import (
    PRIVATE,
    Entry,
    InputFile,
    Record,
    check_apart,
    check_replaceable,
    open_writer,
    replacing,
    replacing_folder,
)
from ..corpus.records import KEPT, Cell
from ..errors import InputError, RecordError
from ..release.vault import read_vault
from .edits import message_edits
from .kept_cells import changed_cells, kept_record
from .process import Done, Failed
from .reading import InputReading, Summary


def vault_record(result: Done | Failed, released_id: str | None) -> dict[str, Any]:
    """The vault's record of a dialogue.

    result (Done | Failed): Its result.
    released_id (str | None): Its id in the release.
    RETURNS (dict[str, Any]): Everything needed to undo its release; empty for a failure.
    """
    if isinstance(result, Failed):
        return {}
    released = doc_to_dialogue(result.doc).messages
    originals = result.record.dialogue.messages
    edits = message_edits(result.doc)[: len(originals)]
    speakers = (doc_speakers(result.doc) or [""] * len(released))[: len(released)]
    kept, own = _kept_originals(result)
    return {
        "id": result.record.dialogue.id,
        "released_id": released_id,
        "file": result.file.name.as_posix(),
        "digest": _digest((message.speaker, message.text) for message in released),
        "messages": [
            {
                "speaker": speaker,
                "edits": [
                    [edit.new_start, edit.new_end, message.text[edit.start : edit.end]]
                    for edit in inside
                ],
                **({KEPT: cells} if cells else {}),
            }
            for speaker, message, inside, cells in zip(
                speakers, originals, edits, kept, strict=True
            )
        ],
        **({KEPT: own} if own else {}),
    }


def _kept_originals(result: Done) -> tuple[list[dict[str, Cell]], dict[str, Cell]]:
    """The original cells of the kept columns that were replaced."""
    kept = result.record.kept
    if kept is None:
        return [{} for _ in result.record.dialogue.messages], {}
    messages, own = kept_record(result.record, result.doc)
    return changed_cells(kept.messages, messages), changed_cells([kept.dialogue], [own])[0]


def restore(
    source: Path, output: Path, vault: Path, key: bytes, *, reading: InputReading | None = None
) -> Summary:
    """Undo a release: write the dialogues with their originals.

    source (Path): The released file or folder, as `deidentify` wrote it.
    output (Path): The file or folder to write; only its owner can read the files.
    vault (Path): The vault of that run.
    key (bytes): The vault's secret key.
    reading (InputReading | None): How the release is read.
    RETURNS (Summary): How many dialogues were restored. Those that were changed after the release
        are reported and left out.
    RAISES (InputError): If the release, the vault or the key cannot be used. Nothing is written
        then.
    """
    reading = reading or InputReading()
    inputs = reading.open(source)
    check_apart(inputs, output, vault)
    if not inputs.is_folder:
        check_replaceable(output)
        if output.is_dir():
            raise InputError(f"{output}: is a folder, but the release is one file.")
    elif output.exists() and not (output.is_dir() and not any(output.iterdir())):
        raise InputError(f"{output}: must be a new or an empty folder.")
    records: dict[str, list[dict[str, Any]]] = {}
    for record in read_vault(vault, key):
        if record:
            records.setdefault(record["digest"], []).append(record)
    summary = Summary()
    output.parent.mkdir(parents=True, exist_ok=True)
    entries = reading.track(reading.entries(inputs), inputs)
    by_file = groupby(entries, key=lambda entry: entry.file)
    if not inputs.is_folder:
        with replacing(output, mode=PRIVATE) as stream:
            writer = open_writer(inputs.files[0], reading.columns, stream)
            for _, own in by_file:
                for restored in _restored(own, records, reading, summary):
                    writer.write(_dialogue(restored))
            writer.close()
        return summary
    with replacing_folder(output) as folder:
        for file, own in by_file:
            _fill(folder, file, _restored(own, records, reading, summary), reading)
    return summary


def _fill(
    folder: Path, file: InputFile, restored: Iterator[dict[str, Any]], reading: InputReading
) -> None:
    """Write a file of a folder under its original name."""
    first = next(restored, None)
    if first is None:
        return
    path = folder / PurePosixPath(first["file"])
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as stream:
        writer = open_writer(file, reading.columns, stream)
        for record in chain([first], restored):
            writer.write(_dialogue(record))
        writer.close()
        stream.flush()
        os.fsync(stream.fileno())


def _dialogue(restored: Mapping[str, Any]) -> dict[str, Any]:
    kept = {KEPT: restored[KEPT]} if KEPT in restored else {}
    return {"id": restored["id"], "messages": restored["messages"], **kept}


def _restored(
    entries: Iterable[Entry],
    records: Mapping[str, list[dict[str, Any]]],
    reading: InputReading,
    summary: Summary,
) -> Iterator[dict[str, Any]]:
    for file, item in entries:
        restored = item if isinstance(item, RecordError) else _restore(item, records)
        if isinstance(restored, RecordError):
            summary.quarantined += 1
            reading.report(f"{file.name}: {restored}")
        else:
            summary.done += 1
            yield restored


def _restore(
    record: Record, records: Mapping[str, list[dict[str, Any]]]
) -> dict[str, Any] | RecordError:
    messages = record.dialogue.messages
    digest = _digest((message.speaker, message.text) for message in messages)
    fitting = records.get(digest) or []
    own = [one for one in fitting if one["released_id"] == record.dialogue.id]
    if not fitting:
        return RecordError(
            "NotInVault",
            "the vault has no dialogue with this text: it was changed, or is from another release",
            line=record.line,
            id=record.dialogue.id,
        )
    found = (own or fitting)[0]
    restored = {
        "id": found["id"],
        "file": found["file"],
        "messages": [
            {"speaker": kept["speaker"], "text": _undone(message.text, kept["edits"])}
            for message, kept in zip(messages, found["messages"], strict=True)
        ],
    }
    if record.kept is not None:
        own_cells = zip(record.kept.messages, found["messages"], restored["messages"], strict=True)
        for cells, kept, message in own_cells:
            message[KEPT] = {**cells, **kept.get(KEPT, {})}
        restored[KEPT] = {**record.kept.dialogue, **found.get(KEPT, {})}
    return restored


def _undone(text: str, edits: list[list[Any]]) -> str:
    for start, end, original in reversed(edits):
        text = text[:start] + original + text[end:]
    return text


def _digest(messages: Iterable[tuple[str, str]]) -> str:
    return hashlib.sha256(json.dumps(list(messages)).encode()).hexdigest()
