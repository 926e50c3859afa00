"""The lines of a text with their places."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..pieces import Piece
from .layout import Placed

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")


class Line(NamedTuple):
    """A line of a text.

    text (str): The line without its end.
    start (int): Where it starts.
    end (int): Where it ends.
    next (int): Where the next line starts.
    """

    text: str
    start: int
    end: int
    next: int

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()


def split_lines(text: str) -> list[Line]:
    """The lines of a text; only CR, LF and CRLF end one."""
    lines = [
        Line(match[1], match.start(), match.end(1), match.end()) for match in _LINE.finditer(text)
    ]
    if lines and not lines[-1].text and lines[-1].start == len(text):
        lines.pop()
    return lines


def blocks(lines: Sequence[Line], opening: re.Pattern[str] | None = None) -> list[list[Line]]:
    """The blocks of lines between blank lines.

    lines (Sequence[Line]): The lines.
    opening (re.Pattern[str] | None): Matches a line after which a line of spaces does not end the
        block: it is left out. YouTube's captions begin so.
    RETURNS (list[list[Line]]): The blocks.
    """
    found: list[list[Line]] = [[]]
    for line in lines:
        if line.is_blank:
            is_open = opening and found[-1] and opening.fullmatch(found[-1][-1].text)
            if not (line.text and is_open):
                found.append([])
        else:
            found[-1].append(line)
    return [block for block in found if block]


def joined(lines: Sequence[Line]) -> list[Placed]:
    """Lines as one text: a line that goes on in the next is parted from it by a space.

    Names that are broken over two lines are found so. A blank line stays what it is.

    lines (Sequence[Line]): Consecutive lines; blank ones at both ends are left out.
    RETURNS (list[Placed]): Their pieces.
    """
    written = [number for number, line in enumerate(lines) if not line.is_blank]
    lines = lines[written[0] : written[-1] + 1] if written else []
    pieces: list[Placed] = []
    for number, line in enumerate(lines):
        if number:
            former = lines[number - 1]
            wraps = not former.is_blank and not line.is_blank
            piece = Piece(" " if wraps else "\n", True)
            pieces.append(Placed(piece, former.end, line.start, removable=wraps))
        if line.text:
            pieces.append(Placed(Piece(line.text), line.start, line.end))
    return pieces
