"""A person of a dialogue: the parts of the name, and what is known of its bearer."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from ...lang import Lexicon
from .genders import PersonWords, gender_of_declared, gender_of_pronouns
from .pools import name_pools
from .written_forms import NameForm


@dataclass(frozen=True, slots=True)
class PersonPart:
    """One part of a person's name.

    folded (str): The part without case and accents: its identity.
    kind (str): "given", "family", "nickname" or "initial": the kind of its surrogate.
    plain (bool): Whether it is written without accents somewhere.
    joined (bool): Whether it is the other half of the part before it: "Ji-woo".
    """

    folded: str
    kind: str
    plain: bool
    joined: bool = False


@dataclass(slots=True)
class Person:
    """One person of a dialogue.

    id (str): The fullest form of the name, folded: its canonical form.
    parts (list[PersonPart]): Its parts, given names first.
    lexicon (Lexicon): The words of the language.
    titles (set[str]): The titles and words for kin before it.
    pronouns (set[str]): The genders of pronouns after it, and declared pronouns.
    names (set[str]): The folded names in all its forms.
    others (set[str]): Similar folded names that are other people's.
    listed (dict[tuple[str, int], set[str]]): By source and number of the part: its names there.
    """

    id: str
    parts: list[PersonPart]
    lexicon: Lexicon = field(repr=False, compare=False)
    titles: set[str] = field(default_factory=set)
    pronouns: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    listed: dict[tuple[str, int], set[str]] = field(default_factory=dict)

    def joined_to(self, part: PersonPart) -> list[PersonPart]:
        """The parts that make up one joined name with a part, in order; only itself if none do."""
        number = next(n for n, own in enumerate(self.parts) if own is part)
        while number and self.parts[number].joined:
            number -= 1
        first, *rest = self.parts[number:]
        return [first, *takewhile(lambda other: other.joined, rest)]

    @property
    def gender(self) -> str:
        """The gender from declared pronouns, titles, first name, kin, then other pronouns; or "".

        A first name of both men and women counts after the pronouns.
        """
        first = self.parts[0]
        pools = name_pools(self.lexicon)
        known = pools.gender(first.folded) if first.kind == "given" else ""
        around = self._gender_around
        return (
            self._gender_told
            or (around if pools.is_of_both(first.folded) else "")
            or known
            or around
        )

    @property
    def certain_gender(self) -> str:
        """Like `gender`, but not from a first name of both men and women."""
        told = self._gender_told or self._gender_around
        return (
            told
            if told or name_pools(self.lexicon).is_of_both(self.parts[0].folded)
            else self.gender
        )

    @property
    def _gender_told(self) -> str:
        words = self.lexicon.part(PersonWords)
        return gender_of_declared(self.pronouns) or words.gender_of_titles(self.titles)

    @property
    def _gender_around(self) -> str:
        words = self.lexicon.part(PersonWords)
        return words.gender_of_words(self.titles) or gender_of_pronouns(self.pronouns)

    def agrees(self, form: NameForm, numbers: Sequence[int]) -> bool:
        """Whether nothing shows that a similar form is another person's.

        form (NameForm): A form.
        numbers (Sequence[int]): The person's parts that its parts would mean.
        RETURNS (bool): False if it stands beside this person, or its title or pronoun contradicts,
            or a source lists both.
        """
        names = set(form.names)
        if not form.others.isdisjoint(self.names) or not self.others.isdisjoint(names):
            return False
        if form.gender and self.certain_gender not in ("", form.gender):
            return False
        return all(
            self.listed.get((source, number), {name}) == {name}
            for source in form.sources
            for (name, _), number in zip(form.key, numbers, strict=True)
        )

    def add(self, form: NameForm, numbers: Sequence[int]) -> None:
        """Note what a form of the person's name says about the person."""
        self.titles |= form.titles
        self.pronouns |= form.pronouns
        self.names |= set(form.names)
        self.others |= form.others
        for (name, _), number, plain in zip(form.key, numbers, form.plain, strict=True):
            for source in form.sources:
                self.listed.setdefault((source, number), set()).add(name)
            part = self.parts[number]
            if plain and not part.plain:
                self.parts[number] = replace(part, plain=True)
