"""Tells whether a surrogate shows an original of its dialogue."""

from collections.abc import Iterable

from .variants import Variants, is_one_edit

# A name of so many letters shows inside another: inside its own surrogate, and inside those of
# other people. Of two so long, one edit is hardly seen.
_LEAST_INSIDE, _LEAST_INSIDE_OTHERS, _LEAST_ALIKE = 3, 4, 4


class Resembling:
    """The originals of one dialogue.

    originals (Iterable[str]): The folded parts of the names of all its people.
    """

    def __init__(self, originals: Iterable[str]) -> None:
        self._originals = frozenset(originals)
        self._near = Variants()
        for name in sorted(self._originals):
            if len(name) >= _LEAST_ALIKE:
                self._near.add(name, misspelt=True)
        self._inside = {piece for name in self._originals for piece in _pieces(name)}

    def shows(self, name: str, original: str) -> bool:
        """Whether a possible surrogate shows its original or another of the dialogue.

        name (str): The folded surrogate.
        original (str): Its folded original.
        RETURNS (bool): True for "Amarachi" if Amara is an original, and for "Sarah" if Sara is.
        """
        if name in self._originals or resembles(name, original):
            return True
        if len(name) < _LEAST_ALIKE:
            return False
        inside = name in self._inside or any(piece in self._originals for piece in _pieces(name))
        return inside or bool(self._near.near(name))


def resembles(name: str, original: str) -> bool:
    """Whether a name shows its original: "Amarachi" for Amara, "Sarah" for Sara."""
    shorter, longer = sorted((name, original), key=len)
    inside = len(shorter) >= _LEAST_INSIDE and shorter in longer
    return inside or (len(shorter) >= _LEAST_ALIKE and is_one_edit(name, original))


def _pieces(name: str) -> set[str]:
    """All runs of letters of a name that are long enough to show."""
    return {
        name[start:end]
        for start in range(len(name))
        for end in range(start + _LEAST_INSIDE_OTHERS, len(name) + 1)
    }
