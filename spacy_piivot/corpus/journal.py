"""Stores a run's finished records in a journal, in input order, so that it can be resumed."""

import hmac
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from ..errors import InputError, PIIvotError
from .jsonl import write_line
from .publish import PRIVATE

FORMAT = "spacy-piivot journal 2"

_FORMATS = "spacy-piivot journal "
_BEFORE_MAC, _AFTER_MAC, _END = b'{"mac": "', b'", "record": ', b"}\n"
_MAC_DIGITS = 64
_BESIDE = "beside"


class JournalMismatch(InputError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}: the journal belongs to a run with another key, pipeline, option (such as "
            "--private-edits) or input, or is damaged. Run with the same ones, or without --resume "
            "to start from the beginning."
        )


class JournalOutdated(JournalMismatch):
    def __init__(self, path: Path) -> None:
        InputError.__init__(
            self,
            f"{path}: the journal was written by another version of spacy-piivot. Finish the run "
            "with that version, or run without --resume to start from the beginning.",
        )


class JournalChanged(JournalMismatch):
    def __init__(self, path: Path, number: int) -> None:
        InputError.__init__(
            self,
            f"{path}: record {number} is not as this run wrote it: the journal was changed or is "
            "damaged. Nothing was published. Run without --resume to start from the beginning.",
        )


class Journal:
    """Finished records, one per line, after a header that identifies their run.

    Every record has a code (MAC) of its bytes, its position, the run and the kind of journal, under
    the key. So a record that somebody without the key changed, removed, moved or added is noticed
    when the run is resumed and when its records are read to be published.

    path (Path): The journal's file.
    fingerprint (str): Identifies the run by key, pipeline, options and input.
    resume (bool): Whether to continue an existing journal. A last line that was not written
        completely is removed.
    key (bytes): The run's key. Without one the codes only detect damage.
    kind (str): The kind of journal: a record of one kind is not valid in another.
    beside (Sequence[Path]): The run's other journals: the header names them, so that a later run
        finds those that an interrupted one left (`journals_beside`).
    RAISES (JournalMismatch): If the existing journal belongs to another run, has another
        version's format (`JournalOutdated`), or was changed (`JournalChanged`).
    """

    def __init__(
        self,
        path: Path,
        fingerprint: str,
        *,
        resume: bool,
        key: bytes = b"",
        kind: str = "release",
        beside: Sequence[Path] = (),
    ) -> None:
        self.path = path
        self._beside = [str(other.resolve()) for other in beside]
        self.header = {"format": FORMAT, "fingerprint": fingerprint}
        self.finished = 0
        self._key = hmac.digest(key, f"{FORMAT} {kind} {fingerprint}".encode(), "sha256")
        mode = os.O_RDWR | os.O_CREAT | (0 if resume else os.O_TRUNC)
        self._stream: BinaryIO = os.fdopen(os.open(path, mode, PRIVATE), "r+b")
        try:
            self.cut(None)
        except PIIvotError:
            self._stream.close()
            raise

    def append(self, record: Mapping[str, Any]) -> None:
        """Add a finished record; it survives the end of the process."""
        line = BytesIO()
        write_line(line, record)
        content = line.getvalue().removesuffix(b"\n")
        mac = self._mac(content, self.finished + 1)
        self._stream.write(_BEFORE_MAC + mac + _AFTER_MAC + content + _END)
        self._stream.flush()
        self.finished += 1

    def cut(self, count: int | None) -> None:
        """Keep only the header and the first records.

        count (int | None): How many records; None for all complete ones.
        RAISES (JournalMismatch): If the journal is another run's, was changed, or has fewer.
        """
        self._stream.seek(0)
        line = self._stream.readline()
        if not line.endswith(b"\n"):
            self._stream.seek(0)
            self._stream.truncate()
            named = {_BESIDE: self._beside} if self._beside else {}
            self._stream.write(json.dumps(self.header | named).encode() + b"\n")
            self._stream.flush()
        elif not self._is_ours(header := _parse(line)):
            format = str((header or {}).get("format", ""))
            outdated = format.startswith(_FORMATS) and format != FORMAT
            raise JournalOutdated(self.path) if outdated else JournalMismatch(self.path)
        self.finished = 0
        end = self._stream.tell()
        while self.finished != count:
            line = self._stream.readline()
            if not line.endswith(b"\n"):
                break
            self._content(line, self.finished + 1)
            end = self._stream.tell()
            self.finished += 1
        if count is not None and self.finished < count:
            raise JournalMismatch(self.path)
        self._stream.seek(end)
        self._stream.truncate()

    def records(self) -> Iterator[dict[str, Any]]:
        """The finished records, read again from the file.

        YIELDS (dict[str, Any]): A record, as it was written.
        RAISES (JournalChanged): If a record was changed, or the file has more or fewer.
        """
        for content in self._contents():
            yield json.loads(content)

    def check(self) -> None:
        """Read all records, so that a changed journal is noticed before anything is published.

        RAISES (JournalChanged): If it was changed.
        """
        for _ in self._contents():
            pass

    def close(self) -> None:
        """Close the file without removing it."""
        self._stream.close()

    def remove(self) -> None:
        """Close and remove the file, since its records are published."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _contents(self) -> Iterator[bytes]:
        self._stream.flush()
        number = 0
        with self.path.open("rb") as lines:
            if not self._is_ours(_parse(next(lines, b""))):
                raise JournalChanged(self.path, 0)
            for number, line in enumerate(lines, 1):
                if number > self.finished:
                    raise JournalChanged(self.path, number)
                yield self._content(line, number)
        if number < self.finished:
            raise JournalChanged(self.path, number + 1)

    def _is_ours(self, header: Mapping[str, Any] | None) -> bool:
        named = {_BESIDE: header[_BESIDE]} if header and _BESIDE in header else {}
        return header == self.header | named

    def _content(self, line: bytes, number: int) -> bytes:
        """The record of a line as it was written."""
        after = len(_BEFORE_MAC) + _MAC_DIGITS
        mac, content = line[len(_BEFORE_MAC) : after], line[after + len(_AFTER_MAC) : -len(_END)]
        whole = _BEFORE_MAC + mac + _AFTER_MAC + content + _END == line
        if not (whole and hmac.compare_digest(mac, self._mac(content, number))):
            raise JournalChanged(self.path, number)
        return content

    def _mac(self, content: bytes, number: int) -> bytes:
        place = number.to_bytes(8, "big")
        return hmac.digest(self._key, place + content, "sha256").hex().encode()


def journals_beside(path: Path) -> list[Path]:
    """The other journals of the run that a journal belongs to.

    path (Path): The journal; it may not exist.
    RETURNS (list[Path]): The journals that its header names and that still exist.
    """
    named = _header(path).get(_BESIDE)
    names = named if isinstance(named, list) else []
    others = [Path(name) for name in names if isinstance(name, str)]
    return [other for other in others if str(_header(other).get("format")).startswith(_FORMATS)]


def _header(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    with path.open("rb") as stream:
        return _parse(stream.readline()) or {}


def _parse(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
