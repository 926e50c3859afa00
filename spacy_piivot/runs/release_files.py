"""Writes a run's results: records in its journals, and finally the files made from them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

from ..core.dialogue import doc_to_dialogue
from ..corpus import (
    PRIVATE,
    Columns,
    InputFile,
    Inputs,
    Journal,
    Writer,
    open_writer,
    replacing,
    replacing_folder,
    write_line,
)
from ..release.reasons import QUARANTINED, REPAIRED, Reasons, write_reasons
from .edits import MessageEdit, message_edits
from .kept_cells import add_kept
from .names import ReleaseNames
from .process import Done, Failed
from .reading import Summary

QUARANTINE = ".quarantine.jsonl"
NOTICE = (
    "This file is private: do not share it, and do not keep it with the de-identified dialogues. "
    "It shows what was replaced and where, for checking and for evaluation; it does not contain "
    "the originals. start and end are offsets in the original message, new_start and new_end in "
    "the de-identified one."
)


@dataclass(frozen=True, slots=True)
class ReleaseFiles:
    """Turns results into records, and records into files.

    inputs (Inputs): The input.
    columns (Columns): Which columns of CSV files contain what.
    names (ReleaseNames): The names of dialogues and files in the release.
    """

    inputs: Inputs
    columns: Columns
    names: ReleaseNames

    def record(self, result: Done | Failed, number: int) -> dict[str, Any]:
        """The journal's record of a result: only the part that will be released.

        result (Done | Failed): The result of a dialogue.
        number (int): Its position in the input, from 1.
        RETURNS (dict[str, Any]): The record.
        """
        if isinstance(result, Failed):
            error = result.error
            id = self.names.dialogue(error.id, number)
            failed = {"line": error.line, "id": id, "error": error.kind}
            return {"file": result.file.number, "failed": failed}
        released = {
            "id": self.names.dialogue(result.record.dialogue.id, number),
            "messages": [
                {"speaker": message.speaker, "text": message.text}
                for message in doc_to_dialogue(result.doc).messages
            ],
        }
        add_kept(released, result.record, result.doc)
        return {"file": result.file.number, "released": released}

    def edits(self, result: Done | Failed, number: int) -> dict[str, Any]:
        """The private record of a result.

        result (Done | Failed): The result of a dialogue.
        number (int): Its position in the input, from 1.
        RETURNS (dict[str, Any]): The released id and the edits; empty for a failure.
        """
        if isinstance(result, Failed):
            return {}
        edits = [
            {"message": message, **asdict(edit)}
            for message, inside in enumerate(_turns(result))
            for edit in inside
        ]
        return {"id": self.names.dialogue(result.record.dialogue.id, number), "edits": edits}

    def failure(self, result: Failed, number: int) -> str:
        """The message about a failed dialogue, with the names of the release.

        result (Failed): The result of the dialogue.
        number (int): Its position in the input, from 1.
        RETURNS (str): File and line, and what is wrong; the id only if ids are kept. Without it
            an essay has its position, since all may be in one line.
        """
        if self.names.mode == "keep":
            return f"{result.file.name}: {result.error}"
        where = f"{self.names.file(result.file, number)}: " if self.inputs.is_folder else ""
        where += f"dialogue {number}, " if not result.file.format.has_lines else ""
        return f"{where}{result.error.without_id()}"

    def reasons(self, result: Done | Failed) -> dict[str, Any]:
        """The record of why a result was repaired or held back.

        result (Done | Failed): The result of a dialogue.
        RETURNS (dict[str, Any]): Its `Reasons`; empty if nothing was repaired or held back.
        """
        reasons = result_reasons(result)
        return {} if reasons is None else reasons.to_dict()

    def publish(self, journal: Journal, output: Path | BinaryIO) -> Summary:
        """Write the release, and next to it the list of failed dialogues.

        journal (Journal): The records of all dialogues.
        output (Path | BinaryIO): The file or folder, or a stream for one file.
        RETURNS (Summary): How many dialogues are in the release, and how many failed.
        """
        failed = sum("failed" in record for record in journal.records())
        summary = Summary(done=journal.finished - failed, quarantined=failed)
        if not isinstance(output, Path):
            with _naming(output):
                self._write_one(journal, output)
                output.flush()
            return summary
        self._publish_quarantine(journal, output, failed)
        if self.inputs.is_folder:
            with replacing_folder(output) as folder:
                self._fill(folder, journal)
        elif self.inputs.files[0].format.is_one_dialogue and not summary.done:
            output.resolve().unlink(missing_ok=True)  # an older result
        else:
            with replacing(output) as stream:
                self._write_one(journal, stream)
        return summary

    def _write_one(self, journal: Journal, stream: BinaryIO) -> None:
        writer = self._writer(self.inputs.files[0], stream)
        for record in journal.records():
            if "released" in record:
                writer.write(record["released"])
        writer.close()

    def _fill(self, folder: Path, journal: Journal) -> None:
        for name, file, records in self._by_file(journal):
            released = (record["released"] for record in records if "released" in record)
            first = next(released, None)
            if first is None and file.format.is_one_dialogue:
                continue
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as stream:
                writer = self._writer(file, stream)
                if first is not None:
                    writer.write(first)
                for record in released:
                    writer.write(record)
                writer.close()
                stream.flush()
                os.fsync(stream.fileno())

    def _writer(self, file: InputFile, stream: BinaryIO) -> Writer:
        return open_writer(file, self.columns, stream, new_ids=self.names.mode != "keep")

    def _publish_quarantine(self, journal: Journal, output: Path, failed: int) -> None:
        path = quarantine_path(output)
        if not failed:
            path.unlink(missing_ok=True)
            return
        with replacing(path) as stream:
            for name, _, records in self._by_file(journal):
                file = str(name) if self.inputs.is_folder else output.name
                for record in records:
                    if "failed" in record:
                        line, id, error = record["failed"].values()
                        listed = {"line": line, "file": file, "id": id, "error": error}
                        write_line(stream, listed)

    def _by_file(
        self, journal: Journal
    ) -> Iterator[tuple[PurePosixPath, InputFile, Iterator[dict[str, Any]]]]:
        """Each input file with its released name and its records."""
        records = enumerate(journal.records(), 1)
        position, head = next(records, (journal.finished + 1, None))

        def of_file(number: int) -> Iterator[dict[str, Any]]:
            nonlocal position, head
            while head is not None and head["file"] == number:
                yield head
                position, head = next(records, (journal.finished + 1, None))

        for file in self.inputs.files:
            yield self.names.file(file, position), file, of_file(file.number)
            for _ in of_file(file.number):
                pass


def _turns(result: Done) -> list[list[MessageEdit]]:
    """The edits of each message, without those of kept columns."""
    return message_edits(result.doc)[: len(result.record.dialogue.messages)]


def result_reasons(result: Done | Failed) -> Reasons | None:
    """Why a dialogue was repaired or held back.

    result (Done | Failed): Its result.
    RETURNS (Reasons | None): The reasons; None if nothing was repaired or held back.
    """
    file = result.file.name.as_posix()
    if isinstance(result, Failed):
        error = result.error
        return Reasons(file, error.line, error.id, QUARANTINED, error.kind, result.findings)
    if not result.findings:
        return None
    record = result.record
    return Reasons(file, record.line, record.dialogue.id, REPAIRED, None, result.findings)


@contextmanager
def _naming(stream: BinaryIO) -> Iterator[None]:
    """Add the stream's name to an error in writing to it."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(getattr(stream, "name", "the stream")).strip("<>")
        raise


def publish_edits(private: Journal, path: Path) -> None:
    """Write the private edits: a line that says they are private, then one line per dialogue.

    private (Journal): The private records of all dialogues.
    path (Path): The file; only its owner can read it.
    """
    with replacing(path, mode=PRIVATE) as stream:
        write_line(stream, {"private": NOTICE})
        for record in private.records():
            if record:
                write_line(stream, record)


def publish_reasons(private: Journal, path: Path) -> None:
    """Write why dialogues were repaired or held back.

    private (Journal): The records that `ReleaseFiles.reasons` made of all dialogues.
    path (Path): The file; only its owner can read it.
    """
    with replacing(path, mode=PRIVATE) as stream:
        write_reasons(stream, (Reasons.from_dict(record) for record in private.records() if record))


def quarantine_path(output: Path) -> Path:
    """The path of the list of failed dialogues."""
    return output.with_name(output.name + QUARANTINE)
