"""Writing a result so that it appears whole or not at all."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError

PRIVATE = 0o600
PUBLIC = 0o666


@contextmanager
def replacing(path: Path, *, mode: int = PUBLIC) -> Iterator[BinaryIO]:
    """Write a file beside its place and move it there when it is complete.

    path (Path): Where the file shall appear; an older one is replaced, and a link leads on.
    mode (int): Its permissions, less the umask.
    YIELDS (BinaryIO): The stream to write to. If the block raises, nothing appears.
    """
    path = path.resolve()
    part = _beside(path)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
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
    part = _beside(path)
    aside: Path | None = None
    part.mkdir()
    try:
        yield part
        for folder, _, _ in os.walk(part):
            sync_folder(Path(folder))
        if older and path.is_dir():
            aside = _beside(path)
            os.replace(path, aside)
        elif path.is_dir():
            path.rmdir()
        os.replace(part, path)
    finally:
        if aside is not None and not path.exists():
            os.replace(aside, path)
        for left in (part, aside):
            if left is not None and left.exists():
                shutil.rmtree(left)
    sync_folder(path.parent)


def check_replaceable(*paths: Path | None) -> None:
    """Refuse places of files at which something stands that is no file.

    paths (Optional[Path]): Where files will be written.
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


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
