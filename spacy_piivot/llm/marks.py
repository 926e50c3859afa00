"""The special identifiers that a model marks spans with (Shen et al. 2025, Tables 2 and 3).

Hi @@@Ada###, write to QQQada@example.org^^^!
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..core.labels import LABELS

# By label: the marks before and after a span.
MARKS: Mapping[str, tuple[str, str]] = {
    label.name: (label.marks[0], label.marks[1]) for label in LABELS if label.marks
}

_CHARACTERS = frozenset("".join(mark for pair in MARKS.values() for mark in pair))

_MARKED = re.compile(
    "|".join(
        f"{re.escape(before)}(?P<{label}>[^\\n]+?){re.escape(after)}"
        for label, (before, after) in MARKS.items()
    )
)


class Marked(NamedTuple):
    """A marked span of a text without its marks.

    start (int): First character.
    end (int): Character after the last one.
    label (str): Its canonical label.
    place (int): The offset of its first character in the text with marks.
    """

    start: int
    end: int
    label: str
    place: int


def break_marks(text: str) -> str:
    """Break the marks that a text itself contains: only a model may set them.

    text (str): A text.
    RETURNS (str): The text, as long as before, with a space for the last character of each mark.
    """
    for pair in MARKS.values():
        for mark in pair:
            text = text.replace(mark, f"{mark[:-1]} ")
    return text


def read_marks(text: str) -> tuple[str, list[Marked]]:
    """Remove the marks from a text.

    text (str): A text with marks.
    RETURNS (tuple[str, list[Marked]]): The text without marks, and the marked spans.
    """
    pieces: list[str] = []
    marked: list[Marked] = []
    position = length = 0
    for match in _MARKED.finditer(text):
        label = match.lastgroup or ""
        inside = match[label]
        pieces += [text[position : match.start()], inside]
        start = length + match.start() - position
        length = start + len(inside)
        marked.append(Marked(start, length, label, match.start(label)))
        position = match.end()
    return "".join([*pieces, text[position:]]), marked


def adds_marks(original: str, copy: str) -> bool:
    """Whether parts of marks are left over in a copy, so that a mark was unpaired.

    original (str): A text.
    copy (str): Its copy, without the marks that could be read.
    RETURNS (bool): Whether the copy has more of a character that marks consist of.
    """
    return any(copy.count(character) > original.count(character) for character in _CHARACTERS)


def write_marks(text: str, spans: Iterable[tuple[int, int, str]]) -> str:
    """Mark spans in a text.

    text (str): A text.
    spans (Iterable[tuple[int, int, str]]): Start, end and label; spans without a mark, or
        that overlap an earlier one, are skipped.
    RETURNS (str): The text with marks.
    """
    pieces: list[str] = []
    position = 0
    for start, end, label in sorted(spans):
        if label not in MARKS or start < position:
            continue
        before, after = MARKS[label]
        pieces += [text[position:start], before, text[start:end], after]
        position = end
    return "".join([*pieces, text[position:]])
