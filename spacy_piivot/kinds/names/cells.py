"""Divides the names of a region into cells of names that are alike, for surrogates.

A cell has names of one region and sex whose bearers were born at about the same time, that are
about equally common and of about the same length. Every name of a cell is drawn from the same
candidates, so a surrogate does not show which of them was the original.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple
from zlib import crc32

from ...lang import Lexicon
from ...lang.building import without_collection
from .counts import GivenCount, NameCounts
from .family_forms import FEMININE, FamilyForms
from .heritage import LEAST_HOME_SHARE, SEXES, Heritages, Listed, likeliest
from .pools import NamePools, name_key, without_accents

BOTH = "both"
# A pool with fewer candidates is widened.
LEAST = 12
_LEAST_REGION = 16
_LEAST_YEARS = 24
_YEARS = 8
# A chunk has this many names; fewer if the next one has a fifth of the bearers of the first.
_ALIKE, _FEWEST_ALIKE = 40, 16
_BANDS = 7
_RARE_BANDS = 2
_SHORT = 5
_LATIN = "LATIN"
# Names of the home region are drawn if they have about 1,500 (given) or 2,000 (family) bearers.
LEAST_HOME_GIVEN, _LEAST_HOME_FAMILY = 32, 33
_CLEAR, _MAIN_SHARE, _LEAST_SHARE = 0.05, 0.6, 0.2
_CERTAIN_BAND = 23
_HALF = 0.5
# The least probability of a region for one of its candidates.
_LEAST_OWN = 0.2


class Member(NamedTuple):
    """A candidate: how it is written, its key, its median year of birth and its band."""

    spelled: str
    key: str
    born: int | None
    band: int


class Chunk(NamedTuple):
    """Names that are about equally common: all, those that are short, those that are long."""

    every: tuple[str, ...]
    short: tuple[str, ...]
    long: tuple[str, ...]
    least_band: int


class Years(NamedTuple):
    """The names of a few years of birth, most common first, and those that are least common."""

    last: int
    chunks: tuple[Chunk, ...]
    rare: tuple[str, ...]
    every: tuple[str, ...]


class Cells(NamedTuple):
    """The cells of one region, kind and sex; where its members are; and all of its names."""

    years: tuple[Years, ...]
    places: dict[str, tuple[int, int]]
    every: tuple[str, ...]


class NameCells:
    """The cells of a language. Use `lexicon.part(NameCells)`; a region is divided at first use.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._pools = lexicon.part(NamePools)
        self._counts = lexicon.part(NameCounts)
        self._heritages = lexicon.part(Heritages)
        self._forms = lexicon.part(FamilyForms)
        self._members: dict[tuple[str, str, bool], tuple[tuple[Member, str], ...]] = {}
        self._cells: dict[tuple[str, str, str, bool], Cells] = {}

    def candidates(
        self, name: str, kind: str, *, region: str, sex: str, born: int, plain: bool
    ) -> Iterator[tuple[str, ...]]:
        """Find the pools for the surrogate of a name, nearest first; each in a fixed order.

        name (str): The folded original.
        kind (str): "given" or "family".
        region (str): Its region.
        sex (str): "male", "female", `BOTH` for given names of both sexes, or "" if it is unknown;
            for family names also `FEMININE` for those of women only.
        born (int): The year of birth for a name that is not counted.
        plain (bool): Whether the original is written without accents.
        YIELDS (tuple[str, ...]): Names that are as common, as old and as long; then others of the
            region; then those of its neighbours, and of the home region.
        """
        spellings = (True,) if plain else (False, True)
        for wanted in spellings:
            cells = self._divided(region, kind, sex, wanted)
            if len(cells.every) >= LEAST:
                yield from self._nearest(cells, name, kind, born)
        for other in (*self._heritages.neighbours.get(region, ()), self._heritages.home):
            yield self._divided(other, kind, sex, True).every

    def of_any_sex(self, kind: str, region: str) -> Iterator[tuple[str, ...]]:
        """The names of a region, then of the home region, those of one sex after the other.

        kind (str): "given" or "family".
        region (str): The region.
        YIELDS (tuple[str, ...]): Names without accents.
        """
        for wanted in dict.fromkeys((region, self._heritages.home)):
            for sex in (BOTH, *SEXES):
                yield self._divided(wanted, kind, sex, True).every

    def _nearest(self, cells: Cells, name: str, kind: str, born: int) -> Iterator[tuple[str, ...]]:
        at, number = cells.places.get(name) or self._place(cells, name, kind, born)
        years = cells.years[at]
        if number < len(years.chunks):
            chunk = years.chunks[number]
            own = chunk.short if len(name) <= _SHORT else chunk.long
            if own:
                yield own
            yield chunk.every
        else:
            yield years.rare
        for near in (number + 1, number - 1):
            if 0 <= near < len(years.chunks):
                yield years.chunks[near].every
        yield years.every
        yield cells.every

    def _place(self, cells: Cells, name: str, kind: str, born: int) -> tuple[int, int]:
        """The years and the chunk for a name that is not a candidate itself."""
        year = (self._counts.born(name) if kind == "given" else None) or born
        last = len(cells.years) - 1
        at = next((i for i, years in enumerate(cells.years) if year <= years.last), last)
        band = self._counts.band(name, kind)
        chunks = cells.years[at].chunks
        return at, next((i for i, c in enumerate(chunks) if band >= c.least_band), len(chunks))

    def _divided(self, region: str, kind: str, sex: str, plain: bool) -> Cells:
        key = (region, kind, sex, plain)
        if key not in self._cells:
            members = self._of_sex(region, kind, sex or BOTH, plain)
            if not sex and len(members) < LEAST:
                # Nobody knows the sex of the name: any name of its region will do.
                members = [
                    m for one in (*SEXES, BOTH) for m in self._of_sex(region, kind, one, plain)
                ]
            # "Camille": other names of both sexes, before those of one.
            last = (self._heritages.home, "") if sex == BOTH else ("",)
            near = chain(self._heritages.neighbours.get(region, ()), last)
            while len(members) < _LEAST_REGION and plain and (other := next(near)):
                known = {member.key for member in members}
                more = self._of_sex(other, kind, sex or BOTH, plain)
                members += [member for member in more if member.key not in known]
            self._cells[key] = _divide(members)
        return self._cells[key]

    def _of_sex(self, region: str, kind: str, sex: str, plain: bool) -> list[Member]:
        key = (region, kind, plain)
        if key not in self._members:
            make = self._given if kind == "given" else self._family
            with without_collection():
                self._members[key] = tuple(make(region, plain))
        members = self._members[key]
        if kind == "given":
            return [member for member, own in members if own == sex]
        if sex == FEMININE:
            return [member for member, own in members if own == FEMININE]
        # Feminine family names are only for women.
        fitting = {"", "female"} if sex == "female" else {"", "male"}
        return [member for member, own in members if own in fitting]

    def _given(self, region: str, plain: bool) -> Iterator[tuple[Member, str]]:
        """The given names of a region, each with its sex; "" for one that is not drawn."""
        counts = self._counts
        for key, listed in self._own(region, "given").items():
            if spelled := self._spelling(listed.spelled, plain):
                sex = _listed_sex(listed.sexes - {""}, counts.given.get(key))
                band = counts.band(key, "given")
                yield Member(spelled, key, counts.born(key), band), sex
        if region == self._heritages.home and plain:
            for key, counted in sorted(counts.given.items()):
                fits = counted.band >= LEAST_HOME_GIVEN and self._is_home(key, "given")
                if fits and (spelled := self._spelling({counted.spelled}, plain)):
                    member = Member(spelled, key, counted.born, counted.band)
                    yield member, _sex_of(counted.male)

    def _family(self, region: str, plain: bool) -> Iterator[tuple[Member, str]]:
        """The family names of a region, each with the sex that its form shows; "" for any."""
        own = self._own(region, "family")
        for key, listed in own.items():
            band = self._counts.band(key, "family")
            if spelled := self._spelling(listed.spelled, plain):
                sex = next(iter(listed.sexes)) if len(listed.sexes) == 1 else ""
                is_feminine = self._forms.has_feminine_ending(key, region)
                yield Member(spelled, key, None, band), FEMININE if is_feminine else sex
            formed = {self._forms.feminine(one, region) for one in listed.spelled} - {""}
            if (spelled := self._spelling(formed, plain)) and name_key(spelled) not in own:
                yield Member(spelled, name_key(spelled), None, band), FEMININE
        if not plain:
            return
        home = region == self._heritages.home
        group = self._heritages.counted.get(region, "")
        for key, counted in sorted(self._counts.family.items()) if home or group else ():
            if home:
                fits = counted.band >= _LEAST_HOME_FAMILY and self._is_home(key, "family")
            else:
                fits = counted.groups[group] > _HALF and key not in own
            if fits and (spelled := self._spelling({counted.spelled}, plain)):
                yield Member(spelled, key, None, counted.band), ""

    def _own(self, region: str, kind: str) -> Mapping[str, Listed]:
        """The listed names of a region, without those that are as likely of another."""
        heritages = self._heritages
        listed = dict(sorted(heritages.listed.get((region, kind), {}).items()))
        own = {}
        for key, found in listed.items():
            regions = heritages.of(key, kind)
            home = regions.get(heritages.home, 0.0)
            if regions.get(region, 0.0) >= _LEAST_OWN and home < _HALF:
                own[key] = found
        return own

    def _is_home(self, key: str, kind: str) -> bool:
        heritages = self._heritages
        if heritages.is_listed(key, kind):
            return likeliest(heritages.of(key, kind), "") == heritages.home
        if kind == "given":
            return True
        groups = self._counts.family[key].groups
        elsewhere = any(groups[group] > _HALF for group in heritages.counted.values())
        return not elsewhere and heritages.home_share(groups) >= LEAST_HOME_SHARE

    def _spelling(self, spelled: frozenset[str] | set[str], plain: bool) -> str:
        """How a candidate is written, with accents only if these are wanted; "" for not at all."""
        if plain:
            written = {without_accents(name) for name in spelled}
        else:
            written = {name for name in spelled if not name.isascii()}
        usable = (name for name in sorted(written) if self._pools.is_usable(name, _LATIN, plain))
        return next(usable, "")


