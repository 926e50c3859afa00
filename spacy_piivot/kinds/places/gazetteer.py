"""Looks up known places: countries, provinces and cities, and the region each one is in.

A region is a country ("FR") or a province ("US-TX") in ISO 3166.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...core.folding import fold
from ...lang import Lexicon

COUNTRY, PROVINCE, CITY = "country", "province", "city"
ABBREVIATION, CONTINENT = "abbreviation", "continent"
_ALWAYS, _CAPITAL = "always", "capital"
_LEAST_CITIES = 2
_LONGEST_COUNTRY = 2


@dataclass(frozen=True, slots=True)
class Place:
    """A row of `places.csv`.

    region (str): The region that it is; for a city, the region that it is in.
    """

    name: str
    kind: str
    region: str
    population: int
    found: str


class Gazetteer:
    """The known places in a language.

    several_words (frozenset[str]): Folded names of more than one word.
    always (frozenset[str]): Lower-case names that are found in any case.
    capitalised (frozenset[str]): Names that are found only with capitals.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        places = sorted(_read(lexicon), key=lambda place: -place.population)
        self._kinds: dict[str, str] = {}
        # By kind and folded name: the regions, the largest first.
        self._regions: dict[tuple[str, str], tuple[str, ...]] = {}
        self._names: dict[str, str] = {}
        self._pools: dict[tuple[str, str], tuple[str, ...]] = {}
        for kind in (PROVINCE, COUNTRY, CITY):
            for place in places:
                if place.kind == kind:
                    self._add(place)
        self._pools[CONTINENT, ""] = lexicon.words("place_words.continents")
        for continent in self.pool(CONTINENT):
            self._kinds.setdefault(_key(continent), CONTINENT)
        others: Mapping[str, str] = lexicon.table("place_words.other_names")
        for other, name in others.items():
            self._add_other(_key(other), _key(name))
        self._short = frozenset(_key(name) for name in others if len(name.replace(".", "")) <= 3)
        self.several_words = frozenset(name for name in self._kinds if " " in name)
        found = {place.name: place.found for place in places if place.found}
        found |= {other: found.get(name, "") for other, name in others.items() if " " in other}
        self.always = frozenset(name.lower() for name in found if found[name] == _ALWAYS)
        self.capitalised = frozenset(name for name in found if found[name] == _CAPITAL)
        # The regions from which a surrogate for an unknown city is drawn.
        self._homes = lexicon.words("place_words.at_home")
        self._abbreviations = {
            region.partition("-")[2]: region
            for country in reversed(lexicon.words("place_words.written_short"))
            for region in self._names
            if region.startswith(f"{country}-")
        }
        # Provinces and countries with cities that can be drawn.
        for key in [key for key in self._pools if key[0] == PROVINCE]:
            self._pools[key] = tuple(self._with_cities(PROVINCE, key[1], 1))
        self.known_countries = tuple(self._with_cities(COUNTRY, "", _LEAST_CITIES))

    def kind(self, name: str) -> str:
        """The kind of a place.

        name (str): As it is written.
        RETURNS (str): "country", "province", "abbreviation" (of a province), "continent", "city"
            or "".
        """
        known = self._kinds.get(_key(name), "")
        # "LA" is the city.
        if self._is_abbreviation(name) and known not in (COUNTRY, CITY):
            return ABBREVIATION
        return known

    def is_short(self, name: str) -> bool:
        """Whether a place is abbreviated: "NYC"."""
        return name.isupper() and _key(name) in self._short

    def is_only_place(self, name: str) -> bool:
        """Whether a name can only be a place."""
        return name in self.capitalised or name.lower() in self.always

    def region(self, name: str, kind: str = "") -> str:
        """The region that a name means: a province before a country, unless a kind is given.

        name (str): A name, or an abbreviation in capitals.
        kind (str): "country" or "province" to look up only that.
        RETURNS (str): The region; "" if the name is not a region.
        """
        if not kind and self._is_abbreviation(name):
            return self._abbreviations[name]
        for one in (kind,) if kind else (PROVINCE, COUNTRY):
            if found := self._regions.get((one, _key(name))):
                return found[0]
        return ""

    def regions_of_city(self, city: str) -> tuple[str, ...]:
        """The provinces and countries that have a city with a name, the largest city's first."""
        found = self._regions.get((CITY, _key(city)), ())
        wider = [one for region in found for one in (region, country_of(region))]
        return tuple(dict.fromkeys(wider))

    def name(self, region: str) -> str:
        """The name of a region; "" if it is not known."""
        return self._names.get(region, "")

    def abbreviation(self, region: str) -> str:
        """The abbreviation of a province: "TX" for "US-TX"; "" if it has none."""
        code = region.partition("-")[2]
        return code if self._abbreviations.get(code) == region else ""

    def abbreviations(self, country: str = "") -> list[str]:
        """The sorted abbreviations of the provinces of one country, or of all."""
        return sorted(
            code for code, region in self._abbreviations.items() if region.startswith(country)
        )

    def pool(self, kind: str, region: str = "") -> tuple[str, ...]:
        """The names that can replace a place, in a fixed order.

        kind (str): Its kind.
        region (str): The region that they must be in; "" for anywhere.
        RETURNS (tuple[str, ...]): Cities of one word, countries of at most two.
        """
        return self._pools.get((kind, region), ())

    def city_pools(self, region: str = "") -> list[tuple[str, ...]]:
        """The cities that can replace another: in a region, in its country, then anywhere."""
        regions = (region, country_of(region)) if region else self._homes
        return [self.pool(CITY, one) for one in dict.fromkeys((*regions, ""))]

    def _is_abbreviation(self, name: str) -> bool:
        return name in self._abbreviations and name.isupper()

    def _add(self, place: Place) -> None:
        folded = _key(place.name)
        self._kinds.setdefault(folded, place.kind)
        key = (place.kind, folded)
        is_best_known = key not in self._regions
        self._regions[key] = (*self._regions.get(key, ()), place.region)
        if place.kind != CITY:
            self._names[place.region] = place.name
        if is_best_known and _is_drawn(place) and self._kinds[folded] == place.kind:
            country = country_of(place.region)
            within = dict.fromkeys(("", country, place.region)) if place.kind != COUNTRY else ("",)
            for region in within:
                names = self._pools.get((place.kind, region), ())
                self._pools[place.kind, region] = tuple(sorted((*names, place.name)))

    def _with_cities(self, kind: str, region: str, least: int) -> Iterator[str]:
        for name in self.pool(kind, region):
            if len(self.pool(CITY, self.region(name, kind))) >= least:
                yield name

    def _add_other(self, other: str, name: str) -> None:
        if name in self._kinds:
            self._kinds[other] = kind = self._kinds[name]
            self._regions[kind, other] = self._regions[kind, name]


def _key(name: str) -> str:
    """The key of a name: folded, and without a final full stop ("D.C.")."""
    return fold(name).removesuffix(".")


def country_of(region: str) -> str:
    """The country of a region: "US" for "US-TX"."""
    return region.partition("-")[0]


def _read(lexicon: Lexicon) -> Iterator[Place]:
    for row in lexicon.rows("places"):
        region = "-".join(filter(None, (row["country"], row["province"])))
        yield Place(row["name"], row["kind"], region, int(row["population"] or 0), row["found"])


def _is_drawn(place: Place) -> bool:
    if place.kind == CITY:
        return place.name.isalpha() and place.name.istitle()
    long = place.kind == COUNTRY and len(place.name.split()) > _LONGEST_COUNTRY
    return not long and place.name.replace(" ", "").isalpha()
