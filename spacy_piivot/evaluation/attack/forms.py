"""Whether a surrogate has the form of its original.

The readers that surrogates are made with take no part in it: what they misread they would find
right. Dates are read with python-dateutil, telephone numbers with phonenumbers.
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
# By who makes the surrogates.
_FORMS = {
    "email": re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+"),
    "url": re.compile(r"(?:[a-z][a-z0-9+.-]*://)?[^\s/]+\.[^\s/]+(?:/\S*)?", re.IGNORECASE),
}
# What a date does not name is taken from these: parts that come out alike are its own. Both are
# leap years, both months have 31 days.
_FILLINGS = (datetime(2000, 1, 1), datetime(2004, 3, 2))
_PARTS = ("year", "month", "day")
# Where a telephone number without a country's code is looked for.
_REGIONS = ("US", "GB", "AU", "IN", "NZ", "ZA", "IE", "MX", "DE", "FR", "ES")


def keeps_form(label: str, original: str, surrogate: str) -> bool | None:
    """Whether a surrogate has the form of the original.

    label (str): Their label.
    original (str): What was replaced.
    surrogate (str): What stands in its place.
    RETURNS (bool | None): For a date whether it is one and names the same parts (year, month,
        day); for a telephone number whether it is valid where the original is, and of its kind and
        notation. None where nothing is known of the original's form.
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
    """Which parts a written date names.

    text (str): "Aug 30 2002", "8/22".
    RETURNS (frozenset[str] | None): Of "year", "month" and "day"; none for a day of the week.
        None for what dateutil does not read: number words, other languages than English, dates
        that no calendar has; and for everything if it is not installed.
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
    """The country and the kind of a telephone number, wherever it is a valid one.

    text (str): The number as it is written.
    RETURNS (frozenset[tuple[str, int]]): ISO 3166-1 alpha-2 and phonenumbers' type; several where
        numbers of some countries look alike, none for what is no number.
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
    """What cannot be told for want of an optional package, for the user to know."""
    try:
        require("dateutil.parser", "evaluation")
        return []
    except InputError as error:
        return [f"the form of dates: {error}"]


def _shape(text: str) -> str:
    return re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", re.sub(r"\d", "0", text)))
