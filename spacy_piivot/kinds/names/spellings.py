"""Looks up the spellings of first names that sound alike."""

from collections.abc import Mapping

from ...core.folding import fold
from ...lang import Lexicon


class Spellings:
    """The first names of a language that are spelled in several ways.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        groups = (frozenset(map(fold, line.split())) for line in lexicon.words("name_spellings"))
        self._others: Mapping[str, frozenset[str]] = {
            name: group - {name} for group in groups for name in group
        }

    def others(self, name: str) -> frozenset[str]:
        """The other spellings of a folded name."""
        return self._others.get(name, frozenset())
