"""Names for places that are nowhere, and for places in scripts other than Latin."""

from ...draws.choice import Draws
from ...lang import Lexicon
from ..names.locales import listed_cities, locales
from ..names.pools import name_pools, script_of


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


class ForeignPlaces:
    """Names for places in scripts other than Latin.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._names = name_pools(lexicon)
        self._pools: dict[str, tuple[tuple[str, ...], ...]] = {}

    def pools(self, script: str) -> tuple[tuple[str, ...], ...]:
        """Cities in a script, where they are listed, then family names in it."""
        if script not in self._pools:
            listed = (city for locale in locales() for city in listed_cities(locale))
            found = {city for city in listed if script_of(city) == script}
            families = self._names.candidates(
                "family", script=script, region=self._names.home, gender="", ascii_only=False
            )
            pools = (tuple(sorted(found)), *families)
            self._pools[script] = tuple(pool for pool in pools if pool)
        return self._pools[script]
