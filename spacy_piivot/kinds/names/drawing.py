"""Draws the surrogates of parts of names from the names that are nearest to them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from ...core.folding import fold
from ...draws.choice import Draws, Ledger, NoSurrogate
from ...lang import Lexicon
from .bearers import Bearers, joined_given
from .cells import BOTH, NameCells
from .family_forms import FEMININE
from .heritage import KINDS
from .joined import JoinedNames
from .letter_patterns import LetterPattern, Spoken
from .name_similarity import Likeness
from .nicknamed import Nicknamed
from .parsing import UNSEGMENTED_SCRIPTS
from .person import Person, PersonPart
from .pools import NamePools, name_key, script_of
from .resembling import Resembling

_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"
_LATIN = "LATIN"
# The year of birth of somebody with a name that is not counted.
_PUPILS_BORN = 2004


class Drawing:
    """Draws for the people of one dialogue.

    persons (Sequence[Person]): All of them.
    letters (frozenset[str]): The folded initials that are written in the dialogue.
    lexicon (Lexicon): The words of the language.
    shared (bool): Whether the surrogate of a part depends on the part alone.
    spoken (Mapping[str, Spoken]): By folded part: what the dialogue says of its letters.
    """

    def __init__(
        self,
        persons: Sequence[Person],
        letters: frozenset[str],
        lexicon: Lexicon,
        *,
        shared: bool,
        spoken: Mapping[str, Spoken] = MappingProxyType({}),
    ) -> None:
        self._patterns = {part: LetterPattern(said, lexicon) for part, said in spoken.items()}
        self._lexicon = lexicon
        self._letters = letters
        self._shared = shared
        self._pools = lexicon.part(NamePools)
        self._likeness = lexicon.part(Likeness)
        self._nicknamed = lexicon.part(Nicknamed)
        self._cells = lexicon.part(NameCells)
        self._joined = lexicon.part(JoinedNames)
        self._bearers = Bearers(persons, lexicon, alone=shared)
        self._originals = Resembling(
            name_key(part.folded) for person in persons for part in person.parts
        )

    def draw(self, person: Person, part: PersonPart, ledger: Ledger) -> str:
        """Draw the surrogate of a part of a person's name.

        person (Person): The person.
        part (PersonPart): The part; not an initial.
        ledger (Ledger): The document's draws.
        RETURNS (str): The surrogate.
        """
        if self._shared:
            person = Person(part.folded, person.joined_to(part), self._lexicon)
        script = script_of(part.folded)
        # In a shared scope, with and without accents it is one name.
        plain = part.plain or (self._shared and script == _LATIN)
        if script in UNSEGMENTED_SCRIPTS and len(part.folded) > 1 and len(person.parts) == 1:
            return self._draw_unsegmented(ledger, part, script, *self._listed_as(person))
        nearest: Iterator[Sequence[str]] = self._nearest(person, part, plain)
        if not self._shared and self._has_short_form(person, part):
            nearest = self._nicknamed.first(nearest)
        pattern = self._patterns.get(part.folded)
        pools = chain(
            nearest,
            self._listed(person, part, script, plain),
            self._of_any_sex(person, part) if pattern else (),
        )
        make = pattern.make if pattern else made_name
        try:
            return ledger.choose_from(
                part.folded,
                f"NAME:{part.kind}",
                pools,
                lambda name: self._is_fit(name, part) and (not pattern or pattern.fits(name)),
            )
        except NoSurrogate:
            return ledger.choose(
                part.folded,
                f"NAME:{part.kind}:made",
                lambda draws, attempt: (
                    made if (made := make(draws)) and self._is_fit(made, part) else None
                ),
            )

    def draw_nickname(self, person: Person, part: PersonPart, given: str, ledger: Ledger) -> str:
        """Draw the surrogate of a nickname that is written beside the name.

        person (Person): The person.
        part (PersonPart): The nickname.
        given (str): The surrogate of the given name.
        ledger (Ledger): The document's draws.
        RETURNS (str): A short form of the surrogate if the original is one and it has any; or else
            a nickname of the person's sex.
        """
        short = self._likeness.is_short_form(part.folded, person.parts[0].folded)
        pools = [
            self._nicknamed.of(given) if short else (),
            self._nicknamed.every(self._bearers.sex(person)),
            self._nicknamed.every(""),
        ]
        try:
            return ledger.choose_from(
                part.folded,
                "NAME:nickname",
                pools,
                lambda candidate: self._is_fit(candidate, part),
            )
        except NoSurrogate:
            return given

    def _nearest(self, person: Person, part: PersonPart, plain: bool) -> Iterator[tuple[str, ...]]:
        """The names that are like a part, nearest first; none if the language has no counts."""
        if self._bearers.are_known and script_of(part.folded) == _LATIN:
            if group := joined_given(person, part):
                number = next(n for n, half in enumerate(group) if half is part)
                region, sex = self._bearers.region(person, part), self._bearers.sex(person)
                yield from self._joined.candidates(region, number, sex)
            feminine = self._bearers.is_feminine(part)
            yield from self._cells.candidates(
                name_key(part.folded),
                part.kind,
                region=self._bearers.region(person, part),
                sex=FEMININE if feminine else self._bearers.sex(person),
                born=_PUPILS_BORN,
                plain=plain,
            )

    def _of_any_sex(self, person: Person, part: PersonPart) -> Iterator[tuple[str, ...]]:
        """The names of either sex, when the letters allow none of the person's own."""
        if self._bearers.are_known and script_of(part.folded) == _LATIN:
            region = self._bearers.region(person, part)
            yield from self._cells.of_any_sex(part.kind, region)

    def _has_short_form(self, person: Person, part: PersonPart) -> bool:
        """Whether a short form of a given name is written beside it."""
        return part is person.parts[0] and any(
            other.kind == "nickname" and self._likeness.is_short_form(other.folded, part.folded)
            for other in person.parts
        )

    def _listed(
        self, person: Person, part: PersonPart, script: str, plain: bool
    ) -> Iterator[tuple[str, ...]]:
        """The names on the lists of locales, for other scripts and when the nearest are used up."""
        region, gender = self._listed_as(person)
        if part.kind == "family" and self._pools.is_known(part.folded, "family"):
            region = self._pools.region([(part.folded, part.kind)])
        if self._bearers.are_known and script == _LATIN:
            sex = self._bearers.sex(person)
            gender = "" if sex == BOTH else sex
        found = self._pools.candidates(
            part.kind, script=script, region=region, gender=gender, ascii_only=plain
        )
        for pool in found:
            # "Terry" is in the lists of men and of women.
            narrowed = gender and part.kind == "given"
            yield self._pools.of_gender(pool, gender) if narrowed else pool

    def _listed_as(self, person: Person) -> tuple[str, str]:
        """The region and the gender of a whole name by the lists of locales."""
        known = [(part.folded, part.kind) for part in person.parts if part.kind in KINDS]
        region = self._pools.region(known)
        gender = person.gender
        if not gender and known and known[0][1] == "given":
            gender = self._pools.gender(known[0][0], region)
        return region, gender

    def _is_fit(self, candidate: str, part: PersonPart) -> bool:
        # Without its ending, "mikaylas" is "mikayla", which is not a word of the document.
        if self._originals.shows(name_key(candidate), name_key(part.folded)):
            return False
        # Only if a "J." occurs somewhere, which would stay "J.". Otherwise the same initial may
        # come by chance: an initial that never comes would be known to be the original's.
        first = fold(candidate)[0]
        return first != part.folded[0] or first not in self._letters

    def _draw_unsegmented(
        self, ledger: Ledger, part: PersonPart, script: str, region: str, gender: str
    ) -> str:
        """Draw a family and a given name written together, as in Chinese, Japanese and Korean."""

        def first_pool(kind: str) -> tuple[str, ...]:
            found = self._pools.candidates(
                kind, script=script, region=region, gender=gender, ascii_only=False
            )
            return next((pool for pool in found if pool), ())

        families, givens = first_pool("family"), first_pool("given")
        if not families or not givens:
            return ledger.choose(part.folded, "NAME:made", lambda draws, attempt: made_name(draws))
        return ledger.choose(
            part.folded,
            "NAME:whole",
            lambda draws, attempt: draws.pick(families) + draws.pick(givens),
        )


def made_name(draws: Draws) -> str:
    """Make a pronounceable name, for when the pools are used up."""
    return "".join(draws.pick(_CONSONANTS) + draws.pick(_VOWELS) for _ in range(4)).capitalize()
