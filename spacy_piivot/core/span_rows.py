"""Reads span groups: finds the row of the attributes that belongs to each span."""

from collections.abc import Iterator, Sequence

from spacy.tokens import Doc, Span, SpanGroup

from .candidate import USER_SOURCE, Candidate

MESSAGES = "messages"


def messages_fit(doc: Doc) -> bool:
    if MESSAGES not in doc.spans or not len(doc.spans[MESSAGES]):
        return True
    position = 0
    for number, span in enumerate(doc.spans[MESSAGES]):
        if span.start != position or (number and doc[position - 1].text != "\n"):
            return False
        position = span.end + 1
    return position == len(doc) + 1


def spans_fit(doc: Doc, key: str) -> bool:
    """Whether the spans still begin and end at token boundaries: spaCy keeps the character
    offsets from when the spans were made."""
    return all(
        span.start_char == doc[span.start].idx
        and span.end_char == doc[span.end - 1].idx + len(doc[span.end - 1])
        for span in doc.spans[key]
        if span.start < span.end
    )


def offsets_of(group: SpanGroup) -> Sequence[Sequence[int]]:
    offsets: Sequence[Sequence[int]] = group.attrs.get("offsets", ())
    return offsets


def rows_of(group: SpanGroup, spans: Sequence[Span] | None = None) -> list[int | None]:
    """The row of a group's attributes that belongs to each span; None for a span without one.

    Other code may insert or replace spans without changing `attrs`, so a row belongs to the span
    with its tokens and its label.
    """
    offsets = offsets_of(group)
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


def has_lost_rows(group: SpanGroup) -> bool:
    """Whether a row of attributes has lost its span, and no span without a row covers it."""
    rows = rows_of(group)
    lost = set(range(len(offsets_of(group)))) - set(rows)
    if not lost:
        return False
    theirs = [
        (span.start_char, span.end_char)
        for span, row in zip(group, rows, strict=True)
        if row is None
    ]
    return not all(
        any(start <= first and last <= end for start, end in theirs)
        for first, last in (offsets_of(group)[row] for row in lost)
    )


def read_candidates(group: SpanGroup) -> Iterator[Candidate]:
    """The candidates of a group, in its order. Spans without attributes get the source "user";
    without offsets, attributes belong to the spans in their order."""
    spans = list(group)
    size = len(spans)
    columns = {
        name: values
        for name in ("offsets", "scores", "sources", "roles", "reasons")
        if (values := group.attrs.get(name)) is not None
    }
    if "offsets" in columns:
        rows = rows_of(group, spans)
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
