"""Finds the regions that a name may come from, from counts and lists together."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...lang import Lexicon
from .counts import NameCounts
from .letters import Letters
from .pools import name_key

# Region -> probability.
Regions = Mapping[str, float]

KINDS = ("given", "family")
SEXES = ("female", "male", "")
HOME_LISTS = "home"
# A name that is written down for a region counts as this number of lists.
_WRITTEN = 4
_MOST_LISTS = 8
# What one list of a region says about a given name; all its lists, about a family name.
_GIVEN_LIST = 0.7
_FAMILY_LISTS = 5.6
_ONE_LIST = 0.5
# Bearers at home, in thousands, that weigh as much as a given and a family name's list.
_GIVEN_BEARERS = 1500.0
_MOST_GIVEN = 30.0
_FAMILY_BEARERS = 5000.0
_MOST_FAMILY = 20.0
# The share of home for a name that is common there, but on the lists of few origins only.
_FOREIGN_GIVEN = 0.06
_FOREIGN_FAMILY = 0.15
_MAIN_ORIGIN = 0.5
_LEAST_GROUP = 0.05
_UNLISTED = 4.0
# The least probability of the origin that the letters of a name point to, and the least band of the
# names at home whose letters count.
_LEAST_GUESS, _LEAST_BAND = 0.5, 37
_HALF = 0.5
# Fewer bearers in the groups at home show that an unlisted name is of another region.
LEAST_HOME_SHARE = 0.4


class Listed(NamedTuple):
    """The lists of a region that have a name.

    lists (int): How many.
    sexes (frozenset[str]): Those for which it is listed; "" where the list does not say.
    spelled (frozenset[str]): The name as it is listed, with and without accents.
    """

    lists: int
    sexes: frozenset[str]
    spelled: frozenset[str]


class Heritages:
    """The regions of names. Use `lexicon.part(Heritages)`, which builds it once per language.

    lexicon (Lexicon): The words of the language. Without `heritages.toml`, no name has a region.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._counts = lexicon.part(NameCounts)
        self.home = str(lexicon.content("heritages").get("home", ""))
        lists = lexicon.table("heritages.lists")
        self.regions = tuple(lists)
        self._letters: dict[str, Letters] = {}
        # (region, kind) -> the most lists that one name is on.
        self._most: dict[tuple[str, str], int] = {}
        # Region -> the name of its first family of regions; -> its neighbours, nearest first.
        self.origin: dict[str, str] = {}
        self.neighbours: dict[str, tuple[str, ...]] = {}
        for origin, members in lexicon.table("heritages.families").items():
            for region in members:
                self.origin.setdefault(region, origin)
                known = self.neighbours.get(region, ())
                others = [other for other in members if other != region]
                self.neighbours[region] = tuple(dict.fromkeys((*known, *others)))
        groups = lexicon.words("heritages.groups")
        self._first_group = groups[0] if groups else ""
        self._home_groups = lexicon.words("heritages.home_groups")
        # Region -> the census group of its family names.
        self.counted: Mapping[str, str] = dict(lexicon.table("heritages.counted"))
        self._group = {
            region: group
            for group, members in lexicon.table("heritages.census").items()
            for region in members
        }
        # (region, kind) -> key -> its lists.
        self.listed: dict[tuple[str, str], dict[str, Listed]] = defaultdict(dict)
        # Kind -> key -> the regions that list it.
        self._by_name: dict[str, dict[str, list[str]]] = {kind: {} for kind in KINDS}
        # Given names that are common at home, whichever lists they are on.
        self._shared: set[str] = set()
        self._written: dict[str, set[str]] = {kind: set() for kind in KINDS}
        for line in lexicon.text("region_names.csv").splitlines()[1:]:
            region, kind, sex, names = line.split(",")
            for name in names.split():
                spelled = name.rstrip("0123456789")
                self._list(region, kind, sex, spelled, int(name[len(spelled) :] or 1))
        for place, listed in self.listed.items():
            self._most[place] = max(found.lists for found in listed.values())
        for sex in ("female", "male"):
            for region, names in lexicon.table(f"heritages.{sex}").items():
                for name in names.split():
                    self._list(region, "given", sex, name, _WRITTEN)
                    self._written["given"].add(_key(name))
        for region, names in lexicon.table("heritages.also").items():
            for name in names.split():
                self._list(region, "given", "", name, 1)
                self._shared.add(_key(name))
        for region, names in lexicon.table("heritages.family_names").items():
            for name in names.split():
                self._list(region, "family", "", name, _WRITTEN)
                self._written["family"].add(_key(name))

    def of(self, name: str, kind: str) -> Regions:
        """The probabilities of the regions of a folded name; none if it is unknown."""
        return self.given(name) if kind == "given" else self.family(name)

    def guess(self, name: str, kind: str) -> Regions:
        """The probabilities of the regions of a folded name that is on no list, by its letters.

        name (str): The folded name.
        kind (str): "given" or "family".
        RETURNS (Regions): The probabilities; none if they leave the origin open.
        """
        found = self._by_letters(name, kind)
        origins = self.origins(found)
        return found if max(origins.values(), default=0.0) >= _LEAST_GUESS else {}

    def _by_letters(self, name: str, kind: str) -> Regions:
        if not self.home:
            return {}
        if kind not in self._letters:
            self._letters[kind] = Letters(self._names_of_regions(kind))
        return self._letters[kind].guess(name)

    def _names_of_regions(self, kind: str) -> dict[str, list[str]]:
        names = {
            region: list(self.listed.get((region, kind), ()))
            for region in self.regions
            if region != self.home
        }
        counted = self._counts.given if kind == "given" else self._counts.family
        names[self.home] = [
            name
            for name, found in counted.items()
            if found.band >= _LEAST_BAND and name not in self._by_name[kind]
        ]
        return names

    def is_listed(self, name: str, kind: str) -> bool:
        """Whether a folded name is on a list of any region."""
        return name in self._by_name[kind]

    def home_share(self, groups: Mapping[str, float]) -> float:
        """The share of the census groups that are at home."""
        return sum(groups.get(group, 0.0) for group in self._home_groups)

    def origins(self, regions: Regions) -> Regions:
        """The probabilities of families of regions."""
        found: dict[str, float] = defaultdict(float)
        for region, share in regions.items():
            found[self.origin.get(region, region)] += share
        return found

    def _list(self, region: str, kind: str, sex: str, spelled: str, count: int) -> None:
        key = _key(spelled)
        names = self.listed[region, kind]
        old = names.get(key)
        if old is None:
            names[key] = Listed(count, frozenset({sex}), frozenset({spelled}))
            if region != HOME_LISTS:
                self._by_name[kind].setdefault(key, []).append(region)
        else:
            names[key] = Listed(old.lists + count, old.sexes | {sex}, old.spelled | {spelled})

    def given(self, name: str) -> Regions:
        """The probabilities of the regions of a folded given name."""
        weights = {
            region: min(_MOST_LISTS, count) * self._coverage(region, "given", count)
            for region, count in self._lists_of(name, "given")
        }
        total = sum(weights.values())
        scores = {
            region: _GIVEN_LIST * weight * (weight / total) ** 0.5
            for region, weight in weights.items()
        }
        if counted := self._counts.given.get(name):
            bearers = min(_MOST_GIVEN, 10 ** (counted.band / 10) / _GIVEN_BEARERS)
            main = max(self.origins(weights).values(), default=0.0)
            common = self._is_home(name, "given") or main <= _MAIN_ORIGIN * total
            foreign = bool(weights) and not common
            home = bearers * (_FOREIGN_GIVEN if foreign else 1.0)
            scores[self.home] = scores.get(self.home, 0.0) + home
        return _shares(scores)

    def family(self, name: str) -> Regions:
        """The probabilities of the regions of a folded family name."""
        counted = self._counts.family.get(name)
        groups: Mapping[str, float] = counted.groups if counted else {}
        scores: dict[str, float] = {}
        for region, count in self._lists_of(name, "family"):
            support = self._coverage(region, "family", count) ** 0.5 * (
                _ONE_LIST if count == 1 else 1.0
            )
            group = groups.get(self._group.get(region, self._first_group), 1.0)
            scores[region] = _FAMILY_LISTS * support * max(_LEAST_GROUP, group)
        share = self.home_share(groups)
        if counted and (scores or share >= LEAST_HOME_SHARE):
            bearers = min(_MOST_FAMILY, 10 ** (counted.band / 10) / _FAMILY_BEARERS)
            foreign = bool(scores) and not self._is_home(name, "family")
            home = bearers * share * (_FOREIGN_FAMILY if foreign else 1.0)
            scores[self.home] = scores.get(self.home, 0.0) + home
        unlisted = not self.is_listed(name, "family")
        for region, main in self.counted.items():
            if groups.get(main, 0.0) > _HALF and (unlisted or region in scores):
                if unlisted:
                    own = self._guess_within(name, region, main)
                    if own:
                        return own
                scores[region] = scores.get(region, 0.0) + _UNLISTED * groups[main]
        return _shares(scores)

    def _guess_within(self, name: str, region: str, group: str) -> Regions:
        """The regions of an unlisted family name, of those in its census group."""
        found = self._by_letters(name, "family")
        own = {one: share for one, share in found.items() if self._group.get(one) == group}
        if group in self._home_groups:
            own[region] = own.get(region, 0.0) + found.get(self.home, 0.0)
        regions = _shares(own)
        best = max(self.origins(regions).values(), default=0.0)
        return regions if best >= _LEAST_GUESS else {}

    def _lists_of(self, name: str, kind: str) -> list[tuple[str, int]]:
        """The regions that list a name, each with the number of its lists."""
        regions = self._by_name[kind].get(name, ())
        return [(region, self.listed[region, kind][name].lists) for region in regions]

    def _coverage(self, region: str, kind: str, count: int) -> float:
        """The share of a region's lists that have a name."""
        return min(1.0, count / self._most.get((region, kind), 1))

    def _is_home(self, name: str, kind: str) -> bool:
        """Whether several lists show that a name is common at home, and none is certain that it is
        of another region."""
        if kind == "given" and name in self._shared:
            return True
        home = self.listed[HOME_LISTS, kind].get(name)
        return bool(home and home.lists > 1) and name not in self._written[kind]


def _key(name: str) -> str:
    """`name_key`, faster for most names."""
    return name.casefold() if name.isascii() and name.isalpha() else name_key(name)


def _shares(scores: Mapping[str, float]) -> Regions:
    total = sum(scores.values())
    return {region: score / total for region, score in scores.items() if score} if total else {}


def likeliest(regions: Regions, otherwise: str) -> str:
    """The most probable region, the first in alphabetical order of equals."""
    return min(regions, key=lambda region: (-regions[region], region), default=otherwise)


def joined(one: Regions, *others: Regions, least: float) -> Regions:
    """The probabilities from several pieces of evidence; an empty one says nothing."""
    scores: dict[str, float] = dict(one)
    for other in others:
        if not other:
            continue
        if not scores:
            scores = dict(other)
            continue
        scores = {
            region: share * (least + other.get(region, 0.0)) for region, share in scores.items()
        }
    return _shares(scores)


def average(regions: Iterable[Regions]) -> Regions:
    """The mean of several probabilities; those that are empty do not count."""
    scores: dict[str, float] = defaultdict(float)
    for one in regions:
        for region, share in one.items():
            scores[region] += share
    return _shares(scores)
