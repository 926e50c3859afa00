"""The only place that edits span groups, so spans, scores, sources and offsets never drift apart.

Also installs the `Doc` extensions. A Doc's candidates are read as plain `Candidate`
values and written back whole.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from spacy.tokens import Doc, Span, SpanGroup

from .errors import RemovedSpansError, RetokenizedError
from .labels import IDENTIFIERS, labels_with, to_canonical
from .texts import doc_text

PII = "pii"
REJECTED = "pii_rejected"
MESSAGES = "messages"
MATH_SEGMENTS = "math"

OK = "ok"
NOT_SEARCHED = "not_searched"

ROSTER_SCORE = 1.0
ROSTER_SOURCE = "known_names"
PATTERN_SOURCE = "pii_patterns"
# Whoever wrote spans without `sources`.
USER_SOURCE = "user"
SOURCE_SEPARATOR = "+"
# Where a Doc says which group its edits come from, if it is not `PII`.
EDITED_KEY = "piivot_spans_key"

# The attribute of a group that names who looked for candidates, not one value a span.
_SEARCHED = "searched"

_OPEN_FORMS = labels_with("open")

_EXTENSIONS = (
    "piivot_text", "piivot_edits", "piivot_status", "piivot_speakers", "piivot_llm",
)  # fmt: skip


def install_extensions() -> None:
    """Register the `piivot_` extensions of Doc; safe to call any number of times."""
    for name in _EXTENSIONS:
        if not Doc.has_extension(name):
            Doc.set_extension(name, default=None)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One span of potential PII.

    start (int): First character in `doc.text`.
    end (int): Character after the last.
    label (str): A label of the active scheme.
    score (float): Probability or confidence, 0 to 1.
    source (str): The component that found it; several are joined by "+".
    role (str): For a NAME: participant, problem, math_term, public or "".
    reason (str): Why it was ruled out; "" unless it stands in `pii_rejected`.
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
        """Whether the name stands on the dialogue's roster (`known_names` is then certain)."""
        return ROSTER_SOURCE in self.sources and self.score >= ROSTER_SCORE

    def overlaps(self, other: "Candidate") -> bool:
        return self.start < other.end and other.start < self.end

    def cut(self, text: str) -> str:
        """The candidate's characters, given `doc.text` (built anew at each access: keep it)."""
        return text[self.start : self.end]


def ensure_groups(doc: Doc, *keys: str) -> None:
    """Make the groups exist, also empty: spaCy's scorer skips a Doc without the group.

    A group that is made here has been searched by nobody.
    """
    for key in keys or (PII, REJECTED):
        if key not in doc.spans:
            _write(doc, key, [], [])


def mark_searched(doc: Doc, component: str, key: str = PII) -> None:
    """Note that a component looks for PII in a Doc, whether it finds any or not.

    doc (Doc): The document.
    component (str): The component's name.
    key (str): The group that takes what it finds.
    """
    ensure_groups(doc, key)
    doc.spans[key].attrs[_SEARCHED] = list(dict.fromkeys([*searched_by(doc, key), component]))


def searched_by(doc: Doc, key: str = PII) -> list[str]:
    """Who has looked for PII in a Doc: nothing found and nobody looked are two states.

    doc (Doc): The document.
    key (str): The group that takes what is found.
    RETURNS (list[str]): The components' names; "user" for a group, also an empty one, or spans
        that were written without us. Empty if nobody has looked.
    """
    if key not in doc.spans:
        return []
    group = doc.spans[key]
    if _SEARCHED not in group.attrs:
        return [USER_SOURCE]
    return list(group.attrs[_SEARCHED]) or ([USER_SOURCE] if len(group) else [])


def copy_searched(source: Doc, target: Doc, key: str = PII) -> None:
    """Note in another Doc who has looked for PII in one.

    source (Doc): The one.
    target (Doc): The other, as its plain view.
    key (str): The group that takes what is found; it is in both.
    """
    target.spans[key].attrs[_SEARCHED] = list(
        dict.fromkeys([*searched_by(target, key), *searched_by(source, key)])
    )


