"""Guesses the region of a name that is on no list from its letters."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import exp, log

_LENGTH = 3
_LEAST_LETTERS = 4
# A region with fewer names is not guessed.
_LEAST_NAMES = 40
# How much the letters of all names together count in a region, whatever its size: otherwise a short
# list would get all names with rare letters.
_COMMON = 0.15
# A region with fewer groups of letters is less likely.
_FEW = 1500
_UNSEEN = 1e-5
# Neighbouring groups of letters say much the same.
_TEMPER = 0.5


class Letters:
    """The groups of three letters in the names of each region.

    names (Mapping[str, Iterable[str]]): The folded names of each region.
    """

    def __init__(self, names: Mapping[str, Iterable[str]]) -> None:
        self._counts: dict[str, Counter[str]] = {}
        self._every: Counter[str] = Counter()
        for region, some in names.items():
            listed = list(some)
            if len(listed) >= _LEAST_NAMES:
                counts = Counter(group for name in listed for group in _groups(name))
                self._counts[region] = counts
                self._every.update(counts)
        self._totals = {region: counts.total() for region, counts in self._counts.items()}
        self._total = max(1, self._every.total())

    def guess(self, name: str) -> dict[str, float]:
        """The probabilities of the regions of a folded name; none for a short one."""
        groups = _groups(name)
        if len(name) < _LEAST_LETTERS or not self._counts:
            return {}
        common = {group: _COMMON * (self._every[group] / self._total + _UNSEEN) for group in groups}
        scores = {}
        for region, counts in self._counts.items():
            size = self._totals[region]
            own = (1 - _COMMON) / size
            scores[region] = min(0.0, log(size / _FEW)) + sum(
                log(own * counts[group] + common[group]) for group in groups
            )
        best = max(scores.values())
        weights = {region: exp(_TEMPER * (score - best)) for region, score in scores.items()}
        total = sum(weights.values())
        return {region: weight / total for region, weight in weights.items()}


def _groups(name: str) -> list[str]:
    padded = f"^{name}$"
    return [padded[at : at + _LENGTH] for at in range(len(padded) - _LENGTH + 1)]
