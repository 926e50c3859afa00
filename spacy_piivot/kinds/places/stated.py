"""What a dialogue says about where its places are: "Portland, ME"."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from ...core.folding import code, fold, word_set
from ...lang import ENGLISH, Lexicon
from . import Gazetteer
from .cities import Cities, City
from .country_signs import CountrySigns
from .gazetteer import CITY, country_of
from .place_words import WIDE_KINDS, PlaceWords
from .postcodes import AU, US, postcodes

# A smaller city shows no country: its name may be that of a village elsewhere.
_LEAST_SHOWING = 3
# Most by which the largest city of a name can be larger than that in a named country or province.
_LARGER, _MUCH_LARGER = 1, 2


@dataclass(frozen=True, slots=True)
class StatedPlaces:
    """What a dialogue says about where its places are.

    cities (Mapping[str, str]): The stated region of each folded city.
    named (frozenset[str]): The regions that are named.
    home (str): The country that its places and other signs show most often; "" if nothing does, or
        two countries are equal.
    keeps_wide (bool): Whether countries, provinces and continents stay as they are.
    towns (Mapping[str, str]): The town that stands before a British postcode, by the code.
    """

    cities: Mapping[str, str]
    named: frozenset[str]
    home: str = ""
    keeps_wide: bool = False
    towns: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(
        cls,
        texts: Iterable[str],
        document: str = "",
        lexicon: Lexicon = ENGLISH,
        *,
        keeps_wide: bool = False,
    ) -> "StatedPlaces":
        """Collect what a dialogue says.

        texts (Iterable[str]): Its places and addresses: "Portland, ME" says where Portland is, and
            "Maine" says which "Portland" is meant.
        document (str): Its text: "Teaneck, NJ" is a statement even if the two places were found
            separately.
        lexicon (Lexicon): The words of the language.
        keeps_wide (bool): Whether countries, provinces and continents stay: then they are not
            among the texts, and are looked up in the document.
        RETURNS (StatedPlaces): The statements.
        """
        distinct = sorted(set(texts), reverse=True)
        signs = lexicon.part(CountrySigns).shown(document)
        if not distinct:
            return cls({}, frozenset(), _most(signs), keeps_wide)
        stated: dict[str, str] = {}
        words = lexicon.part(PlaceWords)
        region = lexicon.part(Gazetteer).region
        wholes = frozenset() if keeps_wide else frozenset(map(region, distinct))
        beside = sorted(set(_neighbours(distinct, wholes - {""}, document, lexicon)))
        for text in [*beside, *distinct]:
            stated |= _stated_places(text, lexicon)
        towns = dict(_beside_postcodes(distinct, document))
        beside_code = [f"{town} {written}" for written, town in towns.items()]
        by_code = _stated_by_postcodes([*distinct, *beside_code], lexicon)
        parts = [_without_code(part) for text in distinct for part, _ in words.parts(text)]
        named = {known for part in parts if (known := region(part))} | {*stated.values()}
        if keeps_wide:
            named |= lexicon.part(WideNames).regions_in(document)
        home = _home(parts, [*named, *by_code.values()], signs, lexicon)
        stated = _stated_by_streets(distinct, lexicon) | by_code | stated
        by_letters = {code(written): town for written, town in towns.items()}
        return cls(stated, frozenset(named), home, keeps_wide, by_letters)

    def country_of_address(self, text: str, lexicon: Lexicon) -> str:
        """The country that an address or a place lies in; "" if nothing shows it.

        text (str): The address: its postcode, its province or its town show the country.
        lexicon (Lexicon): The words of the language.
        """
        places, words = lexicon.part(Gazetteer), lexicon.part(PlaceWords)
        shown = ""
        for part, _ in words.parts(text):
            found, name = postcodes().find(part), _without_code(part)
            if found and found.region and (found.form.country == AU or not found.form.needs_place):
                return country_of(found.region)
            if region := places.region(name):
                shown = country_of(region)
            elif not words.streets.read(name) and (city := self.which(name, lexicon)):
                shown = country_of(city.region)
        return shown or self.home

    def which(self, name: str, lexicon: Lexicon, region: str = "") -> City | None:
        """The city that a name means in the dialogue.

        name (str): The name.
        lexicon (Lexicon): The words of the language.
        region (str): The region that is stated beside it.
        RETURNS (City | None): That in the stated region, in a named province, in a named country or
            that of the other places, or the largest. None if no such city is known.
        """
        found = lexicon.part(Cities).find(name)
        if stated := region or self.cities.get(lexicon.part(Cities).key(name), ""):
            return next((city for city in found if _is_in(city, stated)), None)
        countries = {*self.named, self.home}
        of_size = [[c for c in found if found[0].size - c.size <= most] for most in range(3)]
        named = [city for city in of_size[_MUCH_LARGER] if city.region in self.named]
        named += [city for city in of_size[_LARGER] if country_of(city.region) in countries]
        if named:
            return named[0]
        known = lexicon.part(Gazetteer).regions_of_city(name)[:1]
        return next((c for c in found if c.region in known), found[0] if found else None)


class WideNames:
    """The countries and provinces whose names have no other meaning.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        places = lexicon.part(Gazetteer)
        self._by_first: dict[str, list[tuple[re.Pattern[str], str]]] = defaultdict(list)
        names = [row["name"] for row in lexicon.rows("places") if row["kind"] != CITY]
        for name in (*names, *lexicon.table("place_words.other_names")):
            if (region := places.region(name)) and places.is_only_place(name):
                pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
                self._by_first[fold(name.split()[0])].append((pattern, region))

    def regions_in(self, document: str) -> set[str]:
        """The regions that a text names."""
        return {
            region
            for word in word_set(document) & self._by_first.keys()
            for pattern, region in self._by_first[word]
            if pattern.search(document)
        }


