"""Made-up names of places."""

from ..lang import Lexicon
from .choice import Draws


class MadeUpPlaces:
    """Names of places that are nowhere, in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        endings = lexicon.words("made_up_places.endings")
        # "Larkmoor", but not "Holllow".
        self.names = tuple(
            beginning + ending
            for beginning in lexicon.words("made_up_places.beginnings")
            for ending in endings
            if beginning[-1] != ending[0]
        )

    def draw(self, draws: Draws) -> str | None:
        """One of them; None where there are none."""
        return draws.pick(self.names) if self.names else None
