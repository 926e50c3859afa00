"""Resolves overlaps of candidates: no detected word is lost, no two cover the same character."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import replace

from spacy.tokens import Doc, Span

from .candidate import SOURCE_SEPARATOR, Candidate, has_exact_form, text_order


class Line:
    """Candidates in text order, with a search by bisection for those that overlap another."""

    def __init__(self, candidates: Iterable[Candidate] = ()) -> None:
        self.candidates = sorted(candidates, key=text_order)
        self.starts = [candidate.start for candidate in self.candidates]
        # How far back to search for overlaps: members of a group may overlap each other.
        self.longest = max((c.end - c.start for c in self.candidates), default=0)

    def overlapping(self, candidate: Candidate) -> list[Candidate]:
        found = []
        i = bisect_left(self.starts, candidate.start - self.longest)
        while i < len(self.starts) and self.starts[i] < candidate.end:
            if self.candidates[i].overlaps(candidate):
                found.append(self.candidates[i])
            i += 1
        return found

    def add(self, candidate: Candidate) -> None:
        i = bisect_left(self.starts, candidate.start)
        self.starts.insert(i, candidate.start)
        self.candidates.insert(i, candidate)
        self.longest = max(self.longest, candidate.end - candidate.start)

    def remove(self, candidate: Candidate) -> None:
        i = self.candidates.index(candidate, bisect_left(self.starts, candidate.start))
        del self.starts[i], self.candidates[i]


def not_rejected(new: Iterable[Candidate], rejected: Iterable[Candidate]) -> list[Candidate]:
    """The new candidates that may be added: roster names, and those that overlap no rejected one.

    new (Iterable[Candidate]): The new candidates.
    rejected (Iterable[Candidate]): The rejected candidates.
    RETURNS (list[Candidate]): The candidates to add.
    """
    line = Line(rejected)
    return [one for one in new if one.from_roster or not line.overlapping(one)]


def resolve_overlaps(doc: Doc, ranked: list[Candidate]) -> list[Candidate]:
    winners = Line()
    for candidate in ranked:
        rivals = winners.overlapping(candidate)
        merged = candidate
        # Same label: join them, until the joined extent overlaps no others.
        while same := [rival for rival in rivals if rival.label == candidate.label]:
            for winner in same:
                winners.remove(winner)
                merged = _merge(doc, winner, merged)
            rivals = winners.overlapping(merged)
        if not rivals:
            winners.add(merged)
        for piece in _remainder(doc, merged, rivals) if rivals else ():
            winners.add(piece)
    return winners.candidates


def _merge(doc: Doc, winner: Candidate, loser: Candidate) -> Candidate:
    start, end = winner.start, winner.end
    inside = token_span(doc, winner.start, winner.end)
    # The winner keeps its exact extent inside its own tokens ("Maria" in "Maria2x"); a
    # validated identifier always keeps it.
    if loser.start < inside.start_char and not has_exact_form(winner):
        start = min(start, loser.start)
    if loser.end > inside.end_char and not has_exact_form(winner):
        end = max(end, loser.end)
    return Candidate(
        start,
        end,
        winner.label,
        max(winner.score, loser.score),
        SOURCE_SEPARATOR.join(sorted(winner.sources | loser.sources)),
        winner.role or loser.role,
        winner.reason,
    )


def _remainder(doc: Doc, loser: Candidate, winners: list[Candidate]) -> list[Candidate]:
    taken = sorted((winner.start, winner.end) for winner in winners)
    pieces: list[tuple[int, int]] = []
    position = loser.start
    for start, end in taken:
        if start > position:
            pieces.append((position, start))
        position = max(position, end)
    if position < loser.end:
        pieces.append((position, loser.end))
    kept = []
    for start, end in pieces:
        words = [
            token
            for token in token_span(doc, start, end)
            if token.idx >= start
            and token.idx + len(token) <= end
            and any(map(str.isalnum, token.text))
        ]
        if words:
            kept.append(replace(loser, start=words[0].idx, end=words[-1].idx + len(words[-1])))
    return kept


def token_span(doc: Doc, start: int, end: int, label: str = "") -> Span:
    span = doc.char_span(start, end, label=label, alignment_mode="expand") if start < end else None
    if span is None:
        raise ValueError(
            f"A candidate {label!r} at characters {start} to {end} is empty or outside the text. "
            "Give offsets into doc.text with start < end."
        )
    return span
