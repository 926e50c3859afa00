"""Makes surrogates for places and street addresses: a country becomes a country, a city a city.

A city becomes one of its province or country that is as large, and by the sea if it is. If the
document replaces its province or country, it moves there: Dallas moves with Austin and Texas.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from string import ascii_lowercase

from ...core.folding import code, fold
from ...draws.casing import match_case
from ...draws.choice import Draws, Ledger, NoSurrogate
from ...draws.redrawing import redraw_digits, redraw_shape
from ...lang.number_words import NumberWords
from ..names.pools import script_of
from . import Gazetteer
from .cities import Cities, City
from .gazetteer import ABBREVIATION, CITY, CONTINENT, COUNTRY, PROVINCE, country_of
from .landmarks import Landmarks
from .made_up import ForeignPlaces, MadeUpPlaces
from .place_words import AFTER, TOKEN, WIDE_KINDS, ZIP, PlaceWords, named_units
from .postcodes import BRITISH
from .regions import Regions
from .stated import StatedPlaces

_POSTCODE = re.compile(rf"(?P<between>[\s,]*)\b(?P<code>{BRITISH})\s*$")


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
        self._numbers = ledger.lexicon.part(NumberWords)

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
        pieces = []
        if self._stated.keeps_wide and self._words.is_wide(text):
            return self._replacing_wide.place(text)
        for part, separator, kind, region in self._parts(text):
            end = ZIP.search(part)
            name, zip = (part[: end.start()], end.group()) if end else (part, "")
            draws = self._ledger.draws(code(text), "LOCATION:tail")
            pieces += [self._part(name, kind, region), redraw_digits(zip, draws), separator]
        return "".join(pieces)

    @cached_property
    def _replacing_wide(self) -> "Places":
        return Places(self._ledger, replace(self._stated, keeps_wide=False))

    def address(self, text: str) -> str | None:
        """The surrogate of a street address.

        text (str): As found: "12 Oak Street, Apt 4B, Austin, TX 78701".
        RETURNS (str | None): Numbers keep their shape, words such as "Street" are kept, places
            become other places and the rest made-up names. None if it contains no letter or digit.
        """
        if not TOKEN.search(text):
            return None
        if postcode := _POSTCODE.search(text):
            before = self.address(text[: postcode.start()]) or ""
            return before + postcode["between"] + self._postcode(postcode["code"])
        pieces = []
        for part, separator, kind, region in self._parts(text):
            if kind:
                bare = AFTER.sub("", part)
                tail = self._ledger.draws(code(text), "STREET_ADDRESS:tail")
                part = self._part(bare, kind, region) + redraw_digits(part[len(bare) :], tail)
            else:
                part = self._units(part, self._words.street_units(part), self._street_unit)
            pieces += [part, separator]
        return "".join(pieces)

    def _postcode(self, postcode: str) -> str:
        def propose(draws: Draws, attempt: int) -> str:
            return redraw_shape(postcode, draws)

        entity = code(postcode)
        return self._ledger.choose(
            entity, "STREET_ADDRESS:postcode", propose, lambda new: [code(new)]
        )

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
        stated = self._stated.cities.get(fold(name), "")
        usual = fold(self._cities.usual_name(name))
        entity = usual if region in ("", stated) else f"{usual}, {region}"
        known = self._stated.which(name, self._ledger.lexicon, region)
        own = known.region if known else region or stated or self._listed_region(name)
        new = self._new_region(own)
        if known:
            city = City(new, known.size, known.is_coastal)
            pools = self._cities.near(name, city, stays=new != own or own in self._stated.named)
        else:
            homes = (new, country_of(new)) if new else self._homes()
            pools = self._cities.small(name, homes)
        listed = self._gazetteer.city_pools(new)
        try:
            return self._ledger.choose_from(
                entity,
                "LOCATION:city",
                chain(pools, listed),
                lambda new: fold(new) != usual,
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
        code = self._gazetteer.abbreviation(self._gazetteer.region(province, PROVINCE))
        return not code or self._ledger.is_free([fold(code)])

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
        return lead + self._units(core, units, self._place_unit) + tail

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
        self, text: str, units: list[tuple[int, int]], replaced: Callable[[str], str]
    ) -> str:
        """A text with its units replaced and the rest as it was."""
        pieces = []
        position = 0
        for start, end in units:
            unit = text[start:end].rstrip(".")
            pieces += [text[position:start], replaced(unit)]
            position = start + len(unit)
        return "".join([*pieces, text[position:]])

    def _place_unit(self, unit: str) -> str:
        draws = self._ledger.draws(fold(unit), "LOCATION:digits")
        return redraw_digits(unit, draws) if unit[0].isdecimal() else self.unit(unit)

    def _street_unit(self, unit: str) -> str:
        ledger = self._ledger
        entity = fold(unit)
        numbers = self._numbers
        rank = self._words.rank.fullmatch(entity)
        if rank or entity in numbers.ordinals:
            old = int(rank[1]) if rank else numbers.ordinals[entity]
            new = ledger.draws(entity, "STREET_ADDRESS:rank").below(max(old, 19))
            new = new + 1 if new + 1 < old else new + 2
            if rank:
                return f"{new}{numbers.ordinal_ending(new)}"
            return match_case(unit, numbers.ordinal(min(new, 99)))
        if unit[0].isdecimal():
            propose = partial(house_number, unit)
            return ledger.choose(entity, "STREET_ADDRESS:number", propose, lambda new: [code(new)])
        if len(unit) == 1 and unit.isascii():  # "Apt B"
            letters = [letter for letter in ascii_lowercase if letter != entity]
            new_letter = ledger.draws(entity, "STREET_ADDRESS:letter").pick(letters)
            return match_case(unit, new_letter.upper())
        return self.unit(unit)

    def _in_case_of(self, unit: str, new: str) -> str:
        # "NYC" is an abbreviation, so its surrogate is not put in capitals.
        return new if self._gazetteer.is_short(unit) else match_case(unit, new)

    def _foreign_pools(self, script: str) -> tuple[tuple[str, ...], ...]:
        return self._ledger.lexicon.part(ForeignPlaces).pools(script)


def house_number(unit: str, draws: Draws, attempt: int) -> str | None:
    """Another number of a house or a school, with a leading zero only if it had one."""
    lead = "0" if unit[0] == "0" else str(1 + draws.below(9))
    new = lead + redraw_digits(unit[1:], draws)
    if attempt > 8:  # too few numbers of this length
        new += str(draws.below(10))
    return new if new != unit else None
