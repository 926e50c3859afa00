"""From what a model quotes or copies back to the characters of the original.

Models correct spelling, quotation marks and spaces. A copy with more changes than a slip is not
believed: what was marked in it cannot be told.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ..core.optional import require

Extent = tuple[int, int]

# One changed character is a slip; in a long message one in a hundred, none near another: more in
# one place may have been a name.
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
    """Where a quoted string stands in a text, as whole words.

    text (str): The original.
    quoted (str): What the model says stands in it.
    RETURNS (list[tuple[int, int]]): Every place where it stands; if none, where it stands but for
        case, spaces and quotation marks. Empty if it stands nowhere.
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
    """Where a text has a string but for a slip of the pen: one character, or two swapped.

    text (str): The original.
    quoted (str): What the model says stands in it, five characters or more.
    RETURNS (list[tuple[int, int]]): Every such place, as whole words.
    """
    wanted = " ".join(quoted.split()).translate(_QUOTES)
    if not _SHORTEST_INEXACT <= len(wanted) <= len(text) + 1:
        return []
    return _slips(text.translate(_QUOTES), wanted)


def find_inside(text: str, quoted: str) -> list[Extent]:
    """Where a string stands inside words, whatever the spaces: "emma" in "emmas".

    text (str): The original.
    quoted (str): What the model says stands in it: three letters, five characters, or of a script
        that puts no spaces between words.
    RETURNS (list[tuple[int, int]]): Every place, widened to whole words where there are such.
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
    """Bring places in a copy back to the original.

    original (str): The original.
    copy (str): What the model made of it.
    extents (Sequence[tuple[int, int]]): Places in the copy.
    RETURNS (list[tuple[int, int]] | None): The places in the original; None if the copy differs
        by more than slips, spaces apart.
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
    # By the place in the copy; what was added has none, and what only it touches is lost.
    found = {
        copied[there]: inked[here]
        for change in changes
        for here, there in zip(
            range(change.src_start, change.src_end),
            range(change.dest_start, change.dest_end),
            strict=False,
        )
    }
    left_out = set(inked) - set(found.values())
    aligned = []
    for start, end in extents:
        inside = [found[place] for place in range(start, end) if place in found]
        if inside:
            first, last = inside[0], inside[-1] + 1
            # What was left out at the edge of a word belongs to it.
            while first - 1 in left_out and original[first - 1].isalnum():
                first -= 1
            while last in left_out and original[last].isalnum():
                last += 1
            aligned.append((first, last))
    return aligned


def _are_slips(changes: Iterable[Any]) -> bool:
    """Whether every change is one of a single character, far from the next."""
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
    """The places of a text that are no spaces."""
    return [place for place, character in enumerate(text) if not character.isspace()]


def _places(text: str, pattern: str, flags: int = 0) -> list[Extent]:
    return [
        match.span()
        for match in re.finditer(pattern, text, flags)
        if not _cuts_word(text, match.start()) and not _cuts_word(text, match.end())
    ]


def _cuts_word(text: str, place: int) -> bool:
    """Whether a place lies inside a word or number: "alex2x" is a word and something else."""
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
    """Whether one character was added, left out or changed, or two side by side swapped."""
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
