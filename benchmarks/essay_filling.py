"""Fills the slots of essays with names, cities and schools.

A slot is a stretch where the publishers of an essay put a placeholder for something of its kind.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from benchmarks.essay_names import Group, Names, Person
from spacy_piivot.core.folding import word_set
from spacy_piivot.core.labels import PARTICIPANT
from spacy_piivot.corpus.annotated_spans import AnnotatedSpan, EntryPosition, decode_spans
from spacy_piivot.corpus.jsonl import read_jsonl
from spacy_piivot.draws.casing import match_case
from spacy_piivot.errors import InputError, RecordError
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue, AnnotatedMessage
from spacy_piivot.lang import ENGLISH
from spacy_piivot.lang.titles import Titles
from training.augment.names import SCHOOL_ENDINGS

LABELS = ("NAME", "LOCATION", "SCHOOL")
# The share of persons that are first mentioned by both names.
_FULL = 0.5
_LONGEST_TITLE = 20
_ENDING = re.compile(
    rf"(?:\s+(?:{'|'.join(sorted({w for end in SCHOOL_ENDINGS for w in end.split()}))})\b)+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SlotEssay:
    """An essay with slots.

    id (str): Its id.
    text (str): Its text, with placeholders in the slots.
    slots (Sequence[AnnotatedSpan]): The slots, in text order; none if it has no placeholders.
    """

    id: str
    text: str
    slots: Sequence[AnnotatedSpan]


def read_slots(path: Path) -> list[SlotEssay]:
    """Read essays with and without slots.

    path (Path): Dialogue JSONL of one message each, which may have `slots`: `start`, `end`, and a
        label of `LABELS`.
    RETURNS (list[SlotEssay]): The essays.
    RAISES (InputError, RecordError): If the file or an essay cannot be used.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such file. Give the essays with slots as --ellipse.")
    essays = []
    for item in read_jsonl(path):
        if isinstance(item, RecordError):
            raise item
        id, messages = item.dialogue.id, item.source["messages"]
        place = EntryPosition(item.line, id, 0)
        if len(messages) != 1:
            raise place.error("NotOneMessage", "an essay has one message")
        text = messages[0]["text"]
        slots = decode_spans({"spans": messages[0].get("slots")}, text, place, LABELS)
        slots.sort(key=lambda slot: slot.start)
        if any(after.start < before.end for before, after in pairwise(slots)):
            raise place.error("OverlappingSlots", "slots overlap")
        essays.append(SlotEssay(id, text, slots))
    return essays


def fill(
    essays: Sequence[SlotEssay], names: Names, *, copies: int, seed: int
) -> list[AnnotatedDialogue]:
    """Fill the slots of essays.

    Groups of names come equally often: with as many copies as groups, each essay has one of each.
    The same slot text in one copy is the same person or thing.

    essays (Sequence[SlotEssay]): Essays with slots.
    names (Names): What they are filled with.
    copies (int): How often to fill each.
    seed (int): The seed of groups and names.
    RETURNS (list[AnnotatedDialogue]): The copies, with the filled slots as spans, and their group
        in `swap`.
    """
    groups = random.Random(f"groups {seed}").sample(names.groups, len(names.groups))
    return [
        _fill(essay, groups[(number * copies + copy) % len(groups)], names, copy, seed)
        for number, essay in enumerate(essays)
        for copy in range(copies)
    ]


def _fill(essay: SlotEssay, group: Group, names: Names, copy: int, seed: int) -> AnnotatedDialogue:
    filler = _Filler(essay, group, names, random.Random(f"{seed} {essay.id} {copy}"))
    text, spans, position = "", [], 0
    for label, start, end, filled in filler.stretches():
        text += essay.text[position:start]
        spans.append(
            AnnotatedSpan(
                len(text),
                len(text) + len(filled),
                label,
                PARTICIPANT if label == "NAME" else "",
                text=filled,
            )
        )
        text += filled
        position = end
    text += essay.text[position:]
    return AnnotatedDialogue(
        f"{essay.id}~{copy}",
        [AnnotatedMessage(spans, text)],
        swap={**group._asdict(), "of": essay.id},
    )


class _Filler:
    """Fills the slots of one copy."""

    def __init__(self, essay: SlotEssay, group: Group, names: Names, rng: random.Random) -> None:
        self.text, self.slots = essay.text, essay.slots
        self.group, self.names, self.rng = group, names, rng
        self.words = word_set(essay.text)
        self.people: dict[str, tuple[Person, bool]] = {}
        self.things: dict[tuple[str, str], str] = {}

    def stretches(self) -> Iterator[tuple[str, int, int, str]]:
        """Label, start, end and filling of each slot, or of two that are one name."""
        number = 0
        while number < len(self.slots):
            slot = self.slots[number]
            end = slot.end
            if slot.label == "NAME":
                joined = self._is_joined(number)
                filled = self._name(slot, both=joined)
                number += joined
                end = self.slots[number].end
            else:
                filled, end = self._thing(slot)
            yield slot.label, slot.start, end, match_case(self._written(slot), filled)
            number += 1

    def _is_joined(self, number: int) -> bool:
        """Whether the next slot is the family name to this given name."""
        if number + 1 == len(self.slots):
            return False
        slot, after = self.slots[number : number + 2]
        between = self.text[slot.end : after.start]
        return after.label == slot.label and between.isspace() and "\n" not in between

    def _name(self, slot: AnnotatedSpan, *, both: bool) -> str:
        key = self.text[slot.start : slot.end]
        first = key not in self.people
        if first:
            person = self.names.person(self.group, self.rng, self.words)
            self.people[key] = person, self.rng.random() < _FULL
        person, in_full = self.people[key]
        before = self.text[max(0, slot.start - _LONGEST_TITLE) : slot.start]
        if both or (first and in_full):
            return " ".join(person)
        return person.family if ENGLISH.part(Titles).before.search(before) else person.given

    def _thing(self, slot: AnnotatedSpan) -> tuple[str, int]:
        """The filling of a place or school, and the end of what it stands for."""
        end = slot.end
        ending = _ENDING.match(self.text, slot.end) if slot.label == "SCHOOL" else None
        key = (slot.label, self.text[slot.start : slot.end])
        if key not in self.things:
            self.things[key] = (
                self.names.city(self.group, self.rng, self.words)
                if slot.label == "LOCATION"
                else self.names.school(self.group, self.rng, self.words, whole=ending is None)
            )
        if ending is not None:
            end = ending.end()
        return self.things[key] + self.text[slot.end : end], end

    def _written(self, slot: AnnotatedSpan) -> str:
        """How the placeholder is written; "STUDENT_NAME" is no name in capitals."""
        written = self.text[slot.start : slot.end]
        return written.lower() if written.islower() else ""
