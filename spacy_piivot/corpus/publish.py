"""Writing a result so that it appears whole or not at all."""

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
# An older folder, until the new one stands: the only copy of what is in it.
ASIDE = ".older"


@contextmanager
def replacing(path: Path, *, mode: int = PUBLIC) -> Iterator[BinaryIO]:
    """Write a file beside its place and move it there when it is complete.

    path (Path): Where the file shall appear; an older one is replaced, and a link leads on.
    mode (int): Its permissions, less the umask.
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
    """Fill a folder beside its place and move it there when it is complete.

    path (Path): Where the folder shall appear; a link leads on.
    older (bool): Whether a folder there may hold something; it goes when the new one stands.
        Otherwise only an empty one is replaced.
    YIELDS (Path): The folder to fill. If the block raises, nothing appears and nothing goes.
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
    """Refuse places of files at which something stands that is no file.

    paths (Path | None): Where files will be written.
    RAISES (InputError): If a folder, a device or a pipe stands at one.
    """
    for path in paths:
        if path is not None and path.exists() and not path.is_file():
            raise InputError(f"{path}: is not a file that can be replaced. Give another name.")


def sync_folder(path: Path) -> None:
    """Make renames in a folder last through a loss of power."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_parts(path: Path) -> None:
    """Remove what runs that were killed while they wrote a file or folder left beside it.

    Nothing is removed that a living process writes, nor what is not called as our parts are.

    path (Path): The file or folder; a link leads on.
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
    """Hold an open file or folder until it is closed or the process ends; whether it is held."""
    try:
        import fcntl
    except ImportError:  # not on this system: then nothing is taken for left behind
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _beside(path: Path, suffix: str = PART) -> Path:
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}{suffix}")
