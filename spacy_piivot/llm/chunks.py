"""Splits dialogues into chunks of whole messages that fit into a prompt."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_LINE_BREAK = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """One message as a model sees it.

    text (str): The text with a space for each line break: as long as the original.
    role (str): The speaker's role ("TUTOR"); never a name.
    segment (str): "MATH" or "NON-MATH", "" if unknown.
    """

    text: str = field(repr=False)
    role: str = ""
    segment: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Messages that are sent in one request.

    first (int): The number of the first message in the dialogue.
    messages (Sequence[ShownMessage]): The messages.
    """

    first: int
    messages: Sequence[ShownMessage]

    @property
    def has_text(self) -> bool:
        """Whether any message in it has text."""
        return any(message.text.strip() for message in self.messages)

    def halves(self) -> tuple["Chunk", "Chunk"]:
        """Split the chunk in two, with at least one message each."""
        middle = len(self.messages) // 2
        return (
            Chunk(self.first, self.messages[:middle]),
            Chunk(self.first + middle, self.messages[middle:]),
        )


def show_text(text: str) -> str:
    """Put a text on one line of the same length.

    text (str): A message.
    RETURNS (str): The text with a space for each line break.
    """
    return _LINE_BREAK.sub(" ", text)


def split_messages(
    messages: Sequence[ShownMessage], lengths: Sequence[int], limit: int
) -> list[Chunk]:
    """Split a dialogue into chunks of whole messages.

    messages (Sequence[ShownMessage]): Its messages. Chunks in which all are empty are
        dropped.
    lengths (Sequence[int]): The tokens of each.
    limit (int): The most tokens of a chunk; a longer message is a chunk of its own.
    RETURNS (list[Chunk]): The chunks, in order.
    """
    chunks: list[Chunk] = []
    start, total = 0, 0
    for number, length in enumerate(lengths):
        if number > start and total + length > limit:
            chunks.append(Chunk(start, messages[start:number]))
            start, total = number, 0
        total += length
    chunks.append(Chunk(start, messages[start:]))
    return [chunk for chunk in chunks if chunk.has_text]