def get_candidates(doc: Doc, key: str = PII) -> list[Candidate]:
    """Read a group as plain values, in text order.

    doc (Doc): The document.
    key (str): `PII` or `REJECTED`, or a group of the user's own. Spans that somebody else
        wrote or appended lack attributes: they get their own offsets, score 1 and the source
        "user".
    RETURNS (list[Candidate]): The candidates.
    """
    if key not in doc.spans:
        return []
    return sorted(_read(doc.spans[key]), key=_text_order)


def adopt_spans(doc: Doc, key: str = PII) -> None:
    """Take up the spans that somebody else wrote into a group, as candidates like any other.

    Theirs are those that no attributes belong to, wherever they stand in it.

    They get their attributes, and labels of other schemes the canonical ones (`to_canonical`);
    overlaps are settled as in `add_candidates`. What was ruled out counts again, if somebody
    says so. Empty spans are dropped.

    doc (Doc): The document.
    key (str): The group.
    """
    if key not in doc.spans:
        return
    group = doc.spans[key]
    rows = _rows(group)
    if rows == list(range(len(_offsets(group)))):
        return
    candidates = [
        found if row is not None else replace(found, label=to_canonical(found.label))
        for row, found in zip(rows, _read(group), strict=True)
        if found.start < found.end
    ]
    searched = [*searched_by(doc, key), USER_SOURCE]
    _write(doc, key, _resolve(doc, sorted(candidates, key=_rank)), searched)


def set_candidates(doc: Doc, candidates: Iterable[Candidate], key: str = PII) -> None:
    """Write a group whole: token spans, exact offsets, scores, sources, roles, reasons.

    Whoever writes it, also without candidates, has searched the document.

    doc (Doc): The document.
    candidates (Iterable[Candidate]): What the group shall hold, in any order.
    key (str): The group.
    RAISES (ValueError): If a candidate is empty or lies outside the text.
    """
    candidates = sorted(candidates, key=_text_order)
    _write(doc, key, candidates, _searched_with(doc, key, candidates))


def add_candidates(doc: Doc, new: Iterable[Candidate], key: str = PII) -> None:
    """Add candidates to a group that never holds overlapping offsets.

    Overlaps are settled by rank: validated structured identifiers, then roster names, then
    the longest, then the highest score. Whatever a loser covers beyond the winner stays
    covered, since a detected character must not be lost: under one label the winner grows
    to the loser's whole words (a validated identifier does not: its form is its extent),
    under two the loser keeps its remaining words. A new
    candidate that overlaps one in `pii_rejected` is not added, unless it is a roster name.

    doc (Doc): The document.
    new (Iterable[Candidate]): What was found.
    key (str): The group.
    """
    rejected = _Line(get_candidates(doc, REJECTED) if key == PII else ())
    admitted = [
        candidate
        for candidate in new
        if candidate.from_roster or not rejected.overlapping(candidate)
    ]
    searched = _searched_with(doc, key, admitted)
    if not admitted:
        ensure_groups(doc, key)
        doc.spans[key].attrs[_SEARCHED] = searched
        return
    pool = sorted([*get_candidates(doc, key), *admitted], key=_rank)
    _write(doc, key, _resolve(doc, pool), searched)


def move_candidates(
    doc: Doc, refused: Callable[[Candidate], str], source: str = PII, target: str = REJECTED
) -> int:
    """Move the candidates that are ruled out to another group, with their reason.

    Rejecting a name also rejects the mentions propagated from it: names found only by
    `known_names`, not on the roster, with the same text in any case.

    doc (Doc): The document.
    refused (Callable[[Candidate], str]): The reason for which a candidate is ruled out,
        "" to keep it.
    source (str): The group to narrow.
    target (str): The group that takes them.
    RETURNS (int): How many were moved.
    """
    kept: list[Candidate] = []
    moved: list[Candidate] = []
    for candidate in get_candidates(doc, source):
        reason = refused(candidate)
        if reason:
            moved.append(replace(candidate, reason=reason))
        else:
            kept.append(candidate)
    text = doc_text(doc)
    reasons = {
        candidate.cut(text).casefold(): candidate.reason
        for candidate in moved
        if candidate.label == "NAME"
    }
    still_found = {
        candidate.cut(text).casefold()
        for candidate in kept
        if candidate.label == "NAME" and not _is_propagated(candidate)
    }
    remaining: list[Candidate] = []
    for candidate in kept:
        name = candidate.cut(text).casefold()
        if _is_propagated(candidate) and name in reasons and name not in still_found:
            moved.append(replace(candidate, reason=reasons[name]))
        else:
            remaining.append(candidate)
    if moved:
        _write(doc, source, remaining, searched_by(doc, source))
        moved = sorted([*get_candidates(doc, target), *moved], key=_text_order)
        _write(doc, target, moved, searched_by(doc, target))
    ensure_groups(doc, source, target)
    return len(moved)


