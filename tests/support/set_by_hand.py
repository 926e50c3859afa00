"""Records with spans for which a person set surrogates."""

from typing import Any

from spacy_piivot.core.dialogue import Dialogue, Message
from spacy_piivot.corpus import Record

# The text of a span, its label, the surrogate (None for none) and the role ("" for none).
Marked = tuple[str, str, str | None, str]


def marked(text: str, label: str = "NAME", surrogate: str | None = None, role: str = "") -> Marked:
    return text, label, surrogate, role


def message(text: str, *spans: Marked, speaker: str = "tutor") -> dict[str, Any]:
    """A message whose spans are found in it from left to right."""
    found = []
    position = 0
    for cut, label, surrogate, role in spans:
        start = text.index(cut, position)
        position = start + len(cut)
        entry = {"start": start, "end": position, "label": label}
        entry |= {"surrogate": surrogate} if surrogate is not None else {}
        found.append(entry | ({"role": role} if role else {}))
    return {"speaker": speaker, "text": text, "spans": found}


def source(*messages: dict[str, Any], id: str = "d", **fields: Any) -> dict[str, Any]:
    return {"id": id, "messages": list(messages), **fields}


def record(*messages: dict[str, Any], id: str = "d", roster: tuple[str, ...] = ()) -> Record:
    spoken = [Message(one["speaker"], one["text"]) for one in messages]
    return Record(Dialogue(id, spoken, roster=list(roster)), 1, source(*messages, id=id))
