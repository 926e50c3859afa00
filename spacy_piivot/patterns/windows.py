"""Cuts a long text into windows, for foreign patterns that may take quadratic time."""

from collections.abc import Iterator
from typing import NamedTuple

LENGTH = 2_000
# A window also sees half of this on either side of the part that it is responsible for.
OVERLAP = 500


class Window(NamedTuple):
    """A piece of a text.

    start (int): Its first character.
    end (int): The character after its last.
    own_start (int): The first start of a match that belongs to this window; earlier ones belong
        to the window before.
    own_end (int): The end of these starts, exclusive.
    """

    start: int
    end: int
    own_start: int
    own_end: int


def windows(length: int) -> Iterator[Window]:
    """Cut a text into overlapping windows; a short text is one window.

    length (int): How many characters it has.
    YIELDS (Window): The windows in order. Each position belongs to one of them, which sees at
        least half the overlap on either side of it, or the edge of the text.
    """
    start = own_start = 0
    while start + LENGTH < length:
        own_end = start + LENGTH - OVERLAP // 2
        yield Window(start, start + LENGTH, own_start, own_end)
        start, own_start = start + LENGTH - OVERLAP, own_end
    yield Window(start, length, own_start, length + 1)