def _is_in(city: City, region: str) -> bool:
    return region in (city.region, country_of(city.region))


def _home(
    parts: Iterable[str], named: Collection[str], signs: Counter[str], lexicon: Lexicon
) -> str:
    """The country that most places and other signs of a dialogue show."""
    cities, places = lexicon.part(Cities), lexicon.part(Gazetteer)
    shown = signs + Counter(sorted(map(country_of, named)))
    for part in sorted(set(map(fold, parts))):
        found = cities.find(part) if places.kind(part) not in WIDE_KINDS else ()
        near = {country_of(c.region) for c in found if found[0].size - c.size <= _LARGER}
        if len(near) == 1 and found[0].size >= _LEAST_SHOWING:
            shown.update(near)
    if not shown:
        read = lexicon.part(PlaceWords).streets.read
        streets = [street for part in sorted(set(parts)) if (street := read(part))]
        shown.update(street.countries[0] for street in streets if street.countries)
    return _most(shown)


def _most(shown: Counter[str]) -> str:
    """The country that is shown most often; "" for none, or if two are equal."""
    best = shown.most_common(2)
    if not best or (len(best) > 1 and best[0][1] == best[1][1]):
        return ""
    return best[0][0]


def _neighbours(
    texts: Iterable[str], wholes: Collection[str], document: str, lexicon: Lexicon
) -> Iterator[str]:
    """Places that stand before a region in a document: "Teaneck, NJ".

    texts (Iterable[str]): The places.
    wholes (Collection[str]): The regions that were found; none if they are kept, and so any region
        counts whose name has no other meaning, or that has such a city.
    document (str): The text.
    lexicon (Lexicon): The words of the language.
    YIELDS (str): Each place with its region.
    """
    places, words = lexicon.part(Gazetteer), lexicon.part(PlaceWords)
    parts = [text for text in texts if not places.region(text)]
    if not parts:
        return

    def is_meant(part: str, wider: str) -> bool:
        region = places.region(wider)
        if wholes or not wider[0].isupper():
            return region in wholes
        clear = places.is_only_place(wider) or wider == places.abbreviation(region)
        return bool(region) and (clear or words.is_city_of(part, region))

    one = "|".join(map(re.escape, sorted(parts, key=len, reverse=True)))
    article = lexicon.any_of("place_words.articles")
    after = r"(?=(?P<after>\w[\w.]*(?: \w[\w.]*){0,2}))"
    pattern = rf"(?<!\w)(?P<part>{one}),\s+(?:{article}\s)?{after}"
    for found in re.finditer(pattern, document):
        following = found["after"].split(" ")
        for count in range(len(following), 0, -1):
            wider = " ".join(following[:count]).rstrip(".")
            if is_meant(found["part"], wider):
                yield f"{found['part']}, {wider}"
                break


def _stated_places(text: str, lexicon: Lexicon) -> dict[str, str]:
    """The regions of cities that a text states: "Portland, ME"."""
    places, words = lexicon.part(Gazetteer), lexicon.part(PlaceWords)
    stated = {}
    names = [_without_code(part) for part, _ in words.parts(text)]
    for name, after in pairwise(filter(None, names)):
        found = places.region(after)
        if found and (not places.region(name) or words.is_city_of(name, found)):
            stated[lexicon.part(Cities).key(name)] = found
    return stated


def _stated_by_postcodes(texts: Iterable[str], lexicon: Lexicon) -> dict[str, str]:
    """The regions of towns that a postcode beside them shows: "Peterborough PE7 8AB"."""
    words = lexicon.part(PlaceWords)
    stated = {}
    for text in sorted(set(texts), reverse=True):
        before = ""
        for part, _ in words.parts(text):
            found, name = postcodes().find(part), _without_code(part)
            town = name or before
            if found and town and "-" in found.region and not words.streets.read(town):
                cities = lexicon.part(Cities).find(town)
                near = [city for city in cities if cities[0].size - city.size <= _LARGER]
                if found.form.country != US or any(_is_in(city, found.region) for city in near):
                    stated[lexicon.part(Cities).key(town)] = found.region
            before = name
    return stated


def _stated_by_streets(texts: Iterable[str], lexicon: Lexicon) -> dict[str, str]:
    """The countries of unknown towns in addresses, by the language of the street."""
    words, cities = lexicon.part(PlaceWords), lexicon.part(Cities)
    places = lexicon.part(Gazetteer)
    stated = {}
    for text in sorted(set(texts), reverse=True):
        parts = [_without_code(part) for part, _ in words.parts(text)]
        streets = [words.streets.read(part) for part in parts]
        countries = [street.countries[0] for street in streets if street and street.countries]
        for part, street in zip(parts, streets, strict=True):
            is_unknown = part and not (street or places.kind(part) or cities.find(part))
            if countries and is_unknown and not any(map(str.isdecimal, part)):
                stated[cities.key(part)] = countries[0]
    return stated


def _without_code(part: str) -> str:
    """A part of a place without its postcode."""
    found = postcodes().find(part)
    return (part[: found.start] + part[found.end :]).strip() if found else part.strip()


def _beside_postcodes(texts: Iterable[str], document: str) -> Iterator[tuple[str, str]]:
    """The British postcodes of a document, each with the place before it."""
    codes = [*postcodes().british.pattern.finditer(document)]
    for text in texts if codes else ():
        for found in codes:
            before = document[: found.start()].rstrip(" ,")
            if before.endswith(text) and text != found.group():
                yield found.group(), text
