"""Messages whose text stands in several places of a file: in runs, or in lines between time stamps.

Detectors see a message as one text, where a line break inside a sentence is a space. When the
message is released, every piece of it goes back to its own place.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple


class Piece(NamedTuple):
    """A part of a message that has its own place in the file.

    text (str): The text as detectors see it.
    breaks (bool): Whether it stands for a break between two places, such as the end of a line.
    """

    text: str
    breaks: bool = False


class Replacement(NamedTuple):
    """What replaces some characters.

    start (int): Where the original starts.
    end (int): Where it ends.
    text (str): What stands there instead.
    """

    start: int
    end: int
    text: str


def released_pieces(pieces: Sequence[Piece], edits: Iterable[Replacement]) -> list[str | None]:
    """The pieces of a message after its edits.

    A surrogate goes to the first piece of what it replaces. Over a break it is cut where it has
    the same white space; otherwise the break is left out.

    pieces (Sequence[Piece]): The pieces of the message.
    edits (Iterable[Replacement]): The edits, with offsets in the joined pieces; none overlap.
    RETURNS (list[str | None]): The new text of each piece; None for a break that is left out.
    """
    ends = list(accumulate(len(piece.text) for piece in pieces))
    starts = [0, *ends[:-1]]
    written = [""] * len(pieces)
    left_out: set[int] = set()
    reached = 0

    def is_touched(number: int, start: int, end: int) -> bool:
        if starts[number] == ends[number]:
            return pieces[number].breaks and start < starts[number]
        return max(start, starts[number]) < min(end, ends[number])

    def touched(start: int, end: int) -> Iterator[int]:
        for number in range(reached, len(pieces)):
            if starts[number] >= end:
                return
            if is_touched(number, start, end):
                yield number

    def copy(start: int, end: int) -> None:
        for number in touched(start, end):
            inside = slice(max(start - starts[number], 0), end - starts[number])
            written[number] += pieces[number].text[inside]

    position = 0
    for start, end, text in sorted(edits):
        copy(position, start)
        for number, chunk in _share(pieces, list(touched(start, end)), text):
            if chunk is None:
                left_out.add(number)
            else:
                written[number] += chunk
        position = end
        while reached < len(pieces) and ends[reached] <= position:
            reached += 1
    copy(position, ends[-1] if ends else 0)
    return [None if number in left_out else text for number, text in enumerate(written)]


def _share(
    pieces: Sequence[Piece], numbers: list[int], text: str
) -> Iterator[tuple[int, str | None]]:
    """Share a surrogate out among the pieces that it replaces; None for breaks to leave out."""
    filled = [number for number in numbers if not pieces[number].breaks]
    if not filled:
        yield from ((number, text) for number in numbers[:1])
        return
    for number in reversed(numbers):
        if not pieces[number].breaks:
            continue
        after = [other for other in filled if other > number]
        before = [other for other in filled if other < number]
        if not after or not before:
            yield number, pieces[number].text  # at the edge of what is replaced
            continue
        head, space, tail = _cut(text, pieces[number].text)
        if tail:
            yield after[0], tail
            yield number, space
            text, filled = head, before
        else:
            yield number, None
    yield filled[0], text


def _cut(text: str, space: str) -> tuple[str, str, str]:
    """Cut a text at its last occurrence of some white space; the tail is "" if there is none."""
    head, found, tail = text.rpartition(space) if space else ("", "", "")
    return (head, found, tail) if head.strip() and tail.strip() else (text, "", "")


def one_edit(before: str, after: str) -> list[Replacement]:
    """The shortest edit that turns one text into another.

    before (str): The text.
    after (str): The other one.
    RETURNS (list[Replacement]): The edit; none if the texts are equal.
    """
    if before == after:
        return []
    shorter = min(len(before), len(after))
    start = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    same = next((i for i in range(shorter - start) if before[-1 - i] != after[-1 - i]), None)
    same = shorter - start if same is None else same
    return [Replacement(start, len(before) - same, after[start : len(after) - same])]
