"""Fills masked pupils with names, swaps gold names and varies spellings."""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from spacy_piivot.core.labels import CITED
from spacy_piivot.kinds.names import is_ordinary_word
from training.augment.name_pool import NamePool
from training.augment.name_sentences import VOCATIVES, name_sentence
from training.augment.names import SMALL_PARTICLES
from training.augment.texts import read_texts
from training.augment.values.renewal import renew
from training.labelled import (
    Edit,
    Gold,
    Labelled,
    LabelledDialogue,
    Lookalike,
    edit,
    insert,
    rewrite,
)

PARTICIPANT = "participant"
# The share of texts with new names, and the share with new rare values.
SWAPPED = 0.75

_MASKED = re.compile(
    r"\bStudents? (?P<pupil>[A-Z]{1,2})\b(?!\w)"
    r"|\b(?P<title>Mr|Mrs|Ms|Miss|Dr)\.? (?P<adult>[A-Z])\b(?!['’]?\w)"
    r"|\[(?P<placeholder>(?:STUDENT|TUTOR|TEACHER|PARENT|PERSON|NAME)(?:[ _-]?\w{1,2})?)\]",
)
# Further masked pupils in "Students J, C and K".
_FURTHER = re.compile(r"(?:, and |, | and | or )(?P<pupil>[A-HJ-Z])\b(?!['’]?\w)")
_SENTENCE_END = re.compile(r"(?<=[a-z0-9])[.?!](?= |$)")
# The words that a name is glued to when the space is forgotten.
_GLUING = frozenset(read_texts("typing.toml")["glued"]["words"])


def fill_masked(dialogue: LabelledDialogue, pool: NamePool, rng: random.Random) -> LabelledDialogue:
    """Give every masked person of a dialogue a name: the same name for the same mask.

    Masks are pupils ("Student J"), adults ("Mr. K") and placeholders ("[STUDENT]").
    """
    names: dict[str, str] = {}

    def name_of(mask: _Mask) -> str:
        if mask.key not in names:
            if mask.is_surname:
                names[mask.key] = pool.surname(rng)
            elif rng.random() < 0.93:
                names[mask.key] = pool.forename(rng)
            else:
                names[mask.key] = pool.full_name(rng)
        return names[mask.key]

    def fill(message: Labelled) -> Labelled:
        edits = []
        for mask in _masks(message.text):
            if any(gold.start < mask.end and mask.start < gold.end for gold in message.spans):
                continue
            name = vary_spelling(name_of(mask), rng)
            gold = Gold(0, len(name), "NAME", PARTICIPANT)
            edits.append(Edit(mask.start, mask.end, name, (gold,)))
        return edit(message, edits) if edits else message

    return replace(dialogue, messages=tuple(fill(message) for message in dialogue.messages))


class _Mask(NamedTuple):
    start: int
    end: int
    key: str
    is_surname: bool = False


def _masks(text: str) -> Iterator[_Mask]:
    for match in _MASKED.finditer(text):
        if adult := match.group("adult"):
            yield _Mask(match.start("adult"), match.end(), f"{match.group('title')} {adult}", True)
            continue
        pupil = match.group("pupil")
        yield _Mask(match.start(), match.end(), pupil or match.group("placeholder"))
        further = _FURTHER.match(text, match.end()) if pupil else None
        while further:
            yield _Mask(further.start("pupil"), further.end(), further.group("pupil"))
            further = _FURTHER.match(text, further.end())


def swap_names(dialogue: LabelledDialogue, pool: NamePool, rng: random.Random) -> LabelledDialogue:
    """Swap the gold names of a dialogue: the same part of a name becomes the same new one.

    Public figures and names in mathematical terms stay.
    """
    mapping: dict[str, str] = {}

    def part_of_name(part: str, is_surname: bool) -> str:
        if part.casefold() in SMALL_PARTICLES or len(part.strip(".")) < 2:
            return part
        key = part.casefold()
        if key not in mapping:
            mapping[key] = pool.surname(rng) if is_surname else pool.forename(rng)
        return like(part, mapping[key])

    def surrogate(gold: Gold, string: str) -> str:
        if gold.label != "NAME" or gold.role in ("math_term", "public"):
            return string
        if not string[:1].isalpha():
            return string
        parts = enumerate(string.split(" "))
        return vary_spelling(" ".join(part_of_name(part, i > 0) for i, part in parts), rng)

    return _rewritten(dialogue, surrogate)


def renew_values(
    dialogue: LabelledDialogue, pool: NamePool, rng: random.Random
) -> LabelledDialogue:
    """Replace all gold except names and the addresses of sources by new values.

    The same value in a dialogue becomes the same new one.
    """
    mapping: dict[tuple[str, str], str] = {}

    def surrogate(gold: Gold, string: str) -> str:
        if gold.label == "NAME" or gold.role == CITED:
            return string
        key = (gold.label, string.casefold())
        if key not in mapping:
            mapping[key] = renew(gold, string, pool, rng)
        return mapping[key]

    return _rewritten(dialogue, surrogate)


