"""Edits the letters of names: those that are spelled out, and those that a lesson speaks of."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from ..core.spans import Candidate
from ..kinds.names.letter_patterns import spell_like
from ..plain import DocView
from .planning import Planned

# The letters of a name are a name's, but nobody's name.
_SCORE = 1.0


def with_letters(
    replaced: Sequence[tuple[Planned, str]],
    letters: Iterable[tuple[int, int, str]],
    view: DocView,
    text: str,
    source: str,
) -> list[tuple[Candidate, str]]:
    """Add the letters of names to the edits of a document.

    replaced (Sequence[tuple[Planned, str]]): Its edits with their surrogates, in text order. They
        take precedence.
    letters (Iterable[tuple[int, int, str]]): The letters that a lesson speaks of ("2 n's" of Anna):
        start and end in the plain text, and what is there instead, as in `Surrogates.letters`.
    view (DocView): The plain view of the document.
    text (str): `doc.text`.
    source (str): The name of the component.
    RETURNS (list[tuple[Candidate, str]]): All edits in text order. A surrogate whose original is
        spelled out is spelled out too: "C-L-A-R-E" for "A-M-B-E-R".
    """
    edits = [(one.candidate, _as_written(one.candidate, text, new)) for one, new in replaced]
    starts = [candidate.start for candidate, _ in edits]
    added = []
    for first, last, new in letters:
        start, end = view.original(first, last)
        before = bisect_right(starts, start) - 1
        inside = before >= 0 and edits[before][0].end > start
        after = before + 1 < len(edits) and starts[before + 1] < end
        if not inside and not after:
            added.append((Candidate(start, end, "NAME", _SCORE, source), new))
    return sorted([*edits, *added], key=lambda edit: edit[0].start) if added else edits


def _as_written(candidate: Candidate, text: str, surrogate: str) -> str:
    spelled = candidate.label == "NAME"
    return spell_like(candidate.cut(text), surrogate) if spelled else surrogate
