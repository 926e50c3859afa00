"""What of the gold stays uncovered: the characters an attacker would read."""

from collections.abc import Iterable

from .annotations import AnnotatedDialogue, AnnotatedMessage, AnnotatedSpan
from .shares import Share


def leaked_characters(gold: AnnotatedDialogue, predicted: AnnotatedDialogue) -> Share:
    """Characters of gold spans that no prediction covers, whatever its label.

    gold (AnnotatedDialogue): The dialogue with its gold spans.
    predicted (AnnotatedDialogue): The same with all of a system's spans.
    RETURNS (Share): Uncovered characters, of all in gold spans; white space does not count
        where the text is known.
    """
    total = Share()
    for g, p in zip(gold.messages, predicted.messages, strict=True):
        if g.spans:
            real = _characters(g.spans, g)
            total += Share(len(real - _characters(p.spans, g)), len(real))
    return total


def covered(spans: Iterable[AnnotatedSpan]) -> set[int]:
    """The characters of a message that spans cover."""
    return {position for span in spans for position in range(span.start, span.end)}


def _characters(spans: Iterable[AnnotatedSpan], message: AnnotatedMessage) -> set[int]:
    held, text = covered(spans), message.text
    return held if text is None else {c for c in held if not text[c : c + 1].isspace()}
