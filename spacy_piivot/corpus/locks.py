"""Locks an output, so that a second run that would write it is refused at once."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from ..errors import InputError
from .publish import PRIVATE

# At the level DEBUG it names the files that it locks.
logging.getLogger("filelock").setLevel(logging.WARNING)


class OutputInUse(InputError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}: another run is writing it. Wait until that run has ended, or give "
            "another output."
        )


@contextmanager
def locked(*paths: Path | None) -> Iterator[None]:
    """Keep other runs from writing some outputs.

    The locks are the operating system's: they end with the process, so a file that a killed run
    left behind blocks nothing. Every lock file is removed at the end.

    paths (Path | None): The outputs; links are followed, since the run also follows them.
    RAISES (OutputInUse): If another run has locked one of them.
    """
    with ExitStack() as stack:
        for path in sorted({path.resolve() for path in paths if path is not None}):
            path.parent.mkdir(parents=True, exist_ok=True)
            file = lock_path(path)
            lock = FileLock(file, mode=PRIVATE)
            try:
                stack.enter_context(lock.acquire(timeout=0))
            except Timeout:
                raise OutputInUse(path) from None
            # Removed while locked: a run that opened the file before and locks it afterwards
            # sees that it is gone, and does not mistake it for the lock.
            stack.callback(file.unlink, missing_ok=True)
        yield


def lock_path(path: Path) -> Path:
    """The lock file of an output: next to it, never in it."""
    return path.with_name(f".{path.name}.lock")
