"""The only place that edits span groups, so spans, scores, sources and offsets never drift apart.

Also installs the `Doc` extensions. A Doc's candidates are read as plain `Candidate`
values and written back whole.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from spacy.tokens import Doc, Span, SpanGroup

from ..errors import RemovedSpansError, RetokenizedError
from .candidate import (
    PATTERN_SOURCE,
    ROSTER_SCORE,
    ROSTER_SOURCE,
    SOURCE_SEPARATOR,
    USER_SOURCE,
    Candidate,
    part_refused,
    rank,
    text_order,
)
from .labels import to_canonical
from .overlaps import not_rejected, settle_overlaps, token_span
from .span_rows import (
    MESSAGES,
    has_lost_rows,
    messages_fit,
    offsets_of,
    read_candidates,
    rows_of,
    spans_fit,
)
from .texts import doc_text

__all__ = [
    "MATH_SEGMENTS",
    "MESSAGES",
    "NOT_SEARCHED",
    "OK",
    "PATTERN_SOURCE",
    "PII",
    "REJECTED",
    "ROSTER_SCORE",
    "ROSTER_SOURCE",
    "SOURCE_SEPARATOR",
    "USER_SOURCE",
    "Candidate",
    "add_candidates",
    "adopt_spans",
    "check_tokens",
    "clip",
    "copy_searched",
    "ensure_groups",
    "get_candidates",
    "has_failed",
    "has_late_spans",
    "install_extensions",
    "mark_searched",
    "merge",
    "move_candidates",
    "searched_by",
    "set_candidates",
    "set_failed",
    "set_math_segments",
]

PII = "pii"
REJECTED = "pii_rejected"
MATH_SEGMENTS = "math"

OK = "ok"
NOT_SEARCHED = "not_searched"

# Where a Doc says which group its edits come from, if it is not `PII`.
EDITED_KEY = "piivot_spans_key"

# The attribute of a group that names who looked for candidates, not one value a span.
_SEARCHED = "searched"


_EXTENSIONS = (
    "piivot_text", "piivot_edits", "piivot_status", "piivot_speakers", "piivot_llm",
)  # fmt: skip


def install_extensions() -> None:
    """Register the `piivot_` extensions of Doc; safe to call any number of times."""
    for name in _EXTENSIONS:
        if not Doc.has_extension(name):
            Doc.set_extension(name, default=None)


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
    return sorted(read_candidates(doc.spans[key]), key=text_order)


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
    rows = rows_of(group)
    if rows == list(range(len(offsets_of(group)))):
        return
    candidates = [
        found if row is not None else replace(found, label=to_canonical(found.label))
        for row, found in zip(rows, read_candidates(group), strict=True)
        if found.start < found.end
    ]
    searched = [*searched_by(doc, key), USER_SOURCE]
    _write(doc, key, settle_overlaps(doc, sorted(candidates, key=rank)), searched)


def set_candidates(doc: Doc, candidates: Iterable[Candidate], key: str = PII) -> None:
    """Write a group whole: token spans, exact offsets, scores, sources, roles, reasons.

    Whoever writes it, also without candidates, has searched the document.

    doc (Doc): The document.
    candidates (Iterable[Candidate]): What the group shall hold, in any order.
    key (str): The group.
    RAISES (ValueError): If a candidate is empty or lies outside the text.
    """
    candidates = sorted(candidates, key=text_order)
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
    admitted = not_rejected(new, get_candidates(doc, REJECTED) if key == PII else ())
    searched = _searched_with(doc, key, admitted)
    if not admitted:
        ensure_groups(doc, key)
        doc.spans[key].attrs[_SEARCHED] = searched
        return
    _write(doc, key, merge(doc, get_candidates(doc, key), admitted), searched)


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
    remaining, moved = part_refused(get_candidates(doc, source), refused, doc_text(doc))
    if moved:
        _write(doc, source, remaining, searched_by(doc, source))
        moved = sorted([*get_candidates(doc, target), *moved], key=text_order)
        _write(doc, target, moved, searched_by(doc, target))
    ensure_groups(doc, source, target)
    return len(moved)


def merge(doc: Doc, candidates: Iterable[Candidate], new: Iterable[Candidate]) -> list[Candidate]:
    """Candidates and new ones with their overlaps settled; see `add_candidates`.

    doc (Doc): The document.
    candidates (Iterable[Candidate]): What was found before.
    new (Iterable[Candidate]): What is added.
    RETURNS (list[Candidate]): All of them, in text order.
    """
    return settle_overlaps(doc, sorted([*candidates, *new], key=rank))


def clip(doc: Doc, candidate: Candidate) -> Candidate:
    """A candidate without the white space between tokens, which is no part of a span.

    doc (Doc): The document.
    candidate (Candidate): A candidate in it.
    RETURNS (Candidate): With its exact extent.
    RAISES (ValueError): If it is empty or lies outside the text.
    """
    return _clipped(candidate, token_span(doc, candidate.start, candidate.end))


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
        fits = messages_fit(doc) and all(spans_fit(doc, name) for name in keys)
    except IndexError:  # spaCy cannot even build a span that ends outside the Doc
        fits = False
    if not fits:
        raise RetokenizedError(component)
    for name in keys:
        if has_lost_rows(doc.spans[name]):
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
        fits = spans_fit(doc, key)
    except IndexError:
        fits = False
    if not fits:  # tokens were merged or split after it: that is allowed there
        return len(group) > len(offsets_of(group))
    edits = [(edit["start"], edit["end"]) for edit in doc._.piivot_edits or ()]
    return any(
        not any(start <= span.start_char and span.end_char <= end for start, end in edits)
        for span, row in zip(group, rows_of(group), strict=True)
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


def _searched_with(doc: Doc, key: str, candidates: Iterable[Candidate]) -> list[str]:
    """Who has searched a Doc, with the sources of new candidates; "user" where nobody is named."""
    sources = sorted({source for candidate in candidates for source in candidate.sources})
    return [*searched_by(doc, key), *sources] or [USER_SOURCE]


def _write(doc: Doc, key: str, candidates: Sequence[Candidate], searched: Iterable[str]) -> None:
    spans = [token_span(doc, c.start, c.end, c.label) for c in candidates]
    candidates = [_clipped(c, span) for c, span in zip(candidates, spans, strict=True)]
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


def _clipped(candidate: Candidate, span: Span) -> Candidate:
    start, end = max(candidate.start, span.start_char), min(candidate.end, span.end_char)
    if (start, end) == (candidate.start, candidate.end):
        return candidate
    return replace(candidate, start=start, end=end)


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
            for c, row in zip(read_candidates(group), rows_of(group), strict=True)
            if row is not None
        }
    if any((c.start, c.end, c.label) not in former for c in candidates):
        doc._.piivot_status = doc._.piivot_text = doc._.piivot_speakers = None
        doc._.piivot_edits = []
