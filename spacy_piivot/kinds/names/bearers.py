"""Tells the sex and the region of the people in one dialogue, from all that is known of each."""

from collections.abc import Iterable, Sequence
from itertools import chain

from ...lang import Lexicon
from .cells import BOTH, LEAST_HOME_GIVEN
from .counts import NameCounts
from .family_forms import FamilyForms
from .genders import PersonWords, gender_of_declared, gender_of_pronouns
from .heritage import KINDS, Heritages, Regions, average, joined, likeliest
from .joined import JoinedNames
from .nicknames import Nicknames
from .person import Person, PersonPart
from .pools import NamePools, name_key

_CLEAR, _MOSTLY = 0.02, 0.1
# How surely syllables show a sex: less surely than a pronoun.
_SYLLABLES = 0.08
# The least weight of a region in which nobody else of the dialogue is, if relatives are named or
# not; and for family names and names from abroad.
_AMONG_RELATIVES, _AMONG_OTHERS, _SURELY = 0.05, 0.3, 2.0
# And for a name on no list: its letters alone say little beside the other people.
_BY_LETTERS = 0.05
# The same for the given name of a family name.
_BESIDE_GIVEN = 0.3
# And for a given name beside a family name of another region.
_BESIDE_FAMILY = 0.02
_DAMPING = 0.25
# The share, in a family's region, of a given name that is counted at home but rare there.
_RARE_AT_HOME = 0.2
_HALF = 0.5
_TEN_TIMES = 10


