"""Checks the settings of `hips_surrogator` that allow only certain values."""

from collections.abc import Iterable, Mapping
from typing import get_args

from ..core.labels import BY_NAME, CANONICAL, INDIRECT, ROLES, Strategy
from ..errors import PIIvotError
from ..surrogates import REDRAWING, REPLACEABLE

STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
# The strategies that make surrogates.
MAKING = frozenset({"consistent", *REDRAWING})


class BadSurrogatorConfig(PIIvotError):
    def __init__(self, setting: str, value: str, allowed: Iterable[str]) -> None:
        super().__init__(
            f"hips_surrogator: {setting} cannot be {value!r}. Use one of: "
            f"{', '.join(sorted(allowed))}."
        )


def check_one_of(setting: str, value: str, allowed: Iterable[str]) -> str:
    """Refuse a value that a setting does not allow.

    setting (str): The setting's name.
    value (str): The value given.
    allowed (Iterable[str]): The allowed values.
    RETURNS (str): The value.
    RAISES (BadSurrogatorConfig): If the value is not allowed.
    """
    if value not in allowed:
        raise BadSurrogatorConfig(setting, value, allowed)
    return value


def check_roles(roles: Iterable[str]) -> frozenset[str]:
    """Check the roles of names that are kept.

    RAISES (BadSurrogatorConfig): If one is not a role.
    """
    return frozenset(check_one_of("keep_roles", role, ROLES) for role in roles)


def check_probability(probability: float) -> float:
    """Check the probability that "markov" draws a new surrogate.

    RAISES (BadSurrogatorConfig): If it is not from 0 to 1.
    """
    if not 0 <= probability <= 1:
        raise BadSurrogatorConfig("markov_p", str(probability), ("a number from 0 to 1",))
    return probability


def all_strategies(strategies: Mapping[str, str]) -> Mapping[str, str]:
    """Complete the strategies by label.

    strategies (Mapping[str, str]): Those that differ from the defaults in
        `spacy_piivot.labels.LABELS`.
    RETURNS (Mapping[str, str]): A strategy for every label; "consistent" for "replace".
    RAISES (BadSurrogatorConfig): If a label is unknown, or cannot have its strategy.
    """
    for label, strategy in strategies.items():
        check_one_of("strategies", label, CANONICAL)
        check_one_of(f"strategies.{label}", strategy, possible_strategies(label))
    chosen = {**{label.name: label.strategy for label in BY_NAME.values()}, **strategies}
    return {
        label: "consistent" if strategy == "replace" else strategy
        for label, strategy in chosen.items()
    }


def possible_strategies(label: str) -> list[str]:
    """The strategies that a canonical label can have."""
    return [
        strategy
        for strategy in STRATEGIES
        if (strategy != "shuffle" or label in INDIRECT)
        and (strategy not in (*MAKING, "replace") or label in REPLACEABLE)
    ]
