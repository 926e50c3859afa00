"""Guesses the region of a name that is on no list from its letters."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import exp, log

_LENGTH = 3
_LEAST_LETTERS = 4
# A region with fewer names is not guessed.
_LEAST_NAMES = 40
# How much the letters of all names together count in a region, in groups of letters.
_SMOOTHING = 400.0
_UNSEEN = 1e-5
# Neighbouring groups of letters say much the same.
_TEMPER = 0.6


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
        common = {
            group: _SMOOTHING * (self._every[group] / self._total + _UNSEEN) for group in groups
        }
        scores = {
            region: sum(
                log((counts[group] + common[group]) / (self._totals[region] + _SMOOTHING))
                for group in groups
            )
            for region, counts in self._counts.items()
        }
        best = max(scores.values())
        weights = {region: exp(_TEMPER * (score - best)) for region, score in scores.items()}
        total = sum(weights.values())
        return {region: weight / total for region, weight in weights.items()}


def _groups(name: str) -> list[str]:
    padded = f"^{name}$"
    return [padded[at : at + _LENGTH] for at in range(len(padded) - _LENGTH + 1)]