class Bearers:
    """The people of one dialogue.

    persons (Sequence[Person]): All of them.
    lexicon (Lexicon): The words of the language.
    alone (bool): Whether each part of a name is judged alone.
    """

    def __init__(self, persons: Sequence[Person], lexicon: Lexicon, *, alone: bool = False) -> None:
        self._words = lexicon.part(PersonWords)
        self._pools = lexicon.part(NamePools)
        self._counts = lexicon.part(NameCounts)
        self._heritages = lexicon.part(Heritages)
        self._forms = lexicon.part(FamilyForms)
        self._nicknames = lexicon.part(Nicknames)
        self._joined = lexicon.part(JoinedNames)
        self._alone = alone
        self._others_of: dict[str, Regions] = {}
        self._of_part: dict[tuple[str, str], Regions] = {}
        known = [] if alone else [regions for p in persons if (regions := self._regions_of(p))]
        self._number = len(known)
        self._among = average(known)
        kin = any(self._words.gender_of_words(person.titles) for person in persons)
        self._least = _AMONG_RELATIVES if kin else _AMONG_OTHERS

    @property
    def are_known(self) -> bool:
        """Whether the language has names with regions."""
        return bool(self._heritages.home)

    def region(self, person: Person, part: PersonPart) -> str:
        """The most likely region of a part of a person's name.

        person (Person): The person.
        part (PersonPart): One of its parts.
        RETURNS (str): The region that the part, the person's other parts and the other people
            suggest; the home region if nothing is known.
        """
        if group := joined_given(person, part):
            likely = self._likely(person, group)
            if region := self._joined.region([one.folded for one in group], likely):
                return region
        if self._alone:
            return likeliest(self._of(part), self._heritages.home)
        regions = self._with_others(person, part)
        if not regions:
            main = likeliest(self._among, self._heritages.home)
            return main if self._among.get(main, 0.0) > _HALF else self._heritages.home
        # Others take a name that is common at home abroad rather than one from abroad home.
        abroad = likeliest(regions, self._heritages.home) != self._heritages.home
        least = _SURELY if abroad or part.kind == "family" else self._least
        if abroad and self._is_unlisted(part):
            least = _BY_LETTERS
        if person.id not in self._others_of:
            self._others_of[person.id] = self._others(person)
        if among := self._others_of[person.id]:
            origin = self._heritages.origin
            regions = {
                region: share * (least + among.get(origin.get(region, region), 0.0))
                for region, share in regions.items()
            }
        return likeliest(regions, self._heritages.home)

    def _with_others(self, person: Person, part: PersonPart) -> Regions:
        """The regions of a part that the person's other parts agree with."""
        home = self._heritages.home
        own = self._of(part)
        others = [self._of(p) for p in person.parts if p is not part and p.kind in KINDS]
        if part.kind == "family":
            # Many families give their children the names that are common at home.
            listed = self._heritages.is_listed(name_key(part.folded), "family")
            if not listed and likeliest(own, home) == home:
                sure = [one for one in others if one and likeliest(one, home) != home]
                return joined({}, *sure, least=_BESIDE_GIVEN) or own
            return joined(own, *self._abroad(others), least=_BESIDE_GIVEN)
        families = [self._of(p) for p in person.parts if p.kind == "family"]
        if likeliest(own, home) != home:
            return joined(own, *self._abroad(families or others), least=_BESIDE_FAMILY)
        if families:
            # That a name is common at home says little beside "Patel".
            own = {region: share**_DAMPING for region, share in own.items()}
            if self._counts.band(name_key(part.folded), "given") < LEAST_HOME_GIVEN:
                # Immigrants' children are counted too: Zosia is Polish beside Wiśniewska.
                own = {**dict.fromkeys(chain(*families), _RARE_AT_HOME), **own}
            return joined(own, *families, least=_BESIDE_FAMILY)
        return joined(own, *others, least=_BESIDE_GIVEN)

    def _likely(self, person: Person, group: Sequence[PersonPart]) -> Regions:
        """The regions of a joined given name, by the family names, or else by its parts."""
        families = [self._of(part) for part in person.parts if part.kind == "family"]
        known = joined({}, *families, least=_BESIDE_GIVEN)
        return known or joined({}, *map(self._of, group), least=_BESIDE_GIVEN)

    def sex(self, person: Person) -> str:
        """The sex of a person.

        person (Person): The person.
        RETURNS (str): "male", "female", `BOTH` if the name is given to both or the evidence is
            contradictory, or "" if nothing is known.
        """
        first = next((part for part in person.parts if part.kind == "given"), None)
        share = None
        if first is not None:
            share = self._share_of(person, first)
        if self._alone:
            return _sex(share, _MOSTLY) or ("" if share is None else BOTH)
        words, pronouns = self._words, person.pronouns
        return (
            gender_of_declared(pronouns)
            or words.gender_of_titles(person.titles)
            or words.gender_of_words(person.titles)
            or ("female" if self._has_feminine_name(person) else "")
            or ("" if self._is_short(first) else _sex(share, _CLEAR))
            or gender_of_pronouns(pronouns)
            or _sex(share, _MOSTLY)
            or ("" if share is None and not pronouns else BOTH)
        )

    def _has_feminine_name(self, person: Person) -> bool:
        """Whether a family name is a woman's, and no pronoun is a man's."""
        is_he = gender_of_pronouns(person.pronouns) == "male"
        return not is_he and any(map(self.is_feminine, person.parts))

    def is_feminine(self, part: PersonPart) -> bool:
        """Whether a part of a name is a family name in its form for women: "Ivanova"."""
        return part.kind == "family" and bool(self._forms.region(name_key(part.folded)))

    def _share_of(self, person: Person, first: PersonPart) -> float | None:
        """The share of males among the bearers of a whole given name."""
        region = self.region(person, first)
        group = joined_given(person, first)
        if not group:
            return self._share(first, region)
        if sex := self._joined.sex([part.folded for part in group], region):
            doubt = _SYLLABLES if region in self._joined.syllabic else _CLEAR
            return 1 - doubt if sex == "male" else doubt
        if region in self._joined.syllabic:
            return _HALF
        shares = [share for part in group if (share := self._share(part, region)) is not None]
        # "Marie-José", "Mary-Jo": the first name is the bearer's.
        clear = [share for share in shares if _sex(share, _MOSTLY)]
        return next(iter(clear or shares), None)

    def _share(self, part: PersonPart, region: str) -> float | None:
        """The share of males among the bearers of a given name; None if it is unknown."""
        name = name_key(part.folded)
        counted = self._counts.given.get(name)
        listed = self._heritages.listed.get((region, "given"), {}).get(name)
        sexes = listed.sexes - {""} if listed else frozenset()
        if len(sexes) == 1 and region != self._heritages.home:
            return float("male" in sexes)
        if counted:
            return counted.male
        if sexes:
            return _HALF
        gender = self._pools.gender(part.folded)
        return float(gender == "male") if gender else None

    def _is_short(self, part: PersonPart | None) -> bool:
        """Whether a name is short for names of both sexes: births count no Samantha as Sam."""
        return (
            part is not None
            and part.folded in self._nicknames
            and not (self._pools.gender(part.folded))
        )

    def _abroad(self, regions: Iterable[Regions]) -> list[Regions]:
        """Probabilities without those of the home region."""
        home = self._heritages.home
        return [{r: share for r, share in one.items() if r != home} for one in regions]

    def _of(self, part: PersonPart) -> Regions:
        key = (part.folded, part.kind)
        if key not in self._of_part:
            self._of_part[key] = self._look_up(part)
        return self._of_part[key]

    def _is_unlisted(self, part: PersonPart) -> bool:
        """Whether only the letters of a name show its region."""
        name = name_key(part.folded)
        return not any(self._heritages.is_listed(name, kind) for kind in KINDS)

    def _look_up(self, part: PersonPart) -> Regions:
        name = name_key(part.folded)
        other = "family" if part.kind == "given" else "given"
        heritages, band = self._heritages, self._counts.band
        if part.kind == "family" and (feminine := self._forms.regions(name)):
            return feminine
        # "Nguyen Linh": a family name in the place of a given one.
        turned = not heritages.is_listed(name, part.kind) and (
            band(name, other) >= band(name, part.kind) + _TEN_TIMES
        )
        own, turn = (heritages.of(name, kind) for kind in (part.kind, other))
        return turn if turned and turn else own or turn or heritages.guess(name, part.kind)

    def _regions_of(self, person: Person) -> Regions:
        families = [self._of(part) for part in person.parts if part.kind == "family"]
        givens = [self._of(part) for part in person.parts if part.kind == "given"]
        return joined({}, *families, *givens, least=_BESIDE_GIVEN)

    def _others(self, person: Person) -> Regions:
        """The probabilities of origins of the other people; none if there are none."""
        own = self._regions_of(person)
        count = self._number - bool(own)
        if count < 1:
            return {}
        rest = {
            region: max(0.0, share * self._number - own.get(region, 0.0)) / count
            for region, share in self._among.items()
        }
        return self._heritages.origins(rest)


def joined_given(person: Person, part: PersonPart) -> list[PersonPart]:
    """The halves of the joined given name that a part belongs to; none if it does not."""
    group = person.joined_to(part) if part.kind == "given" else []
    return group if len(group) > 1 else []


def _sex(male: float | None, doubt: float) -> str:
    if male is None or doubt < male < 1 - doubt:
        return ""
    return "male" if male >= 1 - doubt else "female"
