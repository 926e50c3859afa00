"""Maps a range of plain text to pieces of the original without cutting markup in two."""

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..core.labels import IDENTIFIERS, made_by
from ..kinds.impersonal import is_impersonal
from ..lang import Lexicon

# Addresses are words, and split at lines and cells like words.
_UNDIVIDED = IDENTIFIERS - made_by("address")
_TAG = re.compile(r"<(?P<slash>/?)(?P<name>[A-Za-z][A-Za-z0-9]*)[^<>]*>")
_MARKUP = re.compile(r"[!-/:-@\[-`{-~]")
_MARKS = re.compile(r"(?P<mark>[*~`_$])(?P=mark)*")
_APART = "\0"
# Plain characters that markup may be read as.
_SEPARATORS = " \t\n,:"
_IN_WORDS = "'\u2019-"
_ROUND = " \t\n\r,;:"
_SHORTEST_PIECE = 2


class PlainReading(NamedTuple):
    """An original and its plain view.

    source (str): The original.
    text (str): The plain text.
    starts (Sequence[int]): The start of each plain character in the original.
    ends (Sequence[int]): The end of each.
    """

    source: str
    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def between(self, left: int, right: int) -> str:
        """The text of the original between two plain characters."""
        return self.source[self.ends[left] : self.starts[right]]

    def is_invented(self, place: int) -> bool:
        """Whether a separator replaces some other text."""
        character = self.text[place]
        if character not in _SEPARATORS:
            return False
        original = html.unescape(self.source[self.starts[place] : self.ends[place]])
        original = unicodedata.normalize("NFKC", original)
        return not original or (original != character and _is_visible(original))


def original_pieces(
    reading: PlainReading, first: int, last: int, label: str, lexicon: Lexicon
) -> list[tuple[int, int]]:
    """The extents in the original of a finding in plain text.

    reading (PlainReading): The text.
    first (int): First plain character.
    last (int): Plain character after the last one.
    label (str): Its label. An identifier is never split.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[tuple[int, int]]): One extent, or several if words are separated by markup, cells
        or lines. If possible, none contains half of a pair of marks.
    """
    whole = [(reading.starts[first], max(reading.starts[first], reading.ends[last - 1]))]
    places = [place for place in range(first, last) if not reading.is_invented(place)]
    if not places or reading.source[slice(*whole[0])] == reading.text[first:last]:
        return whole
    runs = list(_split(places, lambda a, b: _is_border(reading, a, b, label)))
    if len(runs) > 1:
        runs = [trimmed for run in runs if (trimmed := _trimmed(reading, run))]
    parted = [part for run in runs for part in _paired_or_cut(reading, run, label)]
    if len(parted) == 1 and len(parted[0][0]) == len(places):
        start, end = parted[0][1]
        return [(min(start, whole[0][0]), max(end, whole[0][1]))]
    if label != "NAME" and any(
        is_impersonal(_run_text(reading, run), label, lexicon) for run, _ in parted
    ):
        return whole
    return [extent for _, extent in parted] or whole


def _paired_or_cut(
    reading: PlainReading, run: list[int], label: str
) -> Iterator[tuple[list[int], tuple[int, int]]]:
    """A run with all its marks paired, or cut at its marks if that is impossible."""
    paired = _paired(reading, run)
    if paired is not None:
        yield paired
        return
    cut = [run]
    if label not in _UNDIVIDED:
        cut = [
            trimmed
            for piece in _split(run, lambda a, b: bool(_MARKUP.search(_gap(reading, a, b))))
            if (trimmed := _trimmed(reading, piece))
        ]
    # Letters that are all separate are a spelled word.
    if not cut or any(len(piece) < _SHORTEST_PIECE for piece in cut):
        cut = [run]
    for piece in cut:
        yield piece, _extent(reading, piece)


def _run_text(reading: PlainReading, run: Sequence[int]) -> str:
    return "".join(reading.text[place] for place in run)


def _trimmed(reading: PlainReading, run: list[int]) -> list[int]:
    """A run without the separators around it; empty if it has neither letters nor digits."""
    text = _run_text(reading, run)
    if not any(map(str.isalnum, text)):
        return []
    return run[len(text) - len(text.lstrip(_ROUND)) : len(text.rstrip(_ROUND))]


def _is_visible(text: str) -> bool:
    return any(
        not character.isspace() and unicodedata.category(character) not in ("Cf", "Mn", "Me")
        for character in text
    )


def _gap(reading: PlainReading, left: int, right: int) -> str:
    return reading.between(left, right) if reading.ends[left] < reading.starts[right] else ""


def _is_border(reading: PlainReading, left: int, right: int, label: str) -> bool:
    """Whether the text removed between two characters separates words."""
    if label in _UNDIVIDED:
        return False
    gap = _gap(reading, left, right)
    if right > left + 1:
        return label == "NAME" or bool(_MARKUP.search(gap))
    return (
        label == "NAME"
        and _is_visible(gap)
        and not (_in_word(reading.text[left]) and _in_word(reading.text[right]))
    )


def _in_word(character: str) -> bool:
    return (
        character.isalnum() or character in _IN_WORDS or not _is_visible(character.strip() or "x")
    )


def _split(places: Sequence[int], is_border: Callable[[int, int], bool]) -> Iterator[list[int]]:
    run = [places[0]]
    for left, right in pairwise(places):
        if is_border(left, right):
            yield run
            run = []
        run.append(right)
    yield run


def _extent(reading: PlainReading, run: Sequence[int]) -> tuple[int, int]:
    start = reading.starts[run[0]]
    return start, max(start, reading.ends[run[-1]])


def _paired(reading: PlainReading, run: list[int]) -> tuple[list[int], tuple[int, int]] | None:
    """A run whose marks are all paired, if need be with marks right next to it."""
    start, end = _extent(reading, run)
    inside = _APART.join(_gap(reading, left, right) for left, right in pairwise(run))
    if _is_paired(inside):
        return run, (start, end)
    before = 0 if not run[0] else reading.ends[run[0] - 1]
    last = run[-1] + 1
    after = reading.starts[last] if last < len(reading.text) else len(reading.source)
    left, right = reading.source[before:start], reading.source[end:after]
    if left and _is_paired(left + _APART + inside):
        return run, (before, end)
    if right and _is_paired(inside + _APART + right):
        return run, (start, after)
    if left and right and _is_paired(_APART.join((left, inside, right))):
        return run, (before, after)
    return None


def _is_paired(marks: str) -> bool:
    opened: list[str] = []
    for tag in _TAG.finditer(marks):
        name = tag["name"].lower()
        if not tag["slash"]:
            opened.append(name)
        elif not opened or opened.pop() != name:
            return False
    rest = _TAG.sub("", marks)
    return (
        not opened
        and rest.count("{") == rest.count("}")
        and all(
            count % 2 == 0 for count in Counter(m.group() for m in _MARKS.finditer(rest)).values()
        )
    )
