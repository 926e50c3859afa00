"""What a dialogue says about where its places are: "Portland, ME"."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from ...core.folding import fold
from ...lang import ENGLISH, Lexicon
from . import Gazetteer
from .place_words import ZIP, PlaceWords


@dataclass(frozen=True, slots=True)
class StatedPlaces:
    """What a dialogue says about where its places are.

    cities (Mapping[str, str]): The stated region of each folded city.
    named (frozenset[str]): The regions that are named.
    """

    cities: Mapping[str, str]
    named: frozenset[str]

    @classmethod
    def read(
        cls, texts: Iterable[str], document: str = "", lexicon: Lexicon = ENGLISH
    ) -> "StatedPlaces":
        """Collect what a dialogue says.

        texts (Iterable[str]): Its places and addresses: "Portland, ME" says where Portland is, and
            "Maine" says which "Portland" is meant.
        document (str): Its text: "Teaneck, NJ" is a statement even if the two places were found
            separately.
        lexicon (Lexicon): The words of the language.
        RETURNS (StatedPlaces): The statements.
        """
        distinct = sorted(set(texts), reverse=True)
        stated: dict[str, str] = {}
        words = lexicon.part(PlaceWords)
        region = lexicon.part(Gazetteer).region
        for text in [*_neighbours(distinct, document, lexicon), *distinct]:
            stated |= _stated_places(text, lexicon)
        parts = (part for text in distinct for part, _ in words.parts(text))
        named = frozenset(found for part in parts if (found := region(part.strip())))
        return cls(stated, named)


def _neighbours(texts: Iterable[str], document: str, lexicon: Lexicon) -> list[str]:
    """Pairs of separately found places that are adjacent in a document: "Teaneck, NJ"."""
    region = lexicon.part(Gazetteer).region
    wholes = [text for text in texts if region(text)]
    parts = [text for text in texts if not region(text)]
    if not wholes or not parts:
        return []
    one, other = (
        "|".join(map(re.escape, sorted(o, key=len, reverse=True))) for o in (parts, wholes)
    )
    return sorted(set(re.findall(rf"(?<!\w)(?:{one}),\s+(?:{other})(?!\w)", document)))


def _stated_places(text: str, lexicon: Lexicon) -> dict[str, str]:
    """The regions of cities that a text states: "Portland, ME"."""
    places = lexicon.part(Gazetteer)
    stated = {}
    names = [ZIP.sub("", part).strip() for part, _ in lexicon.part(PlaceWords).parts(text)]
    for name, after in pairwise(filter(None, names)):
        found = places.region(after)
        if found and (not places.region(name) or found in places.regions_of_city(name)):
            stated[fold(name)] = found
    return stated
