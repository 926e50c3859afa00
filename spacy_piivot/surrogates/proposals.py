"""Tracks which surrogates of a document a language model should propose, and checks its proposals.

A model proposes whole names and places. Accepted proposals are stored word by word, so that the
generators write them in every form, casing and address as they do with drawn surrogates; for
other words they draw.
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
SCHOOLS, _PHONES = made_by("school", "organisation"), made_by("phone")
WANTED_LABELS = frozenset(label.name for label in LABELS if label.proposed)

_LONGEST = 120
_LEAST_DIGITS = 7
_OF_PLACEHOLDERS = frozenset("[]<>{}_*")

_Entity = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SurrogateWish:
    """An original for which a surrogate is requested.

    text (str): As written at its first mention; a name without title and possessive.
    label (str): Its label.
    answer (str): The latest proposal; "" for none.
    flaw (str): The flaw of that proposal, a word of `flaws`; "" before the first proposal.
    """

    text: str
    label: str
    answer: str = ""
    flaw: str = ""


class Proposals:
    """The wishes of one document, and the proposals accepted for them.

    mentions (Iterable[Mention]): The mentions to replace, in the order of the text.
    text (str): The document: no surrogate is one of its words.
    speakers (Iterable[str]): The speakers as given in the source.
    roster (Iterable[str]): The names on the roster.
    allow (Collection[str]): Folded terms that are kept, also as part of a longer name.
    labels (Collection[str]): The labels to request, from `WANTED_LABELS`. These exclude dates,
        ages, codes and people's addresses, which need what a generator computes.
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
        # Nothing is drawn with it: it shows which surrogates are free.
        self._ledger = Ledger(b"", "", originals.units, word_set(text), lexicon=lexicon)
        self._kept = frozenset(map(name_key, allow))
        # By each folded form of a name's part: the folded part, and the person's gender.
        self._parts: dict[str, tuple[str, str]] = {}
        for folded, person, number in self._identities.forms():
            part = person.parts[number]
            gender = person.gender if part.kind == "given" else ""
            self._parts.setdefault(folded, (part.folded, gender))
        self._given: dict[_Entity, str] = {}
        self._accepted: dict[tuple[str, str], str] = {}
        self._wishes = {
            (wish.label, wish.text): wish
            for wish in self._choose([m for m in found if m.label in labels])
        }
        self.asked = len(self._wishes)
        self.flaws: Counter[str] = Counter()

    @property
    def missing(self) -> list[SurrogateWish]:
        """The wishes without an accepted proposal, in the order of the text."""
        return list(self._wishes.values())

    @property
    def settled(self) -> list[tuple[str, str]]:
        """The texts with an accepted proposal, and the proposal as it was made."""
        return [(text, answer) for (_, text), answer in self._accepted.items()]

    @property
    def given(self) -> Given:
        """The accepted surrogates word by word, as `assign` takes them."""
        given = dict(self._given)
        # If only a short form has a surrogate, the full name gets it too.
        for folded, (part, _) in sorted(self._parts.items()):
            if (NAME, folded) in given:
                given.setdefault((NAME, part), given[NAME, folded])
        return given

    def offer(self, wishes: Sequence[SurrogateWish], answers: Mapping[int, str]) -> None:
        """Accept the proposals without flaws, and note the flaws of the others.

        wishes (Sequence[SurrogateWish]): Some of the missing ones.
        answers (Mapping[int, str]): The proposals by the wish's position, from 1.
        """
        for number, wish in enumerate(wishes, 1):
            key = (wish.label, wish.text)
            answer = " ".join(answers.get(number, "").split())
            flaw = self._accept(wish, answer) if number in answers else flaws.MISSING
            if flaw:
                self.flaws[flaw] += 1
                usable = "" if flaw == flaws.UNUSABLE else answer
                self._wishes[key] = replace(wish, answer=usable, flaw=flaw)
            else:
                self._accepted[key] = answer
                del self._wishes[key]

    def _choose(self, mentions: Iterable[Mention]) -> list[SurrogateWish]:
        """Choose one wish for the spellings of each entity: the fullest, then the first."""
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
            # Without the words before them, parts may be something else.
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
        # The text is part of a mention; the identities know only whole mentions.
        parts = given_first(text, self._identities.parse(text), self._lexicon)
        return [part.folded for part in parts if part.kind == "name"]

    def _accept(self, wish: SurrogateWish, answer: str) -> str:
        """Accept a proposal if it has no flaw; return its flaw otherwise."""
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
        return self._store(fresh)

    def _store(self, fresh: Mapping[_Entity, str]) -> str:
        """Store new words if they are free and fit the other forms of the same part of a name."""
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
        """The surrogates of other forms of the same part of a name: "cassandra" for "cass"."""
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
            # Its abbreviation may be written instead.
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
    of_school = wish.label in SCHOOLS
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
    return [place_value(own, other, places) for own, other in zip(old, new, strict=True)], ""


def place_value(old: Unit, new: Unit, places: Gazetteer) -> str:
    """A new word of a place as `assign` takes it: a province by its full name."""
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
    """A name in the casing that the generators expect; they apply the original's casing."""
    return text.title() if text.islower() or text.isupper() else text
