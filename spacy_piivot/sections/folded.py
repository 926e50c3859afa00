"""Divides lines of essays that lost their line breaks."""

import re
from collections.abc import Iterable, Sequence

from ..lang import Lexicon
from .entries import Entries
from .lines import Line

# A shorter line is as it was written.
_LONG = 400
# How much of what follows a heading is judged.
_ENTRY = 160
# How many headings of a line are tried, from the last.
_TRIED = 5


class Folds:
    """The headings inside long lines.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.entries = lexicon.part(Entries)
        self.heading = re.compile(
            rf"(?<=[.!?)\]”\"’'\d]\s)(?=[^\W\d_])(?i:{lexicon.any_of('sections.references')})"
            r"\s?[:.]?\s+(?=\S)"
        )


def unfold(lines: Sequence[Line], text: str, lexicon: Lexicon) -> list[Line]:
    """Divide long lines before a heading of references in them.

    lines (Sequence[Line]): The lines of a text.
    text (str): The text.
    lexicon (Lexicon): The words of a language.
    RETURNS (list[Line]): The lines; the heading and what follows it are lines of their own.
    """
    found: list[Line] = []
    folds = lexicon.part(Folds)
    for line in lines:
        found += _divided(line, folds) if len(line.text) > _LONG else [line]
    return found


def _divided(line: Line, folds: Folds) -> Iterable[Line]:
    for match in reversed(list(folds.heading.finditer(line.text))[-_TRIED:]):
        is_heading = line.text[match.start()].isupper()
        if is_heading and folds.entries.is_entry(line.text[match.end() : match.end() + _ENTRY]):
            return (
                _part(line, 0, match.start()),
                _part(line, match.start(), match.end()),
                _part(line, match.end(), len(line.text)),
            )
    return (line,)


def _part(line: Line, start: int, end: int) -> Line:
    piece = line.text[start:end]
    text = piece.rstrip()
    return Line(line.start + start, line.start + start + len(text), text, line.apart and not start)
