"""Caches the text of documents, since spaCy rebuilds `Doc.text` at each access."""

from weakref import WeakKeyDictionary

from spacy.tokens import Doc

_texts: WeakKeyDictionary[Doc, str] = WeakKeyDictionary()


def doc_text(doc: Doc) -> str:
    """The text of a document.

    doc (Doc): The document. Once set, its text never changes, not even when it is retokenised.
    RETURNS (str): `doc.text`.
    """
    text = _texts.get(doc)
    if text is None:
        text = doc.text
        if text:
            _texts[doc] = text
    return text
