"""Finds known words from their misspellings: letters repeated, or one edit away."""

import re
from collections.abc import Iterable

from ...core.folding import squeeze

_RUN = re.compile(r"(.)\1*")
_STRETCHED = re.compile(r"(.)\1\1")


class Variants:
    """An index of folded words."""

    def __init__(self) -> None:
        self._squeezed: dict[str, list[str]] = {}
        self._near: dict[str, list[str]] = {}
        self._longest = -1

    def add(self, word: str, *, misspelt: bool = False) -> None:
        """Add a word.

        word (str): A folded word that was not added before.
        misspelt (bool): Whether it is also found from words one edit away.
        """
        self._squeezed.setdefault(squeeze(word), []).append(word)
        if misspelt:
            self._longest = max(self._longest, len(word))
            for key in _deletions(word):
                self._near.setdefault(key, []).append(word)

    def alike(self, word: str) -> Iterable[str]:
        """The known words that equal a folded word if repeated letters count once."""
        return self._squeezed.get(squeeze(word), ())

    def near(self, word: str) -> set[str]:
        """The known words that are one edit away from a folded word."""
        # No longer word is: skip runs of thousands of letters.
        if len(word) > self._longest + 1:
            return set()
        keys = _deletions(word)
        return {near for key in keys for near in self._near.get(key, ()) if is_one_edit(word, near)}


def repeats(word: str, name: str) -> bool:
    """Whether a word is a name with letters repeated: each run at least as long.

    word (str): A folded word that equals the name if repeated letters count once.
    name (str): The folded name.
    RETURNS (bool): True for "cassieee" and "cassie", False for "casie".
    """
    runs, own = ([len(match[0]) for match in _RUN.finditer(text)] for text in (word, name))
    return all(run >= least for run, least in zip(runs, own, strict=True))


def is_stretched(word: str) -> bool:
    """Whether a word has a letter three times in a row, as in no usual spelling."""
    return bool(_STRETCHED.search(word))


def is_one_edit(one: str, other: str) -> bool:
    """Whether two words differ by one insertion, deletion, substitution or swap of neighbours.

    one (str): A folded word.
    other (str): Another folded word.
    RETURNS (bool): Whether their Damerau distance (optimal string alignment) is 1.
    """
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    if len(one) > len(other):
        one, other = other, one
    i = 0
    while i < len(one) and one[i] == other[i]:
        i += 1
    if len(one) < len(other):
        return one[i:] == other[i + 1 :]
    if one[i + 1 :] == other[i + 1 :]:
        return True
    return one[i : i + 2] == other[i : i + 2][::-1] and one[i + 2 :] == other[i + 2 :]


def _deletions(word: str) -> set[str]:
    """A word, and the word without each of its letters: words one edit apart share one."""
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}
