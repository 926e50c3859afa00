"""How well surrogates agree with their originals, by lists that they are not drawn from."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from ..core.shares import Share
from .name_lists import NameLists
from .same_person import SamePerson, same_person
from .statistics import Mention, NameWords, mentions_of
from .versions import Version

HOME = "English"
# A surrogate in a band of frequency ten times as high or low is one step away.
_STEP = math.log(10)
_MUCH_RARER = 20
# A reader takes a surrogate for a woman's where this share of its bearers are women.
_LEANS = 0.75
# A heritage is sure from this probability on.
_SURE = 0.8
_YEARS = 8


@dataclass(slots=True)
class Agreement:
    """How surrogates agree with originals. Each name of a dialogue counts once.

    sex (Share): Given names of a known sex (nine of ten bearers) whose surrogate has it (three of
        four).
    sex_at_home (Share): Those of English heritage.
    opposite (Share): Given names whose surrogate has the other sex.
    unlisted (int): Given names of a known sex whose surrogate is not listed; not in the others.
    clashes (Mapping[str, Share]): Names of a known sex, followed by pronouns of one sex within two
        sentences, that have the other: "original" and "released". A pronoun may be somebody
        else's, so "new" has only names whose original does not clash.
    region (Mapping[str, Share]): Names of a sure heritage whose surrogate most likely has it, for
        "family or two names" and "one given name".
    other_region (Mapping[str, Share]): Those whose surrogate is surely of another heritage.
    years (Sequence[tuple[float, float]]): The median year of birth of the bearers of each original
        and of its surrogate.
    bands (Share): Given names whose surrogate is at most ten times as frequent or rare.
    births (Share): The same by births in the United States, among names of English heritage.
    rarer (Share): Those 20 times as rare, by either list.
    persons (SamePerson): Who is who.
    """

    sex: Share = field(default_factory=Share)
    sex_at_home: Share = field(default_factory=Share)
    opposite: Share = field(default_factory=Share)
    unlisted: int = 0
    clashes: dict[str, Share] = field(default_factory=dict)
    region: dict[str, Share] = field(default_factory=dict)
    other_region: dict[str, Share] = field(default_factory=dict)
    years: list[tuple[float, float]] = field(default_factory=list)
    bands: Share = field(default_factory=Share)
    births: Share = field(default_factory=Share)
    rarer: Share = field(default_factory=Share)
    persons: SamePerson = field(default_factory=SamePerson)

    @property
    def cohort(self) -> Share:
        """Return how many surrogates are of a cohort within eight years."""
        return Share(sum(abs(new - old) <= _YEARS for old, new in self.years), len(self.years))

    @property
    def apart(self) -> float | None:
        """Return by how many years a surrogate differs from its original (median)."""
        return median(abs(new - old) for old, new in self.years) if self.years else None

    @property
    def shift(self) -> float | None:
        """Return by how many years the median surrogate is younger than the median original."""
        if not self.years:
            return None
        old, new = zip(*self.years, strict=True)
        return median(new) - median(old)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        shares: dict[str, Mapping[str, Share]] = {
            "clashes": self.clashes,
            "region": self.region,
            "other_region": self.other_region,
        }
        alone = {
            "sex": self.sex,
            "sex_at_home": self.sex_at_home,
            "opposite_sex": self.opposite,
            "cohort_within_8_years": self.cohort,
            "band_within_a_step": self.bands,
            "births_within_a_step": self.births,
            "20_times_rarer": self.rarer,
            "same_person_pairs": self.persons.pairs,
            "dialogues_split": self.persons.split,
            "dialogues_merged": self.persons.merged,
        }
        return {
            **{name: share.to_dict("count") for name, share in alone.items()},
            **{
                name: {kind: share.to_dict("count") for kind, share in sorted(group.items())}
                for name, group in shares.items()
            },
            "sex_unlisted": self.unlisted,
            "median_years_apart": self.apart,
            "median_year_shift": self.shift,
        }


def agreement_of(
    originals: Sequence[Version], released: Sequence[Version], lists: NameLists
) -> Agreement:
    """Compare the names of dialogues with their surrogates.

    originals (Sequence[Version]): The dialogues as they were.
    released (Sequence[Version]): The same dialogues with surrogates.
    lists (NameLists): What is known of names; measures whose list is missing have no cases.
    RETURNS (Agreement): The measures.
    """
    result = Agreement()
    for before, after in zip(originals, released, strict=True):
        old, new = mentions_of(before), mentions_of(after)
        if not old:
            continue
        result.persons += same_person(old, new)
        for name, surrogate in sorted(
            {(a.parts, b.parts) for a, b in zip(old, new, strict=True)}, key=_order
        ):
            _count(name, surrogate, lists, result)
        for a, b in zip(old, new, strict=True):
            clashes = (_clashes(a, lists), _clashes(b, lists))
            if clashes[1] is not None and not clashes[0]:
                _add(result.clashes, "new", clashes[1])
            for kind, clash in zip(("original", "released"), clashes, strict=True):
                if clash is not None:
                    _add(result.clashes, kind, clash)
    return result


def _order(pair: tuple[NameWords, NameWords]) -> tuple[tuple[str, ...], ...]:
    return pair[0].words, pair[1].words


def _count(name: NameWords, surrogate: NameWords, lists: NameLists, result: Agreement) -> None:
    heritage = _sure(lists.heritages(name.words))
    _count_region(name, surrogate, heritage, lists, result)
    if not name.given or not surrogate.given:
        return
    sex, new_sex = lists.sex(name.given), lists.sex(surrogate.given, _LEANS)
    if sex:
        if new_sex is None:
            result.unlisted += 1
        else:
            same = Share(int(sex == new_sex), 1)
            result.sex += same
            result.opposite += Share(int(bool(new_sex) and sex != new_sex), 1)
            if heritage == HOME:
                result.sex_at_home += same
    old, new = lists.births.get(name.given), lists.births.get(surrogate.given)
    if old and new:
        result.years.append((old.year, new.year))
    steps = []
    if frequency := lists.frequency(name.given):
        steps.append(_log(frequency, lists.frequency(surrogate.given)))
        result.bands += Share(int(abs(steps[-1]) <= _STEP), 1)
    if old and heritage == HOME:
        steps.append(_log(old.count, new.count if new else 0))
        result.births += Share(int(abs(steps[-1]) <= _STEP), 1)
    if steps:
        result.rarer += Share(int(min(steps) <= -math.log(_MUCH_RARER)), 1)


def _count_region(
    name: NameWords, surrogate: NameWords, heritage: str, lists: NameLists, result: Agreement
) -> None:
    found = lists.heritages(surrogate.words)
    if not heritage or not found:
        return
    kind = "family or two names" if name.family else "one given name"
    likeliest = max(sorted(found), key=lambda one: found[one])
    for key in (kind,) if heritage == HOME else (kind, f"{kind}, not English"):
        _add(result.region, key, likeliest == heritage)
        _add(result.other_region, key, _sure(found) not in ("", heritage))


def _clashes(mention: Mention, lists: NameLists) -> bool | None:
    """Whether pronouns of the other sex follow a name; None if it cannot be said."""
    sex = lists.sex(mention.parts.given)
    if not sex or bool(mention.he) == bool(mention.she):
        return None
    return (sex == "female") == bool(mention.he)


def _add(shares: dict[str, Share], key: str, case: bool) -> None:
    shares[key] = shares.get(key, Share()) + Share(int(case), 1)


def _sure(heritages: Mapping[str, float]) -> str:
    """Return the heritage that a name surely has; "" for none."""
    return next((one for one, share in heritages.items() if share >= _SURE), "")


def _log(old: int, new: int) -> float:
    """Return how much more frequent a surrogate is, as a logarithm."""
    return math.log(max(1, new)) - math.log(old)
