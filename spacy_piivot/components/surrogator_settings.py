"""Checks the settings of `hips_surrogator` that allow only certain values."""

from collections.abc import Iterable, Mapping

from ..core.labels import CANONICAL, ROLES
from ..core.policy import possible_strategies
from ..errors import PIIvotError


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


def check_strategies(strategies: Mapping[str, str]) -> Mapping[str, str]:
    """Check strategies by label.

    strategies (Mapping[str, str]): Those that differ from the policy's.
    RETURNS (Mapping[str, str]): The strategies.
    RAISES (BadSurrogatorConfig): If a label is unknown, or cannot have its strategy.
    """
    for label, strategy in strategies.items():
        check_one_of("strategies", label, CANONICAL)
        check_one_of(f"strategies.{label}", strategy, possible_strategies(label))
    return dict(strategies)
