"""Finds further mentions of identifiers that were found once in a dialogue."""

import re
from collections.abc import Iterator, Sequence

from ..core.labels import IDENTIFIERS
from .recognizer import Finding

_WORD = re.compile(r"\w+")
# Shorter identifiers and short numbers recur by chance; plain words are names or ordinary words.
_SHORTEST = 5
_SHORTEST_NUMBER = 6


def find_repeated(
    messages: Sequence[str], found: Sequence[Sequence[Finding]]
) -> Iterator[tuple[int, Finding]]:
    """Find mentions of known identifiers that have no cue of their own.

    messages (Sequence[str]): The messages of one dialogue.
    found (Sequence[Sequence[Finding]]): The findings in each message.
    YIELDS (tuple[int, Finding]): The number of a message and a further mention in it.
    """
    # By first word, then by length, so that a text is read once for all identifiers.
    known: dict[str, dict[int, dict[str, Finding]]] = {}
    for message, findings in zip(messages, found, strict=True):
        for finding in findings:
            surface = message[finding.start : finding.end].lower()
            first = _WORD.search(surface)
            if finding.label in IDENTIFIERS and first and _is_distinctive(surface):
                surface = surface[first.start() :]
                by_length = known.setdefault(first.group(), {})
                by_length.setdefault(len(surface), {}).setdefault(surface, finding)
    if not known:
        return
    for number, message in enumerate(messages):
        lowered = message.lower()
        if len(lowered) != len(message):  # "İ" is longer in lower case: offsets would not fit
            continue
        for word in _WORD.finditer(lowered):
            start = word.start()
            for length, surfaces in known.get(word.group(), {}).items():
                match = surfaces.get(lowered[start : start + length])
                if match and not lowered[start + length : start + length + 1].isalnum():
                    yield number, Finding(start, start + length, match.label, match.score)


def _is_distinctive(surface: str) -> bool:
    if any(c.isdigit() for c in surface):
        letters = any(c.isalpha() for c in surface)
        return len(surface) >= (_SHORTEST if letters else _SHORTEST_NUMBER)
    return len(surface) >= _SHORTEST and bool(re.search(r"\w[_.@/-]\w", surface))
