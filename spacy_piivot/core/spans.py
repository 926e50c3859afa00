"""The only module that edits span groups, so spans, scores, sources and offsets stay in step.

It reads a Doc's candidates as plain `Candidate` values and writes them back whole. It also
installs the `Doc` extensions.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from spacy.tokens import Doc, Span, SpanGroup

from ..errors import RemovedSpansError, RetokenizedError
from .candidate import (
    INPUT_SOURCE,
    PATTERN_SOURCE,
    REPAIR_SOURCE,
    ROSTER_SCORE,
    ROSTER_SOURCE,
    SOURCE_SEPARATOR,
    USER_SOURCE,
    Candidate,
    rank,
    split_refused,
    text_order,
)
from .labels import to_canonical
from .overlaps import not_rejected, resolve_overlaps, token_span
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
    "INPUT_SOURCE",
    "MATH_SEGMENTS",
    "MESSAGES",
    "NOT_SEARCHED",
    "OK",
    "PATTERN_SOURCE",
    "PII",
    "REJECTED",
    "REPAIR_SOURCE",
    "ROSTER_SCORE",
    "ROSTER_SOURCE",
    "SECTIONS",
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
    "set_sections",
]

PII = "pii"
REJECTED = "pii_rejected"
MATH_SEGMENTS = "math"
SECTIONS = "sections"

OK = "ok"
NOT_SEARCHED = "not_searched"

# The key in `user_data` for the group that the edits come from, if it is not `PII`.
EDITED_KEY = "piivot_spans_key"

# The attribute of a group that lists the components that searched, not one value per span.
_SEARCHED = "searched"


_EXTENSIONS = (
    "piivot_text", "piivot_edits", "piivot_status", "piivot_speakers", "piivot_llm",
)  # fmt: skip


def install_extensions() -> None:
    """Register the `piivot_` extensions of Doc; safe to call repeatedly."""
    for name in _EXTENSIONS:
        if not Doc.has_extension(name):
            Doc.set_extension(name, default=None)


def ensure_groups(doc: Doc, *keys: str) -> None:
    """Create missing groups, empty: spaCy's scorer skips a Doc without the group.

    A group created here counts as not searched.
    """
    for key in keys or (PII, REJECTED):
        if key not in doc.spans:
            _write(doc, key, [], [])


def mark_searched(doc: Doc, component: str, key: str = PII) -> None:
    """Note that a component searched a Doc for PII, whether it found any or not.

    doc (Doc): The document.
    component (str): The component's name.
    key (str): The group for its findings.
    """
    ensure_groups(doc, key)
    doc.spans[key].attrs[_SEARCHED] = list(dict.fromkeys([*searched_by(doc, key), component]))


def searched_by(doc: Doc, key: str = PII) -> list[str]:
    """The components that searched a Doc for PII. An empty list means that it was not searched.

    doc (Doc): The document.
    key (str): The group of the findings.
    RETURNS (list[str]): The components' names; "user" for a group (also an empty one) or spans
        that your code wrote itself. Empty if the Doc was not searched.
    """
    if key not in doc.spans:
        return []
    group = doc.spans[key]
    if _SEARCHED not in group.attrs:
        return [USER_SOURCE]
    return list(group.attrs[_SEARCHED]) or ([USER_SOURCE] if len(group) else [])


def copy_searched(source: Doc, target: Doc, key: str = PII) -> None:
    """Copy the names of the components that searched a Doc to another Doc.

    source (Doc): The Doc that was searched.
    target (Doc): The other Doc, such as its plain view.
    key (str): The group of the findings, which exists in both.
    """
    target.spans[key].attrs[_SEARCHED] = list(
        dict.fromkeys([*searched_by(target, key), *searched_by(source, key)])
    )


def get_candidates(doc: Doc, key: str = PII) -> list[Candidate]:
    """Read a group as plain values, in text order.

    doc (Doc): The document.
    key (str): `PII`, `REJECTED`, or a group of your own. Spans that your code wrote or
        appended lack attributes: they get their own offsets, score 1 and the source "user".
    RETURNS (list[Candidate]): The candidates.
    """
    if key not in doc.spans:
        return []
    return sorted(read_candidates(doc.spans[key]), key=text_order)


def adopt_spans(doc: Doc, key: str = PII) -> None:
    """Turn the spans that other code wrote into a group into candidates like any other.

    These are all spans without attributes, wherever they are in the group. They get attributes
    and canonical labels (`to_canonical`); overlaps are resolved as in `add_candidates`. They
    count even if they were rejected before. Empty spans are dropped.

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
    _write(doc, key, resolve_overlaps(doc, sorted(candidates, key=rank)), searched)


