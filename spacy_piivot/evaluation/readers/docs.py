"""Reads annotated dialogues from Docs."""

from collections.abc import Iterable
from pathlib import Path

from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from ...core.dialogue import (
    doc_id,
    doc_speakers,
    message_bounds,
    message_candidates,
    message_roles,
    message_segments,
    message_tokens,
)
from ...core.labels import ROLES
from ...core.spans import PII, Candidate
from ...core.speakers import speaker_name
from ...errors import InputError
from ...lang import ENGLISH, Lexicon
from ..core.annotations import AnnotatedDialogue, AnnotatedMessage, AnnotatedSpan


def from_docs(
    docs: Iterable[Doc], spans_key: str = PII, lexicon: Lexicon = ENGLISH
) -> list[AnnotatedDialogue]:
    """Read the messages and spans of Docs.

    docs (Iterable[Doc]): The Docs. One without messages is a single message; one without an id
        gets its position, from 0.
    spans_key (str): The span group to read.
    lexicon (Lexicon): The words of the language, for the roles of speakers.
    RETURNS (list[AnnotatedDialogue]): One dialogue per Doc, with the Doc's tokens.
    RAISES (InputError): If no Doc has the group. If only some lack it, they have no spans.
    """
    dialogues: list[AnnotatedDialogue] = []
    groups: set[str] = set()
    for number, doc in enumerate(docs):
        groups.update(doc.spans)
        dialogues.append(from_doc(doc, spans_key, lexicon=lexicon, id=str(number)))
    if dialogues and spans_key not in groups:
        raise InputError(
            f"No document has the span group {spans_key!r}. "
            f"Their groups: {', '.join(sorted(groups)) or 'none'}. Give another spans_key."
        )
    return dialogues


def from_doc(
    doc: Doc, spans_key: str = PII, *, lexicon: Lexicon, id: str = ""
) -> AnnotatedDialogue:
    """Read the messages and spans of one Doc.

    doc (Doc): The Doc.
    spans_key (str): The span group to read; a Doc without it has no spans.
    lexicon (Lexicon): The words of the language, for the roles of speakers.
    id (str): The dialogue's id if the Doc has none.
    RETURNS (AnnotatedDialogue): The dialogue. A span that crosses messages is cut at their ends.
        `segment` is whether a message overlaps `doc.spans["math"]`, if the Doc has that group.
    """
    text = doc.text
    bounds = message_bounds(doc)
    found = message_candidates(doc, spans_key)
    segments = message_segments(doc)
    speakers = doc_speakers(doc)
    names = {number: speaker_name(one, lexicon) for number, one in enumerate(speakers)}
    messages = [
        AnnotatedMessage(
            spans=[_span(candidate, text[start:end]) for candidate in found[number]],
            text=text[start:end],
            speaker=role,
            speaker_name=names.get(number, ""),
            segment=segments[number],
            tokens=[(token.idx - start, token.idx - start + len(token)) for token in doc[i:j]],
        )
        for number, ((start, end), role, (i, j)) in enumerate(
            zip(bounds, message_roles(doc), message_tokens(doc), strict=True)
        )
    ]
    own = doc_id(doc)
    return AnnotatedDialogue(id=id if own is None else str(own), messages=messages)


def read_docbin(path: Path, spans_key: str, lexicon: Lexicon) -> list[AnnotatedDialogue]:
    """Read a `.spacy` file.

    path (Path): A file of `DocBin.to_disk`. It has ids only with `store_user_data=True`.
    spans_key (str): The span group to read.
    lexicon (Lexicon): The words of the language, for the roles of speakers.
    RETURNS (list[AnnotatedDialogue]): One dialogue per Doc.
    RAISES (InputError): If the file cannot be read or no Doc has the group.
    """
    docs = None
    # Raised outside the handler: the exception may contain the text.
    try:
        docs = list(DocBin().from_disk(path).get_docs(Vocab()))
    except Exception as error:  # the errors of zlib, msgpack and spaCy have no common class
        reason = type(error).__name__
    if docs is None:
        raise InputError(f"{path}: is not a file of spaCy's DocBin ({reason}).")
    try:
        return from_docs(docs, spans_key, lexicon)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def _span(candidate: Candidate, text: str) -> AnnotatedSpan:
    return AnnotatedSpan(
        candidate.start,
        candidate.end,
        candidate.label,
        candidate.role if candidate.role in ROLES else "",
        candidate.score,
        candidate.cut(text),
    )
