"""Writes the results of a run's dialogues, one at a time."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, BinaryIO

from ..corpus import write_line
from .results import Failed, Kept


class ResultWriter:
    """Writes the results of one file."""

    def write(self, result: Kept[Any]) -> None:
        """Write the result of a dialogue."""
        raise NotImplementedError

    def leave_out(self, result: Failed) -> None:
        """Take note of a dialogue that failed and is not written."""

    def close(self) -> None:
        """Write what follows the last result; the stream stays open."""


OpenWriter = Callable[[BinaryIO], ResultWriter]


class JsonLines(ResultWriter):
    """Writes the object that each dialogue was read from, with what was found in its messages.

    The run keeps a list of dictionaries, one for each message.

    stream (BinaryIO): Where to write.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def write(self, result: Kept[Sequence[Mapping[str, Any]]]) -> None:
        write_line(self.stream, with_found(result.record.source, result.value))


def with_found(source: Mapping[str, Any], found: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The object of a dialogue with what was found in its messages.

    source (Mapping[str, Any]): The object that the dialogue was read from.
    found (Iterable[Mapping[str, Any]]): What each message gets, instead of what it has.
    RETURNS (dict[str, Any]): A new object.
    """
    messages = zip(source["messages"], found, strict=True)
    return {**source, "messages": [{**message, **own} for message, own in messages]}
