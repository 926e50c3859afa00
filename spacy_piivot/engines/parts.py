"""De-identifies the files of a folder one by one, each as a part of a whole run."""

import hmac
import os
import socket
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from ..corpus import (
    Columns,
    Entry,
    InputChanged,
    InputFile,
    Inputs,
    Writer,
    layout_notes,
    open_writer,
    read_records,
    replacing,
)
from ..errors import InputError, PIIvotError
from ..runs.named_ids import NamedIds
from ..runs.reading import InputReading
from ..runs.release_files import ReleaseFiles
from ..runs.results import Failed
from . import loading
from .batches import released_results
from .loading import Loaded, load_once
from .settings import Settings


class PartFailed(InputError):
    """A part could not be processed, and with it the run."""


@dataclass(frozen=True, slots=True)
class Job:
    """What all workers of a run over files need to know.

    settings (Settings): The settings, checked by the process that started the run.
    columns (Columns): Which columns of tables contain what, and how files are read.
    source (Path): The input folder, on every machine; set when the run starts.
    folder (Path): Where finished parts go, on every machine; set when the run starts.
    """

    settings: Settings
    columns: Columns = field(default_factory=Columns)
    source: Path = Path()
    folder: Path = Path()


def find_parts(source: Path, reading: InputReading | None = None) -> Inputs:
    """Find the files of a folder.

    source (Path): The folder, which is searched with its subfolders.
    reading (InputReading | None): How the input is read; files that are left out are reported.
    RETURNS (Inputs): The files, sorted by name: the same as in one process.
    RAISES (InputError): If it is no folder, or there are none.
    """
    if not source.is_dir():
        raise InputError(f"{source}: an engine needs a folder of files, each of them a part.")
    return (reading or InputReading()).find(source)


def work_on(job: Job, file: InputFile) -> dict[str, Any]:
    """De-identify one file, completely or not at all.

    job (Job): What all workers need to know.
    file (InputFile): The file.
    RETURNS (dict[str, Any]): A record of it: `part`, `name` in the release, keyed digests of the
        result (`digest`) and of the file (`input`), how many are `done`, the `failed` (as in a
        quarantine list), `lines` for stderr, the `worker`, how many pipelines it has loaded, and
        its processor time for the file in `seconds`.
    RAISES (PartFailed): If the part could not be processed; without any text.
    """
    called = _called(job, file)
    try:
        return _work_on(job, file, called)
    except InputChanged as error:
        problem = str(error)
    except PIIvotError as error:
        problem = str(error).replace(str(file.path), called).replace(file.path.name, called)
    except OSError as error:
        problem = f"{called}: {error.strerror or type(error).__name__}"
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        problem = f"{called}: {type(error).__name__} at {place.filename}:{place.lineno}"
    # Raised outside the handlers, whose exceptions may quote a text.
    raise PartFailed(problem)


def _called(job: Job, file: InputFile) -> str:
    return str(file.name) if job.settings.ids == "keep" else f"file {file.number} by name"


def _work_on(job: Job, file: InputFile, called: str) -> dict[str, Any]:
    loaded = load_once(job.settings)
    assert loaded.names is not None
    started = time.process_time()
    key = loaded.names.key
    state, before = _state(file.path), keyed_digest(file.path, key)
    name = loaded.names.file(file, 1)
    path = job.folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with loaded.lock, replacing(path) as stream:
        tally = _write(job, file, called, loaded, stream)
        if _state(file.path) != state or keyed_digest(file.path, key) != before:
            raise InputChanged(called)
    if file.format.is_one_dialogue and not tally["done"]:
        path.unlink()  # its only dialogue is held back
    return {
        "part": file.number,
        "name": str(name),
        "digest": keyed_digest(path, key),
        "input": before,
        **tally,
        "worker": f"{socket.gethostname()}:{os.getpid()}",
        "loads": loading.loads,
        "seconds": round(time.process_time() - started, 3),
    }


def _write(
    job: Job, file: InputFile, called: str, loaded: Loaded, stream: BinaryIO
) -> dict[str, Any]:
    """Write the released dialogues of a file; what is said and counted of them."""
    assert loaded.names is not None
    keeps_ids = job.settings.ids == "keep"
    files = ReleaseFiles(Inputs(job.source, [file]), job.columns, loaded.names)
    named = NamedIds(in_folder=True)
    lines = [f"{called}: {note}" for note in layout_notes(file, job.columns)]
    failed: list[dict[str, Any]] = []
    done = 0

    def report(line: str) -> None:
        lines.append(f"{called}: {line}")

    writer: Writer | None = None
    if not file.format.is_one_dialogue:
        writer = open_writer(file, job.columns, stream, new_ids=not keeps_ids)
    entries = (Entry(file, item) for item in read_records(file, job.columns))
    for number, result in enumerate(released_results(entries, job.settings, loaded, report), 1):
        record = files.record(result, number)
        if isinstance(result, Failed):
            failed.append({"file": str(files.names.file(file, 1)), **record["failed"]})
            lines.append(files.failure(result, number))
            continue
        done += 1
        # Of one dialogue that is held back, the file may be unreadable.
        writer = writer or open_writer(file, job.columns, stream, new_ids=not keeps_ids)
        writer.write(record["released"])
        if keeps_ids:
            named.mark(record, result.value.named)
            named.count(record)
    if writer is not None:
        writer.close()
    named.write(report)
    return {"done": done, "failed": failed, "lines": lines}


def keyed_digest(path: Path, key: bytes) -> str:
    """A digest of a file that says nothing of it to anybody without the key.

    path (Path): The file.
    key (bytes): The key.
    RETURNS (str): Hexadecimal digits; "" if there is no such file.
    """
    digest = hmac.new(key, b"spacy-piivot: a part", "sha256")
    try:
        with path.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    except FileNotFoundError:
        return ""
    return digest.hexdigest()


def _state(path: Path) -> tuple[int, ...]:
    found = path.stat()
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
