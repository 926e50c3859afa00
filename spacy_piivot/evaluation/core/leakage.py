"""Counts the characters of gold spans that a system leaves readable."""

from collections.abc import Iterable

from .annotations import AnnotatedDialogue, AnnotatedMessage, AnnotatedSpan
from .shares import Share


def leaked_characters(gold: AnnotatedDialogue, predicted: AnnotatedDialogue) -> Share:
    """Count the characters of gold spans that no prediction covers, whatever its label.

    gold (AnnotatedDialogue): The dialogue with its gold spans.
    predicted (AnnotatedDialogue): The same dialogue with all of a system's spans.
    RETURNS (Share): Uncovered characters, of all in gold spans; white space does not count
        if the text is known.
    """
    total = Share()
    for g, p in zip(gold.messages, predicted.messages, strict=True):
        if g.spans:
            real = _characters(g.spans, g)
            total += Share(len(real - _characters(p.spans, g)), len(real))
    return total


def covered(spans: Iterable[AnnotatedSpan]) -> set[int]:
    """Return the positions of the characters that spans cover."""
    return {position for span in spans for position in range(span.start, span.end)}


def _characters(spans: Iterable[AnnotatedSpan], message: AnnotatedMessage) -> set[int]:
    inside, text = covered(spans), message.text
    return inside if text is None else {c for c in inside if not text[c : c + 1].isspace()}
