"""Lists cities, towns and villages by region, size and coast, to draw surrogates that are alike.

What is found in texts is in the gazetteer; this list is longer, and finds nothing.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from ...core.folding import fold, folded_words, words
from ...lang import Lexicon
from .gazetteer import country_of

# Fewer candidates would tell too much about the original.
LEAST = 12
SMALL = (0, 1, 2)
_SIZES = range(6)
_COASTS = (True, False)
_NOT_DRAWN, _COAST = "!", "c"
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ANY = "*"


@dataclass(frozen=True, slots=True)
class City:
    """What is known of a city.

    region (str): Its province ("US-TX") or country ("FR").
    size (int): From 0 for a village to 5 for a million people.
    is_coastal (bool): Whether a sea is near.
    """

    region: str
    size: int
    is_coastal: bool


class Cities:
    """The cities of the world in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._known: dict[str, tuple[City, ...]] = {}
        # The drawn ones by country, region, size and coast.
        self._groups: dict[str, dict[City, tuple[str, ...]]] = {}
        self._pools: dict[tuple[object, ...], tuple[str, ...]] = {}
        self._long = lexicon.table("cities.abbreviations")
        self._form_words = folded_words(lexicon, "cities.form_words")
        for line in lexicon.words("cities"):
            region, kind, listed = line.split(" ", 2)
            city = City(region, int(kind[0]), kind[1] == _COAST)
            names, alone = tuple(listed.split(";")), (city,)
            for name in names:
                key = self.key(name)
                known = self._known.get(key)
                self._known[key] = (*known, city) if known else alone
            if not kind.endswith(_NOT_DRAWN):
                self._groups.setdefault(country_of(region), {})[city] = names
        self._other_names = lexicon.table("cities.other_names")
        for other, name in self._other_names.items():
            self._known[other] = (*self.find(name), *self._known.get(other, ()))

    def find(self, name: str) -> tuple[City, ...]:
        """The cities with a name, the largest first."""
        found = self._known.get(self.key(name), ())
        return tuple(sorted(found, key=lambda city: -city.size))

    def usual_name(self, name: str) -> str:
        """The name under which a city is listed: "Mumbai" for "Bombay"."""
        found: str = self._other_names.get(fold(name), name)
        return found

    def is_in(self, name: str, region: str) -> bool:
        """Whether a city with a name is in a province or country."""
        return any(region in (city.region, country_of(city.region)) for city in self.find(name))

    def has_coast(self, region: str) -> bool:
        """Whether a province or country has a city by the sea, or none that is known."""
        groups = [*self._in(region)]
        return not groups or any(city.is_coastal for city, _ in groups)

    def is_one_city(self, region: str) -> bool:
        """Whether hardly another city can be drawn in a region: a city that is a province."""
        return len(self._pool(region, _SIZES, _COASTS)) < LEAST

    def near(self, name: str, city: City, *, stays: bool) -> Iterator[Sequence[str]]:
        """The pools of cities that are like a city, the best first.

        name (str): Its name: one of several words prefers others of several words.
        city (City): What is known of it, with the region that the others should be in.
        stays (bool): Whether the region is fixed, because the text names it.
        YIELDS (Sequence[str]): The pools; none is smaller than `LEAST`. They differ in size before
            they differ in coast, and in both before they leave a fixed region.
        """
        country = country_of(city.region)
        sizes = [[size for size in _SIZES if abs(size - city.size) <= most] for most in range(6)]
        coast = (city.is_coastal,)
        close = [(sizes[0], coast), (sizes[1], coast)]
        wide = [(sizes[1], _COASTS), (sizes[2], coast), (sizes[2], _COASTS), (sizes[5], _COASTS)]
        steps = [(city.region, *step) for step in (*close, *(wide if stays else ()))]
        steps += [(region, *step) for region in (country, "") for step in (*close, *wide)]
        yield from self._large_enough(name, steps)

    def among(
        self, names: Collection[str], name: str, city: City, *, stays: bool
    ) -> Iterator[Sequence[str]]:
        """The pools of `near`, only with some names and in the region; none is too small."""
        own = frozenset(self._pool(city.region, _SIZES, _COASTS)) & frozenset(names)
        for pool in self.near(name, city, stays=stays):
            listed = tuple(one for one in pool if one in own)
            if len(listed) >= LEAST:
                yield listed

    def small(self, name: str, regions: Iterable[str]) -> Iterator[Sequence[str]]:
        """The pools of small places to replace an unknown one, the best first.

        name (str): Its name: "Fort Dixon" prefers other forts; "" prefers one word.
        regions (Iterable[str]): The regions that they should be in, the best first.
        YIELDS (Sequence[str]): The pools; none is smaller than `LEAST`.
        """
        form, found = self._form(name), list(regions)
        alike = (self._of_form(form, region) for region in found)
        every = (self._pool(region, SMALL, _COASTS) for region in found)
        yield from (pool for pool in chain(alike, every) if len(pool) >= LEAST)

    def own_words(self, like: str, name: str) -> list[str]:
        """The folded words of a name, without those of the form that it has from another.

        like (str): The other: "Fort Dixon".
        name (str): The name: "Fort Edward".
        RETURNS (list[str]): Its own words: "edward"; all of them if none is its own.
        """
        found = words(name)
        shared = self._form_words.intersection(words(like))
        return [word for word in found if word not in shared] or found

    def are_of_its_form(self, name: str, region: str) -> bool:
        """Whether a name has a form that enough small places of a region share."""
        form = self._form(name)
        return form.strip(_ANY + " ") != "" and len(self._of_form(form, region)) >= LEAST

    def _large_enough(
        self, name: str, steps: Iterable[tuple[str, Iterable[int], Iterable[bool]]]
    ) -> Iterator[Sequence[str]]:
        form = self._form(name)
        for region, sizes, coasts in steps:
            pool = self._pool(region, sizes, coasts)
            alike = self._of_form(form, region, sizes, coasts) if len(pool) >= LEAST else ()
            yield from (one for one in (alike, pool) if len(one) >= LEAST)

    def _of_form(
        self,
        form: str,
        region: str,
        sizes: Iterable[int] = SMALL,
        coasts: Iterable[bool] = _COASTS,
    ) -> tuple[str, ...]:
        key = (form, region, tuple(sizes), tuple(coasts))
        if key not in self._pools:
            pool = self._pool(region, sizes, coasts)
            self._pools[key] = tuple(name for name in pool if self._form(name) == form)
        return self._pools[key]

    def _pool(self, region: str, sizes: Iterable[int], coasts: Iterable[bool]) -> tuple[str, ...]:
        """The names of the drawn cities in a region, or anywhere for "", in a fixed order."""
        key = (region, tuple(sizes), tuple(coasts))
        if key not in self._pools:
            found = (
                names
                for city, names in self._in(region)
                if city.size in sizes and city.is_coastal in coasts
            )
            self._pools[key] = tuple(sorted({name for names in found for name in names}))
        return self._pools[key]

    def _in(self, region: str) -> Iterator[tuple[City, tuple[str, ...]]]:
        countries = [country_of(region)] if region else [*self._groups]
        for country in countries:
            for city, names in self._groups.get(country, {}).items():
                if region in ("", country, city.region):
                    yield city, names

    def _form(self, name: str) -> str:
        """The form of a name: "fort *" for "Fort Dixon", "* *" for "Milton Keynes"."""
        found = (self._long.get(word, word) for word in _WORD.findall(fold(name)))
        return " ".join(word if word in self._form_words else _ANY for word in found) or _ANY

    def key(self, name: str) -> str:
        """The form in which names of cities are compared: "saint paul" for "St. Paul"."""
        key = fold(name)
        if " " not in key:
            return key
        return " ".join(self._long.get(word.removesuffix("."), word) for word in key.split(" "))
