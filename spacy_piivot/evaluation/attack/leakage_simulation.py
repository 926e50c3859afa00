"""Simulates on gold how many dialogues give away a missed name under each strategy.

After Osborne et al. (2022): a detector misses each mention with some probability; the attacker
knows the strategy. With masks or consistent surrogates, one missed mention is enough, since
nothing else occurs unmasked or only once. If new surrogates are drawn, a missed name stands out
only if it occurs more often in its dialogue than any surrogate (the maximum surrogate repeat size).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.labels import NOT_PRIVATE
from ...lang import ENGLISH
from ...surrogates import Mention, who_is_who
from ..core.annotations import AnnotatedDialogue

MISS_RATES = (0.001, 0.01, 0.05)
STRATEGIES = ("mask", "consistent", "markov", "random")
RUNS = 200


@dataclass(frozen=True, slots=True)
class LeakageSimulation:
    """The result of `simulate_leakage`.

    dialogues (int): The number of dialogues with a name.
    mentions (int): The number of mentions of names.
    markov_p (float): The probability that "markov" draws a new surrogate.
    shares (Mapping[str, Mapping[float, float]]): The share of dialogues in which a missed name
        stands out, by strategy and miss rate.
    """

    dialogues: int
    mentions: int
    markov_p: float
    shares: Mapping[str, Mapping[float, float]]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "dialogues": self.dialogues,
            "mentions": self.mentions,
            "markov_p": self.markov_p,
            "shares": {
                strategy: {str(rate): share for rate, share in shares.items()}
                for strategy, shares in self.shares.items()
            },
        }


def simulate_leakage(
    mentions: Sequence[Sequence[int]],
    *,
    miss_rates: Sequence[float] = MISS_RATES,
    markov_p: float = 0.5,
    runs: int = RUNS,
    seed: int = 0,
) -> LeakageSimulation:
    """Simulate a detector that misses mentions of names.

    mentions (Sequence[Sequence[int]]): The number of mentions of each person in each dialogue;
        see `count_mentions`.
    miss_rates (Sequence[float]): The probabilities that a mention is missed.
    markov_p (float): The probability that "markov" draws a new surrogate, at each mention after
        the first.
    runs (int): How often each dialogue is simulated.
    seed (int): The seed of the draws.
    RETURNS (LeakageSimulation): The shares of dialogues with a name that stands out.
    """
    named = [np.array(counts) for counts in mentions if len(counts)]
    random = np.random.default_rng(seed)
    shares: dict[str, dict[float, float]] = {strategy: {} for strategy in STRATEGIES}
    for rate in miss_rates:
        exposed: Counter[str] = Counter()
        for counts in named:
            for missed in random.binomial(counts, rate, (runs, len(counts))):
                if not missed.any():
                    continue
                worst = missed.max()
                replaced = counts - missed
                exposed["mask"] += 1
                exposed["consistent"] += 1
                exposed["random"] += worst > min(1, replaced.max())
                exposed["markov"] += worst > _longest_repeat(replaced, markov_p, random)
        total = runs * len(named)
        for strategy in STRATEGIES:
            shares[strategy][rate] = exposed[strategy] / total if total else 0.0
    return LeakageSimulation(len(named), int(sum(map(sum, named))), markov_p, shares)


def count_mentions(gold: Sequence[AnnotatedDialogue]) -> list[list[int]]:
    """Count the mentions by name of each person in each dialogue.

    gold (Sequence[AnnotatedDialogue]): Dialogues with gold spans and texts. Names of public
        figures and in mathematical terms do not count.
    RETURNS (list[list[int]]): The counts of each dialogue.
    """
    counted = []
    for dialogue in gold:
        names = [
            (message.text or "")[span.start : span.end]
            for message in dialogue.messages
            for span in message.spans
            if span.label == "NAME" and span.role not in NOT_PRIVATE
        ]
        written = Counter(names)
        people = who_is_who((Mention(name, "NAME") for name in written), lexicon=ENGLISH)
        counted.append([sum(written[name] for name in person["names"]) for person in people])
    return [[count for count in counts if count] for counts in counted]


def _longest_repeat(replaced: Any, markov_p: float, random: np.random.Generator) -> int:
    """Count the occurrences of the most frequent surrogate."""
    longest = 0
    for count in map(int, replaced):
        if count:
            redrawn = np.flatnonzero(random.random(count - 1) < markov_p) + 1
            runs = np.diff([0, *redrawn, count])
            longest = max(longest, int(runs.max()))
    return longest
