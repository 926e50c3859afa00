"""The text of a document as one string, and where each part of it stands in the XML."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..pieces import Piece, Replacement
from ..transcripts.layout import Placed
from .cleaning import MATH_TEXT, TEXT
from .ooxml import XML, w

_SPACE = f"{{{XML}}}space"
_SIGNS = {
    w("tab"): "\t",
    w("ptab"): "\t",
    w("br"): "\n",
    w("cr"): "\n",
    w("noBreakHyphen"): "-",
}
_PARAGRAPH = w("p")
# What is inside a paragraph, but no text of it.
_APART = frozenset({w("pPr"), w("rPr"), w("txbxContent"), _PARAGRAPH})


class Segment(NamedTuple):
    """The text of one element.

    start (int): Where it starts in the flat text.
    end (int): Where it ends.
    element (lxml.etree._Element): The element.
    """

    start: int
    end: int
    element: Any


class FlatText:
    """The text of some trees: a line for each paragraph, and a blank line between two trees.

    roots (Iterable[lxml.etree._Element]): The trees.

    text (str): The text.
    segments (list[Segment]): Its parts, in order.
    ends (list[int]): Where the text of each tree ends.
    """

    def __init__(self, roots: Iterable[Any]) -> None:
        self._parts: list[str] = []
        self._length = 0
        self.segments: list[Segment] = []
        self.ends: list[int] = []
        for root in roots:
            self._add_root(root)
            self.ends.append(self._length)
        self.text = "".join(self._parts)

    def _add_root(self, root: Any) -> None:
        separator = "\n\n" if self._length else ""
        # Text boxes stand in a paragraph; their paragraphs follow it.
        for paragraph in root.iter(_PARAGRAPH):
            self._add(separator)
            for element in _inside(paragraph):
                if element.tag in _SIGNS:
                    self._add(_SIGNS[element.tag])
                elif element.text:
                    start = self._length
                    self._add(element.text)
                    self.segments.append(Segment(start, self._length, element))
            separator = "\n"

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)

    def placed(self, start: int, end: int) -> list[Placed]:
        """The pieces of a part of the text.

        start (int): Where it starts.
        end (int): Where it ends.
        RETURNS (list[Placed]): One for each segment, and breaks for what is between them.
        """
        pieces: list[Placed] = []
        position = start
        for segment in self._from(start):
            if segment.start >= end:
                break
            first, last = max(segment.start, start), min(segment.end, end)
            if position < first:
                pieces.append(self._piece(position, first, breaks=True))
            if first < last:
                pieces.append(self._piece(first, last, breaks=False))
                position = last
        if position < end:
            pieces.append(self._piece(position, end, breaks=True))
        return pieces

    def _piece(self, start: int, end: int, *, breaks: bool) -> Placed:
        return Placed(Piece(self.text[start:end], breaks), start, end)

    def _from(self, start: int) -> Iterator[Segment]:
        first = bisect_right(self.segments, start, key=lambda segment: segment.end)
        for number in range(first, len(self.segments)):
            yield self.segments[number]

    def write(self, changes: Sequence[Replacement]) -> None:
        """Change the elements.

        changes (Sequence[Replacement]): What changes in the text. What is new goes to the first
            segment that a change touches; what is between segments stays.
        """
        edits: dict[int, list[Replacement]] = {}
        elements: dict[int, Segment] = {}
        for start, end, new in changes:
            for segment in self._from(start):
                if segment.start >= end:
                    break
                inside = Replacement(max(start, segment.start), min(end, segment.end), new)
                edits.setdefault(segment.start, []).append(inside)
                elements[segment.start] = segment
                new = ""
        for place, own in edits.items():
            segment = elements[place]
            text = segment.element.text
            for start, end, new in reversed(own):
                text = text[: start - place] + new + text[end - place :]
            segment.element.text = text
            segment.element.set(_SPACE, "preserve")


def _inside(paragraph: Any) -> Iterator[Any]:
    """The elements with text or a sign of a paragraph, without those of text boxes in it."""
    waiting = list(reversed(paragraph))
    while waiting:
        element = waiting.pop()
        if element.tag in _APART:
            continue
        if element.tag in (TEXT, MATH_TEXT) or element.tag in _SIGNS:
            yield element
        waiting.extend(reversed(element))
