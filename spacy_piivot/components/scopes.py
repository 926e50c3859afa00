"""Defines which documents share surrogates: one alone, those of its group, or the corpus."""

import hashlib

from spacy.tokens import Doc

from ..core.dialogue import doc_group, doc_id
from ..core.folding import fold
from ..errors import PIIvotError
from ..surrogates import Mention

SCOPES = DOCUMENT, GROUP, CORPUS = ("document", "group", "corpus")


class NoGroup(PIIvotError):
    def __init__(self) -> None:
        super().__init__(
            "hips_surrogator has the scope 'group', but the dialogue has no group. Give every "
            "dialogue its 'group', or use another scope."
        )


def scope_id(doc: Doc, text: str, scope: str) -> str:
    """The id with which, together with the key, a document's surrogates are drawn.

    doc (Doc): The document.
    text (str): `doc.text`.
    scope (str): One of `SCOPES`.
    RETURNS (str): The same id for all documents that share surrogates.
    RAISES (NoGroup): If the scope is "group" and the document has none.
    """
    if scope == CORPUS:
        return CORPUS
    if scope == GROUP:
        group = doc_group(doc)
        if group is None:
            raise NoGroup()
        return f"group:{group}"
    return document_id(doc, text)


def document_id(doc: Doc, text: str) -> str:
    """The dialogue's id, or a digest of the text if it has none."""
    id = doc_id(doc)
    if id:
        return f"id:{id}"
    return f"text:{hashlib.sha256(text.encode('utf8', 'surrogatepass')).hexdigest()}"


def shuffle_key(id: str, mention: Mention) -> tuple[str, str, str]:
    """The key of a document's shuffled value, ignoring case."""
    return (id, mention.label, fold(mention.text))
