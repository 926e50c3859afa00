"""Gives the people of an essay other names: every part of a name the same new one everywhere.

Names in full, initials, "Family, Given", and parts inside addresses and file names change together.
Public figures, characters and names inside terms stay.
"""

import random
import re
from collections.abc import Iterator

from spacy_piivot.lang.titles import titles
from training.augment.name_filling import like, vary_spelling
from training.augment.name_pool import NamePool
from training.augment.names import SMALL_PARTICLES
from training.augment.values.words import slug
from training.labelled import Gold, Labelled, rewrite

SWAPPED_ROLES = frozenset(("participant", "mentioned", "cited", ""))
_ADDRESSES = frozenset(("EMAIL_ADDRESS", "URL", "USERNAME"))
# A part of a name: in "AmaraOkafor" there are two.
_PART = re.compile(r"[^\W\d_]+?(?=(?<=[a-z])[A-Z][a-z])|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LEAST = 3


def swap_essay_names(message: Labelled, pool: NamePool, rng: random.Random) -> Labelled:
    """Give the private persons and cited authors of an essay other names.

    message (Labelled): The whole essay.
    pool (NamePool): Draws the names.
    rng (random.Random): The only source of randomness.
    RETURNS (Labelled): The essay; its spans cover the new names.
    """
    new = {
        part: pool.surname(rng) if family else pool.forename(rng)
        for part, family in _parts_of_people(message).items()
    }
    initials = {part[0]: name for part, name in reversed(new.items())}

    def new_part(part: str) -> str:
        key = part.casefold()
        if len(part) == 1:
            name = initials.get(key)
            return name[0].upper() if name and part.isupper() else part
        return like(part, new[key]) if key in new else part

    def surrogate(gold: Gold, string: str) -> str:
        if gold.label == "NAME" and gold.role in SWAPPED_ROLES:
            swapped = _PART.sub(lambda match: new_part(match[0]), string)
            return vary_spelling(swapped, rng) if gold.role != "cited" else swapped
        if gold.label in _ADDRESSES and gold.role != "cited":
            return _in_address(string, new)
        return string

    return rewrite(message, surrogate)


def _parts_of_people(message: Labelled) -> dict[str, bool]:
    """The folded parts of the names to swap, and whether each is a family name."""
    found: dict[str, bool] = {}
    alone: dict[str, bool] = {}
    for gold in message.spans:
        if gold.label != "NAME" or gold.role not in SWAPPED_ROLES:
            continue
        parts = list(_parts(message.text[gold.start : gold.end]))
        if len(parts) > 1:
            for part, family in parts:
                found.setdefault(part, family)
        elif parts:
            before = message.text[: gold.start].split()[-1:]
            titled = bool(before) and before[0].strip(".").casefold() in titles()
            alone.setdefault(parts[0][0], gold.role == "cited" or titled)
    return {**alone, **found}


def _parts(name: str) -> Iterator[tuple[str, bool]]:
    words = [match for match in _PART.finditer(name) if len(match[0]) > 1]
    comma = name.find(",")
    for number, match in enumerate(words):
        if match[0].casefold() in SMALL_PARTICLES:
            continue
        last = number == len(words) - 1
        yield match[0].casefold(), match.start() < comma if comma >= 0 else last


def _in_address(string: str, new: dict[str, str]) -> str:
    """An address with the parts of names in it swapped, in lower case and without accents."""
    parts = {slug(part): slug(name) for part, name in new.items()}
    parts = {old: name or old for old, name in parts.items() if len(old) >= _LEAST}
    if not parts:
        return string
    any_part = "|".join(sorted(map(re.escape, parts), key=len, reverse=True))
    return re.sub(any_part, lambda match: parts[match[0].lower()], string, flags=re.I)
