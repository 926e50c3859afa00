"""Flesch's reading ease of English messages."""

import re
from collections.abc import Sequence

_SENTENCE = re.compile(r"[.!?]+(?:\s|$)|\n")
_WORD = re.compile(r"[^\W\d_]+")
_SYLLABLE = re.compile(r"[aeiouyáéíóúàèìòùäëïöü]+", re.IGNORECASE)


def reading_ease(texts: Sequence[str]) -> float:
    """Compute Flesch's reading ease of messages: about 100 for texts a child of ten can read."""
    words = [word for text in texts for word in _WORD.findall(text)]
    if not words:
        return 0.0
    sentences = sum(
        bool(_WORD.search(sentence)) for text in texts for sentence in _SENTENCE.split(text)
    )
    syllables = sum(max(1, len(_SYLLABLE.findall(word))) for word in words)
    return 206.835 - 1.015 * len(words) / sentences - 84.6 * syllables / len(words)