def _rewritten(
    dialogue: LabelledDialogue, surrogate: Callable[[Gold, str], str]
) -> LabelledDialogue:
    return replace(
        dialogue, messages=tuple(rewrite(message, surrogate) for message in dialogue.messages)
    )


def like(model: str, name: str) -> str:
    """A name in the casing of another."""
    if model.islower():
        return name.lower()
    if len(model) > 2 and model.isupper():
        return name.upper()
    return name


def vary_spelling(name: str, rng: random.Random) -> str:
    """Sometimes write a name in lower case (unless it is also a word), in capitals, or misspelt."""
    share = rng.random()
    if share < 0.03:
        return name if is_ordinary_word(name) else name.lower()
    if share < 0.04:
        return name.upper()
    if share < 0.06 and len(name) > 4:
        i = rng.randint(1, len(name) - 2)
        return rng.choice(
            (name[:i] + name[i + 1 :], name[:i] + name[i] + name[i:],
             name[:i] + name[i + 1] + name[i] + name[i + 2 :])
        )  # fmt: skip
    return name


def forget_spaces(
    dialogue: LabelledDialogue, rng: random.Random, rate: float = 0.02
) -> LabelledDialogue:
    """Sometimes glue a name to the word or punctuation next to it ("hialex", "ok.Ana").

    rate (float): How often, among names with such a neighbour.
    """

    def forget(message: Labelled) -> Labelled:
        text = message.text
        edits = []
        for gold in message.spans:
            if gold.label != "NAME" or gold.role not in ("", PARTICIPANT):
                continue
            if gold.end - gold.start < 3:
                continue
            before = re.search(r"(\S+) $", text[: gold.start])
            after = re.match(r" ([\w']+)", text[gold.end :])
            if before and _can_glue(before.group(1)) and rng.random() < rate:
                edits.append(Edit(gold.start - 1, gold.start, ""))
            elif after and _can_glue(after.group(1)) and rng.random() < rate:
                edits.append(Edit(gold.end, gold.end + 1, ""))
        return edit(message, edits) if edits else message

    return replace(dialogue, messages=tuple(forget(message) for message in dialogue.messages))


def _can_glue(neighbour: str) -> bool:
    return neighbour[-1] in ".!?,;" or neighbour.casefold() in _GLUING


def vary_case(dialogue: LabelledDialogue, rng: random.Random) -> LabelledDialogue:
    """Sometimes write a whole message in lower case or in capitals, if that keeps offsets."""

    def vary(message: Labelled) -> Labelled:
        share = rng.random()
        changed = message.text
        if share < 0.10:
            changed = message.text.lower()
        elif share < 0.11:
            changed = message.text.upper()
        return replace(message, text=changed) if len(changed) == len(message.text) else message

    return replace(dialogue, messages=tuple(vary(message) for message in dialogue.messages))


def add_mentions(
    dialogue: LabelledDialogue, pool: NamePool, rng: random.Random, rate: float
) -> LabelledDialogue:
    """Address pupils by name, for sources without names.

    rate (float): The share of messages that get a vocative. Half as many turns are inserted that
        are only a name or a sentence with names.
    """
    room = [pool.forename(rng) for _ in range(rng.randint(3, 10))]
    messages: list[Labelled] = []
    for message in dialogue.messages:
        if rng.random() < rate:
            message = _address(message, vary_spelling(rng.choice(room), rng), rng)
        messages.append(message)
        if rng.random() < rate / 2:
            messages.append(name_sentence(room, pool, rng))
    return replace(dialogue, messages=tuple(messages))


def _address(message: Labelled, name: str, rng: random.Random) -> Labelled:
    """Put a vocative at the start or end of a message, or after one of its sentences."""
    entries: list[Gold | Lookalike] = [*message.spans, *message.lookalikes]
    ends = [
        match.start()
        for match in _SENTENCE_END.finditer(message.text)
        if not any(entry.start <= match.start() <= entry.end for entry in entries)
    ]
    before, after = rng.choice(VOCATIVES)
    gold = Gold(len(before), len(before) + len(name), "NAME", PARTICIPANT)
    if ends and rng.random() < 0.7:
        at = rng.choice(ends)
        if rng.random() < 0.5:  # "... is that, Ana?"
            return insert(message, at, f", {name}", [Gold(2, 2 + len(name), "NAME", PARTICIPANT)])
        return insert(
            message,
            at + 1,
            f" {before}{name}{after or '.'}",
            [replace(gold, start=gold.start + 1, end=gold.end + 1)],
        )
    text = message.text
    if not text or (message.spans and message.spans[0].start == 0):
        return message
    comma = after or rng.choice((",", ",", ",", "", ".", "?", "!"))
    if comma in (",", "") and rng.random() < 0.8 and text[:2] != "I ":
        message = replace(message, text=_small(text[0]) + text[1:])
    return insert(message, 0, f"{before}{name}{comma} ", [gold])


def _small(letter: str) -> str:
    return letter.lower() if len(letter.lower()) == 1 else letter
