"""Knows the given names that are joined by a hyphen: "Anna-Lena", and the syllables of "Ji-woo"."""

from collections.abc import Mapping, Sequence

from ...lang import Lexicon
from .cells import BOTH
from .counts import NameCounts
from .heritage import SEXES
from .pools import name_key

PLACES = ("first", "second")
_OTHER_PLACE = 0.5
# What a list says beside the probabilities of the regions.
_LISTED = 3.0
# The least number of parts that a region's lists have.
_LEAST_KNOWN = 1.0
# A name with as many bearers at home is no syllable of an unlisted spelling.
_LEAST_BAND = 35
_LONGEST_SYLLABLE = 6


class JoinedNames:
    """The parts of joined given names, by region.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self.syllabic = lexicon.words("joined_names.syllables")
        # (region, place, sex) -> the names as they are written.
        self._names: dict[tuple[str, str, str], tuple[str, ...]] = {}
        # Region -> place -> folded name -> the sexes for which it is listed.
        self._sexes: dict[str, dict[str, dict[str, set[str]]]] = {}
        for place in PLACES:
            for sex in (*(sex for sex in SEXES if sex), BOTH):
                for region, names in lexicon.table(f"joined_names.{place}_{sex}").items():
                    written = tuple(names.split())
                    self._names[region, place, sex] = written
                    known = self._sexes.setdefault(region, {one: {} for one in PLACES})[place]
                    for name in map(name_key, written):
                        known.setdefault(name, set()).add(sex)
        self._also: Mapping[str, frozenset[str]] = {
            region: frozenset(map(name_key, names.split()))
            for region, names in lexicon.table("joined_names.also").items()
        }

    def are_syllables(self, parts: Sequence[str]) -> bool:
        """Whether the folded parts of a name are syllables of one region."""
        return any(self._has_syllables(region, parts) for region in self.syllabic)

    def are_all_syllables(self, parts: Sequence[str]) -> bool:
        """Like `are_syllables`, but every part is listed."""
        return any(all(self._is_listed(region, part) for part in parts) for region in self.syllabic)

    def is_two_syllables(self, name: str) -> bool:
        """Whether a folded name is two listed syllables without a hyphen: "Meihua", not "Dana"."""
        halves = ((name[:at], name[at:]) for at in range(1, len(name)))
        return any(map(self.are_all_syllables, halves)) and self._is_rare_at_home(name)

    def region(self, parts: Sequence[str], likely: Mapping[str, float]) -> str:
        """Find the region whose joined names are like a given one.

        parts (Sequence[str]): The folded parts of a given name.
        likely (Mapping[str, float]): The probabilities of its regions by what else is known.
        RETURNS (str): The region, the first of the lists of equals; "" if it is like none.
        """
        scores = {region: self._known(region, parts) for region in self._sexes}
        found = {
            region: _LISTED * score + likely.get(region, 0.0)
            for region, score in scores.items()
            if (
                self._has_syllables(region, parts)
                if region in self.syllabic
                else score >= _LEAST_KNOWN
            )
        }
        return max(found, key=lambda region: found[region], default="")

    def sex(self, parts: Sequence[str], region: str) -> str:
        """The sex that the folded parts of a name show in a region; "" for none or both."""
        shown: set[str] = set()
        for number, part in enumerate(parts):
            listed = self._sexes.get(region, {}).get(_place(number), {}).get(part, set())
            shown |= listed if len(listed) == 1 else set()
        shown -= {BOTH}
        return shown.pop() if len(shown) == 1 else ""

    def candidates(self, region: str, number: int, sex: str) -> tuple[tuple[str, ...], ...]:
        """Find the pools for a part of a joined name, nearest first.

        region (str): Its region.
        number (int): The number of the part in the joined name.
        sex (str): "male", "female", `BOTH` or "".
        RETURNS (tuple[tuple[str, ...], ...]): Names for this place, then for the others.
        """
        place = _place(number)
        is_open = sex in ("", BOTH)
        sexes = SEXES[:2] if is_open else (sex,)
        pools = []
        for one in (place, *(other for other in PLACES if other != place)):
            of_both = self._names.get((region, one, BOTH), ())
            of_sexes = [name for s in sexes for name in self._names.get((region, one, s), ())]
            # A syllable of one sex alone would show a sex that nobody knows.
            own = of_both if is_open and of_both else (*of_both, *of_sexes)
            pools += [tuple(dict.fromkeys(own)), tuple(dict.fromkeys((*of_both, *of_sexes)))]
        return tuple(pools)

    def _has_syllables(self, region: str, parts: Sequence[str]) -> bool:
        listed = [self._is_listed(region, part) for part in parts]
        return any(listed) and all(
            known or self._may_be_syllable(part) for known, part in zip(listed, parts, strict=True)
        )

    def _may_be_syllable(self, part: str) -> bool:
        if len(part) > _LONGEST_SYLLABLE:
            return False
        return self._is_rare_at_home(part)

    def _is_rare_at_home(self, name: str) -> bool:
        return self._lexicon.part(NameCounts).band(name, "given") < _LEAST_BAND

    def _is_listed(self, region: str, part: str) -> bool:
        return part in self._also.get(region, ()) or any(
            part in names for names in self._sexes.get(region, {}).values()
        )

    def _known(self, region: str, parts: Sequence[str]) -> float:
        """How many parts a region has, in their place or another."""
        known = self._sexes[region]
        other = 1.0 if region in self.syllabic else _OTHER_PLACE
        return sum(
            1.0 if part in known[_place(number)] else other * self._is_listed(region, part)
            for number, part in enumerate(parts)
        )


def _place(number: int) -> str:
    return PLACES[min(number, 1)]
