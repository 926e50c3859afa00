"""Surrogates for personal names: a person gets one, and every way of writing the name follows."""

from collections.abc import Iterable, Iterator
from string import ascii_lowercase

from ..names import fold
from .casing import match_case
from .choice import Draws, Ledger, NoSurrogate
from .identity import Identities, Person, PersonPart
from .name_forms import NameMention
from .numbers import redraw_digits
from .parts import UNSEGMENTED_SCRIPTS, NamePart
from .pools import HOME, name_pools, script_of

_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"


class NameSurrogates:
    """The surrogates of all names in one dialogue.

    ledger (Ledger): The dialogue's draws.
    mentions (Iterable[NameMention]): Every name in it, those of speakers and roster too.
    kept (Iterable[str]): Folded parts of names that stay as they are.
    """

    def __init__(
        self, ledger: Ledger, mentions: Iterable[NameMention], kept: Iterable[str] = ()
    ) -> None:
        self._ledger = ledger
        self._kept = frozenset(kept)
        self._identities = Identities(mentions)
        self._surrogates: dict[int, list[str]] = {}
        # A folded part of a name -> its surrogate; and the initials beside it, likewise.
        self.by_part: dict[str, str] = {}
        self.initials: dict[str, dict[str, str]] = {}
        for person in self._identities.persons:
            parts = self._draw_person(person)
            self._surrogates[id(person)] = parts
            for part in person.parts:
                if part.kind == "initial":
                    continue
                beside = self.initials.setdefault(part.folded, {})
                for other, new in zip(person.parts, parts, strict=True):
                    if other is not part:
                        beside.setdefault(other.folded[0], fold(new)[0])
        for folded, person, number in self._identities.forms():
            surrogate = self._surrogates[id(person)][number]
            self.by_part.setdefault(folded, surrogate)
            original = person.parts[number].folded
            self.initials.setdefault(folded, self.initials.get(original, {}))

    def __contains__(self, folded: str) -> bool:
        return folded in self.by_part

    def part(self, folded: str) -> str | None:
        """The surrogate of a part of a name, or of the one first name that it is short for."""
        return self.by_part.get(folded) or self.by_part.get(
            self._identities.nickname_of(folded) or ""
        )

    def __getitem__(self, text: str) -> str | None:
        """The surrogate of a written name.

        text (str): A name that was among the mentions: "JOHN SMITH's".
        RETURNS (Optional[str]): "MARK DAVIS's"; None if it holds no letter.
        """
        aligned = self._identities.align(text)
        if aligned is None:
            return None
        person, parts = aligned
        surrogates = self._surrogates[id(person)]
        written = {part.start: (part, surrogates[number]) for part, number in parts}
        return "".join(self._pieces(text, written))

    def _draw_person(self, person: Person) -> list[str]:
        """A part that several people share, as a family does, is drawn once."""
        pools = name_pools()
        known = [(part.folded, part.kind) for part in person.parts if part.kind != "initial"]
        shared_region = pools.region(known)
        gender = person.gender
        if not gender and known and known[0][1] == "given":
            gender = pools.gender(known[0][0], shared_region)
        drawn = []
        for number, part in enumerate(person.parts):
            if part.kind == "initial":
                drawn.append(_draw_initial(self._ledger, person, number))
                continue
            if part.folded in self._kept:
                self.by_part[part.folded] = part.folded.capitalize()
            if part.folded not in self.by_part:
                own = part.kind == "family" and pools.is_known(part.folded, "family")
                region = pools.region([(part.folded, part.kind)]) if own else shared_region
                self.by_part[part.folded] = _draw_part(self._ledger, person, part, region, gender)
            drawn.append(self.by_part[part.folded])
        return drawn

    def _pieces(self, text: str, written: dict[int, tuple[NamePart, str]]) -> Iterator[str]:
        draws = self._ledger.draws(fold(text), "NAME:digits")
        position = 0
        for part in self._identities.parse(text):
            yield redraw_digits(text[position : part.start], draws)
            position = part.end
            if part.start in written:
                _, surrogate = written[part.start]
                if part.folded in self._kept:
                    surrogate = part.text
                if part.kind == "initial":
                    surrogate = surrogate[0]
                yield match_case(part.text, surrogate)
            elif part.kind == "particle":  # "van der Berg" is replaced whole
                while position < len(text) and text[position].isspace():
                    position += 1
            else:
                yield text[part.start : part.end]
        yield redraw_digits(text[position:], draws)


def _draw_part(ledger: Ledger, person: Person, part: PersonPart, region: str, gender: str) -> str:
    script = script_of(part.folded)
    label = f"NAME:{part.kind}"

    def differs(candidate: str) -> bool:
        # An initial of the surrogate must not be the original's: "J." would stay "J.".
        return fold(candidate)[0] != part.folded[0]

    if script in UNSEGMENTED_SCRIPTS and len(part.folded) > 1 and len(person.parts) == 1:
        return _draw_unsegmented(ledger, part, script, region, gender)
    pools = name_pools()
    try:
        return ledger.settle_from(
            part.folded,
            label,
            pools.candidates(
                part.kind, script=script, region=region, gender=gender, ascii_only=part.plain
            ),
            differs,
        )
    except NoSurrogate:
        return ledger.settle(
            part.folded,
            label + ":made",
            lambda draws, attempt: made if differs(made := _made_name(draws)) else None,
        )


def _draw_unsegmented(
    ledger: Ledger, part: PersonPart, script: str, region: str, gender: str
) -> str:
    """A family name and a given name written together, as in Chinese, Japanese and Korean."""
    pools = name_pools()

    def first_pool(kind: str) -> tuple[str, ...]:
        found = pools.candidates(
            kind, script=script, region=region, gender=gender, ascii_only=False
        )
        return next((pool for pool in found if pool), ())

    families, givens = first_pool("family"), first_pool("given")
    if not families or not givens:
        return ledger.settle(part.folded, "NAME:made", lambda draws, attempt: _made_name(draws))
    return ledger.settle(
        part.folded, "NAME:whole", lambda draws, attempt: draws.pick(families) + draws.pick(givens)
    )


def _draw_initial(ledger: Ledger, person: Person, number: int) -> str:
    original = person.parts[number].folded
    letters = [letter for letter in ascii_lowercase if letter != original]
    return ledger.draws(person.id, f"NAME:{number}:initial").pick(letters).upper()


def _made_name(draws: Draws) -> str:
    """A pronounceable name for when the pools are used up."""
    return "".join(draws.pick(_CONSONANTS) + draws.pick(_VOWELS) for _ in range(4)).capitalize()


def made_up_name(draws: Draws, letters: int) -> str:
    """A first name of Faker's English lists, about as long as asked: for handles.

    draws (Draws): The stream to draw from.
    letters (int): How long the original is.
    RETURNS (str): A name in lower case.
    """
    pool = next(
        name_pools().candidates("given", script="LATIN", region=HOME, gender="", ascii_only=True)
    )
    near = [name for name in pool if abs(len(name) - letters) <= 2] or pool
    return draws.pick(near).lower()
