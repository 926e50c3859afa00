"""Turns with names as in classrooms and chats, each name with its role.

Turns that resemble them but have no names are in `lookalikes`.
"""

import random
from collections.abc import Sequence
from functools import cache

from training.augment.lookalikes import lookalike_message
from training.augment.name_pool import NamePool
from training.augment.templates import Filler, Template, in_case, of_split, templates, without_end
from training.augment.texts import read_texts
from training.labelled import Labelled

_TEXTS = read_texts("name_sentences.toml")
# What comes before and after a vocative.
VOCATIVES: tuple[tuple[str, str], ...] = tuple(
    (before, after) for before, after in _TEXTS["vocatives"]
)

_NAMELESS_SHARE = 0.34
_LOWER_SHARE = 0.16
_UPPER_SHARE = 0.02
_BARE_SHARE = 0.12


@cache
def _groups(split: str) -> tuple[tuple[int, tuple[Template, ...]], ...]:
    return tuple(
        (group["weight"], of_split(templates(group["templates"]), split))
        for group in _TEXTS["groups"].values()
    )


@cache
def sentence_templates(split: str) -> tuple[Template, ...]:
    """All templates with names of a split."""
    return tuple(template for _, group in _groups(split) for template in group)


def name_sentence(room: Sequence[str], pool: NamePool, rng: random.Random) -> Labelled:
    """A turn with names or, one time in three, one that only looks like it.

    room (Sequence[str]): The first names of the people present.
    pool (NamePool): Draws all other names; the templates are those of its split.
    rng (random.Random): The only source of randomness.
    RETURNS (Labelled): The turn; every name has its role.
    """
    if rng.random() < _NAMELESS_SHARE:
        return lookalike_message(pool, rng, pool.split)
    groups = _groups(pool.split)
    weights = [weight for weight, _ in groups]
    _, group = rng.choices(groups, weights)[0]
    return fill_template(rng.choice(group), room, pool, rng)


def fill_template(
    template: Template, room: Sequence[str], pool: NamePool, rng: random.Random
) -> Labelled:
    """Fill the slots of a template; sometimes in lower case, in capitals, or without its end."""
    message = Filler(room, pool, rng).fill(template)
    share = rng.random()
    # A word in lower case is a name only if everything else is in lower case too.
    if share < _LOWER_SHARE and "{w}" not in template.text:
        message = in_case(message, str.lower)
    elif share > 1 - _UPPER_SHARE:
        message = in_case(message, str.upper)
    if rng.random() < _BARE_SHARE:
        message = without_end(message)
    return message
