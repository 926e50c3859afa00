"""Filters every detector's findings before they become candidates."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from ..core.labels import labels_with
from ..core.spans import Candidate
from ..kinds.guards import GUARDED, is_number_talk
from ..kinds.names.find.placeholders import is_placeholder
from ..kinds.numbers.talk import speaks_of_difference
from ..lang import Lexicon
from ..mathematics.density import math_density
from ..mathematics.segments import ANCHOR_THRESHOLD
from ..patterns.recognizer import plain_text

# Messages before and after a message that make it part of mathematics, and messages before it that
# may have introduced a number.
_BEFORE, _AFTER, _CUED = 2, 1, 8
_LONGEST = 1_000
# Labels that a transcriber's role ("[student]") is mistaken for.
_PEOPLE = labels_with("redacted")


def admitted(
    text: str,
    bounds: Sequence[tuple[int, int]],
    candidates: Iterable[Candidate],
    lexicon: Lexicon,
) -> list[Candidate]:
    """Exclude numbers of the lesson and a transcriber's placeholders, whatever found them.

    text (str): The document's text.
    bounds (Sequence[tuple[int, int]]): Start and end of each message in it.
    candidates (Iterable[Candidate]): A detector's findings.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[Candidate]): The remaining candidates, in order.
    """
    known: dict[int, bool] = {}
    return [
        candidate
        for candidate in candidates
        if not _is_excluded(text, bounds, candidate, known, lexicon)
    ]


def _is_excluded(
    text: str,
    bounds: Sequence[tuple[int, int]],
    candidate: Candidate,
    known: dict[int, bool],
    lexicon: Lexicon,
) -> bool:
    if candidate.label in GUARDED:
        return _is_number_talk(text, bounds, candidate, known, lexicon)
    place = candidate.start, candidate.end
    return candidate.label in _PEOPLE and is_placeholder(text, *place, lexicon)


def _is_number_talk(
    text: str,
    bounds: Sequence[tuple[int, int]],
    candidate: Candidate,
    known: dict[int, bool],
    lexicon: Lexicon,
) -> bool:
    number = max(bisect_right(bounds, (candidate.start, len(text))) - 1, 0)

    def message(index: int) -> str:
        return plain_text(text[slice(*bounds[index])])

    def is_mathematics(index: int) -> bool:
        if index not in known:
            known[index] = _is_mathematics(message(index)[:_LONGEST], lexicon)
        return known[index]

    first, last = bounds[number]
    near = range(max(0, number - _BEFORE), min(len(bounds), number + _AFTER + 1))
    return is_number_talk(
        message(number),
        candidate.start - first,
        min(candidate.end, last) - first,
        candidate.label,
        message(number - 1) if number else "",
        "\n".join(message(index) for index in range(max(0, number - _CUED), max(0, number - 1))),
        mathematical=any(map(is_mathematics, near)),
        lexicon=lexicon,
    )


def _is_mathematics(message: str, lexicon: Lexicon) -> bool:
    density = math_density(message, max(1, len(message.split())), lexicon)
    return density > ANCHOR_THRESHOLD or speaks_of_difference(message, lexicon)
