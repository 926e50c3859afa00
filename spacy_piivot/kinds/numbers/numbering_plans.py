"""Finds the country and kind of a telephone number, and draws fictional numbers like it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import phonenumbers

from ...draws.choice import Draws
from ...lang import ENGLISH, Lexicon
from .phone_grammar import PhoneGrammar

_MOBILE = phonenumbers.PhoneNumberType.MOBILE
_MOBILES = (_MOBILE, phonenumbers.PhoneNumberType.FIXED_LINE_OR_MOBILE)

# Numbers that are reserved for fiction, by country code: "?" is any digit, "A" a digit of the area
# code, which is drawn as for other numbers. Only forms as long as the original are used.
_RESERVED: Mapping[int, tuple[str, ...]] = {
    1: ("AAA55501??", "55501??"),
    33: ("63998????", "19900????", "26191????", "35301????", "46571????", "53649????"),
    49: ("17139200??", "176040690??"),
    44: ("2079460???", "7700900???"),
    61: ("25550????", "35550????", "75550????", "85550????"),
}
_RESERVED_MOBILE: Mapping[int, tuple[str, ...]] = {
    33: ("63998????",),
    44: ("7700900???",),
    49: ("17139200??", "176040690??"),
    61: (
        "491570006", "491570156", "491570157", "491570158", "491570159", "491570110",
        "491570313", "491570737", "491571266", "491571491", "491571804", "491572549",
        "491572665", "491572983", "491573770", "491573087", "491574118", "491574632",
        "491575254", "491575789", "491576398", "491576801", "491577426", "491577644",
        "491578957", "491578148", "491578888", "491579212", "491579760", "491579455",
    ),
}  # fmt: skip
# Countries that share a code, and whose numbers are told apart only by their area.
_SHARED_BY_AREA = 1
# How many digits stay in the numbers of some countries: "08" in "0803 301 4478".
_KEPT: Mapping[int, int] = {44: 1, 61: 1, 234: 2}
_PAIRS = re.compile(r"0\d([ .-])\d\d(?:\1\d\d){3}")


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
        code = self.country_code
        shared = phonenumbers.COUNTRY_CODE_TO_REGION_CODE.get(code, ())
        regions = (self.region,) if code == _SHARED_BY_AREA else (self.region, *shared)
        return any(
            found.kind == self.kind and found.trunk == self.trunk
            for region in regions
            if (found := _parse(digits, region))
        )

    @property
    def kept(self) -> int:
        """How many digits at the start stay: the trunk, and those that show the kind of number."""
        return len(self.trunk) + _KEPT.get(self.country_code, int(self.kind == _MOBILE))

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
    digits: str, country_code: str = "", lexicon: Lexicon = ENGLISH, written: str = ""
) -> Numbering | None:
    """Find the plan that a number belongs to.

    digits (str): The number without its country code.
    country_code (str): The country code; "" if it is not written.
    lexicon (Lexicon): The words of the language, with the regions where it is spoken.
    written (str): The number as it is written: some countries write theirs in pairs.
    RETURNS (Numbering | None): The plan; the plan of mobile numbers that begin like one that is not
        valid; None if the number is like none.
    """
    if not digits.isdecimal():
        return None
    grammar = lexicon.part(PhoneGrammar)
    if country_code:
        regions = phonenumbers.COUNTRY_CODE_TO_REGION_CODE.get(int(country_code), ())
        return next(chain(_valid(digits, regions), _mobile_like(digits, regions)), None)
    home, others = grammar.home_regions, grammar.other_regions
    pairs = grammar.pair_regions if _PAIRS.fullmatch(written.strip()) else ()
    abroad = [*_valid(digits, others)]
    plans = chain(
        _valid(digits, pairs),
        _valid(digits, home),
        _mobile_like(digits, home),
        (plan for plan in abroad if plan.kind in _MOBILES),
        abroad,
        _mobile_like(digits, others),
    )
    return next(plans, None)


def _valid(digits: str, regions: Sequence[str]) -> Iterator[Numbering]:
    """The plans in which a number is valid."""
    return (plan for region in regions if (plan := _parse(digits, region)))


def _mobile_like(digits: str, regions: Sequence[str]) -> Iterator[Numbering]:
    """The plans of mobile numbers that have the length and the beginning of a number."""
    for region in regions:
        if phonenumbers.country_code_for_region(region) == _SHARED_BY_AREA:
            continue
        example = phonenumbers.example_number_for_type(region, _MOBILE)
        kind = phonenumbers.number_type(example) if example else None
        own = digits.removeprefix("0")
        other = str(example.national_number) if example else ""
        if kind == _MOBILE and len(own) == len(other) and own[0] == other[0]:
            trunk = digits.removesuffix(own)
            if plan := _parse(trunk + other, region):
                yield plan


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
