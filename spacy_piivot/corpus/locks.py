"""One run at a time for an output: a second one is told so at once."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from ..errors import InputError
from .publish import PRIVATE

# At its level of debugging it names the files it locks.
logging.getLogger("filelock").setLevel(logging.WARNING)


class OutputInUse(InputError):
    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}: another run is writing it. Wait until that run has ended, or give "
            "another output."
        )


@contextmanager
def locked(*paths: Path | None) -> Iterator[None]:
    """Keep other runs away from some outputs.

    A lock is the operating system's: it ends with its process, and a file that a killed run
    left behind holds nobody up. Every lock's file is gone at the end.

    paths (Path | None): The outputs; a link is followed, since the run follows it too.
    RAISES (OutputInUse): If another run has one of them.
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
            # While it is locked: whoever opens the file before and locks it after sees that it
            # is gone, and does not take it for the lock.
            stack.callback(file.unlink, missing_ok=True)
        yield


def lock_path(path: Path) -> Path:
    """The file that is locked for an output: beside it, never in it."""
    return path.with_name(f".{path.name}.lock")
