"""Where places lie: cities in states of the USA and in countries, and what kind a place is."""

import csv
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from ..lang import ENGLISH, Lexicon
from ..names import fold
from .choice import folded_words, words

_US = "US-"
_LEAST_CITIES = 2


@cache
def states() -> Mapping[str, str]:
    """The states of the USA by their abbreviations: `{"TX": "Texas", …}`."""
    return {row["code"]: row["name"] for row in _rows("us_states")}


@cache
def _codes() -> Mapping[str, str]:
    return {fold(name): code for code, name in states().items()}


@cache
def _cities() -> tuple[tuple[str, str], ...]:
    return tuple((row["city"], row["place"]) for row in _rows("cities"))


def _rows(name: str) -> Iterable[Mapping[str, str]]:
    text = (files("spacy_piivot") / "data" / f"{name}.csv").read_text("utf8")
    return csv.DictReader(text.splitlines())


class Gazetteer:
    """The places that are known in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.several_words = folded_words(lexicon, "cities_of_several_words")
        # Written short, and what kind of place it is.
        self.short_places: Mapping[str, str] = {
            fold(name): kind for name, kind in lexicon.table("place_words.short_places").items()
        }
        # Other names of countries.
        self._countries: Mapping[str, str] = {
            fold(name): fold(other)
            for name, other in lexicon.table("place_words.countries").items()
        }
        self._several_kinds = folded_words(lexicon, "place_words.several_kinds")
        self._places: dict[str, tuple[str, ...]] = {}
        # The cities, each where it is best known: in its first row.
        self._best_known: dict[str, str] = {}
        for city, place in _cities():
            known = place if place.startswith(_US) else self.country(place)
            self._places[fold(city)] = (*self._places.get(fold(city), ()), known)
            self._best_known.setdefault(city, place)
        self._cities_of: dict[str, tuple[str, ...]] = {}
        for city, place in self._best_known.items():
            if _is_drawn(city):
                self._cities_of[place] = (*self._cities_of.get(place, ()), city)
        self._cities = {
            of_states: tuple(
                sorted(
                    city
                    for city, place in self._best_known.items()
                    if place.startswith(_US) == of_states and _is_drawn(city)
                )
            )
            for of_states in (True, False)
        }
        self._pools = {
            "country": tuple(
                name
                for name in sorted(lexicon.words("countries"))
                if name.isalpha() or (" " in name and len(words(name)) == 2)
            ),
            "state": tuple(sorted(states().values())),
            "abbreviation": tuple(sorted((*states(), "DC"))),
            "continent": lexicon.words("place_words.continents"),
        }
        self._folded = {kind: frozenset(map(fold, self._pools[kind])) for kind in self._pools}
        others = (place for _, place in _cities() if _US not in place)
        self._folded["country"] |= frozenset(map(fold, others))
        self._folded["city"] = frozenset(self._places)
        # The countries of which cities can be drawn.
        self.known_countries = tuple(
            name for name in self._pools["country"] if len(self.cities_of(name)) >= _LEAST_CITIES
        )

    def cities_of(self, place: str) -> tuple[str, ...]:
        """The cities of a state ("US-TX") or a country that can be drawn; all of one word."""
        return self._cities_of.get(place, ())

    def cities(self, *, of_states: bool) -> tuple[str, ...]:
        """The cities of all states of the USA, or of all other countries."""
        return self._cities[of_states]

    def pool(self, kind: str) -> tuple[str, ...]:
        """The names that a place of a kind can get, in a fixed order."""
        return self._pools.get(kind) or self.cities(of_states=True)

    def places_of_city(self, city: str) -> tuple[str, ...]:
        """The states and countries that have a city of a name, where it is best known first."""
        return self._places.get(fold(city), ())

    def place_of_name(self, name: str) -> str:
        """The state ("US-TX") or the country that a name means; "" if it is neither."""
        if name.isupper() and name in states():
            return _US + name
        if fold(name) in _codes():
            return _US + _codes()[fold(name)]
        return self.country(name) if self.place_kind(name) == "country" else ""

    def country(self, name: str) -> str:
        """A country by one name, folded: "USA" and "America" give "united states"."""
        return self._countries.get(fold(name), fold(name))

    def state_codes(self, but: str) -> list[str]:
        """The abbreviations of the states of the USA, in lower case, but for one."""
        return [code for code in map(str.lower, self.pool("abbreviation")) if code != but]

    def place_kind(self, name: str) -> str:
        """What is known of a place.

        name (str): As it is written.
        RETURNS (str): "country", "state", "abbreviation", "continent", "city" or "".
        """
        folded = fold(name)
        if folded in self.short_places:
            return self.short_places[folded]
        if folded in self._countries:
            return "country"
        if folded in self.several_words and folded not in self._several_kinds:
            return "city"
        if name.isupper() and name in self._pools["abbreviation"]:
            return "abbreviation"
        for kind in ("state", "country", "continent", "city"):
            if folded in self._folded[kind]:
                return kind
        return ""


def place_kind(name: str, lexicon: Lexicon = ENGLISH) -> str:
    """What is known of a place: see `Gazetteer.place_kind`."""
    return lexicon.part(Gazetteer).place_kind(name)


def place_of_name(name: str, lexicon: Lexicon = ENGLISH) -> str:
    """The state ("US-TX") or the country that a name means; "" if it is neither."""
    return lexicon.part(Gazetteer).place_of_name(name)


def state_code(place: str) -> str:
    """The abbreviation of a state: "TX" for "US-TX"; "" for a country."""
    return place.removeprefix(_US) if place.startswith(_US) else ""


def code_of_state(name: str) -> str:
    """The abbreviation of a state by its name."""
    return _codes()[fold(name)]


def _is_drawn(city: str) -> bool:
    return city.isalpha() and city.istitle()
