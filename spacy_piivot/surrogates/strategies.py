"""Decides whether each mention gets its entity's current surrogate or a new one.

The Markov strategy is that of Osborne et al. (2022, BRATsynthetic): at each further mention of an
entity a new surrogate is drawn with some probability.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from ..draws.choice import Draws

REDRAWING = frozenset({"markov", "random"})

Redrawing = Literal["markov", "random"]

_STEPS = 2**32


def variants(
    entities: Iterable[tuple[str, str]],
    strategies: Mapping[str, str],
    markov_p: float,
    draws: Callable[[str, str, int], Draws],
) -> list[int]:
    """Number the surrogate of each mention among those of its entity.

    entities (Iterable[tuple[str, str]]): The label and the entity of each mention, in text order.
    strategies (Mapping[str, str]): The strategies by label; all but "markov" and "random" are
        consistent.
    markov_p (float): The probability that a mention after the first gets a new surrogate.
    draws (Callable[[str, str, int], Draws]): The random stream for an entity, a label and the
        number of its mention.
    RETURNS (list[int]): One number per mention: 0 for the entity's first surrogate, and a higher
        number for each new one.
    """
    seen: dict[tuple[str, str], int] = {}
    current: dict[tuple[str, str], int] = {}
    numbers = []
    for label, entity in entities:
        strategy = strategies.get(label, "")
        index = seen.get((label, entity), 0)
        seen[label, entity] = index + 1
        number = current.get((label, entity), 0)
        if index and strategy == "random":
            number += 1
        elif index and strategy == "markov":
            number += draws(entity, f"{label}:markov", index).below(_STEPS) < markov_p * _STEPS
        current[label, entity] = number
        numbers.append(number)
    return numbers
