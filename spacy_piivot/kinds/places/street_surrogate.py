"""Makes surrogates for the parts of a street address: names, numbers, ordinals and letters."""

from functools import partial
from string import ascii_lowercase

from ...core.folding import code, fold
from ...draws.casing import match_case
from ...draws.choice import Draws, Ledger, NoSurrogate
from ...draws.redrawing import redraw_digits
from ...lang.number_words import NumberWords
from ..names.pools import without_accents
from .place_words import PlaceWords
from .streets import Street, pools_like


class StreetSurrogates:
    """The surrogates of the streets in one dialogue.

    ledger (Ledger): The dialogue's draws.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._numbers = ledger.lexicon.part(NumberWords)
        self._rank = ledger.lexicon.part(PlaceWords).rank

    def name(self, name: str, street: Street, address: str) -> str | None:
        """Another name of a street, of its language and form.

        name (str): The name: "Victor Hugo" in "12 rue Victor Hugo".
        street (Street): The street.
        address (str): The address: if it has no accents, the new name has none.
        RETURNS (str | None): The name; None if all of its kind occur in the dialogue.
        """
        pools, entity = pools_like(address, street), fold(name)
        try:
            new = self._ledger.choose_from(
                entity, "LOCATION:street", pools, lambda new: fold(new) != entity
            )
        except NoSurrogate:
            return None
        new = without_accents(new) if address.isascii() else new
        return match_case(name, new) if name.islower() or address.isupper() else new

    def numbered(self, unit: str) -> str | None:
        """The surrogate of a number, an ordinal or a letter of an address; None for others."""
        entity = fold(unit)
        rank = self._rank.fullmatch(entity)
        if rank or entity in self._numbers.ordinals:
            old = int(rank[1]) if rank else self._numbers.ordinals[entity]
            new = self._ledger.draws(entity, "STREET_ADDRESS:rank").below(max(old, 19))
            new = new + 1 if new + 1 < old else new + 2
            if rank:
                return f"{new}{self._numbers.ordinal_ending(new)}"
            return match_case(unit, self._numbers.ordinal(min(new, 99)))
        if unit[0].isdecimal():
            propose = partial(house_number, unit)
            label = "STREET_ADDRESS:number"
            return self._ledger.choose(entity, label, propose, lambda new: [code(new)])
        if len(unit) == 1 and unit.isascii():  # "Apt B"
            letters = [letter for letter in ascii_lowercase if letter != entity]
            drawn = self._ledger.draws(entity, "STREET_ADDRESS:letter").pick(letters)
            return match_case(unit, drawn.upper())
        return None


def house_number(unit: str, draws: Draws, attempt: int) -> str | None:
    """Another number of a house or a school, with a leading zero only if it had one."""
    lead = "0" if unit[0] == "0" else str(1 + draws.below(9))
    new = lead + redraw_digits(unit[1:], draws)
    if attempt > 8:  # too few numbers of this length
        new += str(draws.below(10))
    return new if new != unit else None
