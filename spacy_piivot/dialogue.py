"""The public API for dialogues and messages, and their conversion to Docs and back."""

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
