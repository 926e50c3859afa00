"""Writes the results of a run's dialogues, one at a time."""

from collections.abc import Callable
from typing import Any, BinaryIO

from ..corpus import write_line
from .process import Done, Failed


class ResultWriter:
    """Writes the results of one file."""

    def write(self, result: Done) -> None:
        """Write the result of a dialogue."""
        raise NotImplementedError

    def leave_out(self, result: Failed) -> None:
        """Take note of a dialogue that failed and is not written."""

    def close(self) -> None:
        """Write what follows the last result; the stream stays open."""


OpenWriter = Callable[[BinaryIO], ResultWriter]


class JsonLines(ResultWriter):
    """Writes one JSON object per dialogue.

    stream (BinaryIO): Where to write.
    to_object (Callable[[Done], dict[str, Any]]): Makes the object.
    """

    def __init__(self, stream: BinaryIO, to_object: Callable[[Done], dict[str, Any]]) -> None:
        self.stream = stream
        self.to_object = to_object

    def write(self, result: Done) -> None:
        write_line(self.stream, self.to_object(result))
