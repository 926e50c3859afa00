"""Looks up how common names are: counts of given names by sex and year, and of family names."""

from collections.abc import Mapping
from typing import NamedTuple

from ...lang import Lexicon
from .pools import name_key

# Names with a share of males within these bounds are given to both sexes.
LEAST_OF_BOTH, MOST_OF_BOTH = 0.2, 0.8
# Of a name that is too rare to be counted.
_UNKNOWN_BAND = 20
# The shares that tenths, rounded down, stand for.
_SHARES = (0.02, *((tenth + 0.5) / 10 for tenth in range(1, 10)))


class GivenCount(NamedTuple):
    """The counts of a given name.

    spelled (str): The name as it is listed.
    band (int): Ten times the logarithm (to the base 10) of its number of bearers.
    male (float): The share of males among them.
    born (int): Their median year of birth.
    """

    spelled: str
    band: int
    male: float
    born: int

    @property
    def is_of_both(self) -> bool:
        """Whether the name is given to both sexes."""
        return LEAST_OF_BOTH <= self.male <= MOST_OF_BOTH


class FamilyCount(NamedTuple):
    """The counts of a family name.

    spelled (str): The name as it is listed.
    band (int): Ten times the logarithm (to the base 10) of its number of bearers.
    groups (Mapping[str, float]): The share of each census group among them.
    """

    spelled: str
    band: int
    groups: Mapping[str, float]


class NameCounts:
    """The counts of names in a language's country, by their keys (`name_key`).

    lexicon (Lexicon): Its words. A lexicon without counts gives empty tables.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.given: dict[str, GivenCount] = {}
        self.family: dict[str, FamilyCount] = {}
        for line in _lines(lexicon, "given_names.csv"):
            name, band, male, born = line.split(",")
            self.given[name.casefold()] = GivenCount(name, int(band), int(male) / 100, int(born))
        names = lexicon.words("heritages.groups")
        # The same shares are those of many names.
        shares: dict[str, Mapping[str, float]] = {}
        for line in _lines(lexicon, "family_names.csv"):
            name, band, groups = line.split(",")
            if groups not in shares:
                tenths = zip(names, groups, strict=True)
                shares[groups] = {group: _SHARES[int(one)] for group, one in tenths}
            key = name.casefold() if name.isalpha() else name_key(name)
            self.family[key] = FamilyCount(name, int(band), shares[groups])

    def band(self, name: str, kind: str) -> int:
        """The band of a folded name; a low one if it is not counted."""
        found = self.given.get(name) if kind == "given" else self.family.get(name)
        return found.band if found else _UNKNOWN_BAND

    def born(self, name: str) -> int | None:
        """The median year of birth of a folded given name's bearers; None if it is not counted."""
        found = self.given.get(name)
        return found.born if found else None


def _lines(lexicon: Lexicon, file: str) -> list[str]:
    return lexicon.text(file).splitlines()[1:]
