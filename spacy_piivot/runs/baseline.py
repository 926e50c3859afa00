"""Writes dialogues with the spans that a baseline predicts."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

from ..corpus import PRIVATE, Entry, Record, locked, replacing, replacing_folder, write_line
from ..corpus.annotated_spans import encode_span
from ..errors import InputError, RecordError
from ..evaluation.baselines import Baseline, find_baseline
from .detect import prepare_output, write_folder
from .reading import InputReading, Summary


def write_predictions(
    source: Path, output: Path, baseline: str | Baseline, *, reading: InputReading | None = None
) -> Summary:
    """Write dialogue JSONL with the spans that a baseline predicts in each message.

    source (Path): A `.jsonl`, `.csv`, `.txt` or (essays) `.json` file, or a folder of them.
    output (Path): The file or folder to write. It contains the original texts. In a folder,
        files keep their names; those of other formats get ".jsonl" at the end.
    baseline (str | Baseline): The system, or its name for `find_baseline`.
    reading (InputReading | None): How the input is read. Uses no roster and only one process.
    RETURNS (Summary): How many dialogues are in the output: all of them.
    RAISES (InputError): If the input, the output or the system cannot be used, or at a dialogue
        that cannot be read or predicted: scores without it could not be compared with others.
        Nothing is written then.
    """
    reading = reading or InputReading()
    inputs = reading.open(source)
    prepare_output(inputs, output)
    system = find_baseline(baseline) if isinstance(baseline, str) else baseline
    entries = reading.track(reading.entries(inputs), inputs)
    summary = Summary()

    def write(stream: BinaryIO, some: Iterable[Entry]) -> None:
        for entry in some:
            write_line(stream, with_predictions(entry, system))
            summary.done += 1

    if inputs.is_folder:
        with locked(output), replacing_folder(output) as folder:
            write_folder(folder, inputs, entries, write)
    else:
        with locked(output), replacing(output, mode=PRIVATE) as stream:
            write(stream, entries)
    return summary


def with_predictions(entry: Entry, baseline: Baseline) -> dict[str, Any]:
    """The record of a dialogue with its spans replaced by predicted ones.

    entry (Entry): The dialogue, or the error that reading it gave.
    baseline (Baseline): The system.
    RETURNS (dict[str, Any]): The object it was read from, with `spans` in every message.
    RAISES (InputError): If the dialogue could not be read, or the system fails on it.
    """
    item = entry.item
    found = item if isinstance(item, RecordError) else _predicted(item, baseline)
    if isinstance(found, RecordError):
        raise InputError(f"{entry.file.name}: {found}")
    return found


def _predicted(record: Record, baseline: Baseline) -> dict[str, Any] | RecordError:
    dialogue = record.dialogue
    texts = [message.text for message in dialogue.messages]
    try:
        spans = baseline.spans(texts, id=dialogue.id, line=record.line)
    except RecordError as error:
        return error
    messages = [
        {
            **message,
            "spans": [
                encode_span(s.start, s.end, s.label, score=s.score, source=baseline.name)
                for s in of_message
            ],
        }
        for message, of_message in zip(record.source["messages"], spans, strict=True)
    ]
    return {**record.source, "messages": messages}
