"""Augmentation: masked pupils get names, gold names are swapped, spellings vary."""

import random
import re
from collections.abc import Callable
from dataclasses import replace

from labelled import Gold, Labelled, LabelledDialogue, insert, rewrite
from name_pool import NamePool
from sentence_templates import VOCATIVES, name_sentence

from spacy_piivot.names import is_ordinary_word

_MASKED = re.compile(
    r"\bStudents? (?P<pupil>[A-Z]{1,2})\b(?!\w)"
    r"|\b(?P<title>Mr|Mrs|Ms|Miss|Dr)(?P<dot>\.?) (?P<adult>[A-Z])\b(?!['’]?\w)"
)
_PARTICLES = frozenset("de la del van der den von bin al el di da".split())
_SENTENCE_END = re.compile(r"(?<=[a-z0-9])[.?!](?= |$)")


def fill_masked(dialogue: LabelledDialogue, pool: NamePool, rng: random.Random) -> LabelledDialogue:
    """Give every masked pupil ("Student J") and adult ("Mr. K") of a dialogue a name."""
    names: dict[str, str] = {}

    def name_of(match: re.Match[str]) -> str:
        key = match.group("pupil") or match.group("title") + match.group("adult")
        if key not in names:
            if match.group("adult"):
                names[key] = pool.surname(rng)
            elif rng.random() < 0.93:
                names[key] = pool.forename(rng)
            else:
                names[key] = pool.full_name(rng)
        return names[key]

    def fill(message: Labelled) -> Labelled:
        pieces: list[str] = []
        spans: list[Gold] = []
        position = length = 0
        for match in _MASKED.finditer(message.text):
            title = match.group("title")
            before = message.text[position : match.start()]
            before += f"{title}{match.group('dot')} " if title else ""
            name = vary_spelling(name_of(match), rng)
            pieces += [before, name]
            spans.append(Gold(length + len(before), length + len(before) + len(name), "NAME"))
            length += len(before) + len(name)
            position = match.end()
        if not spans:
            return message
        pieces.append(message.text[position:])
        # Gold of the masked text moves by as much as the fills before it.
        moved = [
            shifted
            for gold in message.spans
            if (shifted := _shift(gold, message.text, "".join(pieces))) is not None
        ]
        return replace(
            message,
            text="".join(pieces),
            spans=tuple(sorted((*spans, *moved), key=lambda span: span.start)),
        )

    return replace(dialogue, messages=tuple(fill(message) for message in dialogue.messages))


def _shift(gold: Gold, old: str, new: str) -> Gold | None:
    """Gold after text was changed around it: found by its string, if it stands there once."""
    string = old[gold.start : gold.end]
    if old.count(string) != 1 or new.count(string) != 1:
        return None
    start = new.index(string)
    return replace(gold, start=start, end=start + len(string))


def swap_gold(dialogue: LabelledDialogue, pool: NamePool, rng: random.Random) -> LabelledDialogue:
    """Swap the names, places, schools and digits of a dialogue's gold, consistently."""
    mapping: dict[tuple[str, str], str] = {}

    def once(kind: str, string: str, make: Callable[[], str]) -> str:
        key = (kind, string.casefold())
        if key not in mapping:
            mapping[key] = make()
        return mapping[key]

    def surrogate(gold: Gold, string: str) -> str:
        if gold.label == "NAME":
            if gold.role in ("math_term", "public") or not string[:1].isalpha():
                return string
            parts = string.split(" ")
            new = [
                part
                if part.casefold() in _PARTICLES or len(part.strip(".")) < 2
                else like(
                    part,
                    once(
                        "NAME",
                        part,
                        lambda i=i: (  # type: ignore[misc]
                            pool.surname(rng) if i and len(parts) > 1 else pool.forename(rng)
                        ),
                    ),
                )
                for i, part in enumerate(parts)
            ]
            return vary_spelling(" ".join(new), rng)
        if gold.label == "LOCATION" and string.replace(" ", "").isalpha() and len(string) > 3:
            return like(string, once("LOCATION", string, lambda: pool.place(rng)))
        if gold.label == "SCHOOL" and len(string.split()) > 1:
            return like(string, once("SCHOOL", string, lambda: pool.school(rng)))
        if gold.label in ("PHONE_NUMBER", "ID_NUM", "USERNAME", "EMAIL_ADDRESS"):
            return re.sub(r"\d", lambda _: str(rng.randint(0, 9)), string)
        return string

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
    """Now and then a name in lower case (unless it is a word too), in capitals, or misspelt."""
    share = rng.random()
    if share < 0.02:
        return name if is_ordinary_word(name) else name.lower()
    if share < 0.03:
        return name.upper()
    if share < 0.045 and len(name) > 4:
        i = rng.randint(1, len(name) - 2)
        return rng.choice(
            (name[:i] + name[i + 1 :], name[:i] + name[i] + name[i:],
             name[:i] + name[i + 1] + name[i] + name[i + 2 :])
        )  # fmt: skip
    return name


def vary_case(dialogue: LabelledDialogue, rng: random.Random) -> LabelledDialogue:
    """Now and then a whole message in lower case or in capitals (where that keeps offsets)."""

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
    """Address pupils by name where the source has none.

    rate (float): The share of messages that get a vocative; half as many new turns are
        only a name or a sentence with names.
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
    """Put a vocative at the start, the end or after a sentence of a message."""
    ends = [
        match.start()
        for match in _SENTENCE_END.finditer(message.text)
        if not any(span.start <= match.start() <= span.end for span in message.spans)
    ]
    before, after = rng.choice(VOCATIVES)
    gold = Gold(len(before), len(before) + len(name), "NAME")
    if ends and rng.random() < 0.7:
        at = rng.choice(ends)
        if rng.random() < 0.5:  # "... is that, Ana?"
            return insert(message, at, f", {name}", [Gold(2, 2 + len(name), "NAME")])
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
        message = replace(message, text=text[0].lower() + text[1:])
    return insert(message, 0, f"{before}{name}{comma} ", [gold])
