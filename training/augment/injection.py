"""Inserts between the turns what public dialogues hardly contain: rare labels and lookalikes."""

import random
from dataclasses import replace

from training.augment.lookalikes import lookalike_message
from training.augment.name_pool import NamePool
from training.augment.rare_sentences import rare_exchange
from training.labelled import Labelled, LabelledDialogue, append

# The shares of messages followed by an exchange with rare labels, and by a lookalike. Per word,
# training data contain twice as many of them as held-out data.
RARE = {"train": 0.25, "dev": 0.125, "test": 0.125}
LOOKALIKES = {"train": 0.2, "dev": 0.1, "test": 0.1}
APPENDED = 0.3  # the share of single messages appended to the turn before


def inject(dialogue: LabelledDialogue, pool: NamePool, rng: random.Random) -> LabelledDialogue:
    """Insert exchanges with rare labels, and messages with lookalikes, between the turns.

    dialogue (LabelledDialogue): A dialogue with gold.
    pool (NamePool): Gives the names; its split decides the templates.
    rng (random.Random): Draws positions and contents.
    RETURNS (LabelledDialogue): The dialogue with at least one insertion.
    """
    room = _room(dialogue, pool, rng)
    rare, lookalikes = RARE[pool.split], LOOKALIKES[pool.split]
    messages: list[Labelled] = []
    certain = rng.randrange(len(dialogue.messages))
    for number, message in enumerate(dialogue.messages):
        messages.append(message)
        share = rng.random()
        if number == certain:
            share *= rare + lookalikes
        if share < rare:
            added = rare_exchange(pool, rng, room, pool.split)
        elif share < rare + lookalikes:
            added = (lookalike_message(pool, rng, pool.split),)
        else:
            continue
        if len(added) == 1 and message.text.strip() and rng.random() < APPENDED:
            messages[-1] = append(messages[-1], added[0])
        else:
            messages.extend(added)
    return replace(dialogue, messages=tuple(messages))


def _room(dialogue: LabelledDialogue, pool: NamePool, rng: random.Random) -> list[str]:
    """The first names of a dialogue's participants, and a few more."""
    known = {
        message.text[gold.start : gold.end].split(" ")[0]
        for message in dialogue.messages
        for gold in message.spans
        if gold.label == "NAME" and gold.role == "participant"
    }
    return [*sorted(known), *(pool.forename(rng) for _ in range(rng.randint(2, 5)))]
