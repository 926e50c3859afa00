"""Corrects the extents of names that earlier components found: trims, completes, splits them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from ....core.folding import fold
from ....core.spans import Candidate
from ....lang import ENGLISH, Lexicon
from ....lang.titles import Titles
from ..parsing import name_parts
from .adjacent import adjacent_names
from .full_names import full_name_start
from .positions import NAME, Messages
from .trimming import trimmed_extent

# How far before a name to search for its title, in characters.
_WINDOW = 12


def trimmed(
    text: str, candidates: Sequence[Candidate], known: Iterable[str], lexicon: Lexicon = ENGLISH
) -> list[Candidate]:
    """Remove greetings and plural endings from names; see `trimmed_extent`.

    text (str): The document's text.
    candidates (Sequence[Candidate]): Its candidates.
    known (Iterable[str]): The names known for the dialogue.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[Candidate]): The candidates in the same order.
    """
    parts = folded_parts(known, lexicon)
    found = parts | folded_parts((c.cut(text) for c in candidates if c.label == NAME), lexicon)
    corrected = []
    for candidate in candidates:
        if _is_open(candidate):
            start, end = trimmed_extent(
                text, candidate.start, candidate.end, known=parts, found=found, lexicon=lexicon
            )
            candidate = replace(candidate, start=start, end=end)
        corrected.append(candidate)
    return corrected


def completed(
    text: str, messages: Messages, candidates: Sequence[Candidate], known: Iterable[str]
) -> list[Candidate]:
    """Extend surnames to a first name before them that is also a word; see `full_name_start`.

    text (str): The document's text.
    messages (Messages): Its messages.
    candidates (Sequence[Candidate]): Its candidates, in order.
    known (Iterable[str]): The names known for the dialogue.
    RETURNS (list[Candidate]): The candidates in the same order.
    """
    names = [*known, *(c.cut(text) for c in candidates if c.label == NAME)]
    given = {fold(parts[0]) for name in names if (parts := name_parts(name, messages.lexicon))}
    corrected: list[Candidate] = []
    for candidate in candidates:
        if _is_open(candidate):
            offset, message = messages.at(candidate.start)
            start = offset + full_name_start(
                message, candidate.start - offset, candidate.end - offset, given
            )
            if not corrected or corrected[-1].end <= start:
                candidate = replace(candidate, start=start)
        corrected.append(candidate)
    return corrected


def split_names(
    text: str, candidates: Sequence[Candidate], known: Iterable[str], lexicon: Lexicon = ENGLISH
) -> list[Candidate]:
    """Split adjacent names of two people; see `adjacent_names`.

    text (str): The document's text.
    candidates (Sequence[Candidate]): Its candidates.
    known (Iterable[str]): The names known for the dialogue.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[Candidate]): The candidates, one for each person.
    """
    full = [_fold_parts(name, lexicon) for name in known]
    alone = {parts[0] for parts in full if parts}
    pairs: Counter[tuple[str, str]] = Counter()
    for candidate in candidates:
        if candidate.label != NAME:
            continue
        parts = _fold_parts(candidate.cut(text), lexicon)
        if len(parts) == 1 and not stands_after_title(text, candidate.start, lexicon):
            alone.add(parts[0])
        pairs.update(pairwise(parts))
    together = {pair for pair, count in pairs.items() if count > 1}
    together.update(pair for parts in full for pair in pairwise(parts))
    return [
        replace(candidate, start=candidate.start + part.start, end=candidate.start + part.stop)
        for candidate in candidates
        for part in (
            adjacent_names(candidate.cut(text), alone, together, lexicon)
            if _is_open(candidate)
            else [slice(0, candidate.end - candidate.start)]
        )
    ]


def stands_after_title(text: str, start: int, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a title comes before a position in a text."""
    before = text[max(0, start - _WINDOW) : start]
    return bool(lexicon.part(Titles).before.search(before))


def folded_parts(names: Iterable[str], lexicon: Lexicon = ENGLISH) -> set[str]:
    """The folded parts of names."""
    return {part for name in names for part in _fold_parts(name, lexicon)}


def _fold_parts(name: str, lexicon: Lexicon) -> list[str]:
    return [fold(part) for part in name_parts(name, lexicon)]


def _is_open(candidate: Candidate) -> bool:
    """Whether a candidate is a name whose extent is not certain."""
    return candidate.label == NAME and not candidate.from_roster