def set_math_segments(doc: Doc, segments: Sequence[Span], densities: Sequence[float]) -> None:
    """Write `doc.spans["math"]`.

    doc (Doc): The document.
    segments (Sequence[Span]): The segments in order; whole messages, none in two of them.
    densities (Sequence[float]): The math density of every message, also outside segments.
    """
    attrs = {"densities": list(densities)}
    doc.spans[MATH_SEGMENTS] = SpanGroup(doc, name=MATH_SEGMENTS, spans=list(segments), attrs=attrs)


def check_tokens(doc: Doc, component: str, key: str = PII) -> None:
    """Detect that a Doc was retokenised after its messages or spans were set.

    doc (Doc): The document.
    component (str): The name of the component that asks, for the error.
    key (str): The group of candidates, beside the usual ones.
    RAISES (RetokenizedError): If boundaries no longer fit the tokens.
    RAISES (RemovedSpansError): If spans were taken out of a group without their attributes.
    """
    keys = [name for name in dict.fromkeys((PII, REJECTED, key)) if name in doc.spans]
    try:
        fits = _messages_fit(doc) and all(_spans_fit(doc, name) for name in keys)
    except IndexError:  # spaCy cannot even build a span that ends outside the Doc
        fits = False
    if not fits:
        raise RetokenizedError(component)
    for name in keys:
        if _has_lost_rows(doc.spans[name]):
            raise RemovedSpansError(component, name)


def has_late_spans(doc: Doc) -> bool:
    """Whether somebody put spans into the replaced group after that.

    doc (Doc): A Doc with edits.
    RETURNS (bool): True if something stands there that neither the component that replaces has
        seen, nor an edit covers.
    """
    key = doc.user_data.get(EDITED_KEY, PII)
    if key not in doc.spans:
        return False
    group = doc.spans[key]
    try:
        fits = _spans_fit(doc, key)
    except IndexError:
        fits = False
    if not fits:  # tokens were merged or split after it: that is allowed there
        return len(group) > len(_offsets(group))
    edits = [(edit["start"], edit["end"]) for edit in doc._.piivot_edits or ()]
    return any(
        not any(start <= span.start_char and span.end_char <= end for start, end in edits)
        for span, row in zip(group, _rows(group), strict=True)
        if row is None and span.start < span.end
    )


def has_failed(doc: Doc) -> bool:
    """Whether an earlier component set a failure status."""
    install_extensions()
    return doc._.piivot_status not in (None, OK)


def set_failed(doc: Doc, word: str) -> None:
    """Mark a Doc as failed: it has no de-identified text, and later components leave it alone."""
    install_extensions()
    doc._.piivot_status = word
    doc._.piivot_text = None
    doc._.piivot_edits = []
    doc._.piivot_speakers = None
    ensure_groups(doc)


def _messages_fit(doc: Doc) -> bool:
    if MESSAGES not in doc.spans or not len(doc.spans[MESSAGES]):
        return True
    position = 0
    for number, span in enumerate(doc.spans[MESSAGES]):
        if span.start != position or (number and doc[position - 1].text != "\n"):
            return False
        position = span.end + 1
    return position == len(doc) + 1


