"""Surrogates that somebody else proposes for a document: what is wanted, and what holds.

A language model proposes whole names and places. What holds of a proposal is taken word by word,
so that the generators write it in every form, casing and address, as they do with what they draw;
for what is not taken they draw.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..core.folding import fold, word_set, words
from ..core.labels import LABELS, made_by
from ..draws.choice import Given, Ledger
from ..kinds.names.parsing import given_first, parse_name
from ..kinds.names.people import Identities
from ..kinds.names.pools import name_key
from ..kinds.numbers.surrogate import number_code
from ..kinds.places import Gazetteer
from ..kinds.places.gazetteer import ABBREVIATION, PROVINCE
from ..kinds.places.units import Unit, read_units
from ..lang import ENGLISH, Lexicon
from . import flaws
from .mentions import Mention
from .originals import gather

NAME, LOCATION, PHONE = "NAME", "LOCATION", "PHONE_NUMBER"
_SCHOOLS, _PHONES = made_by("school", "organisation"), made_by("phone")
WANTED_LABELS = frozenset(label.name for label in LABELS if label.proposed)

_LONGEST = 120
_LEAST_DIGITS = 7
_OF_PLACEHOLDERS = frozenset("[]<>{}_*")

_Entity = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SurrogateWish:
    """Something that a surrogate is wanted for.

    text (str): As it is written where it stands first: a name without title and possessive.
    label (str): Its label.
    answer (str): What was proposed last; "" for nothing.
    flaw (str): What is wrong with that, a word of `flaws`; "" before anything was proposed.
    """

    text: str
    label: str
    answer: str = ""
    flaw: str = ""


class Proposals:
    """The wishes of one document, and what was settled of them.

    mentions (Iterable[Mention]): What is replaced, in the order of the text.
    text (str): The document: no surrogate is one of its words.
    speakers (Iterable[str]): Who speaks, as the source has it.
    roster (Iterable[str]): Who is known to be in the room.
    allow (Collection[str]): Folded terms that stay, also as a part of a longer name.
    labels (Collection[str]): What is wanted; of `WANTED_LABELS`. Dates, ages, codes and addresses
        of people are none of them: they must keep what a generator computes.
    lexicon (Lexicon): The words of the document's language.
    """

    def __init__(
        self,
        mentions: Iterable[Mention],
        *,
        text: str,
        speakers: Iterable[str],
        roster: Iterable[str],
        allow: Collection[str],
        labels: Collection[str] = WANTED_LABELS,
        lexicon: Lexicon = ENGLISH,
    ) -> None:
        self._lexicon = lexicon
        found = list(dict.fromkeys(mentions))
        originals = gather(found, speakers, roster, lexicon)
        self._identities = Identities(originals.people, lexicon)
        # Nothing is drawn: it tells what is free.
        self._ledger = Ledger(b"", "", originals.units, word_set(text), lexicon=lexicon)
        self._kept = frozenset(map(name_key, allow))
        # The folded part of a person that a form of it stands for, and the person's gender.
        self._parts: dict[str, tuple[str, str]] = {}
        for folded, person, number in self._identities.forms():
            part = person.parts[number]
            gender = person.gender if part.kind == "given" else ""
            self._parts.setdefault(folded, (part.folded, gender))
        self._given: dict[_Entity, str] = {}
        self._said: dict[tuple[str, str], str] = {}
        self._wishes = {
            (wish.label, wish.text): wish
            for wish in self._choose([m for m in found if m.label in labels])
        }
        self.asked = len(self._wishes)
        self.flaws: Counter[str] = Counter()

    @property
    def missing(self) -> list[SurrogateWish]:
        """What nothing is settled for, in the order of the text."""
        return list(self._wishes.values())

    @property
    def settled(self) -> list[tuple[str, str]]:
        """What is settled: texts with their surrogates, as they were proposed."""
        return [(text, answer) for (_, text), answer in self._said.items()]

    @property
    def given(self) -> Given:
        """What is settled, as `assign` takes it: word by word."""
        given = dict(self._given)
        # A person whose short form alone has a surrogate is called so.
        for folded, (part, _) in sorted(self._parts.items()):
            if (NAME, folded) in given:
                given.setdefault((NAME, part), given[NAME, folded])
        return given

    def offer(self, wishes: Sequence[SurrogateWish], answers: Mapping[int, str]) -> None:
        """Settle what holds of some proposals; of the others note what is wrong.

        wishes (Sequence[SurrogateWish]): Some of the missing ones.
        answers (Mapping[int, str]): The proposals, by the wish's place, from 1.
        """
        for number, wish in enumerate(wishes, 1):
            key = (wish.label, wish.text)
            answer = " ".join(answers.get(number, "").split())
            flaw = self._settle(wish, answer) if number in answers else flaws.MISSING
            if flaw:
                self.flaws[flaw] += 1
                usable = "" if flaw == flaws.UNUSABLE else answer
                self._wishes[key] = replace(wish, answer=usable, flaw=flaw)
            else:
                self._said[key] = answer
                del self._wishes[key]

    def _choose(self, mentions: Iterable[Mention]) -> list[SurrogateWish]:
        """One wish for what several ways of writing have in common: the fullest, then the first."""
        wishes: dict[SurrogateWish, int] = {}
        for number, mention in enumerate(mentions):
            if wish := self._wish(mention):
                wishes.setdefault(wish, number)
        entities = {wish: self._entities(wish) for wish in wishes}
        covered: set[_Entity] = set()
        chosen = []
        for wish in sorted(wishes, key=lambda wish: (-len(entities[wish]), wishes[wish])):
            if not covered.issuperset(entities[wish]):
                covered.update(entities[wish])
                chosen.append(wish)
        return sorted(chosen, key=wishes.__getitem__)

    def _wish(self, mention: Mention) -> SurrogateWish | None:
        text = mention.text.strip()
        if mention.label == NAME:
            aligned = self._identities.align(mention.text)
            parts = [part for part, _ in aligned[1] if part.kind == "name"] if aligned else []
            if not parts or any(part.folded in self._kept for part in parts):
                return None
            first, last = min(p.start for p in parts), max(p.end for p in parts)
            text = mention.text[first:last]
            # Without what stands before them, parts may be something else.
            if not self._parts.keys() >= set(self._name_parts(text)):
                return None
        elif mention.label in _PHONES:
            digits = sum(map(str.isdecimal, text))
            if digits < _LEAST_DIGITS or any(map(str.isalpha, text)):
                return None
        elif not read_units(text, mention.label, self._lexicon):
            return None
        return SurrogateWish(text, mention.label)

    def _entities(self, wish: SurrogateWish) -> list[_Entity]:
        if wish.label == NAME:
            return [(NAME, part) for part in self._name_parts(wish.text)]
        if wish.label in _PHONES:
            return [(PHONE, number_code(wish.text, PHONE, self._lexicon))]
        return [(LOCATION, unit.key) for unit in read_units(wish.text, wish.label, self._lexicon)]

    def _name_parts(self, text: str) -> list[str]:
        # The text is a piece of a mention, which alone the identities know.
        parts = given_first(text, self._identities.parse(text), self._lexicon)
        return [part.folded for part in parts if part.kind == "name"]

    def _settle(self, wish: SurrogateWish, answer: str) -> str:
        """Settle a wish if the proposal holds; the flaw otherwise."""
        if not _is_usable(answer):
            return flaws.UNUSABLE
        entities = self._entities(wish)
        if wish.label == NAME:
            new, flaw = self._read_name(entities, answer)
        elif wish.label in _PHONES:
            new = [number_code(answer, PHONE, self._lexicon)]
            flaw = flaws.phone_flaw(wish.text, answer, self._lexicon)
        else:
            new, flaw = _read_place(wish, answer, self._lexicon)
        if flaw:
            return flaw
        fresh: dict[_Entity, str] = {}
        for entity, surrogate in zip(entities, new, strict=True):
            known = fresh.get(entity, self._given.get(entity))
            if known is None:
                fresh[entity] = surrogate
            elif fold(known) != fold(surrogate):
                return flaws.UNLIKE
        return self._keep(fresh)

    def _keep(self, fresh: Mapping[_Entity, str]) -> str:
        """Take new words if they are free, and like those of the same part of a name."""
        owners: dict[str, _Entity] = {}
        for entity, surrogate in fresh.items():
            relatives = self._relatives(entity)
            if not all(flaws.are_alike(surrogate, other, self._lexicon) for other in relatives):
                return flaws.UNLIKE
            shared = fold(surrogate) in map(fold, relatives)
            if not shared and not self._is_free(entity, surrogate):
                return flaws.TAKEN
            if owners.setdefault(fold(surrogate), entity) != entity:
                return flaws.TAKEN
        self._given.update(fresh)
        for surrogate in fresh.values():
            self._ledger.take(words(surrogate))
        return ""

    def _relatives(self, entity: _Entity) -> list[str]:
        """What the other forms of the same part of a name have: those of "cassandra" for "cass"."""
        space, key = entity
        if space != NAME:
            return []
        part, _ = self._parts[key]
        return [
            surrogate
            for (other_space, other), surrogate in self._given.items()
            if other_space == NAME and self._parts[other][0] == part
        ]

    def _is_free(self, entity: _Entity, surrogate: str) -> bool:
        free = self._ledger.is_free(words(surrogate))
        places = self._lexicon.part(Gazetteer)
        if entity[0] == LOCATION and (code := places.abbreviation(places.region(surrogate))):
            # It may be written as its abbreviation.
            return free and self._ledger.is_free([fold(code)])
        return free

    def _read_name(self, entities: Sequence[_Entity], answer: str) -> tuple[list[str], str]:
        written = parse_name(answer, self._lexicon)
        parts = [p for p in given_first(answer, written, self._lexicon) if p.kind == "name"]
        if len(parts) != len(entities):
            return [], flaws.FORM
        new = [_spelled(part.text) for part in parts]
        for (_, folded), surrogate in zip(entities, new, strict=True):
            gender = self._parts[folded][1]
            if flaw := flaws.name_flaw(folded, gender, surrogate, self._lexicon):
                return [], flaw
        return new, ""


def _read_place(wish: SurrogateWish, answer: str, lexicon: Lexicon) -> tuple[list[str], str]:
    of_school = wish.label in _SCHOOLS
    if of_school and (flaw := flaws.stage_flaw(wish.text, answer, lexicon)):
        return [], flaw
    old, new = (read_units(text, wish.label, lexicon) for text in (wish.text, answer))
    if len(old) != len(new):
        return [], flaws.FORM
    for own, other in zip(old, new, strict=True):
        if flaw := flaws.place_flaw(own, other, of_school=of_school):
            return [], flaw
    if not of_school and flaws.lie_elsewhere(new, lexicon):
        return [], flaws.ELSEWHERE
    places = lexicon.part(Gazetteer)
    return [_place_value(own, other, places) for own, other in zip(old, new, strict=True)], ""


def _place_value(old: Unit, new: Unit, places: Gazetteer) -> str:
    if {old.kind, new.kind} <= {PROVINCE, ABBREVIATION}:
        return places.name(places.region(new.text))
    return _spelled(new.text)


def _is_usable(answer: str) -> bool:
    return (
        0 < len(answer) <= _LONGEST
        and answer.isprintable()
        and set(answer).isdisjoint(_OF_PLACEHOLDERS)
    )


def _spelled(text: str) -> str:
    """A name as the generators expect it, which write it in the casing of the original."""
    return text.title() if text.islower() or text.isupper() else text
