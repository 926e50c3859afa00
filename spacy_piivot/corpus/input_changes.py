"""Checks that the input does not change while it is read."""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath

from ..errors import InputError, PIIvotError
from .inputs import InputFile, Inputs, find_inputs


class InputChanged(PIIvotError):
    def __init__(self, file: str) -> None:
        self._say(f"{file}: the file was changed", "shrunk, grown, written, moved or replaced")

    def _say(self, what: str, how: str) -> None:
        super().__init__(
            f"{what} while it was read ({how}): nothing was published. Wait until nothing writes "
            "to it, or use a copy, and start again"
        )


class FolderChanged(InputChanged):
    def __init__(self, folder: str) -> None:
        self._say(f"{folder}: the folder was changed", "its files are not those at the start")


class InputWatch:
    """The state of an input's files when this object was made.

    inputs (Inputs): The files that will be read.
    hide_names (bool): Whether an error names a file by its position, and not by its name.
    """

    def __init__(self, inputs: Inputs, *, hide_names: bool = False) -> None:
        self._folder = inputs.root if inputs.is_folder else None
        self._folder_called = "the input" if hide_names else str(inputs.root)
        self._files = inputs.files
        self._exclude = inputs.exclude
        names = {file.path: str(file.name) for file in inputs.files}
        self._called = inputs.places() if hide_names else names
        self._states = {file.path: _state(file.path) for file in inputs.files}

    @cached_property
    def digests(self) -> Sequence[str]:
        """SHA-256 of every file, computed once and compared with the files at the end."""
        return [_digest(file.path) for file in self._files]

    def check(self, file: InputFile) -> None:
        """Check quickly that a file has not been touched.

        file (InputFile): One of the files.
        RAISES (InputChanged): If it has been touched.
        """
        if _state(file.path) != self._states[file.path]:
            raise InputChanged(self._called[file.path])

    def check_all(self, *, contents: bool = False) -> None:
        """Check that no file has been touched, and that a folder has the same files.

        contents (bool): Whether to also compare their contents: the times of a file system may
            be too coarse to show a quick change.
        RAISES (InputChanged): If a file has been touched, or files were added.
        """
        before = self.digests if contents else ()
        for file in self._files:
            self.check(file)
        if self._folder is not None and self._names() != {f.name for f in self._files}:
            raise FolderChanged(self._folder_called)
        for file, digest in zip(self._files, before, strict=False):
            if _digest(file.path) != digest:
                raise InputChanged(self._called[file.path])

    def _names(self) -> set[PurePosixPath]:
        """The names that the folder's files have now."""
        assert self._folder is not None
        try:
            return {file.name for file in find_inputs(self._folder, self._exclude).files}
        except InputError:
            return set()


def _state(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except OSError:
        return ()
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except FileNotFoundError:
        return ""
