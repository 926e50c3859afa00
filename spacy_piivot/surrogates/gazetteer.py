"""Where places lie: cities in states of the USA and in countries, and what kind a place is."""

import csv
import io
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache

from ..lang import ENGLISH
from ..names import fold
from .choice import words
from .lists import CITIES_OF_SEVERAL_WORDS, CONTINENTS, SHORT_PLACES

STATES: Mapping[str, str] = {
    code: name.replace("_", " ")
    for code, _, name in (
        pair.partition(":")
        for pair in (
            "AL:Alabama AK:Alaska AZ:Arizona AR:Arkansas CA:California CO:Colorado CT:Connecticut "
            "DE:Delaware FL:Florida GA:Georgia HI:Hawaii ID:Idaho IL:Illinois IN:Indiana IA:Iowa "
            "KS:Kansas KY:Kentucky LA:Louisiana ME:Maine MD:Maryland MA:Massachusetts MI:Michigan "
            "MN:Minnesota MS:Mississippi MO:Missouri MT:Montana NE:Nebraska NV:Nevada "
            "NH:New_Hampshire NJ:New_Jersey NM:New_Mexico NY:New_York NC:North_Carolina "
            "ND:North_Dakota OH:Ohio OK:Oklahoma OR:Oregon PA:Pennsylvania RI:Rhode_Island "
            "SC:South_Carolina SD:South_Dakota TN:Tennessee TX:Texas UT:Utah VT:Vermont "
            "VA:Virginia WA:Washington WV:West_Virginia WI:Wisconsin WY:Wyoming"
        ).split()
    )
}
_CODES = {fold(name): code for code, name in STATES.items()}
_US = "US-"
_LEAST_CITIES = 2
# Other names of countries.
_COUNTRIES = {
    **dict.fromkeys(
        ("usa", "us", "u.s.", "u.s.a.", "america", "united states of america"), "united states"
    ),
    **dict.fromkeys(("uk", "u.k.", "britain", "great britain"), "united kingdom"),
    "uae": "united arab emirates",
}


@cache
def _rows() -> tuple[tuple[str, str], ...]:
    raw = pkgutil.get_data("spacy_piivot", "data/cities.csv")
    assert raw is not None
    rows = csv.DictReader(io.StringIO(raw.decode()))
    return tuple((row["city"], row["place"]) for row in rows)


@cache
def _places_of_cities() -> Mapping[str, tuple[str, ...]]:
    places: dict[str, tuple[str, ...]] = {}
    for city, place in _rows():
        known = place if place.startswith(_US) else country(place)
        places[fold(city)] = (*places.get(fold(city), ()), known)
    return places


@cache
def cities_of(place: str) -> tuple[str, ...]:
    """The cities of a state ("US-TX") or a country that can be drawn; all names of one word."""
    return tuple(city for city, own in _best_known() if own == place and _is_drawn(city))


@cache
def cities(*, of_states: bool) -> tuple[str, ...]:
    """The cities of all states of the USA, or of all other countries."""
    known = _best_known()
    drawn = (city for city, own in known if own.startswith(_US) == of_states and _is_drawn(city))
    return tuple(sorted(drawn))


@cache
def _best_known() -> tuple[tuple[str, str], ...]:
    """The cities, each where it is best known: in its first row."""
    best: dict[str, str] = {}
    for city, place in _rows():
        best.setdefault(city, place)
    return tuple(best.items())


def _is_drawn(city: str) -> bool:
    return city.isalpha() and city.istitle()


def place_of_city(city: str) -> str:
    """Where a city is best known: a state ("US-TX") or a folded country; "" if it is not known."""
    return next(iter(places_of_city(city)), "")


def places_of_city(city: str) -> tuple[str, ...]:
    """The states and countries that have a city of a name, where it is best known first."""
    return _places_of_cities().get(fold(city), ())


def place_of_name(name: str) -> str:
    """The state ("US-TX") or the country that a name means; "" if it is neither."""
    if name.isupper() and name in STATES:
        return _US + name
    if fold(name) in _CODES:
        return _US + _CODES[fold(name)]
    return country(name) if place_kind(name) == "country" else ""


def country(name: str) -> str:
    """A country by one name, folded: "USA" and "America" give "united states"."""
    return _COUNTRIES.get(fold(name), fold(name))


def state_code(place: str) -> str:
    """The abbreviation of a state: "TX" for "US-TX"; "" for a country."""
    return place.removeprefix(_US) if place.startswith(_US) else ""


def code_of_state(name: str) -> str:
    """The abbreviation of a state by its name."""
    return _CODES[fold(name)]


def state_codes(but: str) -> list[str]:
    """The abbreviations of the states of the USA, in lower case, but for one."""
    return [code for code in map(str.lower, pool("abbreviation")) if code != but]


def known_countries() -> tuple[str, ...]:
    """The countries of which cities can be drawn."""
    return tuple(name for name in pool("country") if len(cities_of(name)) >= _LEAST_CITIES)


def place_kind(name: str) -> str:
    """What is known of a place: "country", "state", "abbreviation", "continent", "city" or ""."""
    folded = fold(name)
    if folded in SHORT_PLACES:
        return SHORT_PLACES[folded]
    if folded in _COUNTRIES:
        return "country"
    if folded in CITIES_OF_SEVERAL_WORDS and folded != "new york":
        return "city"
    if name.isupper() and name in pool("abbreviation"):
        return "abbreviation"
    for kind in ("state", "country", "continent", "city"):
        if folded in _folded(kind):
            return kind
    return ""


@cache
def _folded(kind: str) -> frozenset[str]:
    if kind == "city":
        return frozenset(fold(city) for city, _ in _rows())
    if kind == "country":
        return _fold_all((*pool(kind), *(place for _, place in _rows() if _US not in place)))
    return _fold_all(pool(kind))


def _fold_all(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(fold, names))


@cache
def pool(kind: str) -> tuple[str, ...]:
    """The names that a place of a kind can get, in a fixed order."""
    if kind == "country":
        return tuple(
            c
            for c in sorted(ENGLISH.words("countries"))
            if c.isalpha() or (" " in c and len(words(c)) == 2)
        )
    if kind in ("state", "abbreviation"):
        return tuple(sorted(STATES.values() if kind == "state" else (*STATES, "DC")))
    return CONTINENTS if kind == "continent" else cities(of_states=True)
