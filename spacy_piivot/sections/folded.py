"""Divides lines of essays that lost their line breaks."""

import re
from collections.abc import Iterable, Sequence

from ..core.folding import fold
from ..lang import Lexicon
from .entries import Entries
from .lines import Line
from .words import SectionWords

# A shorter line is as it was written.
_LONG = 400
# How much of what follows a heading is judged.
_ENTRY = 160
# How many headings of a line are tried, from the last.
_TRIED = 5


# A value of a field has no more words.
_LONGEST_VALUE = 8
_WORD = re.compile(r"\S+\s*")


class Folds:
    """The headings and fields inside long lines.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.entries = lexicon.part(Entries)
        self._words = lexicon.part(SectionWords)
        self._field = re.compile(
            rf"(?:{lexicon.any_of('sections.fields')}\.?\s?){{1,2}}\s?[:：]\s*", re.IGNORECASE
        )
        self.heading = re.compile(
            rf"(?<=[.!?)\]”\"’'\d]\s)(?=[^\W\d_])(?i:{lexicon.any_of('sections.references')})"
            r"\s?[:.]?\s+(?=\S)"
        )

    def fields_end(self, text: str) -> int:
        """Where the fields at the start of a line end ("Name: Ada Lee Roll No: 7 Today ...").

        text (str): A long line.
        RETURNS (int): The place of the first word after them; 0 for no fields.
        """
        end = 0
        while field := self._field.match(text, end):
            end = field.end()
            for count in range(_LONGEST_VALUE):
                word = _WORD.match(text, end)
                if not word or (count and (self._is_text(word[0]) or self._field.match(text, end))):
                    break
                end = word.end()
        return end

    def _is_text(self, word: str) -> bool:
        bare = fold(word.strip(" .,;"))
        return bare in self._words.common or (word[0].islower() and "@" not in word)


def unfold(lines: Sequence[Line], lexicon: Lexicon) -> list[Line]:
    """Divide long lines after the fields at the start, and before a heading of references.

    lines (Sequence[Line]): The lines of a text.
    lexicon (Lexicon): The words of a language.
    RETURNS (list[Line]): The lines; the heading and what follows it are lines of their own.
    """
    found: list[Line] = []
    folds = lexicon.part(Folds)
    for number, line in enumerate(lines):
        if len(line.text) <= _LONG:
            found.append(line)
            continue
        end = 0 if number else folds.fields_end(line.text)
        if end:
            found.append(_part(line, 0, end))
        found += _divided(_part(line, end, len(line.text)), folds)
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
