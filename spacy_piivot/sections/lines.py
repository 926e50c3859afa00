"""Divides a text into its written lines."""

import re
from dataclasses import dataclass

_LINE = re.compile(r"[^\r\n\v\f\x85\u2028\u2029]+")
_BLANKS = str.maketrans(dict.fromkeys("\u00a0\u2007\u202f\u2009\u3000", " "))
_INVISIBLE = " \t\u200b\ufeff\u200e\u200f"


@dataclass(frozen=True, slots=True)
class Line:
    """A line with something written on it.

    start (int): Its first visible character in the text.
    end (int): The character after its last visible one.
    text (str): What is between, with plain blanks for no-break spaces.
    apart (bool): Whether a blank line or the text's start is before it.
    """

    start: int
    end: int
    text: str
    apart: bool


def split_lines(text: str) -> list[Line]:
    """Divide a text into its written lines.

    text (str): The text.
    RETURNS (list[Line]): The lines that are not blank, in order.
    """
    found: list[Line] = []
    last = -1
    for match in _LINE.finditer(text):
        line = match.group().translate(_BLANKS)
        bare = line.lstrip(_INVISIBLE)
        start = match.start() + len(line) - len(bare)
        bare = bare.rstrip(_INVISIBLE)
        if bare:
            end = start + len(bare)
            apart = last < 0 or _breaks(text, last, start) > 1
            found.append(Line(start, end, bare, apart))
            last = end
    return found


def _breaks(text: str, start: int, end: int) -> int:
    between = text[start:end]
    return between.count("\n") or between.count("\r") or len(between.splitlines())
