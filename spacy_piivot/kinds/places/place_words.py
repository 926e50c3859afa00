"""The words in place names and street addresses, and the parts that say which place is meant."""

import re
from collections.abc import Iterator

from ...core.folding import fold, folded_words
from ...lang import Lexicon
from ...lang.number_words import NumberWords
from . import Gazetteer
from .cities import Cities
from .gazetteer import ABBREVIATION, CITY, CONTINENT, COUNTRY, PROVINCE, country_of
from .postcodes import AMERICAN
from .streets import Streets

# A province at the end of a part without a comma: "El Paso TX 79901".
_PROVINCE_LAST = re.compile(r"(?<=[^\W_])\s+(?=(?P<province>[A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?$)")
ZIP = re.compile(rf"\s+{AMERICAN}$")
AFTER = re.compile(r"[\W\d_]+$")
TOKEN = re.compile(r"[^\W\d_]+(?:['’.\-][^\W\d_]+)*\.?|\d+[^\W_]*", re.UNICODE)
WIDE_KINDS = frozenset((COUNTRY, PROVINCE, ABBREVIATION, CONTINENT))
_LONGEST_BEFORE = 24
# "Atlanta, ", "St. Louis, ".
_CITY_BEFORE = re.compile(r"(?:^|[\s(])([A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2}),\s*$")
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
        self.streets = lexicon.part(Streets)
        streets = lexicon.any_of("addresses.clear_streets")
        self._street_after = re.compile(rf"\s+{streets}(?!\w)", re.IGNORECASE)
        self._units_of_buildings = folded_words(lexicon, "addresses.units")
        self._also_names = folded_words(lexicon, "place_words.also_names")
        self._few_people = folded_words(lexicon, "place_words.few_people")
        self._wide_before = re.compile(lexicon.expression("place_words.wide_before"))
        self._wide_words = folded_words(lexicon, "place_words.wide_words")
        self._lexicon = lexicon
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
        separators = {
            found.start(): found
            for found in self._separator.finditer(text)
            if not self.streets.ends_with_slash(text[: found.end()])
        }
        last = _PROVINCE_LAST.search(text)
        if last and last["province"] in self._codes:
            separators.setdefault(last.start(), last)
        for start, found in sorted(separators.items()):
            yield text[position:start], found.group()
            position = found.end()
        yield text[position:], ""

    def read_parts(self, text: str) -> list[tuple[str, str, str]]:
        """The parts of a place, each with its separator and its kind, "" if it is unknown.

        "New York, NY" is a city and an abbreviation.
        """
        places = self._gazetteer
        parts = [*self.parts(text)]
        names = [ZIP.sub("", part).strip() for part, _ in parts]
        regions = [places.region(name) for name in names]
        read = []
        for number, (part, separator) in enumerate(parts):
            name, wider = names[number], "".join(regions[number + 1 : number + 2])
            if wider and self.is_city_of(name, wider):
                kind = CITY
            elif number and name == places.abbreviation(regions[number]):
                kind = ABBREVIATION
            else:
                kind = places.kind(name) or places.kind(AFTER.sub("", part).strip())
            read.append((part, separator, kind if name else ""))
        return read

    def is_city_of(self, name: str, region: str) -> bool:
        """Whether a name before that of a region is a city of it: "New York" before "NY"."""
        if region in self._gazetteer.regions_of_city(name):
            return True
        own = self._gazetteer.region(name)
        if own and (own == region or country_of(own) == region):
            return False
        return self._cities.is_in(name, region)

    def is_wide(self, text: str) -> bool:
        """Whether a place is a country, a province or a continent, or most of one.

        text (str): As found.
        RETURNS (bool): True for "Texas", "the Netherlands", "northern Ohio", "Lake Michigan" and
            "Washington, DC", which is all of its district.
        """
        parts = [(part.strip(), kind) for part, _, kind in self.read_parts(text) if part.strip()]
        kinds = [self._wide_kind(part) or kind for part, kind in parts]
        if kinds[:1] == [CITY] and len(parts) > 1:
            region = self._gazetteer.region(parts[1][0])
            kinds = kinds[1:] if self._cities.is_one_city(region) else kinds
        return bool(kinds) and all(kind in WIDE_KINDS for kind in kinds)

    def is_wide_at(self, start: int, end: int, text: str) -> bool:
        """Whether a part of a text is wide, and neither the home of few nor perhaps a person.

        start (int): Where it starts.
        end (int): Where it ends.
        text (str): The text.
        RETURNS (bool): False also for a tiny country, and for a given name without a word before it
            that shows a place ("in Jordan").
        """
        name = text[start:end]
        if not self.is_wide(name) or self._street_after.match(text, end):
            return False
        if any(fold(self._named(part.strip())) in self._few_people for part, _ in self.parts(name)):
            return False
        if fold(name) not in self._also_names:
            return True
        before = text[max(0, start - _LONGEST_BEFORE) : start]
        if text[end : end + 1] in ("'", "’"):
            return False
        return bool(self._wide_before.search(before)) or self._is_after_city(before, name)

    def _is_after_city(self, before: str, region: str) -> bool:
        """Whether a city of a region stands before its name: "Atlanta, ", but not "Maria, "."""
        city = _CITY_BEFORE.search(before)
        wanted = self._gazetteer.region(region)
        return bool(
            city
            and any(
                wanted in (found.region, country_of(found.region))
                for found in self._cities.find(city[1])
            )
        )

    @property
    def _cities(self) -> Cities:
        return self._lexicon.part(Cities)

    def _wide_kind(self, part: str) -> str:
        """The kind of the only name in a part besides words such as "northern"."""
        named = self._named(part)
        return self._gazetteer.kind(named) if named != part else ""

    def _named(self, part: str) -> str:
        """The only name in a part besides words such as "northern"; the part if there is none."""
        units = named_units(part, self._wide_words)
        if self._gazetteer.kind(part) or len(units) != 1:
            return part
        return part[slice(*units[0])]

    def street_units(self, part: str) -> list[tuple[int, int]]:
        """Like `named_units`, with the name of a street, and a final city of several words, as one
        unit each."""
        if street := self.streets.read(part):
            start, end = street[:2]
            return [
                *self._beside_street(self.streets.before_slash(part[:start]), 0),
                (start, end),
                *self._beside_street(part[end:], end),
            ]
        city = re.search(r"\s(\S+(?:\s+\S+){1,2})\s*$", part)
        for found in (city, city and re.search(r"\s(\S+\s+\S+)\s*$", part)):
            if found and fold(found[1]) in self._gazetteer.several_words:
                return [*self._named_in_street(part[: found.start(1)]), found.span(1)]
        return self._named_in_street(part)

    def is_street_part(self, part: str) -> bool:
        """Whether a part of an address has a street, or no name at all, and so no postcode."""
        if self.streets.read(part):
            return True
        return not named_units(part, self.streets.numbering | self._units_of_buildings)

    def _beside_street(self, text: str, at: int) -> list[tuple[int, int]]:
        """The units before or after the name of a street, from a position on."""
        kept = self.street_words | self.streets.numbering | self.streets.words
        found = re.search(r"\s(\S+(?:\s+\S+){1,2})\s*$", text)
        city = found.span(1) if found and fold(found[1]) in self._gazetteer.several_words else None
        units = named_units(text[: city[0]] if city else text, kept)
        return [(at + start, at + end) for start, end in (*units, *([city] if city else ()))]

    def _named_in_street(self, part: str) -> list[tuple[int, int]]:
        """Like `named_units`, with the first word if no other is a name ("Hill Street")."""
        units = named_units(part, self.street_words | self.streets.numbering)
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
