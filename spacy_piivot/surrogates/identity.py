"""Who is who: the names of one dialogue gathered into persons with aligned parts.

John, JOHN, john's, johns, John Smith, "Smith, John" and johnny are one person; so are Cassandra
and Casandra. Of two people with one first name, the bare first name means the first in the
alphabetical order of their full names: an order that every process finds.
"""

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..names.words import TITLES
from .likeness import (
    KINDS,
    LEAST_MISSPELT,
    deletions,
    is_misspelling,
    is_short_form,
    nickname_of,
)
from .nicknames import NICKNAMES, related_names
from .parts import NamePart, given_first, parse_name
from .pools import HOME, name_pools
from .titles import gender_of_titles, gender_of_words

_LEAST_PLURAL = 4


@dataclass(frozen=True, slots=True)
class NameMention:
    """A name as it is written somewhere in the dialogue.

    text (str): The name, with or without possessive and punctuation.
    title (str): The title before it, folded and without full stop ("mr"), or a word for kin
        ("aunt"); "" for none.
    """

    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class PersonPart:
    """One part of a person's name.

    folded (str): The part without case and accents: its identity.
    kind (str): "given", "family" or "initial": what its surrogate is drawn as.
    plain (bool): Whether it is somewhere written without accents.
    """

    folded: str
    kind: str
    plain: bool


@dataclass(slots=True)
class Person:
    """One person of a dialogue.

    id (str): The fullest form of the name, folded: its canonical form.
    parts (list[PersonPart]): Its parts, given names first.
    titles (set[str]): The titles and words for kin it is found with.
    """

    id: str
    parts: list[PersonPart]
    titles: set[str] = field(default_factory=set)

    @property
    def gender(self) -> str:
        """What the titles say, then the first name, then words for kin; "" for nothing."""
        first = self.parts[0]
        known = name_pools().gender(first.folded, HOME) if first.kind == "given" else ""
        return gender_of_titles(self.titles) or known or gender_of_words(self.titles)


_Key = tuple[tuple[str, bool], ...]


@dataclass(slots=True)
class _Form:
    key: _Key
    plain: list[bool]
    titles: set[str] = field(default_factory=set)
    untitled: bool = False

    @property
    def names(self) -> list[str]:
        return [folded for folded, is_initial in self.key if not is_initial]

    @property
    def titled(self) -> bool:
        return not self.titles.isdisjoint(TITLES)

    @property
    def id(self) -> str:
        return " ".join(folded + "." * is_initial for folded, is_initial in self.key)


