"""Makes surrogates for personal names: one per person, for all forms of the name."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from string import ascii_lowercase

from ...core.folding import fold
from ...draws.casing import match_case
from ...draws.choice import ATTEMPTS, Draws, Ledger
from ...draws.redrawing import redraw_digits
from ...lang import Lexicon
from ...lang.lexicon import any_word
from .drawing import Drawing, made_name
from .letter_patterns import Spoken
from .letter_talk import LetterTalk
from .name_similarity import LEAST_SHORT, Likeness
from .parsing import HYPHENS, NamePart
from .people import Identities
from .person import Person
from .pools import name_key, name_pools
from .written_forms import NameMention

# An operator next to a number, a coefficient, or "2y3".
_ALGEBRA = re.compile(
    r"\d\s*[-+*/=^×÷·<>]|[-+*/=^×÷·<>]\s*\d|(?<![^\W_])\d+[^\W\d_](?![^\W_])|\d[^\W\d_]\d"
)
_TIMES = re.compile(r"\s*\d")
# A number right before a name: "2Maria".
_COEFFICIENT = re.compile(r"(?<![^\W_])\d{1,3}$")
_OPERATORS = frozenset("+*=^×÷·<>")


class NameDigits:
    """The patterns of digits that belong to the name next to them.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        endings = lexicon.words("names.possessives")
        # A possessive ending before a digit: "Maria's2x".
        self.possessive = re.compile(rf"^['\u2019]{any_word(endings)}(?=\d)")
        # Digits joined to a name as in a handle: "maria12", "maria_12", "2012.maria".
        behind = "".join(rf"(?<!['\u2019]{re.escape(ending)})" for ending in endings)
        self.joined = re.compile(rf"(?<=\w){behind}[.#]?\d+|\d+(?=\.?[^\W\d])")


