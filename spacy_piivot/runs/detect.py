"""Adds predicted spans to dialogues."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from spacy.language import Language

from ..components.pipeline_roles import without_surrogates
from ..core.dialogue import message_candidates
from ..core.spans import Candidate
from ..corpus import (
    PRIVATE,
    Entry,
    InputFile,
    Inputs,
    check_apart,
    check_replaceable,
    locked,
    replacing,
    replacing_folder,
    write_line,
)
from ..corpus.annotated_spans import encode_span
from ..corpus.objects.json_files import holds_essays
from ..errors import InputError
from .essay_labels import LabelledEssays
from .llm_tally import LLMTally
from .process import Check, Done, Failed, Prepare, check_searched, process
from .reading import InputReading, Summary
from .release_files import quarantine_path
from .result_writers import JsonLines, OpenWriter

_Result = TypeVar("_Result", Done | Failed, Entry)


def detect(
    source: Path, output: Path, nlp: Language, *, reading: InputReading | None = None
) -> Summary:
    """Write dialogue JSONL with the spans that a pipeline finds in each message.

    A `.json` file of essays may also be written as one, with labels of CRAPII's scheme on the
    tokens of the file.

    source (Path): A `.jsonl`, `.csv`, `.txt` or (essays) `.json` file, or a folder of them.
    output (Path): The file or folder to write. It contains the original texts, and only its
        owner can read its files. In a folder, files keep their names; those of other formats
        get ".jsonl" at the end. Failed dialogues are listed in `{output}.quarantine.jsonl`.
    nlp (Language): The pipeline; its `hips_surrogator` is not run.
    reading (InputReading | None): How the input is read.
    RETURNS (Summary): How many dialogues are in the output, and how many failed.
    RAISES (InputError): If the input or the arguments cannot be used, or another run writes
        the same output. (WorkerDied): If a worker process was killed. (InputChanged): If the
        input was changed while it was read. In all these cases nothing is written.
    """
    return annotate(
        source, output, nlp, _open_writer(source, output), reading=reading, check=check_searched
    )


def _open_writer(source: Path, output: Path) -> OpenWriter:
    if source.is_dir() or output.suffix.lower() != ".json":
        return partial(JsonLines, to_object=with_spans)
    if source.suffix.lower() != ".json" or not holds_essays(source):
        raise InputError(
            f"{output}: only the essays of a .json file can be written as .json again. Give a name "
            "that ends in .jsonl."
        )
    return LabelledEssays


def annotate(
    source: Path,
    output: Path,
    nlp: Language,
    open_writer: OpenWriter,
    *,
    reading: InputReading | None = None,
    prepare: Prepare | None = None,
    check: Check | None = None,
) -> Summary:
    """Write a pipeline's annotations of each dialogue; see `detect`.

    source (Path): A file, or a folder of them.
    output (Path): The file or folder to write.
    nlp (Language): The pipeline; its `hips_surrogator` is not run.
    open_writer (OpenWriter): Makes the writer of a file's results.
    reading (InputReading | None): How the input is read.
    prepare (Callable[[Doc, Record], None] | None): Called on every Doc before the pipeline; if it
        raises, the dialogue fails.
    check (Callable[[Doc], object] | None): Called on every Doc; if it raises, the dialogue fails.
    RETURNS (Summary): How many dialogues are in the output, and how many failed.
    RAISES (InputError, WorkerDied, InputChanged): As `detect`.
    """
    reading = reading or InputReading()
    inputs = reading.open(source)
    prepare_output(inputs, output, quarantine_path(output))
    annotation = _Annotation(reading, open_writer)
    with locked(output):
        with nlp.select_pipes(disable=without_surrogates(nlp)):
            entries = reading.entries(inputs)
            results = process(
                nlp, entries, n_process=reading.n_process, prepare=prepare, check=check
            )
            results = reading.track(results, inputs)
            if inputs.is_folder:
                with replacing_folder(output) as folder:
                    write_folder(folder, inputs, results, annotation.write)
            else:
                with replacing(output, mode=PRIVATE) as stream:
                    annotation.write(stream, results)
        reading.finish()
        annotation.llm_tally.write(reading.report)
        annotation.publish_quarantine(output, inputs)
    return Summary(annotation.done, len(annotation.failed))


def prepare_output(inputs: Inputs, output: Path, *beside: Path) -> None:
    """Check that an output can be written, and make its parent folder.

    inputs (Inputs): The input.
    output (Path): The file or folder to write: one JSONL file per input file.
    beside (Path): Files that are written next to it.
    RAISES (InputError): If the output is the input or inside it, or cannot be replaced.
    """
    check_apart(inputs, output, *beside)
    if output.is_dir() and (not inputs.is_folder or any(output.iterdir())):
        raise InputError(f"{output}: is a folder already; give a new one.")
    check_replaceable(*beside, None if output.is_dir() else output)
    if inputs.is_folder and output.is_file():
        raise InputError(f"{output}: is a file, but the input is a folder.")
    output.parent.mkdir(parents=True, exist_ok=True)


class _Annotation:
    """Writes the annotated dialogues and remembers the failed ones."""

    def __init__(self, reading: InputReading, open_writer: OpenWriter) -> None:
        self.reading = reading
        self.open_writer = open_writer
        self.done = 0
        self.failed: list[Failed] = []
        self.llm_tally = LLMTally()

    def write(self, stream: BinaryIO, results: Iterable[Done | Failed]) -> None:
        writer = self.open_writer(stream)
        for result in results:
            if isinstance(result, Failed):
                self.failed.append(result)
                writer.leave_out(result)
                self.reading.report(f"{result.file.name}: {result.error}")
            else:
                self.done += 1
                self.llm_tally.add(result.doc)
                writer.write(result)
        writer.close()

    def publish_quarantine(self, output: Path, inputs: Inputs) -> None:
        path = quarantine_path(output)
        if not self.failed:
            path.unlink(missing_ok=True)
            return
        with replacing(path) as stream:
            for result in self.failed:
                error = result.error
                file = output_name(result.file) if inputs.is_folder else output.name
                write_line(
                    stream, {"line": error.line, "file": file, "id": error.id, "error": error.kind}
                )


def write_folder(
    folder: Path,
    inputs: Inputs,
    results: Iterable[_Result],
    write: Callable[[BinaryIO, Iterable[_Result]], None],
) -> None:
    """Write one file of results per input file, even if it is empty.

    They contain original texts: only their owner can read them.

    folder (Path): The folder to write to.
    inputs (Inputs): The input.
    results (Iterable): The results of the dialogues, in the order of the files; each has its
        `file`.
    write (Callable): Writes the results of one file.
    """
    for file in inputs.files:
        path = folder / output_name(file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=PRIVATE)
    for file, of_file in groupby(results, key=lambda result: result.file):
        with (folder / output_name(file)).open("wb") as stream:
            write(stream, of_file)


def with_spans(result: Done) -> dict[str, Any]:
    """The record of a dialogue with its spans replaced by those that were found.

    result (Done): A dialogue that went through the pipeline.
    RETURNS (dict[str, Any]): The object it was read from, with `spans` in every message.
    """
    source = result.record.source
    found = message_candidates(result.doc)
    messages = [
        {**message, "spans": [_as_object(candidate) for candidate in candidates]}
        for message, candidates in zip(source["messages"], found, strict=True)
    ]
    return {**source, "messages": messages}


def _as_object(candidate: Candidate) -> dict[str, Any]:
    return encode_span(
        candidate.start,
        candidate.end,
        candidate.label,
        score=candidate.score,
        source=candidate.source,
        role=candidate.role or None,
    )


def output_name(file: InputFile) -> str:
    """The name of a file in a folder of results, which are JSONL whatever the input format."""
    name = file.name.as_posix()
    return name if file.format.suffix == ".jsonl" else f"{name}.jsonl"
