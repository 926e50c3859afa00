"""A document's text, built once: spaCy puts `Doc.text` together anew at each access."""

from weakref import WeakKeyDictionary

from spacy.tokens import Doc

_texts: WeakKeyDictionary[Doc, str] = WeakKeyDictionary()


def doc_text(doc: Doc) -> str:
    """The text of a document.

    doc (Doc): The document. Its text never changes once it has one: retokenising keeps it.
    RETURNS (str): `doc.text`.
    """
    text = _texts.get(doc)
    if text is None:
        text = doc.text
        if text:
            _texts[doc] = text
    return text
