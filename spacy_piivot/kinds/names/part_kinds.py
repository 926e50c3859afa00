"""Tells which parts of a written name are given names, and which are family names."""

from collections.abc import Iterable, Sequence

from ...lang import Lexicon
from .counts import NameCounts
from .family_forms import FamilyForms
from .heritage import Heritages
from .joined import JoinedNames
from .name_similarity import KINDS, Likeness
from .nicknames import Nicknames
from .pools import name_pools

GIVEN, FAMILY = KINDS
NICKNAME = "nickname"
_BRACKETS = ("(", "[")
# A name that is so much more common as a family name is one, also alone: ten times the logarithm.
_RATHER_FAMILY = 15
_TWO, _MOST_SYLLABLES = 2, 3


class PartKinds:
    """Tells given from family names.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._pools = name_pools(lexicon)
        self._counts = lexicon.part(NameCounts)
        self._heritages = lexicon.part(Heritages)
        self._nicknames = lexicon.part(Nicknames)
        self._likeness = lexicon.part(Likeness)
        self._forms = lexicon.part(FamilyForms)
        self._joined = lexicon.part(JoinedNames)
        self._family_first = lexicon.words("heritages.family_first")

    def of(
        self,
        names: Sequence[str],
        joined: Sequence[bool],
        openings: Sequence[str],
        *,
        titled: bool,
    ) -> tuple[list[str], list[bool]]:
        """Tell the kinds of the parts of a name.

        names (Sequence[str]): Its folded parts, as written given names first; initials too.
        joined (Sequence[bool]): Whether a hyphen joins each part to the part before it.
        openings (Sequence[str]): The quotation mark or bracket around each part; "" for none.
        titled (bool): Whether it is always written with a title.
        RETURNS (tuple[list[str], list[bool]]): "given", "family" or `NICKNAME` for each part; and
            whether it belongs to the given name of which the part before it is another half. That
            is so without a hyphen, too, for the syllables of "Kim Ji Woo".
        """
        nicknames = [
            bool(number and opening) and self._is_nickname(names, number, opening)
            for number, opening in enumerate(openings)
        ]
        if any(nicknames):
            rest = [number for number, is_nickname in enumerate(nicknames) if not is_nickname]
            kinds = [NICKNAME] * len(names)
            halves = [False] * len(names)
            own, own_halves = self.of(
                [names[at] for at in rest],
                [joined[at] for at in rest],
                [""] * len(rest),
                titled=titled,
            )
            for at, kind, half in zip(rest, own, own_halves, strict=True):
                kinds[at], halves[at] = kind, half
            return kinds, halves
        groups = _groups(joined)
        if len(names) == 1:
            return [self._alone(names[0], titled=titled)], [False]
        if len(groups) == 1:
            family = titled or self._is_rather(FAMILY, names)
            kind = FAMILY if family and not self._joined.are_syllables(names) else GIVEN
            return [kind] * len(names), list(joined)
        if self._is_turned(names, groups):
            syllables = len(groups) == _MOST_SYLLABLES and self._joined.are_all_syllables(names[1:])
            halves = [syllables and number > 1 for number in range(len(names))]
            kinds = [FAMILY if number in groups[0] else GIVEN for number in range(len(names))]
            return kinds, [a or b for a, b in zip(joined, halves, strict=True)]
        last = groups[-1]
        kinds = [GIVEN] * len(names)
        for number in last:
            kinds[number] = self._last(names[number]) if len(last) == 1 else FAMILY
        return kinds, list(joined)

    def _is_nickname(self, names: Sequence[str], number: int, opening: str) -> bool:
        """Whether a part is a nickname: what stands in brackets may be another name."""
        name = names[number]
        return (
            opening not in _BRACKETS
            or name in self._nicknames
            or self._likeness.is_short_form(name, names[0])
        )

    def _alone(self, name: str, *, titled: bool) -> str:
        given, family = (self._pools.is_known(name, kind) for kind in KINDS)
        if titled:
            return FAMILY if family or not given else GIVEN
        listed = self._heritages.is_listed
        only_family = listed(name, FAMILY) and not listed(name, GIVEN)
        if not given and (only_family or self._forms.region(name)):
            return FAMILY
        if self._is_rather(FAMILY, [name]):
            return FAMILY
        return GIVEN if given or not family else FAMILY

    def _last(self, name: str) -> str:
        given, family = (self._pools.is_known(name, kind) for kind in KINDS)
        return GIVEN if given and not family else FAMILY

    def _is_turned(self, names: Sequence[str], groups: Sequence[range]) -> bool:
        """Whether the family name stands first: "Kim Ji-woo", "Nguyen Linh"."""
        first, last = ([names[at] for at in group] for group in (groups[0], groups[-1]))
        listed = self._heritages.listed
        if len(last) > 1:
            if len(first) > 1 or len(groups) != _TWO:
                return False
            known = any(first[0] in listed.get((r, FAMILY), {}) for r in self._family_first)
            if known and self._joined.are_syllables(last):
                return True
            return self._is_rather(FAMILY, first) and self._is_rather(GIVEN, last, _RATHER_FAMILY)
        if len(groups) != len(names) or len(names) > _MOST_SYLLABLES:
            return False
        rest = names[1:]
        for region in self._family_first:
            families, givens = (listed.get((region, kind), {}) for kind in (FAMILY, GIVEN))
            if names[0] not in families:
                continue
            if len(rest) > 1 and self._joined.are_all_syllables(rest):
                return True
            is_given = all(name in givens for name in rest) or (
                region in self._joined.syllabic
                and len(rest) == 1
                and self._joined.is_two_syllables(rest[0])
            )
            if rest[-1] not in families and is_given:
                return not self._pools.is_known(rest[-1], FAMILY, self._pools.home)
        return False

    def _is_rather(self, kind: str, names: Iterable[str], least: int = _RATHER_FAMILY) -> bool:
        """Whether names are much more common as names of a kind."""
        other = GIVEN if kind == FAMILY else FAMILY
        band = self._counts.band
        return sum(band(name, kind) - band(name, other) for name in names) >= least


def _groups(joined: Sequence[bool]) -> list[range]:
    starts = [number for number, is_joined in enumerate(joined) if not is_joined or not number]
    return [
        range(start, end) for start, end in zip(starts, [*starts[1:], len(joined)], strict=True)
    ]
