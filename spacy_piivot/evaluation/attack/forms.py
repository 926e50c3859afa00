"""Checks whether a surrogate has the form of its original.

It does not use the parsers that make surrogates: they would accept their own mistakes. Dates are
parsed with python-dateutil, telephone numbers with phonenumbers.
"""

import re
from datetime import datetime

import phonenumbers

from ...core.labels import generator_of, labels_of, made_by
from ...core.optional import require
from ...errors import InputError

DATES = labels_of("date")
PHONES = made_by("phone")
CODES = labels_of("number") - PHONES
# By the generator of the surrogates.
_FORMS = {
    "email": re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+"),
    "url": re.compile(r"(?:[a-z][a-z0-9+.-]*://)?[^\s/]+\.[^\s/]+(?:/\S*)?", re.IGNORECASE),
}
# Parts that a date lacks are filled from these, so that equal parts are its own. Both are leap
# years, and both months have 31 days.
_FILLINGS = (datetime(2000, 1, 1), datetime(2004, 3, 2))
_PARTS = ("year", "month", "day")
# The regions tried for a telephone number without a country code.
_REGIONS = ("US", "GB", "AU", "IN", "NZ", "ZA", "IE", "MX", "DE", "FR", "ES")


def keeps_form(label: str, original: str, surrogate: str) -> bool | None:
    """Whether a surrogate has the form of the original.

    label (str): Their label.
    original (str): The original.
    surrogate (str): Its surrogate.
    RETURNS (bool | None): For a date, whether it has the same parts (year, month, day); for a
        telephone number, whether it is valid in a region where the original is, and of the same
        kind and notation. None if the form of the original is unknown.
    """
    if label in DATES:
        parts = date_parts(original)
        return None if parts is None else date_parts(surrogate) == parts
    if label in PHONES:
        plans = phone_plans(original)
        if not plans:
            return None
        return bool(plans & phone_plans(surrogate)) and _shape(original) == _shape(surrogate)
    if label in CODES:
        return _shape(original) == _shape(surrogate)
    if form := _FORMS.get(generator_of(label)):
        return bool(form.fullmatch(surrogate)) if form.fullmatch(original) else None
    return None


def date_parts(text: str) -> frozenset[str] | None:
    """Find the parts of a written date.

    text (str): "Aug 30 2002", "8/22".
    RETURNS (frozenset[str] | None): Of "year", "month" and "day"; empty for a day of the week.
        None if dateutil cannot parse it (number words, languages other than English, impossible
        dates) or is not installed.
    """
    if missing_packages():
        return None
    parse = require("dateutil.parser", "evaluation").parse
    for day_first in (False, True):
        try:
            one, other = (
                parse(text, default=filling, dayfirst=day_first, ignoretz=True)
                for filling in _FILLINGS
            )
        except (ValueError, OverflowError):
            continue
        return frozenset(part for part in _PARTS if getattr(one, part) == getattr(other, part))
    return None


def phone_plans(text: str) -> frozenset[tuple[str, int]]:
    """Find the countries in which a telephone number is valid, and its type in each.

    text (str): The written number.
    RETURNS (frozenset[tuple[str, int]]): ISO 3166-1 alpha-2 and phonenumbers' type; several if
        numbers of some countries look alike, empty if it is not a valid number.
    """
    plans = set()
    for region in _REGIONS:
        try:
            number = phonenumbers.parse(text, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(number):
            country = phonenumbers.region_code_for_number(number) or region
            plans.add((country, phonenumbers.number_type(number)))
    return frozenset(plans)


def missing_packages() -> list[str]:
    """Return a note if the form of dates cannot be checked for lack of an optional package."""
    try:
        require("dateutil.parser", "evaluation")
        return []
    except InputError as error:
        return [f"the form of dates: {error}"]


def _shape(text: str) -> str:
    return re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", re.sub(r"\d", "0", text)))
