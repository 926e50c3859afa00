"""Exact bounds for the rate of something that was counted in a random sample.

"At most" is one-sided: 0 in 300 gives at most 1.0% with 95% confidence. Needs scipy, of the extra
`review`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType

from ..core.optional import require

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Stratum:
    """What was counted in one part of a population.

    population (int): How many messages the part has.
    looked (int): How many of them were drawn at random, without replacement, and looked at.
    found (int): In how many of those something was found.
    """

    population: int
    looked: int
    found: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.found <= self.looked <= self.population:
            raise ValueError("A stratum needs 0 <= found <= looked <= population.")


def upper_bound(found: int, looked: int, confidence: float = CONFIDENCE) -> float:
    """Compute the one-sided upper bound of Clopper and Pearson (1934).

    found (int): In how many something was found.
    looked (int): How many were drawn and looked at.
    confidence (float): In how many of 100 such samples the bound holds, divided by 100.
    RETURNS (float): The largest rate for which a count as low as this one is not rarer than
        `1 - confidence`; 1 if none was looked at.
    """
    if found >= looked:
        return 1.0
    return float(_stats().beta.ppf(confidence, found + 1, looked - found))


def interval(found: int, looked: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Compute the two-sided interval of Clopper and Pearson (1934).

    RETURNS (tuple[float, float]): The lower and the upper end, each with half of the error.
    """
    tail = (1 - confidence) / 2
    upper = upper_bound(found, looked, 1 - tail)
    return 1 - upper_bound(looked - found, looked, 1 - tail), upper


@lru_cache(maxsize=4096)
def upper_count(stratum: Stratum, confidence: float = CONFIDENCE) -> int:
    """Compute the exact upper bound for a sample without replacement from a finite population.

    RETURNS (int): The largest number in the population, of the hypergeometric distribution, for
        which a count as low as this one is not rarer than `1 - confidence`.
    """
    size, looked, found = stratum.population, stratum.looked, stratum.found
    low, high = found, size - looked + found
    if not looked:
        return high
    cdf = _stats().hypergeom.cdf
    while low < high:
        middle = (low + high + 1) // 2
        if cdf(found, size, middle, looked) > 1 - confidence:
            low = middle
        else:
            high = middle - 1
    return low


def estimate(strata: Sequence[Stratum]) -> float | None:
    """Estimate the rate in the population: the rates of the strata, weighted by their sizes.

    RETURNS (float | None): 0 to 1; None if nobody looked at any message of a stratum.
    """
    total = _population(strata)
    filled = [stratum for stratum in strata if stratum.population]
    if not total or not all(stratum.looked for stratum in filled):
        return None
    return sum(one.population * one.found / one.looked for one in filled) / total


def stratified_bound(strata: Sequence[Stratum], confidence: float = CONFIDENCE) -> float:
    """Compute a one-sided upper bound for the rate in a population that was sampled by strata.

    It holds with at least the confidence, whatever the rates of the strata are. There are two
    ways, and which one is used depends on the sizes only, never on what was found:

    - Together: the number found is a sum of independent trials with different probabilities (a
      hypergeometric count is one too: Vatutin and Mikhailov 1982). Hoeffding (1956, Theorem 4)
      shows that such a sum is at most `k` no more often than a binomial one with the same mean,
      for `k` below that mean by 1 or more. So Clopper and Pearson's bound holds for the mean
      rate of the sample; and the population's is at most that, times the largest of the strata's
      `(share of the population) / (share of the sample)`, which is 1 for a proportional sample.
    - Apart: the exact finite bound of each stratum, the error divided among them (Bonferroni).
      It is better if most of the population was looked at.

    strata (Sequence[Stratum]): The parts of the population. One that nobody looked at counts as
        full.
    confidence (float): See `upper_bound`.
    RETURNS (float): 0 to 1. A single stratum has its exact finite bound.
    """
    total = _population(strata)
    if not total:
        return 0.0
    empty = [Stratum(one.population, one.looked) for one in strata]
    together = _together(empty, confidence) < _apart(empty, confidence)
    return min(1.0, (_together if together else _apart)(strata, confidence) / total)


