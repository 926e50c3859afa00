"""Makes surrogates for postcodes: of the same form, and of the province or state where they are."""

from ...core.folding import code, fold
from ...draws.choice import Draws, Ledger
from ...draws.redrawing import redraw_character, redraw_digits
from .gazetteer import country_of
from .postcodes import AU, GB, US, Area, Form, Postcode, postcodes

# Letters that the second half of a British postcode never has, and those that it has.
_UNUSED_BRITISH, _BRITISH = "CIKMOV", "ABDEFGHJLNPQRSTUWXYZ"


class PostcodeSurrogates:
    """The surrogates of the postcodes in one dialogue.

    ledger (Ledger): The dialogue's draws.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._postcodes = postcodes()

    def postcode(self, found: Postcode, region: str = "", town: str = "") -> str:
        """The surrogate of a postcode.

        found (Postcode): The original.
        region (str): The province, state or country in which the surrogate should be; "" for that
            of the original.
        town (str): The surrogate of its town.
        RETURNS (str): A British one is of the town's area, or of another area of the same part of
            the country; an American one of the state. Nobody has the British and Irish ones. In
            other countries the first digit stays, unless the province changes.
        """

        def propose(draws: Draws, attempt: int) -> str:
            if found.form.country == GB:
                return self._british(found, region, town, draws)
            if found.form.country == US:
                return self._american(found, region, draws)
            return self._other(found, region, draws)

        return self._ledger.choose(
            code(found.text), "STREET_ADDRESS:postcode", propose, lambda new: [code(new)]
        )

    def _british(self, found: Postcode, region: str, town: str, draws: Draws) -> str:
        own = self._postcodes.area(found.text)
        area = draws.pick(self._areas(own, region, town))
        if found.form is self._postcodes.outward:
            return area.name + draws.pick(area.districts)
        letters = [draws.pick(_UNUSED_BRITISH), draws.pick(_BRITISH)]
        letters = letters[::-1] if draws.below(2) else letters
        between = " " if " " in found.text else ""
        return (
            area.name
            + draws.pick(area.districts)
            + between
            + str(draws.below(10))
            + "".join(letters)
        )

    def _areas(self, own: Area, region: str, town: str) -> list[Area]:
        """The areas of a town, else the others of the original's part of the country."""
        areas = self._postcodes.areas.values()
        of_town = [area for area in areas if fold(area.town) == fold(town) and area != own]
        if of_town:
            return of_town
        alike = [area for area in areas if area.part == own.part and area != own]
        if region.startswith(GB) and region not in (GB, own.region):
            alike = [area for area in areas if area.region == region]
        return alike or [own]

    def _american(self, found: Postcode, region: str, draws: Draws) -> str:
        starts = self._postcodes.american
        pool = starts.get(region) or starts.get(found.region)
        if not pool:
            return redraw_digits(found.text, draws)
        return draws.pick(pool) + "".join(
            str(draws.below(10)) if c.isdecimal() else c for c in found.text[3:]
        )

    def _other(self, found: Postcode, region: str, draws: Draws) -> str:
        form = found.form
        start = self._start(found, region, draws)
        length = len(found.text.split()[-1]) + len(start) - len(start.split()[-1])
        drawn = found.text[len(start) - max(0, length - len(found.text)) :]
        rest = [_drawn(c, form, draws) for c in drawn]
        if form.unused:
            at = draws.pick([number for number, char in enumerate(rest) if char != " "])
            rest[at] = draws.pick(form.unused)
        new = start + "".join(rest)
        # Letters that are not drawn together are in the other order.
        last = "".join(filter(str.isalpha, new))
        return new.removesuffix(last) + last[::-1] if last in form.never else new

    def _start(self, found: Postcode, region: str, draws: Draws) -> str:
        """The beginning: the original's, or that of the province where the surrogate is."""
        own, country = found.text[: found.form.kept], found.form.country
        if country == AU:
            starts = self._postcodes.starts[AU]
            state = region.removeprefix(f"{AU}-")
            state = state if state in starts else found.text.split()[0]
            return f"{state} {starts[state]}"
        listed = self._postcodes.starts.get(country, {})
        if region != found.region and region in listed.values():
            return draws.pick([start for start, province in listed.items() if province == region])
        if following := self._postcodes.following.get(country, {}).get(own):
            return own + draws.pick(following)
        limits = self._postcodes.first_two.get(country or country_of(region))
        if limits and own.isdecimal():
            both = [f"{number:02}" for number in range(limits[0], limits[1] + 1)]
            return draws.pick([one for one in both if one[0] == own] or [own])
        return own


def _drawn(char: str, form: Form, draws: Draws) -> str:
    if char.isalpha() and form.letters:
        return draws.pick(form.letters)
    return redraw_character(char, draws, lead=False)