def _spans_fit(doc: Doc, key: str) -> bool:
    """Whether the spans still begin and end with their tokens: spaCy keeps their characters as
    they were when the spans were made."""
    return all(
        span.start_char == doc[span.start].idx
        and span.end_char == doc[span.end - 1].idx + len(doc[span.end - 1])
        for span in doc.spans[key]
        if span.start < span.end
    )


def _offsets(group: SpanGroup) -> Sequence[Sequence[int]]:
    offsets: Sequence[Sequence[int]] = group.attrs.get("offsets", ())
    return offsets


def _rows(group: SpanGroup, spans: Sequence[Span] | None = None) -> list[int | None]:
    """Which row of a group's attributes belongs to each span; None for somebody else's span.

    Who puts spans before ours or in their place leaves `attrs` alone: a row belongs to the span
    with its tokens and its label.
    """
    offsets = _offsets(group)
    if not offsets:
        return [None] * len(group)
    labels = group.attrs.get("labels", ())
    doc, spans = group.doc, list(group) if spans is None else spans

    def belongs(span: Span, row: int) -> bool:
        start, end = offsets[row]
        first, last = span.start_char, span.end_char
        return (
            (row >= len(labels) or labels[row] == span.label_)
            and first <= start < end <= last
            and (start == first or start < first + len(doc[span.start]))
            and (end == last or end > last - len(doc[span.end - 1]))
        )

    ours = len(offsets)
    if ours <= len(spans) and all(map(belongs, spans, range(ours))):
        return [*range(ours), *[None] * (len(spans) - ours)]
    left: dict[tuple[int, int], list[int]] = {}
    for row, (start, end) in enumerate(offsets):
        tokens = doc.char_span(start, end, alignment_mode="expand")
        if tokens is not None:
            left.setdefault((tokens.start, tokens.end), []).append(row)
    rows: list[int | None] = []
    for span in spans:
        here = left.get((span.start, span.end), [])
        found = next((row for row in here if belongs(span, row)), None)
        if found is not None:
            here.remove(found)
        rows.append(found)
    return rows


def _has_lost_rows(group: SpanGroup) -> bool:
    """Whether attributes have lost their span, and no span of somebody else covers its place."""
    rows = _rows(group)
    lost = set(range(len(_offsets(group)))) - set(rows)
    if not lost:
        return False
    theirs = [
        (span.start_char, span.end_char)
        for span, row in zip(group, rows, strict=True)
        if row is None
    ]
    return not all(
        any(start <= first and last <= end for start, end in theirs)
        for first, last in (_offsets(group)[row] for row in lost)
    )


def _read(group: SpanGroup) -> Iterator[Candidate]:
    """The candidates of a group, in its order. Spans that no attributes belong to are somebody
    else's; without offsets, attributes belong to the spans in their order."""
    spans = list(group)
    size = len(spans)
    columns = {
        name: values
        for name in ("offsets", "scores", "sources", "roles", "reasons")
        if (values := group.attrs.get(name)) is not None
    }
    if "offsets" in columns:
        rows = _rows(group, spans)
    else:
        columns = {name: values for name, values in columns.items() if len(values) <= size}
        rows = list(range(size))
    for number, span in zip(rows, spans, strict=True):
        row = {
            name: values[number]
            for name, values in columns.items()
            if number is not None and number < len(values)
        }
        start, end = row.get("offsets", (span.start_char, span.end_char))
        yield Candidate(
            start, end, span.label_, float(row.get("scores", 1.0)), row.get("sources", USER_SOURCE),
            row.get("roles", ""), row.get("reasons", ""),
        )  # fmt: skip


def _searched_with(doc: Doc, key: str, candidates: Iterable[Candidate]) -> list[str]:
    """Who has searched a Doc, with the sources of new candidates; "user" where nobody is named."""
    sources = sorted({source for candidate in candidates for source in candidate.sources})
    return [*searched_by(doc, key), *sources] or [USER_SOURCE]


def _text_order(candidate: Candidate) -> tuple:
    return (candidate.start, candidate.end, candidate.label, candidate.source)


def _is_validated(candidate: Candidate) -> bool:
    return candidate.label in IDENTIFIERS and PATTERN_SOURCE in candidate.sources


