"""Makes the plain view of one message."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from string import ascii_letters

from ..lang import Lexicon
from .characters import rewrite_characters
from .disguises import rewrite_disguises
from .draft import Draft
from .markup import rewrite_escapes, rewrite_markup
from .pieces import PlainReading

# A message without any of these is its own plain view. Latin letters, quotes, dashes and signs of
# mathematics are plain; so are Greek and Cyrillic letters, except in a Latin word.
_SIGN = re.compile(
    r"[<&\\*~`|_\u00ad\u02b0-\u02ff\u0300-\u052f\u061c\u0660-\u0669\u06f0-\u06f9\u0966-\u096f"
    r"\u1000-\u1fff\u2000-\u200f\u2028-\u202f\u203c\u2049\u205f-\u206f\u2071\u207f\u2090-\u209c"
    r"\u20d0-\u2188\u231a-\u2328\u23cf-\u249b\u249c-\u24ff\u25fd\u25fe\u2600-\u27bf\u2900-\uabff"
    r"\ud7b0-\uffff\U00010000-\U0010ffff]"
)
# Each begins with a rare character, since every message is searched for them.
_GLUED = re.compile(
    r"[013457@$!](?:(?<=[^\W\d_].)(?:[^\W\d_]|(?![^\W_]))|(?<=\$)[^\W\d_]|[^\W\d_]{3})"
    r"|[\"'](?:(?<=[(\[{=,:].)|\s?:)|[.-][^\W\d_][.-]|[-\u2013\u2014](?<=\s.)[-\u2013\u2014]?[^\W\d_]{2}|%[0-9A-Fa-f]{2}|//"
)
_SPACED = re.compile(r" [^\W\d_] [^\W\d_](?![^\W_])")
_LINE = re.compile(r"[^\S\n]{0,12}(?:[-+•#>]{1,6}|\d\d?[.)]|[A-Za-z]\))[^\W\d_]{2}")
_LATER_LINE = re.compile(r"\n" + _LINE.pattern)
_RUNS = tuple(letter * 3 for letter in ascii_letters)


def _may_differ(text: str) -> bool:
    """Whether a message contains anything that may differ in its plain view."""
    return bool(
        _SIGN.search(text)
        or _GLUED.search(text)
        or _SPACED.search(text)
        or _LINE.match(text)
        or ("\n" in text and _LATER_LINE.search(text))
        or any(run in text for run in _RUNS)
    )


class PlainView:
    """The plain text of a message, with the origin of each character.

    text (str): The plain text.
    starts (Sequence[int] | None): The start of each character in the original; None if the
        text is the original.
    ends (Sequence[int] | None): The end of each.
    """

    __slots__ = ("_ends", "_starts", "text")

    def __init__(
        self,
        text: str,
        starts: Sequence[int] | None = None,
        ends: Sequence[int] | None = None,
    ) -> None:
        self.text = text
        self._starts = starts
        self._ends = ends

    @property
    def is_original(self) -> bool:
        """Whether the message is its own plain view."""
        return self._starts is None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Map plain characters to the original.

        start (int): First plain character.
        end (int): Plain character after the last one.
        RETURNS (tuple[int, int]): First character and the one after the last; removed characters
            between them are included, those around them are not.
        """
        if self._starts is None or self._ends is None:
            return start, end
        if start >= end:
            at = self._starts[start] if start < len(self._starts) else self._last
            return at, at
        return self._starts[start], max(self._starts[start], self._ends[end - 1])

    def plain(self, start: int, end: int) -> tuple[int, int]:
        """Map characters of the original to plain characters.

        start (int): First character of the original.
        end (int): Character after the last one.
        RETURNS (tuple[int, int]): First plain character and the one after the last; equal if
            all were removed.
        """
        if self._starts is None or self._ends is None:
            return start, end
        first = bisect_right(self._ends, start)
        return first, max(first, bisect_left(self._starts, end))

    def reading(self, source: str) -> PlainReading:
        """The view with its original, character by character.

        source (str): The original.
        RETURNS (PlainReading): Both.
        """
        starts = range(len(source)) if self._starts is None else self._starts
        ends = range(1, len(source) + 1) if self._ends is None else self._ends
        return PlainReading(source, self.text, starts, ends)

    def read(self, start: int, end: int) -> str:
        """The plain text of some characters of the original."""
        first, last = self.plain(start, end)
        return self.text[first:last]

    @property
    def _last(self) -> int:
        return self._ends[-1] if self._ends else 0


def plain_view(text: str, lexicon: Lexicon) -> PlainView:
    """Make the plain view of a message.

    text (str): The message.
    lexicon (Lexicon): The words of the language.
    RETURNS (PlainView): Full-width, mathematical and circled letters, digits of any script,
        entities and escapes as plain characters; pictures, invisible characters, piled accents
        and the markup of HTML, LaTeX, Markdown and programs around words removed.
    """
    if not _may_differ(text):
        return PlainView(text)
    draft = Draft(text)
    rewrite_escapes(draft)
    rewrite_characters(draft, lexicon)
    rewrite_markup(draft, lexicon)
    rewrite_disguises(draft, lexicon)
    if not draft.changed or draft.text == text:
        return PlainView(text)
    return PlainView(draft.text, draft.starts, draft.ends)
