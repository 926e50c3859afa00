"""Groups the names of a dialogue into persons with aligned parts.

John, JOHN, john's, johns, John Smith, "Smith, John" and johnny are one person. So are Cassandra and
Casandra, unless both are speakers or both are in the roster. If two people share a first name, the
first name alone means the one whose full name comes first in alphabetical order, which is the same
in every process.
"""

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...lang import ENGLISH, Lexicon
from .genders import PersonWords, gender_of_declared, gender_of_pronouns
from .name_similarity import LEAST_MISSPELT, Likeness, near_in_order
from .nicknames import Nicknames
from .parsing import NamePart
from .pools import name_pools
from .variants import Variants, is_stretched
from .written_forms import Forms, Key, NameForm, NameMention, key_of


@dataclass(frozen=True, slots=True)
class PersonPart:
    """One part of a person's name.

    folded (str): The part without case and accents: its identity.
    kind (str): "given", "family" or "initial": the kind of its surrogate.
    plain (bool): Whether it is written without accents somewhere.
    """

    folded: str
    kind: str
    plain: bool


@dataclass(slots=True)
class Person:
    """One person of a dialogue.

    id (str): The fullest form of the name, folded: its canonical form.
    parts (list[PersonPart]): Its parts, given names first.
    lexicon (Lexicon): The words of the language.
    titles (set[str]): The titles and words for kin before it.
    pronouns (set[str]): The genders of pronouns after it, and declared pronouns.
    """

    id: str
    parts: list[PersonPart]
    lexicon: Lexicon = field(repr=False, compare=False)
    titles: set[str] = field(default_factory=set)
    pronouns: set[str] = field(default_factory=set)

    @property
    def gender(self) -> str:
        """The gender from declared pronouns, titles, first name, kin, then other pronouns; or "".

        A first name of both men and women counts after the pronouns.
        """
        first = self.parts[0]
        pools = name_pools(self.lexicon)
        words = self.lexicon.part(PersonWords)
        known = pools.gender(first.folded) if first.kind == "given" else ""
        around = words.gender_of_words(self.titles) or gender_of_pronouns(self.pronouns)
        return (
            gender_of_declared(self.pronouns)
            or words.gender_of_titles(self.titles)
            or (around if pools.is_of_both(first.folded) else "")
            or known
            or around
        )


