"""Which of its surrogates a mention gets: the same at every mention, a new one, or now and then.

The Markov strategy is that of Osborne et al. (2022, BRATsynthetic): at each further mention of an
entity its surrogate is drawn anew with some probability.
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
    """Number the surrogates of each mention's entity.

    entities (Iterable[tuple[str, str]]): The label and the entity of each mention, in text order.
    strategies (Mapping[str, str]): The strategy of a label; all but "markov" and "random" are
        consistent.
    markov_p (float): With which probability a mention after the first gets a new surrogate.
    draws (Callable): The stream of an entity, a label and the number of its mention.
    RETURNS (list[int]): A number a mention: 0 is the surrogate that the entity has first, and a
        higher one is used by no mention before it but those with the same number.
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
