"""Excerpts: entities in their context, as a verifier sees them (Shen et al. 2025, 3.3)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .chunks import show_text

OPEN, CLOSE = "[[", "]]"


class Excerpt(NamedTuple):
    """An entity with the text around it.

    before (str): The text before it.
    entity (str): The entity.
    after (str): The text after it.
    label (str): Its supposed label.
    """

    before: str
    entity: str
    after: str
    label: str

    @property
    def marked(self) -> str:
        """The text with the entity, and only the entity, in double brackets."""
        return f"{defuse(self.before)}{OPEN}{defuse(self.entity)}{CLOSE}{defuse(self.after)}"


def make_excerpt(
    text: str,
    tokens: Sequence[tuple[int, int]],
    entity: tuple[int, int],
    label: str,
    count: int,
    masked: Iterable[tuple[int, int, str]] = (),
) -> Excerpt:
    """Cut out an entity with its context.

    text (str): A document.
    tokens (Sequence[tuple[int, int]]): Start and end of its tokens, in order.
    entity (tuple[int, int]): Start and end of the entity.
    label (str): Its label.
    count (int): The number of tokens of context on each side.
    masked (Iterable[tuple[int, int, str]]): Start, end and label of spans that are replaced with
        their label in brackets wherever they overlap the context.
    RETURNS (Excerpt): The entity in its context.
    """
    start, end = entity
    before = [token for token in tokens if token[1] <= start][-count:] if count else []
    after = [token for token in tokens if token[0] >= end][:count]
    first = before[0][0] if before else start
    last = after[-1][1] if after else end
    hidden = sorted(masked)
    return Excerpt(
        show_text(_hide(text, first, start, hidden)),
        show_text(text[start:end]),
        show_text(_hide(text, end, last, hidden)),
        label,
    )


def _hide(text: str, start: int, end: int, hidden: Sequence[tuple[int, int, str]]) -> str:
    pieces = []
    position = start
    for first, last, label in hidden:
        if last <= position or first >= end:
            continue
        # An entity that the context's edge cuts is hidden completely.
        pieces += [text[position : max(first, position)], f"[{label}]"]
        position = min(last, end)
    return "".join([*pieces, text[position:end]])


def defuse(text: str) -> str:
    """Split the double brackets of a text: only an entity may have them."""
    while OPEN in text or CLOSE in text:
        text = text.replace(OPEN, "[ [").replace(CLOSE, "] ]")
    return text
