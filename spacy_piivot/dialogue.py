"""Dialogues and messages, and their way into a Doc and back: what user code imports."""

from .core.dialogue import (
    Dialogue,
    Message,
    NotReleasable,
    TooLong,
    dialogue_to_doc,
    doc_to_dialogue,
    message_candidates,
    message_segments,
)

__all__ = [
    "Dialogue",
    "Message",
    "NotReleasable",
    "TooLong",
    "dialogue_to_doc",
    "doc_to_dialogue",
    "message_candidates",
    "message_segments",
]
