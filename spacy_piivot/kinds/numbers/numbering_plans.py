"""Finds the country and kind of a telephone number, and draws fictional numbers like it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import phonenumbers

from ...draws.choice import Draws
from ...lang import ENGLISH, Lexicon
from .phone_grammar import PhoneGrammar

_MOBILE = phonenumbers.PhoneNumberType.MOBILE

# Numbers that are reserved for fiction, by country code: "?" is any digit, "A" a digit of the area
# code, which is drawn as for other numbers. Only forms as long as the original are used.
_RESERVED: Mapping[int, tuple[str, ...]] = {
    1: ("AAA55501??", "55501??"),
    44: ("2079460???", "7700900???"),
    61: ("25550????", "35550????", "75550????", "85550????"),
}
_RESERVED_MOBILE: Mapping[int, tuple[str, ...]] = {44: ("7700900???",), 61: ()}


@dataclass(frozen=True, slots=True)
class Numbering:
    """The plan that a telephone number belongs to.

    region (str): Its country, ISO 3166-1 alpha-2; one of them if countries share a code.
    country_code (int): Its country code.
    kind (int): Its type in phonenumbers: fixed line, mobile and so on.
    trunk (str): The zero before it that is dialled within the country; or "".
    """

    region: str
    country_code: int
    kind: int
    trunk: str

    def fits(self, digits: str) -> bool:
        """Whether a number, as written within the country, is valid there and of this kind."""
        found = _parse(digits, self.region)
        return found is not None and found.kind == self.kind and found.trunk == self.trunk

    def fictional(self, digits: str, draws: Draws) -> str | None:
        """Draw a number of this plan that belongs to nobody because it is reserved for fiction.

        digits (str): A number of this plan, for its length and its area code.
        draws (Draws): The stream to draw from.
        RETURNS (str | None): As many digits; None if no such number is known to be reserved.
        """
        forms = _RESERVED.get(self.country_code, ())
        if self.kind == _MOBILE:
            forms = _RESERVED_MOBILE.get(self.country_code, forms)
        else:
            forms = tuple(f for f in forms if f not in _RESERVED_MOBILE.get(self.country_code, ()))
        forms = tuple(form for form in forms if len(form) == len(digits) - len(self.trunk))
        if not forms:
            return None
        own = digits[len(self.trunk) :]
        return self.trunk + "".join(
            digit if form == "A" else str(draws.below(10)) if form == "?" else form
            for form, digit in zip(draws.pick(forms), own, strict=True)
        )


def read_numbering(
    digits: str, country_code: str = "", lexicon: Lexicon = ENGLISH
) -> Numbering | None:
    """Find the plan that a number belongs to.

    digits (str): The number without its country code.
    country_code (str): The country code; "" if it is not written.
    lexicon (Lexicon): The words of the language, with the regions where it is spoken.
    RETURNS (Numbering | None): The plan; None if the number is not valid in any of the countries.
    """
    if not digits.isdecimal():
        return None
    regions: Sequence[str] = lexicon.part(PhoneGrammar).home_regions
    if country_code:
        regions = phonenumbers.COUNTRY_CODE_TO_REGION_CODE.get(int(country_code), ())
    return next((plan for region in regions if (plan := _parse(digits, region))), None)


def country_code(text: str) -> str:
    """The country code that a number is written with: "44" in "+44 20 7946 0958"; or ""."""
    try:
        return str(phonenumbers.parse(text).country_code)
    except phonenumbers.NumberParseException:
        return ""


@lru_cache(maxsize=8192)
def _parse(digits: str, region: str) -> Numbering | None:
    try:
        number = phonenumbers.parse(digits, region)
    except phonenumbers.NumberParseException:
        return None
    written = str(number.national_number)
    trunk = digits.removesuffix(written)
    if not digits.endswith(written) or trunk not in ("", "0"):
        return None
    if not phonenumbers.is_valid_number_for_region(number, region):
        return None
    kind = phonenumbers.number_type(number)
    return Numbering(region, number.country_code or 0, kind, trunk)
