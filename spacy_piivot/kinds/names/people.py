"""Groups the names of a dialogue into persons with aligned parts.

John, JOHN, john's, johns, John Smith, "Smith, John" and johnny are one person. So are forms that
are only similar (Cassandra and Casandra, Catherine and Katherine, Alex and Alexandra), unless
something shows that they are two people: both are speakers or in the roster, they have different
titles or pronouns, or they stand side by side. If two people share a first name, the first name
alone means the one whose full name comes first in alphabetical order, which is the same in every
process.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Sequence

from ...lang import ENGLISH, Lexicon
from .name_similarity import LEAST_MISSPELT, Likeness, near_in_order
from .nicknames import Nicknames
from .parsing import NamePart
from .person import Person, PersonPart
from .spellings import Spellings
from .variants import Variants, is_stretched
from .written_forms import Forms, Key, NameForm, NameMention, key_of

# Whether a folded name means a part of a person's name, given the part's number.
Like = Callable[[str, PersonPart, int], bool]


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
        self._spellings = lexicon.part(Spellings)
        self._resolved: dict[Key, tuple[Person, tuple[int, ...]]] = {}
        self._by_part: dict[str, list[Person]] = {}
        self._variants = Variants()
        self._given: list[str] = []
        self._initials: dict[str, list[Person]] = {}
        self._forms = Forms(mentions, lexicon)
        self._persons: list[Person] = []
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
        likes = min(
            (self._likes(name, number == 0) for number, name in enumerate(form.names)),
            key=lambda names: sum(len(self._by_part.get(name, ())) for name in names),
        )
        holders = {id(one): one for like in likes for one in self._by_part.get(like, ())}
        persons = sorted(holders.values(), key=lambda person: person.id)
        for person in persons:
            numbers = self._subsequence(form.key, person, _same) or _turned(form.key, person)
            if numbers is not None:
                self._add(form, person, numbers)
                return
        for like in (self._is_spelled_like, self._is_form_of):
            found = [
                (person, numbers)
                for person in persons
                if (numbers := self._subsequence(form.key, person, like))
                and person.agrees(form, numbers)
            ]
            if len(found) == 1:
                self._add(form, *found[0])
                return
        self._add_person(form)

    def _likes(self, name: str, first: bool) -> set[str]:
        """The names of which a folded name may be a form."""
        likes = {name, *self._misspellings_of(name), *self._spellings.others(name)}
        if first:
            likes |= self._nicknames.related(name) | set(near_in_order(name, self._given))
        return likes

    def _join_single(self, form: NameForm) -> None:
        [name] = form.names
        titled = form.titled and not form.untitled

        def preference(found: tuple[Person, int]) -> tuple:
            person, number = found
            expected = len(person.parts) - 1 if titled else 0
            return (number != expected, _contradict(form, person), person.id)

        for spelled in self._spelled(name, form.gender):
            holders = [(one, _number_of(spelled, one)) for one in self._by_part.get(spelled, ())]
            if spelled == name:
                if titled and all(n and _contradict(form, one) for one, n in holders):
                    break  # "Mr. Watson" is not Emily Watson
            else:
                holders = [(one, n) for one, n in holders if one.agrees(form, (n,))]
            if holders:
                person, number = min(holders, key=preference)
                self._add(form, person, (number,))
                return
        self._add_person(form)

    def _spelled(self, name: str, gender: str) -> Iterator[str]:
        """The known names of which a folded name may be a form, likely ones first."""
        if name in self._by_part:
            yield name
            return
        yield self.nickname_of(name, gender) or ""
        alike = [other for other in self._spellings.others(name) if other in self._by_part]
        yield alike[0] if len(alike) == 1 else ""
        yield self._misspelling_of(name) or ""
        if is_stretched(name):
            yield next(iter(self._variants.alike(name)), "")

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
        person.add(form, numbers)

    def _add_person(self, form: NameForm) -> None:
        names = (folded for folded, _ in form.key)
        kinds, joined = self._forms.kinds_of(form)
        parts = [
            PersonPart(*fields) for fields in zip(names, kinds, form.plain, joined, strict=True)
        ]
        person = Person(form.id, parts, self._lexicon)
        self._persons.append(person)
        self._add(form, person, tuple(range(len(parts))))
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

    def _is_spelled_like(self, name: str, part: PersonPart, number: int) -> bool:
        return (
            name == part.folded
            or part.folded in self._spellings.others(name)
            or self._likeness.is_misspelling(name, part.folded)
        )

    def _is_form_of(self, name: str, part: PersonPart, number: int) -> bool:
        """Whether a folded name is a form of a part; either first name may be a short form."""
        short = number == 0 and self._likeness.is_short_form(name, part.folded)
        return short or self._is_spelled_like(name, part, number)

    def _subsequence(self, key: Key, person: Person, like: Like) -> tuple[int, ...] | None:
        """The person's parts that a form means, in order; None if it is someone else's."""
        numbers = []
        position = 0
        for folded, is_initial in key:
            while position < len(person.parts):
                part = person.parts[position]
                if is_initial:
                    found = part.folded.startswith(folded)
                else:
                    found = part.kind != "initial" and like(folded, part, position)
                if found:
                    break
                position += 1
            else:
                return None
            numbers.append(position)
            position += 1
        return tuple(numbers)


def _same(name: str, part: PersonPart, number: int) -> bool:
    return name == part.folded


def _turned(key: Key, person: Person) -> tuple[int, ...] | None:
    """The person's parts with the family name first or last: Park Min-jun, Min-jun Park."""
    names = [part.folded for part in person.parts if part.kind != "initial"]
    written = [folded for folded, is_initial in key if not is_initial]
    count = len(names)
    if not len(key) == len(person.parts) == len(written) == count > 1:
        return None
    for first in (1, count - 1):
        order = (*range(first, count), *range(first))
        if [names[number] for number in order] == written:
            return order
    return None


def _contradict(form: NameForm, person: Person) -> bool:
    return bool(form.gender and person.gender and form.gender != person.gender)


def _number_of(name: str, person: Person) -> int:
    return next(i for i, part in enumerate(person.parts) if part.folded == name)
