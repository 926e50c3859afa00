"""The words in place names and street addresses, and the parts that say which place is meant."""

import re
from collections.abc import Iterator

from ...core.folding import fold, folded_words
from ...lang import Lexicon
from ...lang.number_words import NumberWords
from . import Gazetteer
from .gazetteer import ABBREVIATION, CONTINENT, COUNTRY, PROVINCE
from .postcodes import AMERICAN

# A province at the end of a part without a comma: "El Paso TX 79901".
_PROVINCE_LAST = re.compile(r"(?<=[^\W_])\s+(?=(?P<province>[A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?$)")
ZIP = re.compile(rf"\s+{AMERICAN}$")
AFTER = re.compile(r"[\W\d_]+$")
TOKEN = re.compile(r"[^\W\d_]+(?:['’.\-][^\W\d_]+)*\.?|\d+[^\W_]*", re.UNICODE)
_WIDE = frozenset((COUNTRY, PROVINCE, ABBREVIATION, CONTINENT))
# Lists of words in street addresses that do not say which street it is.
_OF_ADDRESSES = (
    "streets", "streets_before", "joins", "directions", "direction_letters", "units",
    "number_signs",
)  # fmt: skip


class PlaceWords:
    """The words in place names of a language, and how it writes them.

    place_words (frozenset[str]): Words that say what a place is, not which one; they are kept.
    street_words (frozenset[str]): The same for street addresses.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._gazetteer = lexicon.part(Gazetteer)
        self.place_words = folded_words(lexicon, "place_words.place_words")
        self.street_words = folded_words(
            lexicon, "place_words.street_words", *(f"addresses.{name}" for name in _OF_ADDRESSES)
        )
        self._kinds_of_streets = folded_words(lexicon, "addresses.streets", "addresses.directions")
        self._separator = re.compile(lexicon.expression("place_words.separator"))
        # Abbreviations that can mean a province at the end of a part.
        self._codes = {*self._gazetteer.abbreviations()} - lexicon.word_set(
            "place_words.provinces_in_streets"
        )
        ranks = lexicon.part(NumberWords)
        self.rank = re.compile(ranks.rank)

    def parts(self, text: str) -> Iterator[tuple[str, str]]:
        """The parts of a place between commas, without an article, each with its separator."""
        position = 0
        separators = {found.start(): found for found in self._separator.finditer(text)}
        last = _PROVINCE_LAST.search(text)
        if last and last["province"] in self._codes:
            separators.setdefault(last.start(), last)
        for start, found in sorted(separators.items()):
            yield text[position:start], found.group()
            position = found.end()
        yield text[position:], ""

    def is_wide(self, text: str) -> bool:
        """Whether a place is a country, a province or a continent: "Texas", "the Netherlands"."""
        parts = [part.strip() for part, _ in self.parts(text) if part.strip()]
        return bool(parts) and all(self._gazetteer.kind(part) in _WIDE for part in parts)

    def street_units(self, part: str) -> list[tuple[int, int]]:
        """Like `named_units`, with a final city of several words as one unit."""
        city = re.search(r"\s(\S+(?:\s+\S+){1,2})\s*$", part)
        for found in (city, city and re.search(r"\s(\S+\s+\S+)\s*$", part)):
            if found and fold(found[1]) in self._gazetteer.several_words:
                return [*self._named_in_street(part[: found.start(1)]), found.span(1)]
        return self._named_in_street(part)

    def _named_in_street(self, part: str) -> list[tuple[int, int]]:
        """Like `named_units`, with the first word if no other is a name ("Hill Street")."""
        units = named_units(part, self.street_words)
        if any(end - start > 1 and part[end - 1].isalpha() for start, end in units):
            return units
        kinds = [
            found.span()
            for found in TOKEN.finditer(part)
            if fold(found.group().rstrip(".")) in self._kinds_of_streets
        ]
        return sorted([*units, *kinds[:1]]) if len(kinds) > 1 else units


def named_units(text: str, kept: frozenset[str]) -> list[tuple[int, int]]:
    """The runs of words in a name that are not in `kept`, and so say which one it is."""
    units: list[tuple[int, int]] = []
    joined = False
    for found in TOKEN.finditer(text):
        if fold(found.group().rstrip(".")) in kept:
            joined = False
            continue
        if joined and found.group()[0].isalpha():
            units[-1] = (units[-1][0], found.end())
        else:
            units.append((found.start(), found.end()))
        joined = found.group()[0].isalpha()
    return units