def _has_exact_form(candidate: Candidate) -> bool:
    """Whether a validated identifier ends where its form ends. Of an address or a telephone number
    a pattern may know a part only: the town or the country's code may stand around it."""
    return _is_validated(candidate) and candidate.label not in _OPEN_FORMS


def _rank(candidate: Candidate) -> tuple:
    return (
        not _is_validated(candidate),
        not candidate.from_roster,
        candidate.start - candidate.end,
        -candidate.score,
        *_text_order(candidate),
    )


def _is_propagated(candidate: Candidate) -> bool:
    return candidate.sources == {ROSTER_SOURCE} and not candidate.from_roster


class _Line:
    """Candidates in text order; those that overlap one are found by bisection."""

    def __init__(self, candidates: Iterable[Candidate] = ()) -> None:
        self.candidates = sorted(candidates, key=_text_order)
        self.starts = [candidate.start for candidate in self.candidates]
        # Overlaps are looked for this far back: members of a group may overlap each other.
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


def _resolve(doc: Doc, ranked: list[Candidate]) -> list[Candidate]:
    winners = _Line()
    for candidate in ranked:
        rivals = winners.overlapping(candidate)
        merged = candidate
        # Under one label: join, as long as the grown extent meets further ones.
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
    inside = _token_span(doc, winner.start, winner.end)
    # Inside the winner's own tokens its exact extent stands ("Maria" in "Maria2x"), and a
    # validated identifier's always.
    if loser.start < inside.start_char and not _has_exact_form(winner):
        start = min(start, loser.start)
    if loser.end > inside.end_char and not _has_exact_form(winner):
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
            for token in _token_span(doc, start, end)
            if token.idx >= start
            and token.idx + len(token) <= end
            and any(map(str.isalnum, token.text))
        ]
        if words:
            kept.append(replace(loser, start=words[0].idx, end=words[-1].idx + len(words[-1])))
    return kept


def _token_span(doc: Doc, start: int, end: int, label: str = "") -> Span:
    span = doc.char_span(start, end, label=label, alignment_mode="expand") if start < end else None
    if span is None:
        raise ValueError(
            f"A candidate {label!r} at characters {start} to {end} is empty or outside the text. "
            "Give offsets into doc.text with start < end."
        )
    return span


def _write(doc: Doc, key: str, candidates: Sequence[Candidate], searched: Iterable[str]) -> None:
    spans = [_token_span(doc, c.start, c.end, c.label) for c in candidates]
    # White space between tokens is no part of a span.
    candidates = [
        replace(c, start=max(c.start, span.start_char), end=min(c.end, span.end_char))
        for c, span in zip(candidates, spans, strict=True)
    ]
    attrs: dict[str, list] = {
        "scores": [float(candidate.score) for candidate in candidates],
        "sources": [candidate.source for candidate in candidates],
        "offsets": [[candidate.start, candidate.end] for candidate in candidates],
        "roles": [candidate.role for candidate in candidates],
        "labels": [candidate.label for candidate in candidates],
    }
    attrs[_SEARCHED] = list(dict.fromkeys(searched))
    if key == REJECTED:
        attrs["reasons"] = [candidate.reason for candidate in candidates]
    if key != REJECTED:
        _drop_stale_text(doc, key, candidates)
    doc.spans[key] = SpanGroup(doc, name=key, attrs=attrs, spans=spans)


def _drop_stale_text(doc: Doc, key: str, candidates: Iterable[Candidate]) -> None:
    """Take back a de-identified text that was made before all of these were found."""
    install_extensions()
    if doc._.piivot_status != OK:
        return
    former = set()
    if key in doc.spans:
        group = doc.spans[key]
        # What somebody else put there since then was not replaced either.
        former = {
            (c.start, c.end, c.label)
            for c, row in zip(_read(group), _rows(group), strict=True)
            if row is not None
        }
    if any((c.start, c.end, c.label) not in former for c in candidates):
        doc._.piivot_status = doc._.piivot_text = doc._.piivot_speakers = None
        doc._.piivot_edits = []
