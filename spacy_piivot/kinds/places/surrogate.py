"""Makes surrogates for places and street addresses: a country becomes a country, a city a city.

A city becomes one of its province or country that is as large, and by the sea if it is. If the
document replaces its province or country, it moves there: Dallas moves with Austin and Texas.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain

from ...core.folding import code, fold
from ...draws.casing import match_case
from ...draws.choice import Ledger, NoSurrogate
from ...draws.redrawing import redraw_digits
from ..names.pools import script_of
from . import Gazetteer
from .cities import Cities, City
from .gazetteer import ABBREVIATION, CITY, CONTINENT, COUNTRY, PROVINCE, country_of
from .landmarks import Landmarks
from .made_up import ForeignPlaces, MadeUpPlaces
from .place_words import AFTER, TOKEN, WIDE_KINDS, ZIP, PlaceWords, named_units
from .postcode_surrogate import PostcodeSurrogates
from .postcodes import GB, US, Postcode, postcodes
from .regions import Regions
from .stated import StatedPlaces
from .street_surrogate import StreetSurrogates

# A state beside a postcode that is not known: "SP 01310-200".
_SHORT = re.compile(r"\s*[A-Z]{2,3}\s*")


class Places:
    """The surrogates of the places in one dialogue.

    ledger (Ledger): The dialogue's draws.
    stated (StatedPlaces): What it says about where they are.
    """

    def __init__(self, ledger: Ledger, stated: StatedPlaces) -> None:
        self._ledger = ledger
        self._stated = stated
        self._words = ledger.lexicon.part(PlaceWords)
        self._cities = ledger.lexicon.part(Cities)
        self._landmarks = ledger.lexicon.part(Landmarks)
        self._gazetteer = ledger.lexicon.part(Gazetteer)
        self._streets = StreetSurrogates(ledger)
        self._postcodes = PostcodeSurrogates(ledger)

    def place(self, text: str) -> str:
        """The surrogate of a place.

        text (str): As found: "Austin, TX", "Lake Erie", "BRAZIL".
        RETURNS (str): Part by part, a country, a province, its abbreviation, a continent or a city
            becomes another one; words for what a place is ("Lake") are kept. A province stays in
            its country. In a document that keeps countries, provinces and continents, those of a
            longer place are unchanged; one by itself is in doubt ("Jordan"), and replaced.
        """
        if city := self._landmarks.city_of_airport(text):
            airport = self._ledger.lexicon.words("cities.airport")[0]
            return match_case(text, f"{self._city(city)} {airport}")
        if self._stated.keeps_wide and self._words.is_wide(text):
            return self._replacing_wide.place(text)
        if self._words.streets.is_street(text) and not self._cities.find(text):
            return self.address(text) or text
        country = self._stated.country_of_address(text, self._ledger.lexicon)
        return self._located(text, country, self._part)

    @property
    def home(self) -> str:
        """The country in which the dialogue takes place; "" if nothing shows it."""
        return self._stated.home

    @cached_property
    def _replacing_wide(self) -> "Places":
        return Places(self._ledger, replace(self._stated, keeps_wide=False))

    def address(self, text: str) -> str | None:
        """The surrogate of a street address.

        text (str): As found: "12 Oak Street, Apt 4B, Austin, TX 78701".
        RETURNS (str | None): Numbers keep their shape, words such as "Street" are kept, streets
            become others of their language, places become other places, postcodes stay in the
            province or state. None if it contains no letter or digit.
        """
        if not TOKEN.search(text):
            return None
        country = self._stated.country_of_address(text, self._ledger.lexicon)
        return self._located(text, country, partial(self._address_part, country=country))

    def _located(self, text: str, country: str, replaced: Callable[[str, str, str], str]) -> str:
        """A place or an address, part by part, with its postcodes."""
        pieces: list[str] = []
        town = ""
        for part, separator, kind, region in self._parts(text):
            (before, after), found = self._without_postcode(part, country)
            if not found:
                new = town = replaced(part, kind, region)
                pieces += [new, separator]
                continue
            if not town and (beside := self._stated.towns.get(code(found.text))):
                town = self._city(beside)
            own = region or self._gazetteer.region(before.strip())
            kinds = [kind if before.strip() else "", self._gazetteer.kind(after.strip())]
            kinds[0] = kinds[0] or self._gazetteer.kind(before.strip())
            ends = [
                replaced(one, kind, region or found.region)
                if TOKEN.search(one) and not (_SHORT.fullmatch(one) and not kind)
                else one
                for one, kind in zip((before, after), kinds, strict=True)
            ]
            if "".join(ends).strip() and not WIDE_KINDS & {*kinds}:
                town = "".join(ends)
            own_region = own or found.region or country
            new = self._postcode(found, own_region, town.strip(" ,"), stays=bool(own))
            pieces += [ends[0], new, ends[1], separator]
        return "".join(pieces)

    def _address_part(self, part: str, kind: str, region: str, country: str) -> str:
        if kind:
            bare = AFTER.sub("", part)
            tail = self._ledger.draws(code(part), "STREET_ADDRESS:tail")
            return self._part(bare, kind, region) + redraw_digits(part[len(bare) :], tail)
        street = self._words.streets.read(part, country)

        def replaced(unit: str, start: int) -> str:
            if street and start == street.start:
                return self._streets.name(unit, street, part) or self.unit(unit)
            return self._streets.numbered(unit) or self.unit(unit)

        return self._units(part, self._words.street_units(part), replaced)

    def _without_postcode(self, part: str, country: str) -> tuple[tuple[str, str], Postcode | None]:
        """What is before and after the postcode of a part, and the postcode if there is one."""
        found = postcodes().find(part, country)
        if not found:
            return (part, ""), None
        rest = part[: found.start], part[found.end :]
        if found.form.needs_place and self._words.is_street_part("".join(rest)):
            return (part, ""), None
        return rest, found

    def _postcode(self, found: Postcode, region: str, town: str, *, stays: bool) -> str:
        """The surrogate of a postcode.

        found (Postcode): The original.
        region (str): The province, state or country where it is.
        town (str): The surrogate of its town.
        stays (bool): Whether the text names the province or state.
        """
        new = self._new_region(region)
        cities = [city.region for city in self._cities.find(town)]
        if not stays and found.form.country == US and cities and new not in cities:
            new = cities[0]
        return self._postcodes.postcode(found, new, town)

    def unit(self, unit: str, kind: str = "") -> str:
        """The surrogate of the part of a place's name that says which one it is.

        unit (str): "Erie" in "Lake Erie", "Texas" in "University of Texas".
        kind (str): Its kind, if the words next to it show it.
        RETURNS (str): Another place of its kind, or a made-up one, in the unit's casing.
        """
        places = self._gazetteer
        kind = kind or places.kind(unit)
        entity = fold(unit)
        if not kind:
            return self._unknown_place(unit)
        if kind == CITY:
            return self._in_case_of(unit, self._city(unit))
        moved = self._moved_name(places.region(unit)) if kind != CONTINENT else ""
        if kind != ABBREVIATION and moved:
            return self._in_case_of(unit, moved)
        if new := places.abbreviation(places.region(moved, PROVINCE)):
            return new
        try:
            new = self._ledger.choose_from(entity, f"LOCATION:{kind}", [places.pool(kind)])
        except NoSurrogate:
            new = self.stem(entity, "LOCATION")
        return self._in_case_of(unit, new)

    def stem(self, entity: str, label: str) -> str:
        """The name of a small place, or a made-up one such as "Larkmoor" if none is listed.

        entity (str): The canonical form of the original.
        label (str): Its label.
        RETURNS (str): The name, in title case, in the entity's script if a pool has names in it.
        """
        script = script_of(entity)
        if script not in ("LATIN", "") and (pools := self._foreign_pools(script)):
            return self._ledger.choose_from(entity, label, pools)
        with suppress(NoSurrogate):
            return self._ledger.choose_from(entity, label, self._cities.small("", self._homes()))
        made_up = self._ledger.lexicon.part(MadeUpPlaces)
        return self._ledger.choose(entity, label, lambda draws, attempt: made_up.draw(draws))

    def _city(self, name: str, region: str = "") -> str:
        """Another city that is like a city.

        name (str): Its name.
        region (str): The region that is stated beside it.
        RETURNS (str): A city of its size and coast, in its region or the surrogate of its region; a
            small place for one that is not known.
        """
        stated = self._stated.cities.get(self._cities.key(name), "")
        usual = self._cities.usual_name(name)
        is_given = self._ledger.given(fold(usual), "LOCATION") is not None
        usual = fold(usual) if is_given else self._cities.key(usual)
        entity = usual if region in ("", stated) else f"{usual}, {region}"
        known = self._stated.which(name, self._ledger.lexicon, region)
        own = known.region if known else region or stated or self._listed_region(name)
        new = self._new_region(own)
        if known:
            city = City(new, known.size, known.is_coastal)
            fixed = new != own or own == stated or own in self._stated.named
            pools: Iterator[Sequence[str]] = self._cities.near(name, city, stays=fixed)
            if own.startswith(GB) and own == stated:
                towns = postcodes().towns
                pools = chain(self._cities.among(towns, name, city, stays=fixed), pools)
        else:
            homes = (new, country_of(new)) if new else self._homes()
            pools = self._cities.small(name, homes)
        listed = self._gazetteer.city_pools(new)
        try:
            return self._ledger.choose_from(
                entity,
                "LOCATION:city",
                chain(pools, listed),
                lambda new: self._cities.key(new) != usual,
                partial(self._cities.own_words, name),
            )
        except NoSurrogate:
            return self.stem(entity, "LOCATION")

    def _listed_region(self, name: str) -> str:
        """The region of a city that is only in the gazetteer."""
        return "".join(self._gazetteer.regions_of_city(name)[:1])

    def _homes(self) -> tuple[str, ...]:
        """The countries where an unknown place probably is."""
        at_home = self._ledger.lexicon.words("place_words.at_home")
        return tuple(filter(None, (self._new_region(self._stated.home), *at_home)))

    def _new_region(self, region: str) -> str:
        """The region of the surrogate of a city in a region; another one if that is replaced."""
        country = country_of(region)
        if self._stated.keeps_wide or not {region, country} & self._stated.named:
            return region
        moved = self.moved_region(region if region in self._stated.named else country)
        return moved or region

    def moved_region(self, region: str) -> str:
        """The surrogate of a province or country, as a region; "" if none is left."""
        kind = COUNTRY if region == country_of(region) else PROVINCE
        return self._gazetteer.region(self._moved_name(region), kind)

    def _moved_name(self, region: str) -> str:
        """The name of the surrogate of a province or country; "" if none is left."""
        places = self._gazetteer
        country = country_of(region)
        if not region:
            return ""
        try:
            entity = fold(places.name(region))
            pools = self._ledger.lexicon.part(Regions).like(region)
            if region == country:
                return self._ledger.choose_from(entity, "LOCATION:country", pools)
            return self._ledger.choose_from(
                entity, "LOCATION:province", pools, self._is_abbreviation_free
            )
        except NoSurrogate:
            return ""

    def _is_abbreviation_free(self, province: str) -> bool:
        """Whether a province's abbreviation is also free."""
        short = self._gazetteer.abbreviation(self._gazetteer.region(province, PROVINCE))
        return not short or self._ledger.is_free([fold(short)])

    def _parts(self, text: str) -> Iterator[tuple[str, str, str, str]]:
        """The parts of a place, each with its separator, its kind and the region after it."""
        parts = self._words.read_parts(text)
        names = [ZIP.sub("", part).strip() for part, _, _ in parts]
        regions = [*map(self._gazetteer.region, names), ""]
        for number, (part, separator, kind) in enumerate(parts):
            yield part, separator, kind, regions[number + 1]

    def _part(self, part: str, kind: str, region: str = "") -> str:
        core = part.strip()
        if not core or not TOKEN.search(core):
            return part
        lead = part[: part.index(core)]
        tail = part[len(lead) + len(core) :]
        if self._stated.keeps_wide and self._is_wide(core, kind, region):
            return part
        if kind == CITY:
            return lead + self._in_case_of(core, self._city(core, region)) + tail
        if kind:
            return lead + self.unit(core, kind) + tail
        units = named_units(core, self._words.place_words)
        if not units:  # only words such as "North Island"
            units = [(0, len(core))]
        elif (len(units) == 1 and units[0] == (0, len(core))) or self._is_whole(core, region):
            return lead + self._unknown_place(core, region) + tail
        return lead + self._units(core, units, partial(self._place_unit, whole=core)) + tail

    def _is_wide(self, part: str, kind: str, region: str) -> bool:
        """Whether a part is a country, province or continent, or a city that is all of one.

        Not one whose surrogate was made elsewhere, together with that of its city.
        """
        name = self._gazetteer.name(self._gazetteer.region(part))
        if self._ledger.given(fold(name), "LOCATION") is not None:
            return False
        if kind == CITY:
            return bool(region) and self._cities.is_one_city(region)
        return kind in WIDE_KINDS or (not kind and self._words.is_wide(part))

    def _is_whole(self, name: str, region: str) -> bool:
        """Whether a name with a word such as "Hills" is that of a town."""
        home = region or next(iter(self._homes()), "")
        return bool(self._cities.find(name)) or self._cities.are_of_its_form(name, home)

    def _unknown_place(self, name: str, region: str = "") -> str:
        """A place of unknown kind becomes a city, town or village."""
        script = script_of(name)
        if script != "LATIN" and self._foreign_pools(script):
            return self.stem(fold(name), "LOCATION")
        if any(c.isdecimal() for c in name):
            return match_case(name, self.stem(fold(name), "LOCATION"))
        return match_case(name, self._city(name, region))

    def _units(
        self, text: str, units: list[tuple[int, int]], replaced: Callable[[str, int], str]
    ) -> str:
        """A text with its units replaced and the rest as it was."""
        pieces = []
        position = 0
        for start, end in units:
            unit = text[start:end].rstrip(".")
            pieces += [text[position:start], replaced(unit, start)]
            position = start + len(unit)
        return "".join([*pieces, text[position:]])

    def _place_unit(self, unit: str, start: int, whole: str) -> str:
        draws = self._ledger.draws(fold(unit), "LOCATION:digits")
        if unit[0].isdecimal():
            return redraw_digits(unit, draws)
        # "Lake Monaco" is named after a country, "northern Palau" is most of one.
        is_named_after = self._gazetteer.kind(unit) in (COUNTRY, PROVINCE)
        if is_named_after and not self._words.is_wide(whole):
            return match_case(unit, self.stem(fold(unit), "LOCATION:part"))
        return self.unit(unit)

    def _in_case_of(self, unit: str, new: str) -> str:
        # "NYC" is an abbreviation, so its surrogate is not put in capitals.
        return new if self._gazetteer.is_short(unit) else match_case(unit, new)

    def _foreign_pools(self, script: str) -> tuple[tuple[str, ...], ...]:
        return self._ledger.lexicon.part(ForeignPlaces).pools(script)
