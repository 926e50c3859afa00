"""The files of a release, as the log and the certificate name them: by checksum, not by name."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..runs.release_files import quarantine_path

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class ReleasedFile:
    """A file of a release.

    name (str): Its name, relative to a released folder. It may be an original: it is not logged.
    bytes (int): Its size.
    sha256 (str): Its checksum, in hexadecimal digits.
    """

    name: str
    bytes: int
    sha256: str

    def to_log(self) -> dict[str, Any]:
        """What the log says of it."""
        return {"bytes": self.bytes, "sha256": self.sha256}


def released_files(release: Path) -> list[ReleasedFile]:
    """The files of a release with their checksums, and the list of dialogues that were held back.

    release (Path): The file or folder that was written.
    RETURNS (list[ReleasedFile]): In the order of their names.
    RAISES (InputError): If there is no such file or folder, or a link in it.
    """
    if release.is_dir():
        paths = sorted(path for path in release.rglob("*") if not path.is_dir())
        if any(path.is_symlink() for path in paths):
            raise InputError(f"{release}: has links in it, which are no part of a release.")
        found = [(path.relative_to(release).as_posix(), path) for path in paths]
    elif release.is_file():
        found = [(release.name, release)]
    else:
        raise InputError(f"{release}: no such file or folder. Give the output of the release.")
    listed = quarantine_path(release)
    if listed.is_file():
        found.append((listed.name, listed))
    return [_read(name, path) for name, path in found]


def same_files(files: Sequence[ReleasedFile], logged: Sequence[dict[str, Any]]) -> bool:
    """Whether files are those that the log tells of."""

    def key(one: dict[str, Any]) -> tuple[str, int]:
        return one["sha256"], one["bytes"]

    return sorted(map(key, logged)) == sorted(key(one.to_log()) for one in files)


def _read(name: str, path: Path) -> ReleasedFile:
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
            size += len(block)
    return ReleasedFile(name, size, digest.hexdigest())
