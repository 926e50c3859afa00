"""Makes up place names, and lists place names in scripts other than Latin."""

from ...draws.choice import Draws
from ...lang import Lexicon
from ..names.locales import listed_cities, locales
from ..names.pools import name_pools, script_of


class MadeUpPlaces:
    """Made-up place names in a language.

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
        """Draw one; None if the language has none."""
        return draws.pick(self.names) if self.names else None


class ForeignPlaces:
    """Place names in scripts other than Latin.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._names = name_pools(lexicon)
        self._pools: dict[str, tuple[tuple[str, ...], ...]] = {}

    def pools(self, script: str) -> tuple[tuple[str, ...], ...]:
        """The listed cities in a script, if any, then family names in it."""
        if script not in self._pools:
            listed = (city for locale in locales() for city in listed_cities(locale))
            found = {city for city in listed if script_of(city) == script}
            families = self._names.candidates(
                "family", script=script, region=self._names.home, gender="", ascii_only=False
            )
            pools = (tuple(sorted(found)), *families)
            self._pools[script] = tuple(pool for pool in pools if pool)
        return self._pools[script]
