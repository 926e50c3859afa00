"""Messages with lookalikes of PII: numbers in mathematics, and words that are also names.

Brands and places are gold (ORG, LOCATION); they are here because they resemble names and words.
"""

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from training.augment.name_pool import NamePool
from training.augment.templates import Filler, Template, in_case, of_split, templates, without_end
from training.augment.texts import read_texts
from training.labelled import Gold, Labelled, insert

_TEXTS = read_texts("lookalikes.toml")
# Sentences by a word that is also a name but is used as a word in them.
WORDS: Mapping[str, str] = _TEXTS["words"]

# One word per kind, except for words that are names, which occur as often as ten kinds.
_WORD_WEIGHT = 10
_NUMBER_SHARE = 0.45
_VOCATIVE_SHARE = 0.12
_LOWER_SHARE = 0.22
_UPPER_SHARE = 0.02
_BARE_SHARE = 0.15


def _word_templates(word: str, sentences: str) -> tuple[Template, ...]:
    pattern = re.compile(rf"(?<![\w'{{]){re.escape(word)}(?!\w|\}})", re.IGNORECASE)
    return tuple(
        Template(pattern.sub(lambda match: f"«{match.group()}»", template.text), "word")
        for template in templates(sentences)
    )


@cache
def _groups(
    split: str,
) -> tuple[tuple[tuple[Template, ...], ...], tuple[tuple[Template, ...], ...]]:
    """The templates of a split, one tuple per kind: those of numbers, and those of words."""
    numbers = tuple(
        of_split(templates(text, kind), split) for kind, text in _TEXTS["numbers"].items()
    )
    kinds = [of_split(templates(text, kind), split) for kind, text in _TEXTS["kinds"].items()]
    words = of_split(
        (template for word, text in WORDS.items() for template in _word_templates(word, text)),
        split,
    )
    return numbers, (*kinds, *(words for _ in range(_WORD_WEIGHT)))


@cache
def lookalike_templates(split: str) -> tuple[Template, ...]:
    """All templates of a split."""
    numbers, words = _groups(split)
    return tuple(dict.fromkeys(template for group in (*numbers, *words) for template in group))


def lookalike_message(pool: NamePool, rng: random.Random, split: str) -> Labelled:
    """A message with lookalikes, sometimes addressed to somebody by name.

    pool (NamePool): Draws names and places.
    rng (random.Random): The only source of chance.
    split (str): "train", "dev" or "test": no template is in two of them.
    RETURNS (Labelled): The message, its lookalikes, and gold for names, brands and places.
    """
    numbers, words = _groups(split)
    groups = [group for group in (numbers if rng.random() < _NUMBER_SHARE else words) if group]
    template = rng.choice(rng.choice(groups))
    message = Filler([pool.forename(rng)], pool, rng).fill(template)
    if template.kind != "vocative" and " " in message.text and rng.random() < _VOCATIVE_SHARE:
        message = _addressed(message, pool.forename(rng), rng)
    share = rng.random()
    if share < _LOWER_SHARE:
        message = in_case(message, str.lower)
    elif share < _LOWER_SHARE + _UPPER_SHARE:
        message = in_case(message, str.upper)
    if rng.random() < _BARE_SHARE:
        message = without_end(message)
    return message


def _addressed(message: Labelled, name: str, rng: random.Random) -> Labelled:
    """The message with a vocative in front."""
    before = rng.choice(("", "", "Okay ", "So, ", "Hey ", "um "))
    between = rng.choice((", ", ", ", " ", ". ", "? "))
    if between in (", ", " ") and message.text[1:2].islower() and rng.random() < 0.6:
        message = replace(message, text=message.text[0].lower() + message.text[1:])
    gold = Gold(len(before), len(before) + len(name), "NAME", "participant")
    return insert(message, 0, before + name + between, [gold])
