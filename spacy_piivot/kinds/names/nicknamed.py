"""Provides nicknames as surrogates, and the given names that have some."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import tee

from ...lang import Lexicon
from .cells import LEAST
from .counts import NameCounts
from .nicknames import Nicknames
from .pools import NamePools, name_key

_LATIN = "LATIN"
_LEAST_BAND = 47


class Nicknamed:
    """The nicknames that can be drawn.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._nicknames = lexicon.part(Nicknames)
        self._counts = lexicon.part(NameCounts)
        self._pools = lexicon.part(NamePools)
        self._every: dict[str, tuple[str, ...]] = {}

    def of(self, given: str) -> tuple[str, ...]:
        """The short forms of a given name."""
        found = map(str.title, sorted(self._nicknames.short_forms(name_key(given))))
        return tuple(name for name in found if self._pools.is_usable(name, _LATIN, True))

    def every(self, sex: str) -> tuple[str, ...]:
        """All nicknames of common names of a sex; of any, if it is not "male" or "female"."""
        if sex not in self._every:
            found = {
                short
                for full in self._nicknames.names
                if self._is_common(full)
                and (sex not in ("male", "female") or self._pools.gender(full) == sex)
                for short in self.of(full)
            }
            self._every[sex] = tuple(sorted(found))
        return self._every[sex]

    def _is_common(self, full: str) -> bool:
        return not self._counts.given or self._counts.band(full, "given") >= _LEAST_BAND

    def first(self, pools: Iterable[Sequence[str]]) -> Iterator[Sequence[str]]:
        """Give of each pool the names that have nicknames, and then the pools themselves.

        pools (Iterable[Sequence[str]]): Pools in order of preference.
        YIELDS (Sequence[str]): Pools, without those that would be too small.
        """
        wanted, others = tee(pools)
        for pool in wanted:
            found = tuple(name for name in pool if self.of(name))
            if len(found) >= LEAST:
                yield found
        yield from others