def set_candidates(doc: Doc, candidates: Iterable[Candidate], key: str = PII) -> None:
    """Write a whole group: token spans, exact offsets, scores, sources, roles, reasons.

    The document then counts as searched, even without candidates.

    doc (Doc): The document.
    candidates (Iterable[Candidate]): All candidates of the group, in any order.
    key (str): The group.
    RAISES (ValueError): If a candidate is empty or lies outside the text.
    """
    candidates = sorted(candidates, key=text_order)
    _write(doc, key, candidates, _searched_with(doc, key, candidates))


def add_candidates(doc: Doc, new: Iterable[Candidate], key: str = PII) -> None:
    """Add candidates to a group, whose offsets never overlap.

    Overlaps are resolved by rank: validated structured identifiers, then roster names, then
    the longest, then the highest score. Words that a loser covers beyond the winner stay
    covered, since a detected character must not be lost: with the same label, the winner grows
    to the loser's whole words (except for a validated identifier, whose form is its extent);
    with different labels, the loser keeps its remaining words. A new candidate that overlaps
    one in `pii_rejected` is not added, unless it is a roster name.

    doc (Doc): The document.
    new (Iterable[Candidate]): The candidates to add.
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
    """Move rejected candidates to another group, with their reason.

    Rejecting a name also rejects the mentions propagated from it: names found only by
    `known_names`, not on the roster, with the same text in any case.

    doc (Doc): The document.
    refused (Callable[[Candidate], str]): The reason for which a candidate is rejected;
        "" to keep it.
    source (str): The group to take candidates from.
    target (str): The group to move them to.
    RETURNS (int): How many were moved.
    """
    remaining, moved = split_refused(get_candidates(doc, source), refused, doc_text(doc))
    if moved:
        _write(doc, source, remaining, searched_by(doc, source))
        moved = sorted([*get_candidates(doc, target), *moved], key=text_order)
        _write(doc, target, moved, searched_by(doc, target))
    ensure_groups(doc, source, target)
    return len(moved)


def merge(doc: Doc, candidates: Iterable[Candidate], new: Iterable[Candidate]) -> list[Candidate]:
    """Join old and new candidates and resolve their overlaps; see `add_candidates`.

    doc (Doc): The document.
    candidates (Iterable[Candidate]): The earlier candidates.
    new (Iterable[Candidate]): The new candidates.
    RETURNS (list[Candidate]): All of them, in text order.
    """
    return resolve_overlaps(doc, sorted([*candidates, *new], key=rank))


def clip(doc: Doc, candidate: Candidate) -> Candidate:
    """Trim a candidate to its tokens, without the white space around them.

    doc (Doc): The document.
    candidate (Candidate): A candidate in the document.
    RETURNS (Candidate): With its exact extent.
    RAISES (ValueError): If it is empty or lies outside the text.
    """
    return _clipped(candidate, token_span(doc, candidate.start, candidate.end))


def set_math_segments(doc: Doc, segments: Sequence[Span], densities: Sequence[float]) -> None:
    """Write `doc.spans["math"]`.

    doc (Doc): The document.
    segments (Sequence[Span]): The segments in order; whole messages, each in at most one segment.
    densities (Sequence[float]): The math density of each message, also outside segments.
    """
    attrs = {"densities": list(densities)}
    doc.spans[MATH_SEGMENTS] = SpanGroup(doc, name=MATH_SEGMENTS, spans=list(segments), attrs=attrs)


def set_sections(doc: Doc, sections: Sequence[Span]) -> None:
    """Write `doc.spans["sections"]`, the adjacent sections of an essay in order."""
    doc.spans[SECTIONS] = SpanGroup(doc, name=SECTIONS, spans=list(sections))


def check_tokens(doc: Doc, component: str, key: str = PII) -> None:
    """Detect that a Doc was retokenised after its messages or spans were set.

    doc (Doc): The document.
    component (str): The name of the calling component, for the error.
    key (str): A group of candidates to check with the usual ones.
    RAISES (RetokenizedError): If boundaries no longer fit the tokens.
    RAISES (RemovedSpansError): If spans were removed from a group without their attributes.
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
    """Whether spans were added to the group after its spans were replaced.

    doc (Doc): A Doc with edits.
    RETURNS (bool): True if the group has a span that the replacing component has not seen and
        that no edit covers.
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
    """The names of those who searched a Doc, with the sources of new candidates; "user" if none."""
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
    """Drop a de-identified text that was made before all of these candidates were found."""
    install_extensions()
    if doc._.piivot_status != OK:
        return
    former = set()
    if key in doc.spans:
        group = doc.spans[key]
        # Spans that other code added since then were not replaced either.
        former = {
            (c.start, c.end, c.label)
            for c, row in zip(read_candidates(group), rows_of(group), strict=True)
            if row is not None
        }
    if any((c.start, c.end, c.label) not in former for c in candidates):
        doc._.piivot_status = doc._.piivot_text = doc._.piivot_speakers = None
        doc._.piivot_edits = []
