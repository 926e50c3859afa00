"""Two names side by side are two people, two places with a comma between are two places.

"Anna Bob, come up here", "Newark, New Jersey": IO tags make one name of them.
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
    """Part what was found as one name into the people that it names.

    name (str): The characters that were found.
    alone (Set[str]): Folded first names of the dialogue's people: of its roster, or standing
        elsewhere as a name of one word and without a title.
    together (Set[tuple[str, str]]): Folded neighbours in full names that are known: of the roster,
        or found more than once.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[slice]): The extents of the names in order; the whole where nothing shows that
        they are two. Each part is known alone, no part can only be a surname, and the pair is no
        known full name.
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
    """Part what was found as one place at its commas; what has a number is an address.

    place (str): The characters that were found.
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
