"""Edits the letters of names: those that are spelled out, and those that a lesson speaks of."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from ..core.spans import Candidate
from ..kinds.names.letter_patterns import spell_like
from ..plain import DocView
from .planning import Planned

# The letters of a name are a name's, but nobody's name.
_SCORE = 1.0


def as_written(planned: Planned, text: str, surrogate: str) -> str:
    """Write a surrogate letter by letter if its original is spelled out.

    planned (Planned): The edit.
    text (str): `doc.text`.
    surrogate (str): The surrogate: "CLARE".
    RETURNS (str): "C-L-A-R-E" for "A-M-B-E-R"; otherwise the surrogate.
    """
    if planned.candidate.label != "NAME":
        return surrogate
    return spell_like(planned.candidate.cut(text), surrogate)


def letter_edits(
    letters: Iterable[tuple[int, int, str]], view: DocView, planned: Sequence[Planned], source: str
) -> list[tuple[Candidate, str]]:
    """The edits of single letters that a lesson speaks of: "2 n's" of Anna.

    letters (Iterable[tuple[int, int, str]]): Start and end in the plain text, and what is there
        instead, as `Surrogates.letters` gives them.
    view (DocView): The plain view of the document.
    planned (Sequence[Planned]): Its other edits, in text order; they take precedence.
    source (str): The name of the component.
    RETURNS (list[tuple[Candidate, str]]): Candidates with what is there instead.
    """
    starts = [one.candidate.start for one in planned]
    found = []
    for first, last, new in letters:
        start, end = view.original(first, last)
        before = bisect_right(starts, start) - 1
        inside = before >= 0 and planned[before].candidate.end > start
        after = before + 1 < len(planned) and starts[before + 1] < end
        if not inside and not after:
            found.append((Candidate(start, end, "NAME", _SCORE, source), new))
    return found