class NameSurrogates:
    """The surrogates of all names in one dialogue.

    ledger (Ledger): The dialogue's draws.
    mentions (Iterable[NameMention]): All names in it, with those of speakers and roster.
    kept (Iterable[str]): Folded parts of names that are not replaced.
    shared (bool): Whether other dialogues have the same scope. The surrogate of a part then depends
        on the part alone if possible, not on titles, pronouns and other parts.
    text (str): The dialogue, one message a line: what it says of the letters of a name stays true.
    """

    def __init__(
        self,
        ledger: Ledger,
        mentions: Iterable[NameMention],
        kept: Iterable[str] = (),
        *,
        shared: bool = False,
        text: str = "",
    ) -> None:
        self._ledger = ledger
        self._lexicon = ledger.lexicon
        self._likeness = ledger.lexicon.part(Likeness)
        self._digits = ledger.lexicon.part(NameDigits)
        self._kept = frozenset(kept)
        self._identities = Identities(mentions, ledger.lexicon)
        # (person, number of the surrogate) -> the parts of the surrogate.
        self._surrogates: dict[tuple[str, int], list[str]] = {}
        # Folded part of a name -> its surrogate; -> surrogates of the initials next to it.
        self.by_part: dict[str, str] = {}
        self.initials: dict[str, dict[str, str]] = {}
        self._letters = self._identities.letters()
        self._taken_letters: set[str] = set()
        persons = self._identities.persons
        self._talk, spoken = self._letter_talk(text)
        self._drawing = Drawing(persons, self._letters, self._lexicon, shared=shared, spoken=spoken)
        for person in persons:
            self._surrogates[person.id, 0] = self._draw_person(person, ledger, self.by_part)
        self._draw_initials(persons, 0)
        for person in persons:
            parts = self._surrogates[person.id, 0]
            for part in person.parts:
                if part.kind == "initial":
                    continue
                initials = self.initials.setdefault(part.folded, {})
                for other, new in zip(person.parts, parts, strict=True):
                    if other is not part:
                        initials.setdefault(other.folded[0], fold(new)[0])
        for folded, person, number in self._identities.forms():
            surrogate = self._surrogate_form(folded, self._surrogates[person.id, 0][number], 0)
            self.by_part.setdefault(folded, surrogate)
            original = person.parts[number].folded
            self.initials.setdefault(folded, self.initials.get(original, {}))

    def __contains__(self, folded: str) -> bool:
        return folded in self.by_part

    @property
    def letters(self) -> list[tuple[int, int, str]]:
        """The letters of names that the text speaks of, as in `LetterTalk.rewritten`."""
        spoken = self._talk.spoken
        return self._talk.rewritten(
            {form: name_key(self.by_part[form]) for form in spoken if form in self.by_part}
        )

    def part(self, folded: str) -> str | None:
        """The surrogate of a part of a name, or of the one first name for which it is short."""
        return self.by_part.get(folded) or self.by_part.get(
            self._identities.nickname_of(folded) or ""
        )

    def is_given(self, folded: str) -> bool:
        """Whether a folded word is a given name of the dialogue, and nobody's family name."""
        bearers = self._identities.holders(folded)
        parts = (part for person in bearers for part in person.parts if part.folded == folded)
        return {part.kind for part in parts} == {"given"}

    def short_form(self, letters: str, neighbour: str) -> str | None:
        """The surrogate for letters next to a part of a name that are short for another name.

        letters (str): Folded: "cass" of "cassdent".
        neighbour (str): The folded part: "dent".
        RETURNS (str | None): The surrogate of the first name next to that part, or else of the one
            first name in the dialogue for which they are short; None if there is none or several.
        """
        if len(letters) < LEAST_SHORT:
            return None
        full_names = {
            person.parts[0].folded
            for person in self._identities.holders(neighbour)
            if person.parts[0].folded != neighbour
            and self._likeness.is_short_form(letters, person.parts[0].folded)
        }
        return self.by_part.get(full_names.pop()) if len(full_names) == 1 else self.part(letters)

    def whose(self, text: str) -> str | None:
        """The id of the person whom a written name means; None if it contains no letter."""
        aligned = self._identities.align(text)
        return None if aligned is None else aligned[0].id

    def draw_variants(self, wanted: Iterable[tuple[str, int]]) -> None:
        """Draw further surrogates of persons.

        wanted (Iterable[tuple[str, int]]): Ids of persons, with numbers of surrogates from 1.
        """
        persons = {person.id: person for person in self._identities.persons}
        by_part: dict[int, dict[str, str]] = {}
        drawn: dict[int, list[Person]] = {}
        for id, number in sorted(set(wanted)):
            own = by_part.setdefault(number, {})
            ledger = self._ledger.variant(number)
            self._surrogates[id, number] = self._draw_person(persons[id], ledger, own)
            drawn.setdefault(number, []).append(persons[id])
        for number in sorted(drawn):
            self._draw_initials(drawn[number], number)

    def __getitem__(self, text: str) -> str | None:
        """The surrogate of a written name.

        text (str): A name that was among the mentions: "JOHN SMITH's".
        RETURNS (str | None): "MARK DAVIS's"; None if it contains no letter.
        """
        return self.variant(text, 0)

    def variant(self, text: str, number: int) -> str | None:
        """One of the surrogates of a written name; number 0 is its first."""
        aligned = self._identities.align(text)
        if aligned is None:
            return None
        person, parts = aligned
        surrogates = self._surrogates[person.id, number]
        written = {
            part.start: (part, self._surrogate_form(part.folded, surrogates[place], number))
            for part, place in parts
        }
        return "".join(self._pieces(text, written))

    def _letter_talk(self, text: str) -> tuple[LetterTalk, dict[str, Spoken]]:
        """What the text says of the letters of names, and the same by the part that is drawn."""
        forms = {
            folded: person.parts[number].folded
            for folded, person, number in self._identities.forms()
            if folded not in self._kept
        }
        talk = LetterTalk(text, forms.keys(), self._lexicon)
        spoken: dict[str, Spoken] = {}
        for form, said in talk.spoken.items():
            # What is said of "Katie" counts only if nothing is said of "Katherine".
            if forms[form] == form or forms[form] not in talk.spoken:
                spoken.setdefault(forms[form], said)
        return talk, spoken

    def _surrogate_form(self, folded: str, surrogate: str, number: int) -> str:
        """The surrogate of a form of a part; a short form may have been given its own."""
        return (None if number else self._ledger.given(folded, "NAME")) or surrogate

    def _draw_person(self, person: Person, ledger: Ledger, by_part: dict[str, str]) -> list[str]:
        """Draw a person's parts; a part that several people share is drawn once."""
        drawn = []
        for part in person.parts:
            if part.kind == "initial":
                drawn.append("")  # drawn after all names
                continue
            if part.folded in self._kept:
                by_part[part.folded] = part.folded.capitalize()
            if part.folded not in by_part:
                by_part[part.folded] = (
                    self._drawing.draw_nickname(person, part, drawn[0], ledger)
                    if part.kind == "nickname"
                    else self._drawing.draw(person, part, ledger)
                )
            drawn.append(by_part[part.folded])
        return drawn

    def _draw_initials(self, persons: list[Person], number: int) -> None:
        """Draw a letter for each initial: not one that occurs, nor one that is taken."""
        drawn: dict[str, str] = {}
        for person in persons:
            surrogates = self._surrogates[person.id, number]
            for part, new in zip(person.parts, surrogates, strict=True):
                if new and part.folded[0] in self._letters:
                    self._taken_letters.add(fold(new)[0])
        for person in persons:
            surrogates = self._surrogates[person.id, number]
            for place, part in enumerate(person.parts):
                if part.kind != "initial":
                    continue
                if part.folded not in drawn:
                    drawn[part.folded] = self._draw_initial(part.folded, number)
                    self._taken_letters.add(drawn[part.folded])
                surrogates[place] = drawn[part.folded].upper()

    def _draw_initial(self, original: str, number: int) -> str:
        letters = [letter for letter in ascii_lowercase if letter != original]
        free = [letter for letter in letters if letter not in self._taken_letters] or letters
        unwritten = [letter for letter in free if letter not in self._letters] or free
        draws = self._ledger.variant(number).draws(original, "NAME:initial")
        # Drawn from all letters, so that it rarely depends on the other names.
        drawn = (draws.pick(ascii_lowercase) for _ in range(ATTEMPTS))
        return next((letter for letter in drawn if letter in unwritten), unwritten[0])

    def _pieces(self, text: str, written: dict[int, tuple[NamePart, str]]) -> Iterator[str]:
        draws = self._ledger.draws(fold(text), "NAME:digits")
        parts = self._identities.parse(text)
        joined = set() if self._contains_algebra(text, parts) else self._joined_digits(text, parts)

        def redrawn(start: int, end: int) -> str:
            pieces = []
            for is_joined, group in groupby(range(start, end), joined.__contains__):
                piece = "".join(text[at] for at in group)
                pieces.append(redraw_digits(piece, draws) if is_joined else piece)
            return "".join(pieces)

        position = 0
        for part in parts:
            yield redrawn(position, part.start)
            position = part.end
            if _is_variable(text, part):
                yield part.text
            elif part.start in written:
                _, surrogate = written[part.start]
                if part.folded in self._kept:
                    surrogate = part.text
                if part.kind == "initial":
                    surrogate = surrogate[0]
                yield match_case(part.text, surrogate)
            elif part.kind == "particle":  # "van der Berg" and "Al-Sayed" are replaced whole
                while position < len(text) and (
                    text[position].isspace() or text[position] in HYPHENS
                ):
                    position += 1
            else:
                yield text[part.start : part.end]
        yield redrawn(position, len(text))

    def _contains_algebra(self, text: str, parts: list[NamePart]) -> bool:
        """Whether digits in a name are mathematics ("Maria2x+3"), not a handle's ("maria_12")."""
        position = 0
        rest = []
        for part in parts:
            if _COEFFICIENT.search(text[position : part.start]):
                return True
            rest.append(text[position : part.start])
            position = part.end
        rest.append(text[position:])
        possessive = self._digits.possessive
        return bool(_ALGEBRA.search(" ".join(possessive.sub("", piece) for piece in rest)))

    def _joined_digits(self, text: str, parts: list[NamePart]) -> set[int]:
        """The positions of digits that are joined to a name in a handle; separate numbers stay."""
        words = [
            word.span()
            for word in re.finditer(r"\S+", text)
            if any(word.start() <= p.start < word.end() for p in parts if p.kind != "initial")
        ]
        return {
            at
            for start, end in words
            for found in self._digits.joined.finditer(text, start, end)
            for at in range(*found.span())
        }


def _is_variable(text: str, part: NamePart) -> bool:
    """Whether a letter is a variable ("x+Maria") or the sign in "Maria x 3"."""
    before, after = text[: part.start], text[part.end :]
    times = part.text == "x" and before[-1:].isspace() and _TIMES.match(after)
    operators = before.rstrip()[-1:] + after.lstrip()[:1]
    return part.kind == "initial" and bool(times or not _OPERATORS.isdisjoint(operators))


def made_up_name(draws: Draws, lexicon: Lexicon, kind: str = "given") -> str:
    """Draw a name of the classroom's region for any original, as in handles.

    draws (Draws): The stream to draw from.
    lexicon (Lexicon): The words of the language.
    kind (str): "given" or "family".
    RETURNS (str): A name in lower case.
    """
    pools = name_pools(lexicon)
    pool = next(
        pools.candidates(kind, script="LATIN", region=pools.home, gender="", ascii_only=True)
    )
    return (draws.pick(pool) if pool else made_name(draws)).lower()