class Identities:
    """The persons of one dialogue.

    mentions (Iterable[NameMention]): Every name in it, those of speakers and roster too, in
        any order and number.
    """

    def __init__(self, mentions: Iterable[NameMention]) -> None:
        self._resolved: dict[_Key, tuple[Person, tuple[int, ...]]] = {}
        self._by_part: dict[str, list[Person]] = {}
        self._by_deletion: dict[str, set[str]] = {}
        self._given: list[str] = []
        self._initials: dict[str, list[Person]] = {}
        mentions = set(mentions)
        self._plurals = _plurals(mentions)
        forms = self._forms(mentions)
        self._persons: list[Person] = []
        for form in sorted((f for f in forms if len(f.names) and len(f.key) > 1), key=_fullest):
            self._join_full(form)
        for form in sorted((f for f in forms if len(f.key) == 1 and f.names), key=_base_first):
            self._join_single(form)
        for form in sorted((f for f in forms if not f.names), key=_fullest):
            self._join_initials(form)

    @property
    def persons(self) -> list[Person]:
        """The persons in canonical order."""
        return sorted(self._persons, key=lambda person: person.id)

    def align(self, text: str) -> tuple[Person, list[tuple[NamePart, int]]] | None:
        """Whose name a text is.

        text (str): A name that was among the mentions.
        RETURNS (Optional[tuple]): The person, and the text's parts with the number of the
            person's part each stands for; None if it holds no letter.
        """
        content = given_first(text, self.parse(text))
        if not content:
            return None
        person, numbers = self._resolved[_key(content)]
        return person, list(zip(content, numbers, strict=True))

    def parse(self, text: str) -> list[NamePart]:
        """The parts of a written name; the s of "jaydens" is in none, if Jayden is a person."""
        return [
            replace(part, end=part.end - 1, text=part.text[:-1])
            if part.folded in self._plurals
            else part
            for part in parse_name(text)
        ]

    def forms(self) -> Iterator[tuple[str, Person, int]]:
        """Every folded part that a name is written with, whose it is and which of its parts."""
        for key, (person, numbers) in sorted(self._resolved.items()):
            for (folded, is_initial), number in zip(key, numbers, strict=True):
                if not is_initial:
                    yield folded, person, number

    def other_form(self, name: str) -> str | None:
        """The part of the dialogue's names that a folded name is a nickname or misspelling of."""
        return nickname_of(name, self._given) or self._misspelling_of(name)

    def _join_full(self, form: _Form) -> None:
        known = {
            id(person): person
            for name in form.names
            for like in (name, *sorted(related_names(name)))
            for person in self._by_part.get(like, ())
        }
        persons = sorted(known.values(), key=lambda person: person.id)
        for person in persons:
            numbers = _subsequence(form.key, person) or _turned(form.key, person)
            if numbers is not None:
                self._add(form, person, numbers)
                return
        short = [(p, n) for p in persons if (n := _subsequence(form.key, p, short=True))]
        if len(short) == 1:
            self._add(form, *short[0])
        else:
            self._found(form)

    def _join_single(self, form: _Form) -> None:
        [name] = form.names
        spelled = name
        if name not in self._by_part:
            spelled = self.other_form(name) or ""
        holders = self._by_part.get(spelled, [])
        if not holders:
            self._found(form)
            return
        titled = form.titled and not form.untitled
        gender = gender_of_titles(form.titles) or gender_of_words(form.titles)

        def preference(person: Person) -> tuple:
            number = _number_of(spelled, person)
            expected = len(person.parts) - 1 if titled else 0
            contradicts = bool(gender and person.gender and gender != person.gender)
            return (number != expected, contradicts, person.id)

        person = min(holders, key=preference)
        self._add(form, person, (_number_of(spelled, person),))

    def _join_initials(self, form: _Form) -> None:
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
        else:  # nobody's, or it cannot be told whose
            self._found(form)

    def _forms(self, mentions: Iterable[NameMention]) -> list[_Form]:
        forms: dict[_Key, _Form] = {}
        for mention in mentions:
            parts = self.parse(mention.text)
            content = given_first(mention.text, parts)
            if not content:
                continue
            key = _key(content)
            plain = [part.text.isascii() for part in content]
            form = forms.setdefault(key, _Form(key, plain))
            form.plain = [a or b for a, b in zip(form.plain, plain, strict=True)]
            titles = {part.folded for part in parts if part.kind == "title"}
            titles |= {mention.title} if mention.title else set()
            form.titles |= titles
            form.untitled |= not titles & TITLES
        return list(forms.values())

    def _add(self, form: _Form, person: Person, numbers: tuple[int, ...]) -> None:
        self._resolved[form.key] = (person, numbers)
        person.titles |= form.titles
        for number, plain in zip(numbers, form.plain, strict=True):
            part = person.parts[number]
            if plain and not part.plain:
                person.parts[number] = PersonPart(part.folded, part.kind, True)

    def _found(self, form: _Form) -> None:
        parts = [
            PersonPart(folded, "initial" if is_initial else _kind(form, number), form.plain[number])
            for number, (folded, is_initial) in enumerate(form.key)
        ]
        person = Person(form.id, parts, set(form.titles))
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
            if new and len(name) >= LEAST_MISSPELT:
                for shorter in deletions(name):
                    self._by_deletion.setdefault(shorter, set()).add(name)
            if number == 0 and new:
                insort(self._given, name)

    def _misspelling_of(self, name: str) -> str | None:
        """The name of the dialogue that a name is a misspelling of: first in the alphabet."""
        if len(name) < LEAST_MISSPELT:
            return None
        near = {
            other for shorter in deletions(name) for other in self._by_deletion.get(shorter, ())
        }
        return min((other for other in near if is_misspelling(name, other)), default=None)


