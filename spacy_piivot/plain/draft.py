"""The draft of a plain text, rewritten step by step, with the origin of each character."""

from collections.abc import Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """A replacement of some characters.

    start (int): First character.
    end (int): Character after the last one; `start` for an insertion.
    text (str): The new text; "" to remove the characters.
    """

    start: int
    end: int
    text: str = ""


class Draft:
    """A text with the extent in the original of each character.

    text (str): The original.
    """

    __slots__ = ("changed", "ends", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = list(range(len(text)))
        self.ends = list(range(1, len(text) + 1))
        self.changed = False

    def rewrite(self, edits: Iterable[Edit]) -> None:
        """Apply edits. One that begins before the end of an earlier one is skipped.

        edits (Iterable[Edit]): In any order.
        """
        pieces: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        position = 0
        changed = False
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
            if edit.start < position or self.text[edit.start : edit.end] == edit.text:
                continue
            changed = True
            pieces += [self.text[position : edit.start], edit.text]
            starts += self.starts[position : edit.start]
            ends += self.ends[position : edit.start]
            first, last = self._extent(edit)
            starts += [first] * len(edit.text)
            ends += [last] * len(edit.text)
            position = edit.end
        if not changed:
            return
        self.text = "".join([*pieces, self.text[position:]])
        self.starts = starts + self.starts[position:]
        self.ends = ends + self.ends[position:]
        self.changed = True

    def _extent(self, edit: Edit) -> tuple[int, int]:
        if edit.start < edit.end:
            return self.starts[edit.start], self.ends[edit.end - 1]
        here = self.ends[edit.start - 1] if edit.start else 0
        return here, here
