"""Takes names apart that are written as one word, if a dialogue also has them as several.

"MaryAnn" and "maryann" are Mary Ann, "Delacruz" is De la Cruz, "marysmith" is Mary Smith.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...core.folding import fold
from ...lang import Lexicon
from .parsing import Kind, NamePart
from .pools import name_pools

_LEAST_GLUED = 5
_MOST_PARTS = 3

# The parts of a word, each as its number of letters and its kind.
Pieces = tuple[tuple[int, Kind], ...]


def find_glued(names: Iterable[Sequence[NamePart]], lexicon: Lexicon) -> Mapping[str, Pieces]:
    """Find the words that neighbouring parts of names would be if they were glued.

    names (Iterable[Sequence[NamePart]]): The parts of a dialogue's names, in any order.
    lexicon (Lexicon): The words of the language.
    RETURNS (Mapping[str, Pieces]): By folded word: its parts, the shortest first part if it can
        be taken apart in several ways.
    """
    glued: dict[str, Pieces] = {}
    for name in names:
        parts = [part for part in name if part.kind in ("name", "particle")]
        for start in range(len(parts)):
            for end in range(start + 2, min(start + _MOST_PARTS, len(parts)) + 1):
                run = parts[start:end]
                word = "".join(part.folded for part in run)
                if len(word) >= _LEAST_GLUED and _are_glued(word, run, lexicon):
                    pieces = tuple((len(part.folded), part.kind) for part in run)
                    glued[word] = min(pieces, glued.get(word, pieces))
    return glued


def taken_apart(part: NamePart, glued: Mapping[str, Pieces]) -> list[NamePart]:
    """The parts of which a part of a name is glued; only itself if it is not.

    part (NamePart): A part of a written name.
    glued (Mapping[str, Pieces]): The result of `find_glued`.
    RETURNS (list[NamePart]): Its names. Particles before a name are in its extent, and its text is
        capitalised as they are: "Delacruz" is Cruz.
    """
    pieces = glued.get(part.folded) if part.kind == "name" else None
    if not pieces or len(part.text) != len(part.folded) or fold(part.text) != part.folded:
        return [part]
    taken: list[NamePart] = []
    first = at = 0
    for length, kind in pieces:
        begin, at = at, at + length
        if kind == "particle":
            continue
        text = part.text[begin:at]
        if part.text[first].isupper():
            text = text[0].upper() + text[1:]
        joined = part.joined and not taken
        start, end = part.start + first, part.start + at
        taken.append(replace(part, start=start, end=end, text=text, joined=joined))
        first = at
    return taken


def _are_glued(word: str, run: Sequence[NamePart], lexicon: Lexicon) -> bool:
    """Whether a word stands for neighbouring parts: not Edward for Ed Ward."""
    if run[-1].kind == "particle":
        return False
    if all(part.joined for part in run[1:]):
        return True  # "Jiwoo" for Ji-woo
    pools = name_pools(lexicon)
    if not any(pools.is_known(word, kind) for kind in ("given", "family")):
        return True
    return run[0].kind == "particle" or all(
        pools.is_known(part.folded, "given", pools.home) for part in run[1:]
    )
