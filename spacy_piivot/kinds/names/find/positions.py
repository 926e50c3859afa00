"""Finds the message and the earlier findings at a position in a document."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from spacy.tokens import Doc

from ....core.dialogue import message_bounds
from ....core.policy import CONSISTENT, TUTORING, load_policy
from ....core.spans import ROSTER_SCORE, Candidate
from ....lang import ENGLISH, Lexicon
from .evidence import MessageWords
from .mentions import KnownMention

NAME = "NAME"

_REPLACED = frozenset(
    label for label, how in load_policy(TUTORING).labels.items() if how == CONSISTENT
)


class Messages:
    """The messages of a Doc with their starts, each split into words once.

    doc (Doc): The document.
    text (str): Its text.
    lexicon (Lexicon): The words of its language.
    """

    def __init__(self, doc: Doc, text: str, lexicon: Lexicon = ENGLISH) -> None:
        self.lexicon = lexicon
        bounds = message_bounds(doc)
        self._starts = [start for start, _ in bounds]
        self._messages = [MessageWords(text[start:end], lexicon) for start, end in bounds]

    def __iter__(self) -> Iterator[tuple[int, MessageWords]]:
        return zip(self._starts, self._messages, strict=True)

    def at(self, position: int) -> tuple[int, MessageWords]:
        """The message at a position in the Doc's text, and where it starts."""
        number = bisect_right(self._starts, position) - 1
        return self._starts[number], self._messages[number]


class Cover:
    """The findings of earlier components, to check whether a mention adds to them."""

    def __init__(self, found: Sequence[Candidate]) -> None:
        self._found = sorted(found, key=lambda candidate: candidate.start)
        self._starts = [candidate.start for candidate in self._found]

    def touches(self, start: int, end: int) -> bool:
        """Whether a finding overlaps these characters."""
        i = bisect_left(self._starts, end) - 1
        return i >= 0 and self._found[i].end > start

    def contains(self, start: int, end: int) -> bool:
        """Whether one finding contains all of these characters."""
        i = bisect_right(self._starts, start) - 1
        return i >= 0 and self._found[i].end >= end

    def hides(self, offset: int, mention: KnownMention) -> bool:
        """Whether a mention is inside a name or a longer finding that is replaced anyway."""
        i = bisect_right(self._starts, offset + mention.start) - 1
        if i < 0 or offset + mention.end > self._found[i].end:
            return False
        other = self._found[i]
        if other.label == NAME:
            return mention.score < ROSTER_SCORE
        longer = other.end - other.start > mention.end - mention.start
        return longer and other.label in _REPLACED