class Identities:
    """The persons of one dialogue.

    mentions (Iterable[NameMention]): All names in it, with those of speakers and roster, in any
        order, repeated or not.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, mentions: Iterable[NameMention], lexicon: Lexicon = ENGLISH) -> None:
        self._lexicon = lexicon
        self._likeness = lexicon.part(Likeness)
        self._nicknames = lexicon.part(Nicknames)
        self._resolved: dict[Key, tuple[Person, tuple[int, ...]]] = {}
        self._by_part: dict[str, list[Person]] = {}
        self._variants = Variants()
        self._given: list[str] = []
        self._initials: dict[str, list[Person]] = {}
        self._forms = Forms(mentions, lexicon)
        self._persons: list[Person] = []
        # By source and part: the names of one part that the source has for it.
        self._listed: dict[tuple[str, str], set[str]] = {
            (source, form.names[0]): {form.names[0]}
            for form in self._forms.single
            for source in form.sources
        }
        for form in self._forms.full:
            self._join_full(form)
        for form in self._forms.single:
            self._join_single(form)
        for form in self._forms.initials:
            self._join_initials(form)

    @property
    def persons(self) -> list[Person]:
        """The persons in canonical order."""
        return sorted(self._persons, key=lambda person: person.id)

    def align(self, text: str) -> tuple[Person, list[tuple[NamePart, int]]] | None:
        """Find whose name a text is.

        text (str): A name that was among the mentions.
        RETURNS (tuple | None): The person, and the text's parts, each with the number of the
            person's part that it means; None if the text contains no letter.
        """
        content = self._forms.content(text)
        if not content:
            return None
        person, numbers = self._resolved[key_of(content)]
        return person, list(zip(content, numbers, strict=True))

    def parse(self, text: str) -> list[NamePart]:
        """The parts of a written name, without the s of "jaydens" if Jayden is a person."""
        return self._forms.parse(text)

    def forms(self) -> Iterator[tuple[str, Person, int]]:
        """Every folded part of a written name, with its person and the number of that part."""
        for key, (person, numbers) in sorted(self._resolved.items()):
            for (folded, is_initial), number in zip(key, numbers, strict=True):
                if not is_initial:
                    yield folded, person, number

    def holders(self, folded: str) -> Sequence[Person]:
        """The persons that have a folded part of a name."""
        return self._by_part.get(folded, ())

    def letters(self) -> frozenset[str]:
        """The folded initials that occur in the dialogue."""
        return frozenset(
            folded for key in self._resolved for folded, is_initial in key if is_initial
        )

    def nickname_of(self, name: str, gender: str = "") -> str | None:
        """Find the one first name of the dialogue of which a folded name is a short or long form.

        name (str): The folded name.
        gender (str): The person's gender, if known: "Sam … she" is Samantha, not Samuel.
        RETURNS (str | None): The folded first name; None if there is none or several.
        """
        return self._likeness.nickname_of(name, self._given, gender)

    def _join_full(self, form: NameForm) -> None:
        # The person has all parts of the form, so the holders of the rarest part are enough.
        holders = min(
            (self._holders(name, number == 0) for number, name in enumerate(form.names)), key=len
        )
        persons = sorted(holders.values(), key=lambda person: person.id)
        for person in persons:
            numbers = self._subsequence(form.key, person) or _in_reverse(form.key, person)
            if numbers is not None:
                self._add(form, person, numbers)
                return
        short = [(p, n) for p in persons if (n := self._subsequence(form.key, p, short=True))]
        if len(short) == 1:
            self._add(form, *short[0])
        else:
            self._add_person(form)

    def _holders(self, name: str, first: bool) -> dict[int, Person]:
        """The persons with a part of which a folded name may be a form, by object id."""
        likes = {name, *self._misspellings_of(name)}
        if first:
            likes |= self._nicknames.related(name) | set(near_in_order(name, self._given))
        return {id(person): person for like in likes for person in self._by_part.get(like, ())}

    def _join_single(self, form: NameForm) -> None:
        [name] = form.names
        spelled = name
        gender = form.gender
        if name not in self._by_part:
            spelled = self.nickname_of(name, gender) or self._misspelling_of(name) or ""
            if not spelled and is_stretched(name):
                spelled = next(iter(self._variants.alike(name)), "")
            if self._is_listed_apart(form, spelled):
                spelled = ""
        holders = self._by_part.get(spelled, [])
        if not holders:
            self._add_person(form)
            return
        titled = form.titled and not form.untitled

        def preference(person: Person) -> tuple:
            number = _number_of(spelled, person)
            expected = len(person.parts) - 1 if titled else 0
            contradicts = bool(gender and person.gender and gender != person.gender)
            return (number != expected, contradicts, person.id)

        person = min(holders, key=preference)
        self._add(form, person, (_number_of(spelled, person),))

    def _is_listed_apart(self, form: NameForm, spelled: str) -> bool:
        """Whether a source lists both names, which makes them two people."""
        listed = [self._listed.setdefault((source, spelled), set()) for source in form.sources]
        apart = any(listed)
        for names in listed:
            names.update(form.names)
        return apart

    def _join_initials(self, form: NameForm) -> None:
        letters = [folded for folded, _ in form.key]
        found: list[tuple[Person, tuple[int, ...]]] = []
        for person in self._initials.get(letters[0], ()):
            firsts = [part.folded[0] for part in person.parts]
            if len(letters) == 1:
                found.append((person, (0,)))
            elif firsts == letters:
                found.append((person, tuple(range(len(letters)))))
            elif len(letters) == 2 and [firsts[0], firsts[-1]] == letters and len(firsts) > 2:
                found.append((person, (0, len(firsts) - 1)))
        if len(found) == 1:
            self._add(form, *found[0])
        else:  # nobody or several people have these initials
            self._add_person(form)

    def _add(self, form: NameForm, person: Person, numbers: tuple[int, ...]) -> None:
        self._resolved[form.key] = (person, numbers)
        person.titles |= form.titles
        person.pronouns |= form.pronouns
        for number, plain in zip(numbers, form.plain, strict=True):
            part = person.parts[number]
            if plain and not part.plain:
                person.parts[number] = PersonPart(part.folded, part.kind, True)

    def _add_person(self, form: NameForm) -> None:
        parts = [
            PersonPart(
                folded,
                "initial" if is_initial else self._forms.kind_of(form, number),
                form.plain[number],
            )
            for number, (folded, is_initial) in enumerate(form.key)
        ]
        person = Person(form.id, parts, self._lexicon, set(form.titles), set(form.pronouns))
        self._persons.append(person)
        self._resolved[form.key] = (person, tuple(range(len(parts))))
        if form.names and not form.key[0][1]:
            self._initials.setdefault(parts[0].folded[0], []).append(person)
        for number, (name, is_initial) in enumerate(form.key):
            if is_initial:
                continue
            new = name not in self._by_part
            holders = self._by_part.setdefault(name, [])
            if not any(holder is person for holder in holders):
                holders.append(person)
            if new:
                self._variants.add(name, misspelt=len(name) >= LEAST_MISSPELT)
            if number == 0 and new:
                insort(self._given, name)

    def _misspelling_of(self, name: str) -> str | None:
        """The first name in alphabetical order of which a name is a misspelling."""
        return min(self._misspellings_of(name), default=None)

    def _misspellings_of(self, name: str) -> Iterator[str]:
        if len(name) >= LEAST_MISSPELT:
            near = self._variants.near(name)
            yield from (other for other in near if self._likeness.is_misspelling(name, other))

    def _subsequence(
        self, key: Key, person: Person, *, short: bool = False
    ) -> tuple[int, ...] | None:
        """The person's parts that a form means, in order; None if it is someone else's.

        With `short`, either first name may be a short form of the other.
        """
        numbers = []
        position = 0
        for folded, is_initial in key:
            while position < len(person.parts):
                part = person.parts[position]
                if (
                    part.folded.startswith(folded)
                    if is_initial
                    else part.kind != "initial"
                    and (
                        part.folded == folded
                        or self._likeness.is_misspelling(folded, part.folded)
                        or (
                            short
                            and position == 0
                            and self._likeness.is_short_form(folded, part.folded)
                        )
                    )
                ):
                    break
                position += 1
            else:
                return None
            numbers.append(position)
            position += 1
        return tuple(numbers)


def _in_reverse(key: Key, person: Person) -> tuple[int, ...] | None:
    """The person's two parts in reverse order: Chen Wei, Wei Chen."""
    names = [part.folded for part in person.parts if part.kind != "initial"]
    written = [folded for folded, is_initial in key if not is_initial]
    same = len(key) == len(person.parts) == len(written) == 2 and names[::-1] == written
    return (1, 0) if same else None


def _number_of(name: str, person: Person) -> int:
    return next(i for i, part in enumerate(person.parts) if part.folded == name)