def more_needed(
    strata: Sequence[Stratum], bound: float, confidence: float = CONFIDENCE
) -> int | None:
    """Compute how many more messages a wanted bound needs, if nothing more is found in them.

    strata (Sequence[Stratum]): What was looked at so far.
    bound (float): The wanted bound, between 0 and 1.
    confidence (float): See `upper_bound`.
    RETURNS (int | None): The number; they must be drawn in proportion to the strata. None if even
        all messages are not enough, because too many were found.
    """
    left = _population(strata) - sum(one.looked for one in strata)
    if stratified_bound(_grown(strata, left), confidence) > bound:
        return None
    low, high = 0, left
    while low < high:
        middle = (low + high) // 2
        if stratified_bound(_grown(strata, middle), confidence) <= bound:
            high = middle
        else:
            low = middle + 1
    return low


def proportional(sizes: Sequence[int], number: int, least: int = 0) -> list[int]:
    """Divide a number among strata in proportion to their sizes, by largest remainders.

    sizes (Sequence[int]): The sizes of the strata.
    number (int): The number to divide; all are taken if it is larger than the population.
    least (int): How many every stratum gets, if it has so many; at most an equal share.
    RETURNS (list[int]): The numbers, none larger than its stratum; their sum is `number`.
    """
    number = min(number, sum(sizes))
    filled = sum(size > 0 for size in sizes)
    floors = [min(size, least, number // max(filled, 1)) for size in sizes]
    exact = [number * size / (sum(sizes) or 1) for size in sizes]
    taken = [max(floor, int(share)) for floor, share in zip(floors, exact, strict=True)]
    # Too many if floors were raised: those furthest above their share give some back.
    while sum(taken) != number:
        step = 1 if sum(taken) < number else -1
        movable = [
            at
            for at, size in enumerate(sizes)
            if (taken[at] < size if step > 0 else taken[at] > floors[at])
        ]
        at = max(movable, key=lambda at: step * (exact[at] - taken[at]))
        taken[at] += step
    return taken


def _together(strata: Sequence[Stratum], confidence: float) -> float:
    looked = [one for one in strata if one.looked]
    unseen = sum(one.population for one in strata if not one.looked)
    size, found = sum(one.looked for one in looked), sum(one.found for one in looked)
    if not looked:
        return float(unseen)
    rate = upper_bound(found, size, confidence)
    if found > size * rate - 1 and rate < 1:  # Hoeffding's condition; true at any usual confidence
        return float(_population(strata))
    return unseen + size * rate * max(one.population / one.looked for one in looked)


def _apart(strata: Sequence[Stratum], confidence: float) -> float:
    # A stratum of which everything was looked at needs no share of the error.
    open_ones = sum(one.looked < one.population for one in strata)
    each = 1 - (1 - confidence) / max(open_ones, 1)
    return float(sum(upper_count(one, each) for one in strata))


def _grown(strata: Sequence[Stratum], more: int) -> list[Stratum]:
    """The strata after more messages without a finding: those that lag most behind come first."""
    sizes = [one.population for one in strata]
    wanted = proportional(sizes, more + sum(one.looked for one in strata))
    lag = [max(0, want - one.looked) for want, one in zip(wanted, strata, strict=True)]
    while sum(lag) > more:  # some strata have more than their share already
        lag[lag.index(max(lag))] -= 1
    return [
        Stratum(one.population, one.looked + extra, one.found)
        for one, extra in zip(strata, lag, strict=True)
    ]


def _population(strata: Sequence[Stratum]) -> int:
    return sum(one.population for one in strata)


def _stats() -> ModuleType:
    return require("scipy.stats", "review")
