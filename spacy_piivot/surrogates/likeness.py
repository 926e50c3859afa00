"""When two different spellings can be one name."""

from ..names import is_one_edit
from .pools import HOME, name_pools

KINDS = ("given", "family")
LEAST_MISSPELT = 6


def genders_agree(one: str, other: str) -> bool:
    """Whether two folded given names can be one person's: not a man's and a woman's."""
    genders = {name_pools().gender(name, HOME) for name in (one, other)}
    return not {"male", "female"} <= genders


def is_misspelling(one: str, other: str) -> bool:
    """Whether two long folded names are one name, once misspelt.

    one (str): A folded name.
    other (str): Another.
    RETURNS (bool): True for one edit, if only one of them is a known name or they differ in a
        doubled letter: Daniel and Daniela are two people, Cassandra and Casandra are one.
    """
    if min(len(one), len(other)) < LEAST_MISSPELT or not is_one_edit(one, other):
        return False
    if len(one) != len(other) and _undoubled(one) == _undoubled(other):
        return True  # Cassandra, Casandra
    pools = name_pools()
    known = [any(pools.is_known(name, k) for k in KINDS) for name in (one, other)]
    return any(known) and not all(known)


def _undoubled(name: str) -> str:
    return "".join(c for i, c in enumerate(name) if i == 0 or name[i - 1] != c)


def deletions(name: str) -> set[str]:
    """A name and what is left of it without one letter: names one edit apart share one."""
    return {name, *(name[:i] + name[i + 1 :] for i in range(len(name)))}
