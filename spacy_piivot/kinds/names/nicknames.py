"""Common short forms of first names."""

from collections.abc import Mapping

from ...core.folding import fold
from ...lang import Lexicon


class Nicknames:
    """The short forms of a language's first names.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        # "Chris" is short for several: it is joined to none of them unless only one of them is in
        # the dialogue.
        self._short: Mapping[str, frozenset[str]] = {
            fold(row["name"]): frozenset(map(fold, row["short forms"].split()))
            for row in lexicon.rows("nicknames")
        }
        full: dict[str, set[str]] = {}
        for name, shorts in self._short.items():
            for short in shorts:
                full.setdefault(short, set()).add(name)
        self._full = {short: frozenset(names) for short, names in full.items()}

    def __contains__(self, name: str) -> bool:
        """Whether a folded name is short for another one."""
        return name in self._full

    def full_names(self, name: str) -> frozenset[str]:
        """The full names that a folded name is short for."""
        return self._full.get(name, frozenset())

    def short_forms(self, name: str) -> frozenset[str]:
        """The short forms of a folded name."""
        return self._short.get(name, frozenset())

    def related(self, name: str) -> frozenset[str]:
        """The full names that a folded name is short for, and its own short forms."""
        return self.full_names(name) | self.short_forms(name)
