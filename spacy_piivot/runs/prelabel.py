"""Exports pre-labelled dialogues to annotation tools, and imports the corrected labels as gold."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Literal

import spacy
from spacy.language import Language

from ..components.pipeline_roles import without_surrogates
from ..corpus import (
    PRIVATE,
    Entry,
    InputFile,
    Record,
    check_apart,
    check_replaceable,
    locked,
    replacing,
    replacing_folder,
    write_line,
)
from ..corpus.annotation_page import Example, has_text
from ..corpus.doccano import format_example, from_doccano, read_examples, to_doccano
from ..corpus.label_studio import (
    format_task,
    from_label_studio,
    labelling_interface,
    read_tasks,
    to_label_studio,
)
from ..errors import InputError, RecordError
from .automatic import processes_for
from .detect import found_spans, prepare_output, write_folder
from .process import check_searched, process
from .reading import InputReading, Summary
from .result_writers import with_found
from .results import Failed
from .spread import spread

ToolName = Literal["doccano", "label-studio"]


@dataclass(frozen=True, slots=True)
class Tool:
    """How an annotation tool reads and writes its files.

    to (Callable): Converts a dialogue with spans to the tool's object.
    back (Callable): Puts the spans of the tool's object into the original dialogue.
    read (Callable): Reads an export, by the dialogue's id.
    format (Callable): Formats an object.
    marks (tuple[bytes, bytes, bytes]): What stands before, between and after the objects.
    setting (Callable | None): What the project has to be set to, as a line to report.
    """

    to: Callable[[Record], dict[str, Any]]
    back: Callable[[Example, Record], dict[str, Any]]
    read: Callable[[Path], dict[str, Example]]
    format: Callable[[Mapping[str, Any]], bytes]
    marks: tuple[bytes, bytes, bytes] = (b"", b"", b"")
    setting: Callable[[], str] | None = None


TOOLS: Mapping[ToolName, Tool] = {
    "doccano": Tool(to_doccano, from_doccano, read_examples, format_example),
    "label-studio": Tool(
        to_label_studio,
        from_label_studio,
        read_tasks,
        format_task,
        (b"[\n", b",\n", b"\n]\n"),
        lambda: f"the project's labelling interface: {labelling_interface()}",
    ),
}


def roster_pipeline() -> Language:
    """The pipeline that pre-labels for annotators: patterns and known names, without a tagger.

    Zent et al. (2025), A.1, label from rosters. Annotators who see a tagger's spans tend to
    overlook what it overlooked, and the resulting gold flatters it.

    RETURNS (Language): The pipeline.
    """
    tokenizer = {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": tokenizer}})
    nlp.add_pipe("pii_patterns")
    nlp.add_pipe("known_names")
    return nlp


def prelabel(
    source: Path,
    output: Path,
    nlp: Language,
    *,
    reading: InputReading | None = None,
    tool: ToolName = "doccano",
) -> Summary:
    """Write examples for an annotation tool with the spans that a pipeline finds.

    source (Path): A `.jsonl`, `.csv`, `.txt` or (essays) `.json` file, or a folder of them.
    output (Path): The file to write, one for all files. It contains the original texts.
    nlp (Language): The pipeline; its `hips_surrogator` is not run.
    reading (InputReading | None): How the input is read.
    tool (str): "doccano" (JSONL) or "label-studio" (JSON).
    RETURNS (Summary): How many dialogues are in the output: all that have text.
    RAISES (InputError): If the input or the arguments cannot be used, a dialogue fails, two have
        the same id, or another run writes the same output. (WorkerDied): If a
        worker process was killed. Nothing is written then.
    """
    reading = reading or InputReading()
    inputs = reading.open(source)
    check_apart(inputs, output)
    check_replaceable(output)
    output.parent.mkdir(parents=True, exist_ok=True)
    summary, silent = Summary(), 0
    way = TOOLS[tool]
    first, between, last = way.marks
    with locked(output), nlp.select_pipes(disable=without_surrogates(nlp)):
        entries = reading.entries(inputs)
        run = partial(process, nlp, check=check_searched)
        n_process = processes_for(reading, nlp, inputs)
        results = spread(nlp, run, found_spans, entries, n_process=n_process)
        seen = _Ids()
        with replacing(output, mode=PRIVATE) as stream:
            for result in reading.track(results, inputs):
                if isinstance(result, Failed):
                    raise _unusable(result.file, result.error)
                seen.add(result.file, result.record)
                if not has_text(result.record):
                    silent += 1
                    continue
                labelled = with_found(result.record.source, result.value)
                record = replace(result.record, source=labelled)
                stream.write((between if summary.done else first) + way.format(way.to(record)))
                summary.done += 1
            stream.write(last if summary.done else first + last)
    reading.finish()
    if way.setting is not None:
        reading.report(way.setting())
    if silent:
        reading.report(f"dialogues left out because they have no text: {silent}")
    return summary


def postlabel(
    source: Path,
    corrected: Path,
    output: Path,
    *,
    reading: InputReading | None = None,
    tool: ToolName = "doccano",
) -> Summary:
    """Write the dialogues with the spans that annotators left in an annotation tool.

    source (Path): The input of `prelabel`.
    corrected (Path): The tool's export of all these dialogues.
    output (Path): The file or folder to write. It contains the original texts. In a folder,
        files keep their names; those of other formats get ".jsonl" at the end.
    reading (InputReading | None): How the input is read.
    tool (str): "doccano" (JSONL) or "label-studio" (JSON).
    RETURNS (Summary): How many dialogues are in the output: all of them.
    RAISES (InputError): If the input, the export or the output cannot be used, or a dialogue is
        only in the input or only in the export. Nothing is written then: gold must be complete.
    """
    reading = reading or InputReading()
    inputs = reading.open(source)
    if output.resolve() == corrected.resolve():
        raise InputError(f"{output}: the output must not be the export.")
    join = _Join(corrected, TOOLS[tool])
    prepare_output(inputs, output)
    entries = reading.track(reading.entries(inputs), inputs)
    if inputs.is_folder:
        with locked(output), replacing_folder(output) as folder:
            write_folder(folder, inputs, entries, join.write)
            join.finish()
    else:
        with locked(output), replacing(output, mode=PRIVATE) as stream:
            join.write(stream, entries)
            join.finish()
    return Summary(join.done)


class _Join:
    """Joins each dialogue of the input with its example."""

    def __init__(self, corrected: Path, tool: Tool) -> None:
        self.corrected = corrected
        self.tool = tool
        self.seen = _Ids()
        self.done = 0
        self.waiting = self._read()

    def write(self, stream: BinaryIO, entries: Iterable[Entry]) -> None:
        for file, record in _records(entries):
            self.seen.add(file, record)
            write_line(stream, self._corrected(file, record))
            self.done += 1

    def finish(self) -> None:
        """Refuse examples of dialogues that were not in the input."""
        for id, example in self.waiting.items():
            raise self._error(
                RecordError(
                    "NotInInput",
                    "the input has no such dialogue: give the one that `prelabel` read",
                    line=example.line,
                    id=id,
                )
            )

    def _read(self) -> dict[str, Example]:
        try:
            return self.tool.read(self.corrected)
        except RecordError as error:
            problem = error
        raise self._error(problem)

    def _corrected(self, file: InputFile, record: Record) -> dict[str, Any]:
        example = self.waiting.pop(record.dialogue.id, None)
        if example is None and has_text(record):
            raise _unusable(
                file,
                RecordError(
                    "NotCorrected",
                    "the export has no such dialogue: export all, not only the approved ones",
                    line=record.line,
                    id=record.dialogue.id,
                ),
            )
        if example is None:
            messages = [{**message, "spans": []} for message in record.source["messages"]]
            return {**record.source, "messages": messages}
        try:
            return self.tool.back(example, record)
        except RecordError as error:
            problem = error
        raise self._error(problem)

    def _error(self, error: RecordError) -> InputError:
        return InputError(f"{self.corrected.name}: {error}")


class _Ids:
    """The ids so far, in all files: the tool stores them in one project."""

    def __init__(self) -> None:
        self.files: dict[str, InputFile] = {}

    def add(self, file: InputFile, record: Record) -> None:
        id = record.dialogue.id
        if id in self.files:
            hint = f"{self.files[id].name} has the same id: label the files one by one"
            raise _unusable(file, RecordError("DuplicateId", hint, line=record.line, id=id))
        self.files[id] = file


def _records(entries: Iterable[Entry]) -> Iterator[tuple[InputFile, Record]]:
    for file, item in entries:
        if isinstance(item, RecordError):
            raise _unusable(file, item)
        yield file, item


def _unusable(file: InputFile, error: RecordError) -> InputError:
    return InputError(f"{file.name}: {error}")
