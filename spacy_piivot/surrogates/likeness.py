"""When two different spellings can be one name."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from ..names import is_one_edit, squeeze
from .nicknames import related_names
from .pools import HOME, name_pools

KINDS = ("given", "family")
LEAST_MISSPELT = 6
_NICKNAME_ENDINGS = ("ny", "ie", "ey", "y", "i")
LEAST_SHORT = 3
_REPEATED = re.compile(r"(.)\1+")


def genders_agree(one: str, other: str) -> bool:
    """Whether two folded given names can be one person's: not a man's and a woman's."""
    genders = {name_pools().gender(name, HOME) for name in (one, other)}
    return not {"male", "female"} <= genders


def nickname_of(name: str, known: Sequence[str], gender: str = "") -> str | None:
    """The one known first name that a name is the short or the long form of.

    name (str): A folded name that is not among the known ones.
    known (Sequence[str]): Folded first names, sorted.
    gender (str): The gender of whose name it is, as far as it is known.
    RETURNS (Optional[str]): The name without its ending (Johnny: John) before names in the table
        of short forms and names that go on where it ends (Cass: Cassie). None if there are
        several, or none.
    """
    for found in (_stems(name, known), _short_forms(name, known)):
        fitting = {full for full in found if genders_agree(name, full)}
        if gender:
            other = {"male": "female", "female": "male"}[gender]
            fitting = {full for full in fitting if name_pools().gender(full, HOME) != other}
        if fitting:
            return fitting.pop() if len(fitting) == 1 else None
    return None


def is_short_form(one: str, other: str) -> bool:
    """Whether one of two folded first names is a short form of the other."""
    if one[:LEAST_SHORT] != other[:LEAST_SHORT] and other not in related_names(one):
        return False
    return nickname_of(one, [other]) is not None or nickname_of(other, [one]) is not None


def near_in_order(name: str, known: Sequence[str]) -> list[str]:
    """The names of a sorted list that begin as a name does: all that it is a stem or form of."""
    return _beginning_with(name[:LEAST_SHORT], known)


def _stems(name: str, known: Sequence[str]) -> set[str]:
    found = set()
    for ending in _NICKNAME_ENDINGS:
        stem = name.removesuffix(ending)
        if stem != name and len(stem) >= LEAST_SHORT:
            doubled = len(stem) > LEAST_SHORT and stem[-1] == stem[-2]  # Tom, Tommy
            found |= {stem, stem[:-1]} if doubled else {stem}
    return {stem for stem in found if _holds(known, stem)}


def _short_forms(name: str, known: Sequence[str]) -> set[str]:
    found = {full for full in related_names(name) if _holds(known, full)}
    for ending in _NICKNAME_ENDINGS:
        stem = name.removesuffix(ending)
        if stem != name and len(stem) >= LEAST_SHORT + (ending != "ny" or stem[-1] != "n"):
            found |= set(_beginning_with(stem, known))  # Cassie, Cassandra; Danny, Daniel
    if len(name) >= LEAST_SHORT:
        unusual = not name_pools().is_known(name, "given", HOME)
        found |= {
            longer
            for longer in _beginning_with(name, known)
            if unusual or longer[len(name) :] in _NICKNAME_ENDINGS
        }
    return found - {name}


def _beginning_with(stem: str, known: Sequence[str]) -> list[str]:
    found = []
    at = bisect_left(known, stem)
    while at < len(known) and known[at].startswith(stem):
        found.append(known[at])
        at += 1
    return found


def _holds(known: Sequence[str], name: str) -> bool:
    at = bisect_left(known, name)
    return at < len(known) and known[at] == name


def is_misspelling(one: str, other: str) -> bool:
    """Whether two long folded names are one name, once misspelt.

    one (str): A folded name.
    other (str): Another.
    RETURNS (bool): True for one edit, if only one of them is a known name, or they differ in a
        doubled letter or as Petersen and Peterson do: Daniel and Daniela are two people,
        Cassandra and Casandra are one.
    """
    if min(len(one), len(other)) < LEAST_MISSPELT or not is_one_edit(one, other):
        return False
    if len(one) != len(other) and squeeze(one) == squeeze(other):
        return True  # Cassandra, Casandra
    if {one[-3:], other[-3:]} == {"sen", "son"}:
        return True  # Petersen, Peterson
    pools = name_pools()
    known = [any(pools.is_known(name, k) for k in KINDS) for name in (one, other)]
    return any(known) and not all(known)


def is_stretched(name: str) -> bool:
    """Whether a letter of a name stands three times in a row, as nobody spells it."""
    return any(len(found.group()) > 2 for found in _REPEATED.finditer(name))


def deletions(name: str) -> set[str]:
    """A name and what is left of it without one letter: names one edit apart share one."""
    return {name, *(name[:i] + name[i + 1 :] for i in range(len(name)))}