def _listed_sex(sexes: frozenset[str], counted: GivenCount | None) -> str:
    """The sex of a name by a region's lists and by the counts; "" if they disagree."""
    if counted is None or counted.band < _CERTAIN_BAND:
        return next(iter(sexes)) if len(sexes) == 1 else BOTH
    male = counted.male
    if len(sexes) == 1:
        share = male if "male" in sexes else 1 - male
        return next(iter(sexes)) if share >= _MAIN_SHARE else ""
    return _sex_of(male)


def _sex_of(male: float) -> str:
    if male <= _CLEAR:
        return "female"
    if male >= 1 - _CLEAR:
        return "male"
    return BOTH if _LEAST_SHARE <= male <= 1 - _LEAST_SHARE else ""


def _divide(members: Sequence[Member]) -> Cells:
    every = tuple(sorted({member.spelled for member in members}))
    by_years: dict[int, list[Member]] = {}
    for member in members:
        by_years.setdefault((member.born or 0) // _YEARS, []).append(member)
    joined: list[tuple[int, list[Member]]] = []
    for number in sorted(by_years):
        if joined and len(joined[-1][1]) < _LEAST_YEARS:
            joined[-1] = (number, joined[-1][1] + by_years[number])
        else:
            joined.append((number, by_years[number]))
    if len(joined) > 1 and len(joined[-1][1]) < _LEAST_YEARS:
        number, last = joined.pop()
        joined[-1] = (number, joined[-1][1] + last)
    places: dict[str, tuple[int, int]] = {}
    years = []
    for at, (number, found) in enumerate(joined):
        chunks = []
        for place, chunk in enumerate(_chunks(sorted(found, key=_by_band))):
            places.update((member.key, (at, place)) for member in chunk)
            chunks.append(_chunk(chunk))
        names = tuple(sorted({member.spelled for member in found}))
        least = min(member.band for member in found) + _RARE_BANDS
        rare = tuple(sorted({member.spelled for member in found if member.band <= least}))
        if len(rare) < LEAST:
            rare = chunks[-1].every
        years.append(Years(number * _YEARS + _YEARS - 1, tuple(chunks), rare, names))
    return Cells(tuple(years), places, every)


def _by_band(member: Member) -> tuple[int, int, str]:
    # Not in alphabetical order: names of one cell may have any initial.
    return (-member.band, crc32(member.key.encode()), member.key)


def _chunks(members: list[Member]) -> Iterator[list[Member]]:
    """Divide names, the most common first, so that those of a chunk are about equally common."""
    start = 0
    for at, member in enumerate(members):
        size = at - start
        apart = size and members[start].band - member.band > _BANDS
        left = len(members) - at
        if left >= _FEWEST_ALIKE and (size >= _ALIKE or (apart and size >= _FEWEST_ALIKE)):
            yield members[start:at]
            start = at
    yield members[start:]


def _chunk(members: Sequence[Member]) -> Chunk:
    every = tuple(sorted({member.spelled for member in members}))
    short = tuple(name for name in every if len(name) <= _SHORT)
    long = tuple(name for name in every if len(name) > _SHORT)
    if min(len(short), len(long)) < LEAST:
        short = long = ()
    return Chunk(every, short, long, min(member.band for member in members))
