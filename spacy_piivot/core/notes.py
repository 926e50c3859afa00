"""Texts beside a dialogue's messages, such as the cells of a table that are also released.

Those that may contain PII are notes: they stand after the messages in the Doc, as messages without
speakers. The others are only searched for originals, by the last check.
"""

from collections.abc import Iterable, Sequence

from spacy.tokens import Doc

from .span_rows import MESSAGES

NOTES_KEY = "piivot_notes"
LABELS_KEY = "piivot_note_labels"
BESIDE_KEY = "piivot_beside"


def note_count(doc: Doc) -> int:
    """How many of the last messages of a Doc are notes."""
    return int(doc.user_data.get(NOTES_KEY, 0))


def notes_start(doc: Doc) -> int | None:
    """The first character of a Doc's notes; None without notes."""
    count = note_count(doc)
    if not count or MESSAGES not in doc.spans:
        return None
    first = doc.spans[MESSAGES][-count]
    return doc[first.start].idx if first.start < len(doc) else len(doc.text)


def note_labels(doc: Doc) -> list[str]:
    """The label that each note of a Doc has as a whole; "" for a text."""
    return list(doc.user_data.get(LABELS_KEY, [""] * note_count(doc)))


def set_note_labels(doc: Doc, labels: Sequence[str]) -> None:
    """Say which notes are PII as a whole, as the source says.

    doc (Doc): The Doc.
    labels (Sequence[str]): One label per note; "" for a text that has to be searched.
    """
    doc.user_data[LABELS_KEY] = list(labels)


def texts_beside(doc: Doc) -> list[str]:
    """The texts beside a Doc that are released as they are (private)."""
    return list(doc.user_data.get(BESIDE_KEY, ()))


def set_texts_beside(doc: Doc, texts: Iterable[str]) -> None:
    """Let the last check also search texts that are released as they are.

    doc (Doc): The Doc.
    texts (Iterable[str]): The texts.
    """
    doc.user_data[BESIDE_KEY] = list(texts)
