"""Short ways to write annotated dialogues in tests."""

from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
)

Span = tuple[int, int, str]


def span(start: int, end: int, label: str = "NAME", **fields: object) -> AnnotatedSpan:
    return AnnotatedSpan(start, end, label, **fields)  # type: ignore[arg-type]


def message(text: str, *spans: Span, **fields: object) -> AnnotatedMessage:
    """A message whose spans have their texts."""
    made = [AnnotatedSpan(s, e, label, text=text[s:e]) for s, e, label in spans]
    return AnnotatedMessage(made, text, **fields)  # type: ignore[arg-type]


def dialogue(*messages: AnnotatedMessage, id: str = "d", **fields: object) -> AnnotatedDialogue:
    return AnnotatedDialogue(id, list(messages), **fields)  # type: ignore[arg-type]


def essay(text: str, *spans: Span, id: str = "d", **fields: object) -> AnnotatedDialogue:
    """A dialogue of one message."""
    return dialogue(message(text, *spans), id=id, **fields)
