"""Annotated dialogues from Docs."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from ..dialogue import doc_id, message_bounds, message_roles, message_tokens
from ..errors import InputError
from ..labels import ROLES
from ..spans import PII, get_candidates
from .annotations import AnnotatedDialogue, AnnotatedMessage, AnnotatedSpan, Extent

MATH_GROUP = "math"
MATH, NON_MATH = "MATH", "NON-MATH"


def from_docs(docs: Iterable[Doc], spans_key: str = PII) -> list[AnnotatedDialogue]:
    """The messages and spans of Docs.

    docs (Iterable[Doc]): The Docs. One without messages is a single message; one without an id
        has its position, from 0.
    spans_key (str): The span group to read.
    RETURNS (List[AnnotatedDialogue]): A dialogue a Doc, with the Doc's tokens.
    RAISES (InputError): If no Doc has the group. If only some lack it, nothing was found there.
    """
    dialogues: list[AnnotatedDialogue] = []
    groups: set[str] = set()
    for number, doc in enumerate(docs):
        groups.update(doc.spans)
        dialogues.append(from_doc(doc, spans_key, id=str(number)))
    if dialogues and spans_key not in groups:
        raise InputError(
            f"No document has the span group {spans_key!r}. "
            f"There is: {', '.join(sorted(groups)) or 'none'}. Give another spans_key."
        )
    return dialogues


def from_doc(doc: Doc, spans_key: str = PII, *, id: str = "") -> AnnotatedDialogue:
    """The messages and spans of one Doc.

    doc (Doc): The Doc.
    spans_key (str): The span group to read; a Doc without it has no spans.
    id (str): The dialogue's id where the Doc has none.
    RETURNS (AnnotatedDialogue): The dialogue. A span that reaches over messages is cut at their
        ends. `segment` says whether a message overlaps `doc.spans["math"]`, if there is one.
    """
    text = doc.text
    bounds = message_bounds(doc)
    spans = _by_message(doc, spans_key, text, bounds)
    segments = _segments(doc, bounds)
    messages = [
        AnnotatedMessage(
            spans=spans[number],
            text=text[start:end],
            speaker=role,
            segment=segments[number],
            tokens=[(token.idx - start, token.idx - start + len(token)) for token in doc[i:j]],
        )
        for number, ((start, end), role, (i, j)) in enumerate(
            zip(bounds, message_roles(doc), message_tokens(doc), strict=True)
        )
    ]
    own = doc_id(doc)
    return AnnotatedDialogue(id=id if own is None else str(own), messages=messages)


def read_docbin(path: Path, spans_key: str = PII) -> list[AnnotatedDialogue]:
    """Read a `.spacy` file.

    path (Path): What `DocBin.to_disk` wrote. Ids are kept with `store_user_data=True` only.
    spans_key (str): The span group to read.
    RETURNS (List[AnnotatedDialogue]): A dialogue a Doc.
    RAISES (InputError): If the file cannot be read or no Doc has the group.
    """
    docs = None
    # Raised outside the handler: the exception may hold the text.
    try:
        docs = list(DocBin().from_disk(path).get_docs(Vocab()))
    except Exception as error:  # zlib's, msgpack's and spaCy's own have no common class
        reason = type(error).__name__
    if docs is None:
        raise InputError(f"{path}: is no file of spaCy's DocBin ({reason}).")
    try:
        return from_docs(docs, spans_key)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def _by_message(
    doc: Doc, spans_key: str, text: str, bounds: Sequence[Extent]
) -> list[list[AnnotatedSpan]]:
    spans: list[list[AnnotatedSpan]] = [[] for _ in bounds]
    for candidate in get_candidates(doc, spans_key):
        for number in _overlapped(bounds, candidate.start, candidate.end):
            shift, limit = bounds[number]
            start, end = max(candidate.start, shift), min(candidate.end, limit)
            spans[number].append(
                AnnotatedSpan(
                    start - shift,
                    end - shift,
                    candidate.label,
                    candidate.role if candidate.role in ROLES else "",
                    candidate.score,
                    text[start:end],
                )
            )
    return spans


def _segments(doc: Doc, bounds: Sequence[Extent]) -> list[str]:
    if MATH_GROUP not in doc.spans:
        return [""] * len(bounds)
    segments = [NON_MATH] * len(bounds)
    for span in doc.spans[MATH_GROUP]:
        for number in _overlapped(bounds, span.start_char, span.end_char):
            segments[number] = MATH
    return segments


def _overlapped(bounds: Sequence[Extent], start: int, end: int) -> Iterator[int]:
    """The messages in which some of the characters stand."""
    first = bisect_left(bounds, start, key=lambda bound: bound[1])
    for number in range(first, len(bounds)):
        message_start, message_end = bounds[number]
        if message_start >= end:
            return
        if max(start, message_start) < min(end, message_end):
            yield number
