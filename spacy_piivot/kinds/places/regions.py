"""Pools of countries and provinces that can replace another."""

from collections.abc import Sequence

from ...lang import Lexicon
from . import Gazetteer
from .cities import LEAST, Cities
from .gazetteer import COUNTRY, PROVINCE, country_of


class Regions:
    """The countries and provinces that are alike: with an article or without, by the sea or not.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._gazetteer = lexicon.part(Gazetteer)
        self._cities = lexicon.part(Cities)
        self._with_article = lexicon.word_set("place_words.with_article")
        self._pools: dict[str, tuple[Sequence[str], ...]] = {}

    def like(self, region: str) -> tuple[Sequence[str], ...]:
        """The pools of names that can replace a country or a province, the best first."""
        if region not in self._pools:
            is_country = region == country_of(region)
            self._pools[region] = self._countries(region) if is_country else self._provinces(region)
        return self._pools[region]

    def _countries(self, country: str) -> tuple[Sequence[str], ...]:
        places = self._gazetteer
        with_article = places.name(country) in self._with_article

        def fits(name: str) -> bool:
            return (name in self._with_article) == with_article

        pools = [
            tuple(filter(fits, places.known_countries)),
            tuple(filter(fits, places.pool(COUNTRY))),
        ]
        best = [*(self._alike(country, COUNTRY, pool) for pool in pools), *pools]
        return (*(pool for pool in best if len(pool) >= LEAST), places.pool(COUNTRY))

    def _provinces(self, province: str) -> tuple[Sequence[str], ...]:
        pool = self._gazetteer.pool(PROVINCE, country_of(province))
        alike = self._alike(province, PROVINCE, pool)
        return (alike, pool) if len(alike) >= LEAST else (pool,)

    def _alike(self, region: str, kind: str, pool: Sequence[str]) -> Sequence[str]:
        """Those of a pool with a coast if a region has one, or else those without."""
        has_coast = self._cities.has_coast
        own = has_coast(region)
        return tuple(name for name in pool if has_coast(self._gazetteer.region(name, kind)) == own)
