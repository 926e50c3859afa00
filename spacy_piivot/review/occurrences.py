"""Finds the places where the same words stand, ignoring case and accents, as whole words."""

import re
from collections.abc import Iterator
from functools import lru_cache

from ..core.folding import fold
from .store import Store

# A row of the table `word` is a dialogue's number times this, plus the message's.
ROWS_PER_DIALOGUE = 2**24
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = "'’‘`ʻʼ"


def folded_key(text: str) -> str:
    """The form in which texts are compared: folded, with single spaces."""
    return " ".join(fold(text).split())


def word_row(dialogue: int, message: int, text: str) -> tuple[int, str]:
    """The row of the table `word` for a message."""
    return dialogue * ROWS_PER_DIALOGUE + message, " ".join(_indexed(fold(text)))


def find_key(text: str, key: str) -> Iterator[tuple[int, int]]:
    """Find a folded text in a message, as whole words.

    text (str): The message.
    key (str): The result of `folded_key`.
    YIELDS (tuple[int, int]): The first character, and the one after the last. "Okell" stands in
        "Okell's" and "Okell-Brandt", but not in "Okells" or "O'Okell".
    """
    if not key:
        return
    folded, positions = _folded(text)
    for match in _pattern(key).finditer(folded):
        start, end = match.span()
        if positions is not None:
            # A ligature or "ß" folds to several letters: all or none of them.
            cut = start and positions[start - 1] == positions[start]
            if cut or (end < len(positions) and positions[end] == positions[end - 1]):
                continue
            start, end = positions[start], positions[end - 1] + 1
            while end < len(text) and not fold(text[end]) and not text[end].isspace():
                end += 1  # its accents
        if not _is_in_word(text, start, end):
            yield start, end


def messages_with(store: Store, key: str, dialogue: int | None = None) -> Iterator[tuple[int, int]]:
    """The messages that may contain a folded text, and all that do.

    store (Store): The state.
    key (str): The result of `folded_key`.
    dialogue (int | None): Only in this dialogue.
    YIELDS (tuple[int, int]): The numbers of the dialogue and the message, in order.
    """
    words = _indexed(key)
    if not words:
        # Signs only: there is no index of them.
        for row in store.pages("message", "dialogue, number", ["dialogue", "number"]):
            if dialogue in (None, row["dialogue"]):
                yield row["dialogue"], row["number"]
        return
    query = " AND ".join(f'"{word}"' for word in dict.fromkeys(words))
    first, last = 0, 2**62
    if dialogue is not None:
        first = dialogue * ROWS_PER_DIALOGUE
        last = first + ROWS_PER_DIALOGUE - 1
    rows = store.all(
        "SELECT rowid FROM word WHERE word MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid",
        [query, first, last],
    )
    for row in rows:
        yield divmod(row["rowid"], ROWS_PER_DIALOGUE)


def _indexed(folded: str) -> list[str]:
    """The words of a folded text as they are indexed: SQLite does not know every letter."""
    words = _WORD.findall(folded)
    return [word if word.isascii() else word.encode().hex() for word in words]


def _folded(text: str) -> tuple[str, list[int] | None]:
    """The folded text, and for each of its characters the original's position; None if equal."""
    if text.isascii():
        return fold(text), None
    letters: list[str] = []
    positions: list[int] = []
    for place, character in enumerate(text):
        plain = fold(character)
        letters.append(plain)
        positions += [place] * len(plain)
    return "".join(letters), positions


@lru_cache(256)
def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, key.split())))


def _is_in_word(text: str, start: int, end: int) -> bool:
    """Whether characters are a part of a longer word."""
    before, after = text[max(start - 2, 0) : start], text[end : end + 2]
    if text[start].isalnum() and before:
        if _joins(before[-1]):
            return True
        if before[-1] in _APOSTROPHES and before[:-1].isalpha():
            return True
    if text[end - 1].isalnum() and after:
        if _joins(after[0]):
            return True
        # "don't" is one word, "Zadie's" are two.
        rest = text[end + 1 : end + 3]
        if after[0] in _APOSTROPHES and rest[:1].isalpha():
            return not (rest[0] in "sS" and not rest[1:].isalpha())
    return False


def _joins(character: str) -> bool:
    return character.isalnum() or character == "_"
