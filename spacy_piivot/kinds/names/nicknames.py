"""Looks up common short forms of first names."""

from collections.abc import Collection, Mapping

from ...core.folding import fold
from ...lang import Lexicon


class Nicknames:
    """The short forms of a language's first names.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        # "Chris" is short for several names: it is resolved only if just one of them is in the
        # dialogue.
        self._short: Mapping[str, frozenset[str]] = {
            fold(row["name"]): frozenset(map(fold, row["short forms"].split()))
            for row in lexicon.rows("nicknames")
        }
        full: dict[str, set[str]] = {}
        for name, shorts in self._short.items():
            for short in shorts:
                full.setdefault(short, set()).add(name)
        self._full = {short: frozenset(names) for short, names in full.items()}

    @property
    def names(self) -> Collection[str]:
        """The folded names that have short forms, in the order of the list."""
        return self._short.keys()

    def __contains__(self, name: str) -> bool:
        """Whether a folded name is short for another name."""
        return name in self._full

    def full_names(self, name: str) -> frozenset[str]:
        """The full names of which a folded name is a short form."""
        return self._full.get(name, frozenset())

    def short_forms(self, name: str) -> frozenset[str]:
        """The short forms of a folded name."""
        return self._short.get(name, frozenset())

    def related(self, name: str) -> frozenset[str]:
        """The full names and the short forms of a folded name."""
        return self.full_names(name) | self.short_forms(name)
