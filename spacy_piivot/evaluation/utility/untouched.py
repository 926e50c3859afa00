"""Counts the numbers, tokens and lookalikes of messages that a system leaves untouched."""

import re

from ..core.annotations import AnnotatedDialogue, AnnotatedMessage, Extent
from ..core.leakage import covered
from ..core.shares import Share
from ..core.tokens import message_tokens

NUMBER = re.compile(r"\d(?:[\d.,:/]*\d)?")


def numbers(message: AnnotatedMessage) -> list[Extent]:
    """Find the numbers of a message outside of gold spans: they should be kept.

    message (AnnotatedMessage): The gold message, with its text, spans and distractors.
    RETURNS (list[Extent]): Start and end of each run of digits, with the points, commas,
        colons and slashes inside it ("3.14", "4/12", "3:45").
    """
    if message.text is None:
        return []
    found = (match.span() for match in NUMBER.finditer(message.text))
    labelled = covered([*message.spans, *message.distractors])
    return [extent for extent in found if labelled.isdisjoint(range(*extent))]


def untouched_numbers(gold: AnnotatedMessage, predicted: AnnotatedMessage) -> Share:
    """Count the numbers outside of gold spans that no prediction touches, whatever its label."""
    real = numbers(gold)
    touched = covered(predicted.spans)
    return Share(sum(touched.isdisjoint(range(*extent)) for extent in real), len(real))


def untouched_tokens(gold: AnnotatedMessage, predicted: AnnotatedMessage) -> Share:
    """Count the tokens outside of gold spans that no prediction touches, whatever its label."""
    labelled = covered([*gold.spans, *gold.distractors])
    real = [token for token in message_tokens(gold) if labelled.isdisjoint(range(*token))]
    touched = covered(predicted.spans)
    return Share(sum(touched.isdisjoint(range(*token)) for token in real), len(real))


def touched_clean_messages(gold: AnnotatedDialogue, predicted: AnnotatedDialogue) -> Share:
    """Count the messages without labels in which there is a prediction, whatever its label."""
    found = [
        bool(p.spans)
        for g, p in zip(gold.messages, predicted.messages, strict=True)
        if g.text is not None and not g.spans and not g.distractors
    ]
    return Share(sum(found), len(found))


def lookalike_alarms(gold: AnnotatedDialogue, predicted: AnnotatedDialogue) -> dict[str, Share]:
    """Count the lookalikes that a prediction touches, whatever its label, by kind."""
    shares: dict[str, Share] = {}
    for g, p in zip(gold.messages, predicted.messages, strict=True):
        touched = covered(p.spans) if g.lookalikes else set()
        for lookalike in g.lookalikes:
            alarm = not touched.isdisjoint(range(lookalike.start, lookalike.end))
            shares[lookalike.kind] = shares.get(lookalike.kind, Share()) + Share(int(alarm), 1)
    return shares
