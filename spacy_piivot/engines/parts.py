"""De-identifies the files of a folder one by one, each as a part of a whole run."""

import hmac
import os
import socket
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from ..corpus import (
    Columns,
    Entry,
    InputChanged,
    InputFile,
    Inputs,
    Record,
    layout_notes,
    open_writer,
    read_records,
    replacing,
)
from ..errors import InputError, PIIvotError, RecordError
from ..runs.finished import finish
from ..runs.named_ids import NamedIds
from ..runs.release_files import ReleaseFiles
from ..runs.results import Failed, Kept
from ..runs.surrogator import get_surrogator
from . import loading
from .batches import results
from .layout import TableColumns
from .loading import Loaded, load_once
from .parquet import SUFFIX, ParquetPart
from .settings import Settings

# Files of one dialogue, and of essays, are too small to be parts.
PART_SUFFIXES = (SUFFIX, ".jsonl", ".csv")


class PartFailed(InputError):
    """A part could not be processed, and with it the run."""


@dataclass(frozen=True, slots=True)
class Job:
    """What all workers of a run over files need to know.

    settings (Settings): The settings, checked by the process that started the run.
    columns (Columns): Which columns of CSV and Parquet files contain what.
    messages (str | None): The column of Parquet files with lists of messages.
    order (str | None): The column of Parquet files that messages are sorted by.
    source (Path): The input folder, on every machine; set when the run starts.
    folder (Path): Where finished parts go, on every machine; set when the run starts.
    """

    settings: Settings
    columns: Columns = field(default_factory=Columns)
    messages: str | None = None
    order: str | None = None
    source: Path = Path()
    folder: Path = Path()

    @property
    def table_columns(self) -> TableColumns:
        """The columns of Parquet files."""
        named = self.columns
        return TableColumns(
            named.dialogue, self.messages, named.text, named.speaker, named.group, self.order
        )


def find_parts(source: Path) -> Inputs:
    """Find the files of a folder.

    source (Path): The folder, which is searched with its subfolders. Names that begin with "." or
        "_" are ignored: engines write such files beside their parts.
    RETURNS (Inputs): The files, sorted by name.
    RAISES (InputError): If it is no folder, or there are none.
    """
    if not source.is_dir():
        raise InputError(f"{source}: an engine needs a folder of files, each of them a part.")
    names: list[PurePosixPath] = []
    skipped: list[str] = []
    for folder, folders, found in os.walk(source):
        folders[:] = [name for name in folders if name[0] not in "._"]
        for name in (name for name in found if name[0] not in "._"):
            relative = PurePosixPath(Path(folder, name).relative_to(source).as_posix())
            if Path(name).suffix.lower() in PART_SUFFIXES:
                names.append(relative)
            else:
                skipped.append(str(relative))
    if not names:
        known = ", ".join(PART_SUFFIXES)
        raise InputError(f"{source}: the folder contains no file of a known kind ({known}).")
    names.sort(key=PurePosixPath.as_posix)
    files = [InputFile(source / name, name, number) for number, name in enumerate(names, 1)]
    return Inputs(source, files, sorted(skipped))


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
    lexicon = get_surrogator(loaded.nlp).lexicon
    named = NamedIds(in_folder=True)
    part = _ParquetFile(job, file) if file.path.suffix.lower() == SUFFIX else _CorpusFile(job, file)
    lines = [f"{called}: {note}" for note in part.notes]
    failed: list[dict[str, Any]] = []
    done = 0

    def report(line: str) -> None:
        lines.append(f"{called}: {line}")

    writer = part.open_writer(stream)
    entries = (Entry(file, item) for item in part.read())
    for number, result in enumerate(results(entries, job.settings, loaded, report), 1):
        if isinstance(result, Failed):
            record = files.record(result, number)
            failed.append({"file": str(files.names.file(file, 1)), **record["failed"]})
            lines.append(files.failure(result, number))
            continue
        kept = Kept(result.file, result.record, finish(result, lexicon))
        record = files.record(kept, number)
        done += 1
        writer.write(record["released"])
        if keeps_ids:
            named.mark(record, kept.value.named)
            named.count(record)
    writer.close()
    named.write(report)
    return {"done": done, "failed": failed, "lines": lines}


class _ParquetFile:
    def __init__(self, job: Job, file: InputFile) -> None:
        self._part = ParquetPart(file.path, job.table_columns)
        dropped = self._part.dropped
        self.notes = [f"dropped columns: {', '.join(dropped)}"] if dropped else []

    def read(self) -> Iterator[Record | RecordError]:
        return self._part.read()

    def open_writer(self, stream: BinaryIO) -> Any:
        return self._part.open_writer(stream)


class _CorpusFile:
    def __init__(self, job: Job, file: InputFile) -> None:
        self._file, self._columns = file, job.columns
        self._new_ids = job.settings.ids != "keep"
        self.notes = layout_notes(file, job.columns)

    def read(self) -> Iterator[Record | RecordError]:
        return read_records(self._file, self._columns)

    def open_writer(self, stream: BinaryIO) -> Any:
        return open_writer(self._file, self._columns, stream, new_ids=self._new_ids)


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
