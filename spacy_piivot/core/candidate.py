"""The Candidate, a span of potential PII as a plain value, and the rank of candidates."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from .labels import IDENTIFIERS, labels_with

ROSTER_SCORE = 1.0
ROSTER_SOURCE = "known_names"
# The candidates of the input's own spans, and those that the last check adds.
INPUT_SOURCE, REPAIR_SOURCE = "input", "release_check"
PATTERN_SOURCE = "pii_patterns"
# The source of spans that were written without `sources`.
USER_SOURCE = "user"
SOURCE_SEPARATOR = "+"

_OPEN_FORMS = labels_with("open")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One span of potential PII.

    start (int): First character in `doc.text`.
    end (int): Character after the last one.
    label (str): A label of the active scheme.
    score (float): Probability or confidence, 0 to 1.
    source (str): The component that found it; several names are joined by "+".
    role (str): For a NAME: one of `labels.ROLES` or ""; for a URL: "cited" or "".
    reason (str): Why it was ruled out; "" unless it is in `pii_rejected`.
    """

    start: int
    end: int
    label: str
    score: float
    source: str
    role: str = ""
    reason: str = ""

    @property
    def sources(self) -> frozenset[str]:
        return frozenset(self.source.split(SOURCE_SEPARATOR))

    @property
    def from_roster(self) -> bool:
        """Whether the name is on the dialogue's roster (`known_names` is then certain)."""
        return ROSTER_SOURCE in self.sources and self.score >= ROSTER_SCORE

    def overlaps(self, other: "Candidate") -> bool:
        return self.start < other.end and other.start < self.end

    def cut(self, text: str) -> str:
        """The candidate's characters in `doc.text` (spaCy rebuilds it at each access)."""
        return text[self.start : self.end]


def text_order(candidate: Candidate) -> tuple:
    return (candidate.start, candidate.end, candidate.label, candidate.source)


def is_validated(candidate: Candidate) -> bool:
    return candidate.label in IDENTIFIERS and PATTERN_SOURCE in candidate.sources


def has_exact_form(candidate: Candidate) -> bool:
    """Whether a candidate is a validated identifier whose form gives its whole extent. A pattern
    may match only part of an address or telephone number, without the town or country code."""
    return is_validated(candidate) and candidate.label not in _OPEN_FORMS


def rank(candidate: Candidate) -> tuple:
    return (
        not is_validated(candidate),
        not candidate.from_roster,
        candidate.start - candidate.end,
        -candidate.score,
        *text_order(candidate),
    )


def is_propagated(candidate: Candidate) -> bool:
    return candidate.sources == {ROSTER_SOURCE} and not candidate.from_roster


def split_refused(
    candidates: Iterable[Candidate], refused: Callable[[Candidate], str], text: str
) -> tuple[list[Candidate], list[Candidate]]:
    """Split candidates into kept and rejected ones; see `spans.move_candidates`.

    candidates (Iterable[Candidate]): The candidates.
    refused (Callable[[Candidate], str]): The reason against a candidate; "" to keep it.
    text (str): The document's text.
    RETURNS (tuple[list[Candidate], list[Candidate]]): The kept and the rejected candidates.
    """
    kept: list[Candidate] = []
    moved: list[Candidate] = []
    for candidate in candidates:
        if reason := refused(candidate):
            moved.append(replace(candidate, reason=reason))
        else:
            kept.append(candidate)
    reasons = {
        candidate.cut(text).casefold(): candidate.reason
        for candidate in moved
        if candidate.label == "NAME"
    }
    still_found = {
        candidate.cut(text).casefold()
        for candidate in kept
        if candidate.label == "NAME" and not is_propagated(candidate)
    }
    remaining: list[Candidate] = []
    for candidate in kept:
        name = candidate.cut(text).casefold()
        if is_propagated(candidate) and name in reasons and name not in still_found:
            moved.append(replace(candidate, reason=reasons[name]))
        else:
            remaining.append(candidate)
    return remaining, moved
