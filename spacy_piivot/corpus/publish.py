"""Writes a result so that it appears completely or not at all."""

import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError

PRIVATE = 0o600
PUBLIC = 0o666
PART = ".part"
# The suffix of the older folder, the only copy of its contents until the new one is in place.
ASIDE = ".older"


@contextmanager
def replacing(path: Path, *, mode: int = PUBLIC) -> Iterator[BinaryIO]:
    """Write a file next to its destination and move it there when it is complete.

    path (Path): The destination; an older file is replaced, and a link is followed.
    mode (int): Its permissions, before the umask.
    YIELDS (BinaryIO): The stream to write to. If the block raises, nothing appears.
    """
    path = path.resolve()
    remove_parts(path)
    part = _beside(path)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
            _lock(stream.fileno())
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    sync_folder(path.parent)


@contextmanager
def replacing_folder(path: Path, *, older: bool = False) -> Iterator[Path]:
    """Fill a folder next to its destination and move it there when it is complete.

    path (Path): The destination; a link is followed.
    older (bool): Whether an existing folder may have contents; it is removed when the new one is
        in place. Otherwise only an empty one is replaced.
    YIELDS (Path): The folder to fill. If the block raises, nothing appears and nothing is removed.
    """
    path = path.resolve()
    remove_parts(path)
    part = _beside(path)
    aside: Path | None = None
    part.mkdir()
    held = os.open(part, os.O_RDONLY)
    try:
        _lock(held)
        yield part
        for folder, _, _ in os.walk(part):
            sync_folder(Path(folder))
        if older and path.is_dir():
            aside = _beside(path, ASIDE)
            os.replace(path, aside)
        elif path.is_dir():
            path.rmdir()
        os.replace(part, path)
    finally:
        os.close(held)
        if aside is not None and not path.exists():
            os.replace(aside, path)
        for left in (part, aside):
            if left is not None and left.exists():
                shutil.rmtree(left)
    sync_folder(path.parent)


def check_replaceable(*paths: Path | None) -> None:
    """Refuse destinations that exist but are not files.

    paths (Path | None): Where files will be written.
    RAISES (InputError): If a folder, a device or a pipe is at one of them.
    """
    for path in paths:
        if path is not None and path.exists() and not path.is_file():
            raise InputError(f"{path}: is not a file that can be replaced. Give another name.")


def sync_folder(path: Path) -> None:
    """Make renames in a folder survive a power failure."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_parts(path: Path) -> None:
    """Remove the parts that killed runs left next to a file or folder.

    Files that a running process writes, and files not named like our parts, are not removed.

    path (Path): The file or folder; a link is followed.
    """
    path = path.resolve()
    ours = re.compile(rf"\.{re.escape(path.name)}\.[0-9a-f]{{8}}{re.escape(PART)}")
    found = path.parent.iterdir() if path.parent.is_dir() else ()
    for left in [left for left in found if ours.fullmatch(left.name)]:
        with suppress(OSError):
            descriptor = os.open(left, os.O_RDONLY | os.O_NOFOLLOW)
            try:
                if not _lock(descriptor):
                    continue
                if left.is_dir():
                    shutil.rmtree(left)
                else:
                    left.unlink()
            finally:
                os.close(descriptor)


def _lock(descriptor: int) -> bool:
    """Lock an open file or folder until it is closed or the process ends; whether it is locked."""
    try:
        import fcntl
    except ImportError:  # not on this system: then no part counts as left behind
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _beside(path: Path, suffix: str = PART) -> Path:
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}{suffix}")
