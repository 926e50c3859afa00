"""What shares surrogates: a document, its group, or the corpus."""

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
            "hips_surrogator has the scope 'group', but the dialogue names no group. Give every "
            "dialogue its 'group', or use another scope."
        )


def scope_id(doc: Doc, text: str, scope: str) -> str:
    """What a document's surrogates are drawn with, beside the key.

    doc (Doc): The document.
    text (str): `doc.text`.
    scope (str): One of `SCOPES`.
    RETURNS (str): The same for all that share surrogates.
    RAISES (NoGroup): If they are shared by a group, and the document names none.
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
    """The dialogue's id, or a digest of the text where it has none."""
    id = doc_id(doc)
    if id:
        return f"id:{id}"
    return f"text:{hashlib.sha256(text.encode('utf8', 'surrogatepass')).hexdigest()}"


def shuffle_key(id: str, mention: Mention) -> tuple[str, str, str]:
    """What a document's shuffled value is looked up by, whatever its casing."""
    return (id, mention.label, fold(mention.text))
