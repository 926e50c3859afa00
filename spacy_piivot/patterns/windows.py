"""Windows of a long text, for patterns of others whose time may grow with its square."""

from collections.abc import Iterator
from typing import NamedTuple

LENGTH = 2_000
# Half of it is looked at on either side of what a window answers for.
OVERLAP = 500


class Window(NamedTuple):
    """A piece of a text.

    start (int): Its first character.
    end (int): The character after its last.
    own_start (int): From where on it answers for what starts there; what starts before is seen
        whole by the window before.
    own_end (int): Up to where.
    """

    start: int
    end: int
    own_start: int
    own_end: int


def windows(length: int) -> Iterator[Window]:
    """Cut a text into windows that overlap; a text that is not long is one.

    length (int): How many characters it has.
    YIELDS (Window): The windows in order. Each place is answered for by one of them, which sees
        at least half the overlap on either side of it, or the text's edge.
    """
    start = own_start = 0
    while start + LENGTH < length:
        own_end = start + LENGTH - OVERLAP // 2
        yield Window(start, start + LENGTH, own_start, own_end)
        start, own_start = start + LENGTH - OVERLAP, own_end
    yield Window(start, length, own_start, length + 1)
