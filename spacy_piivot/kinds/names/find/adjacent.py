"""Splits adjacent names of two people, and places with a comma between them.

"Anna Bob, come up here", "Newark, New Jersey": with IO tags each is one finding.
"""

import re
from collections.abc import Set
from itertools import pairwise

from ....core.folding import fold
from ....lang import ENGLISH, Lexicon
from ..forms import is_particle
from ..listed import is_listed_given_name, is_listed_surname

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*\.?")
_SPACE = re.compile(r"[ \u00a0]+")
_COMMA = re.compile(r"\s*,\s*")


def adjacent_names(
    name: str, alone: Set[str], together: Set[tuple[str, str]], lexicon: Lexicon = ENGLISH
) -> list[slice]:
    """Split a finding of one name into the names of several people.

    name (str): The text of the finding.
    alone (Set[str]): Folded first names of the dialogue: from its roster, or found elsewhere as a
        single word without a title.
    together (Set[tuple[str, str]]): Folded neighbours in known full names: from the roster, or
        found more than once.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[slice]): The extents of the names in order. The finding is split only if each
        part is known alone, no part can only be a surname, and no pair is a known full name.
    """
    words = list(_WORD.finditer(name))
    whole = [slice(0, len(name))]
    if len(words) < 2 or any(
        not _SPACE.fullmatch(name[before.end() : after.start()])
        for before, after in pairwise(words)
    ):
        return whole
    parts = [fold(word.group()) for word in words]
    if any(
        part not in alone or is_particle(part, lexicon) or _only_surname(part, lexicon)
        for part in parts
    ):
        return whole
    if any(pair in together for pair in pairwise(parts)):
        return whole
    return [slice(word.start(), word.end()) for word in words]


def listed_places(place: str) -> list[slice]:
    """Split a finding of one place at its commas, unless it has a digit: it is an address then.

    place (str): The text of the finding.
    RETURNS (list[slice]): The extents of the places in order.
    """
    if any(map(str.isdigit, place)):
        return [slice(0, len(place))]
    parts = []
    start = 0
    for comma in (*_COMMA.finditer(place), None):
        end = comma.start() if comma else len(place)
        if start < end:
            parts.append(slice(start, end))
        start = comma.end() if comma else end
    return parts or [slice(0, len(place))]


def _only_surname(word: str, lexicon: Lexicon) -> bool:
    return is_listed_surname(word, lexicon) and not is_listed_given_name(word, lexicon)
