"""The journal of a run: what is finished, in input order, so that a run can be resumed."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from ..errors import InputError, PIIvotError
from .jsonl import write_line
from .publish import PRIVATE

FORMAT = "spacy-piivot journal 1"


class JournalMismatch(InputError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}: the journal was begun with another key, pipeline, option (--private-edits "
            "is one) or input, or is damaged. Run with the same ones, or without --resume to "
            "start from the beginning."
        )


class Journal:
    """Finished records, one a line, after a header that says what run they belong to.

    path (Path): The journal's file.
    fingerprint (str): What key, pipeline, options and input the run has.
    resume (bool): Whether to go on with the journal that is there. A last line that was cut
        off in writing is removed.
    RAISES (JournalMismatch): If the journal that is there belongs to another run.
    """

    def __init__(self, path: Path, fingerprint: str, *, resume: bool) -> None:
        self.path = path
        self.header = {"format": FORMAT, "fingerprint": fingerprint}
        self.finished = 0
        mode = os.O_RDWR | os.O_CREAT | (0 if resume else os.O_TRUNC)
        self._stream: BinaryIO = os.fdopen(os.open(path, mode, PRIVATE), "r+b")
        try:
            self.cut(None)
        except PIIvotError:
            self._stream.close()
            raise

    def append(self, record: Mapping[str, Any]) -> None:
        """Add a finished record; it outlives the process from here on."""
        write_line(self._stream, record)
        self._stream.flush()
        self.finished += 1

    def cut(self, count: int | None) -> None:
        """Keep the header and the first records only.

        count (Optional[int]): How many records; None for all that are complete.
        RAISES (JournalMismatch): If the journal is another run's, or holds fewer.
        """
        self._stream.seek(0)
        line = self._stream.readline()
        if not line.endswith(b"\n"):
            self._stream.seek(0)
            self._stream.truncate()
            write_line(self._stream, self.header)
            self._stream.flush()
        elif _parse(line) != self.header:
            raise JournalMismatch(self.path)
        self.finished = 0
        end = self._stream.tell()
        while self.finished != count:
            line = self._stream.readline()
            if not line.endswith(b"\n"):
                break
            if _parse(line) is None:
                raise JournalMismatch(self.path)
            end = self._stream.tell()
            self.finished += 1
        if count is not None and self.finished < count:
            raise JournalMismatch(self.path)
        self._stream.seek(end)
        self._stream.truncate()

    def records(self) -> Iterator[dict[str, Any]]:
        """The finished records, read again from the file."""
        self._stream.flush()
        with self.path.open("rb") as lines:
            next(lines)
            for line in lines:
                yield json.loads(line)

    def close(self) -> None:
        """Close the file and leave it."""
        self._stream.close()

    def remove(self) -> None:
        """Close and remove the file: its records are published."""
        self.close()
        self.path.unlink(missing_ok=True)


def _parse(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
