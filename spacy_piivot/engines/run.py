"""De-identifies a folder of files on an engine: part by part, but published as a whole."""

import hashlib
import hmac
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Protocol

from .. import __version__
from ..corpus import (
    PRIVATE,
    InputFile,
    Inputs,
    Journal,
    check_apart,
    check_replaceable,
    locked,
    remove_parts,
    replacing,
    write_line,
)
from ..corpus.publish import sync_folder
from ..errors import InputError
from ..runs.deidentify import JOURNAL, check_spans_from_input
from ..runs.reading import InputReading, Summary
from ..runs.release_files import quarantine_path
from .parts import Job, find_parts, keyed_digest
from .settings import Settings

PARTS = ".parts"


class Pool(Protocol):
    """Workers that process parts."""

    def results(self, job: Job, files: Sequence[InputFile]) -> Iterator[dict[str, Any]]:
        """Process files.

        job (Job): What all workers need to know.
        files (Sequence[InputFile]): The files.
        YIELDS (dict[str, Any]): The records that `work_on` makes, in any order.
        RAISES (PIIvotError): If one cannot be processed.
        """


OpenPool = Callable[[], AbstractContextManager[Pool]]


class PartChanged(InputError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}: is not as a worker of this run wrote it. Nothing was published. Run without "
            "--resume to start from the beginning."
        )


def deidentify_parts(
    source: Path,
    output: Path,
    job: Job,
    open_pool: OpenPool,
    *,
    resume: bool = False,
    reading: InputReading | None = None,
) -> Summary:
    """De-identify the files of a folder, each as a part that is done by one worker.

    Finished parts wait in a folder beside the output, and a journal names them. The output appears
    when all are done; an interrupted run does only those that are not.

    source (Path): The folder, on every machine.
    output (Path): The folder to write, on every machine: a new or an empty one.
    job (Job): How the parts are processed; its settings are checked here.
    open_pool (Callable): Starts the workers.
    resume (bool): Whether to continue an interrupted run; it needs the key of that run.
    reading (InputReading | None): Which files to leave out, and who is told of the run. How they
        are read is in the job.
    RETURNS (Summary): How many dialogues are in the output, and how many failed.
    RAISES (InputError): If the input or the arguments cannot be used, or a part cannot be
        processed. Then nothing is published.
    """
    reading = replace(reading or InputReading(), hide_names=job.settings.ids != "keep")
    inputs = find_parts(source.resolve(), reading)
    if job.settings.spans_from_input:
        check_spans_from_input(job.columns)
    _check_output(inputs, output)
    settings = job.settings.checked()
    key = settings.read_key("This process") or b""
    folder = output.with_name(output.name + PARTS)
    with ExitStack() as stack:
        stack.enter_context(locked(output))
        remove_parts(output)
        path = output.with_name(output.name + JOURNAL)
        if folder.exists() and not path.exists():
            raise InputError(f"{folder}: this run's parts go there. Move it, or remove it.")
        journal = Journal(
            path, _fingerprint(settings, job, inputs, key), resume=resume, key=key, kind="parts"
        )
        stack.callback(journal.close)
        if not journal.finished and folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        left = _left(journal, inputs, folder, key)
        if resume:
            reading.report(
                f"resuming after {len(inputs.files) - len(left)} of {len(inputs.files)} files"
            )
        if left:
            job = _with(job, settings, source, folder)
            pool = stack.enter_context(open_pool())
            for record in pool.results(job, left):
                for line in record["lines"]:
                    reading.report(line)
                journal.append(record)
        journal.check()
        return _publish(journal, folder, output, key)


def _with(job: Job, settings: Settings, source: Path, folder: Path) -> Job:
    return replace(job, settings=settings, source=source.resolve(), folder=folder.resolve())


def _check_output(inputs: Inputs, output: Path) -> None:
    parts = output.with_name(output.name + PARTS)
    check_apart(inputs, output, parts, quarantine_path(output))
    check_replaceable(quarantine_path(output), output.with_name(output.name + JOURNAL))
    if output.exists() and not (output.is_dir() and not any(output.iterdir())):
        raise InputError(
            f"{output}: must be a new or an empty folder, so that no files of an earlier run "
            "are shared with this one."
        )


def _fingerprint(settings: Settings, job: Job, inputs: Inputs, key: bytes) -> str:
    """Identifies the run by key, pipeline, options and the names of its files.

    The files' contents are compared part by part, so that a change costs only its part.
    """
    parts = {
        "version": __version__,
        "pipeline": settings.pipeline_check,
        "roster": settings.roster,
        "ids": settings.ids,
        "spans_from_input": settings.spans_from_input,
        "columns": asdict(job.columns),
        "files": [file.name.as_posix() for file in inputs.files],
    }
    return hmac.new(key, json.dumps(parts, sort_keys=True).encode(), hashlib.sha256).hexdigest()


def _latest(journal: Journal) -> Mapping[int, dict[str, Any]]:
    """The last record of each part: one whose input changed was done again."""
    return {record["part"]: record for record in journal.records()}


def _left(journal: Journal, inputs: Inputs, folder: Path, key: bytes) -> list[InputFile]:
    """The files that are not done, or were changed since, or whose results are gone."""
    done = _latest(journal)

    def is_done(file: InputFile) -> bool:
        record = done.get(file.number)
        return (
            record is not None
            and record["input"] == keyed_digest(file.path, key)
            and record["digest"] == keyed_digest(folder / record["name"], key)
        )

    return [file for file in inputs.files if not is_done(file)]


def _publish(journal: Journal, folder: Path, output: Path, key: bytes) -> Summary:
    records = [record for _, record in sorted(_latest(journal).items())]
    for record in records:
        path = folder / record["name"]
        if keyed_digest(path, key) != record["digest"]:
            raise PartChanged(path)
    written = {folder / record["name"] for record in records}
    for place, _, names in os.walk(folder, topdown=False):
        for name in names:
            if (stray := Path(place, name)) not in written:
                stray.unlink()  # the beginning of a part whose worker died
        if place != str(folder) and not os.listdir(place):
            os.rmdir(place)  # nothing in it is released
    failed = [line for record in records for line in record["failed"]]
    listed = quarantine_path(output)
    if failed:
        with replacing(listed) as stream:
            for line in failed:
                write_line(stream, {name: line[name] for name in ("line", "file", "id", "error")})
    else:
        listed.unlink(missing_ok=True)
    for place, _, _ in os.walk(folder):
        sync_folder(Path(place))
    folder.chmod(0o777 & ~_umask())
    if output.is_dir():
        output.rmdir()
    os.replace(folder, output)
    sync_folder(output.resolve().parent)
    journal.remove()
    return Summary(sum(record["done"] for record in records), len(failed))


def _umask() -> int:
    mask = os.umask(PRIVATE)
    os.umask(mask)
    return mask
