"""Finds a model's quotation or copy in the original text.

Models correct spelling, quotation marks and spaces. A copy with more changes than slips is
rejected, since its marks cannot be located.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ..core.optional import require

Extent = tuple[int, int]

# One changed character is a slip, in a long message one in a hundred. Several close together may
# have been a name.
_CHARACTERS_A_SLIP = 100
_BETWEEN_SLIPS = 10
_SHORTEST_INEXACT, _FEWEST_LETTERS = 5, 3
_LONGEST_COPY = 20_000

_QUOTES = str.maketrans(dict(zip("‘’‚‛′“”„‟″–—‐‑\u00a0", "'''''\"\"\"\"\"---- ", strict=True)))
_WORD = re.compile(r"\S+")
# Thai to Khmer, Japanese and Chinese.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]"
)


def find_quoted(text: str, quoted: str) -> list[Extent]:
    """Find a quoted string in a text, as whole words.

    text (str): The original.
    quoted (str): The string, according to the model.
    RETURNS (list[tuple[int, int]]): Every occurrence; if there are none, those that differ only in
        case, spaces and quotation marks. Empty if it does not occur.
    """
    wanted = " ".join(quoted.split())
    if not wanted or len(wanted.replace(" ", "")) > len(text):
        return []
    pattern = r"\s+".join(map(re.escape, wanted.split(" ")))
    exact = _places(text, pattern)
    if exact:
        return exact
    plain, wanted = text.translate(_QUOTES), wanted.translate(_QUOTES)
    pattern = r"\s+".join(map(re.escape, wanted.split(" ")))
    return _places(plain, pattern, re.IGNORECASE)


def find_misquoted(text: str, quoted: str) -> list[Extent]:
    """Find a string with a slip of the pen: one character differs, or two are swapped.

    text (str): The original.
    quoted (str): The string, according to the model; five characters or more.
    RETURNS (list[tuple[int, int]]): Every occurrence, as whole words.
    """
    wanted = " ".join(quoted.split()).translate(_QUOTES)
    if not _SHORTEST_INEXACT <= len(wanted) <= len(text) + 1:
        return []
    return _slips(text.translate(_QUOTES), wanted)


def find_inside(text: str, quoted: str) -> list[Extent]:
    """Find a string inside words, ignoring spaces: "emma" in "emmas".

    text (str): The original.
    quoted (str): The string, according to the model: at least three letters or five characters, or
        in a script without spaces between words.
    RETURNS (list[tuple[int, int]]): Every occurrence, widened to whole words if the script has any.
    """
    wanted = "".join(quoted.split()).translate(_QUOTES)
    unspaced = bool(_UNSPACED.search(wanted))
    letters = sum(map(str.isalpha, wanted))
    if not (unspaced or letters >= _FEWEST_LETTERS or len(wanted) >= _SHORTEST_INEXACT):
        return []
    if len(wanted) > len(text):
        return []
    found = []
    pattern = r"\s*".join(map(re.escape, wanted))
    for match in re.finditer(pattern, text.translate(_QUOTES), re.IGNORECASE):
        start, end = match.span()
        while not unspaced and _cuts_word(text, start):
            start -= 1
        while not unspaced and _cuts_word(text, end):
            end += 1
        found.append((start, end))
    return found


def align_copy(original: str, copy: str, extents: Sequence[Extent]) -> list[Extent] | None:
    """Map extents in a copy back to the original.

    original (str): The original.
    copy (str): The model's copy of it.
    extents (Sequence[tuple[int, int]]): Extents in the copy.
    RETURNS (list[tuple[int, int]] | None): The extents in the original; None if the copy differs
        by more than slips, ignoring spaces.
    """
    if copy == original:
        return list(extents)
    if max(len(original), len(copy)) > _LONGEST_COPY:
        return None
    inked, copied = _inked(original), _inked(copy)
    ours = "".join(original[place] for place in inked)
    theirs = "".join(copy[place] for place in copied)
    levenshtein = require("rapidfuzz.distance", "llm").Levenshtein
    limit = 1 + len(original) // _CHARACTERS_A_SLIP
    if levenshtein.distance(ours, theirs, score_cutoff=limit) > limit:
        return None
    changes = levenshtein.opcodes(ours, theirs)
    if not _are_slips(changes):
        return None
    # Keyed by the place in the copy. An addition has no original, so extents of additions are lost.
    found = {
        copied[there]: inked[here]
        for change in changes
        for here, there in zip(
            range(change.src_start, change.src_end),
            range(change.dest_start, change.dest_end),
            strict=False,
        )
    }
    dropped = set(inked) - set(found.values())
    aligned = []
    for start, end in extents:
        inside = [found[place] for place in range(start, end) if place in found]
        if inside:
            first, last = inside[0], inside[-1] + 1
            # Characters that the copy dropped at the edge of a word belong to the word.
            while first - 1 in dropped and original[first - 1].isalnum():
                first -= 1
            while last in dropped and original[last].isalnum():
                last += 1
            aligned.append((first, last))
    return aligned


def _are_slips(changes: Iterable[Any]) -> bool:
    """Whether every change is a single character, far from the next change."""
    end = -_BETWEEN_SLIPS
    for change in changes:
        if change.tag == "equal":
            continue
        length = max(change.src_end - change.src_start, change.dest_end - change.dest_start)
        if length > 1 or change.src_start - end < _BETWEEN_SLIPS:
            return False
        end = change.src_end
    return True


def _inked(text: str) -> list[int]:
    """The places of a text that are not white space."""
    return [place for place, character in enumerate(text) if not character.isspace()]


def _places(text: str, pattern: str, flags: int = 0) -> list[Extent]:
    return [
        match.span()
        for match in re.finditer(pattern, text, flags)
        if not _cuts_word(text, match.start()) and not _cuts_word(text, match.end())
    ]


def _cuts_word(text: str, place: int) -> bool:
    """Whether a place is inside a word or a number ("alex2x" consists of three parts)."""
    around = text[max(place - 1, 0) : place + 1]
    return 0 < place < len(text) and (around.isalpha() or around.isdigit())


def _slips(text: str, wanted: str) -> list[Extent]:
    words = [match.span() for match in _WORD.finditer(text)]
    count = len(wanted.split())
    folded = wanted.casefold()
    found = []
    for first in range(len(words) - count + 1):
        start, end = words[first][0], words[first + count - 1][1]
        while start < end and not text[start].isalnum():
            start += 1
        while end > start and not text[end - 1].isalnum():
            end -= 1
        if start < end and _differs_by_one(text[start:end].casefold(), folded):
            found.append((start, end))
    return found


def _differs_by_one(one: str, other: str) -> bool:
    """Whether one character was added, dropped or changed, or two neighbours were swapped."""
    if abs(len(one) - len(other)) > 1:
        return False
    first = 0
    while first < min(len(one), len(other)) and one[first] == other[first]:
        first += 1
    rest, rest_of_other = one[first:], other[first:]
    return (
        rest[1:] == rest_of_other[1:]
        or rest[1:] == rest_of_other
        or rest == rest_of_other[1:]
        or (rest[:2] == rest_of_other[1::-1] and rest[2:] == rest_of_other[2:])
    )
