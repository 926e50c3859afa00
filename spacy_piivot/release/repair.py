"""Repairs a document before it is quarantined: replaces what the last check finds."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import Any

from spacy.tokens import Doc

from ..components.edits import surrogate_units
from ..components.generators import get_given
from ..components.hips_surrogator import HipsSurrogator
from ..core.spans import REJECTED, REPAIR_SOURCE, Candidate, get_candidates, set_candidates
from ..core.texts import doc_text
from .last_check import BESIDE, LEFT, SPEAKER, Leak, LeakReport, find_leaks

# A repair may cause another leak: it draws new surrogates and adds originals.
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Checked:
    """The leaks that the last check found in a document, and those left after the repair.

    found (Sequence[Leak]): All leaks before a repair, in the order of the rounds.
    left (Sequence[Leak]): The remaining leaks: with any, the document must not be released.
    report (LeakReport): Counts of the last check.
    """

    found: Sequence[Leak]
    left: Sequence[Leak]
    report: LeakReport


def check_and_repair(
    doc: Doc, surrogator: HipsSurrogator, avoid: frozenset[str] = frozenset()
) -> Checked:
    """Check a de-identified document, and replace what leaks.

    Text that was left is added to the candidates, with the label and role of its original, score 1
    and the source "release_check"; a surrogate that is or spells an original is drawn again. All
    surrogates come from the same pure function as before, so a mention gets the surrogate of the
    other mentions.

    doc (Doc): A document that went through `surrogator`; it is changed in place.
    surrogator (HipsSurrogator): The component, with the key. Its language model, if any, is not
        queried again.
    avoid (frozenset[str]): Words and codes that were already drawn in vain.
    RETURNS (Checked): The leaks found, and those left.
    RAISES (NotReleasable): If the document has no de-identified text.
    RAISES (ReleaseError): If the edits do not give the document's de-identified text.
    """
    settings: dict[str, Any] = {
        "spans_key": surrogator.spans_key,
        "allow": surrogator.allow,
        "lexicon": surrogator.lexicon,
    }
    leaks, report = find_leaks(doc, **settings)
    found: list[Leak] = []
    for _ in range(ROUNDS):
        mendable = [leak for leak in leaks if leak.why not in (SPEAKER, BESIDE)]
        if not mendable:
            break
        found += mendable
        avoid |= _surrogates_in(doc, mendable)
        _add_left(doc, mendable, surrogator.spans_key)
        text = doc_text(doc)
        planned = surrogator.plan(doc, text)
        surrogator.replace(doc, text, planned, get_given(doc), avoid)
        leaks, report = find_leaks(doc, **settings)
    return Checked(found, leaks, report)


def _surrogates_in(doc: Doc, leaks: Iterable[Leak]) -> frozenset[str]:
    """The words and codes of the surrogates involved in leaks."""
    edits = sorted(doc._.piivot_edits, key=lambda edit: edit["start"])
    numbers = {number for leak in leaks for number in leak.edits}
    return frozenset().union(*(surrogate_units(edits[n]["surrogate"]) for n in numbers))


def _add_left(doc: Doc, leaks: Iterable[Leak], spans_key: str) -> None:
    """Make candidates of the text that was left, and cut it out of other candidates."""
    new: list[Candidate] = []
    left = (leak for leak in leaks if leak.why == LEFT)
    for leak in sorted(left, key=lambda leak: (leak.start, -leak.end)):
        if new and leak.start < new[-1].end:
            continue
        label, role = leak.replaced.label, leak.replaced.role
        if leak.replaced.source == "speaker" and label != "NAME":
            label = "ID_NUM"  # as the surrogates see a speaker without a name
        new.append(Candidate(leak.start, leak.end, label, 1.0, REPAIR_SOURCE, role))
    if not new:
        return
    text = doc_text(doc)
    for key in (spans_key, REJECTED):
        group = [piece for c in get_candidates(doc, key) for piece in _outside(c, new, text)]
        set_candidates(doc, [*group, *new] if key == spans_key else group, key)


def _outside(candidate: Candidate, taken: Sequence[Candidate], text: str) -> Iterator[Candidate]:
    """Cut a candidate into the pieces outside other ones that contain letters or digits.

    candidate (Candidate): A candidate.
    taken (Sequence[Candidate]): The others, in text order and without overlaps.
    text (str): `doc.text`.
    YIELDS (Candidate): The candidate, or pieces of it.
    """
    position = candidate.start
    first = bisect_right(taken, candidate.start, key=lambda other: other.end)
    for other in takewhile(candidate.overlaps, islice(taken, first, None)):
        if any(map(str.isalnum, text[position : other.start])):
            yield replace(candidate, start=position, end=other.start)
        position = other.end
    if position == candidate.start or any(map(str.isalnum, text[position : candidate.end])):
        yield replace(candidate, start=position)