def _plurals(mentions: Iterable[NameMention]) -> set[str]:
    """The folded words that are a name and an s: "jaydens" beside Jayden, "The Smiths"."""
    alone: set[str] = set()
    others: set[str] = set()
    for mention in mentions:
        parts = parse_name(mention.text)
        names = [part.folded for part in parts if part.kind == "name"]
        titled = mention.title or any(p.kind == "title" and p.folded != "the" for p in parts)
        if len(parts) - sum(part.folded == "the" for part in parts) == 1 and not titled:
            alone.update(names)
        else:
            others.update(names)
    return {word for word in alone - others if _is_plural(word, alone | others)}


def _is_plural(word: str, names: set[str]) -> bool:
    stem = word.removesuffix("s")
    if stem == word or stem.endswith("s") or len(word) < _LEAST_PLURAL:
        return False
    pools = name_pools()
    if stem in names:
        return not pools.is_known(word, "given")
    return any(pools.is_known(stem, kind) for kind in KINDS) and not any(
        pools.is_known(word, kind) for kind in KINDS
    )


def _key(content: Sequence[NamePart]) -> _Key:
    return tuple((part.folded, part.kind == "initial") for part in content)


def _fullest(form: _Form) -> tuple:
    pools = name_pools()
    last = len(form.key) - 1
    turned = sum(
        not pools.is_known(folded, "family" if number == last else "given")
        for number, (folded, is_initial) in enumerate(form.key)
        if not is_initial
    )
    return (-len(form.names), -len(form.key), turned, form.id)


def _base_first(form: _Form) -> tuple:
    """Names before their nicknames and misspellings."""
    [name] = form.names
    pools = name_pools()
    known = [pools.is_known(name, k, region) for region in (HOME, None) for k in KINDS]
    return (
        name in NICKNAMES or name.endswith(("y", "ie", "i")),
        not any(known[:2]),
        not any(known),
        name,
    )


def _kind(form: _Form, number: int) -> str:
    name = form.key[number][0]
    pools = name_pools()
    given, family = pools.is_known(name, "given"), pools.is_known(name, "family")
    if len(form.key) == 1:
        if form.titled and not form.untitled:
            return "family" if family or not given else "given"
        return "given" if given or not family else "family"
    if number == len(form.key) - 1:
        return "given" if given and not family else "family"
    return "given"


def _turned(key: _Key, person: Person) -> tuple[int, ...] | None:
    """The person's two parts in the other order: Chen Wei, Wei Chen."""
    names = [part.folded for part in person.parts if part.kind != "initial"]
    written = [folded for folded, is_initial in key if not is_initial]
    same = len(key) == len(person.parts) == len(written) == 2 and names[::-1] == written
    return (1, 0) if same else None


def _subsequence(key: _Key, person: Person, *, short: bool = False) -> tuple[int, ...] | None:
    """The person's parts that a form stands for, in order; None if it is someone else's.

    With `short` its first name may be a short form of the person's or the other way round.
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
                    or is_misspelling(folded, part.folded)
                    or (short and position == 0 and is_short_form(folded, part.folded))
                )
            ):
                break
            position += 1
        else:
            return None
        numbers.append(position)
        position += 1
    return tuple(numbers)


def _number_of(name: str, person: Person) -> int:
    return next(i for i, part in enumerate(person.parts) if part.folded == name)
