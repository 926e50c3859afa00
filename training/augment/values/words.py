"""Parts of values: the words of `corpus/templates/values.toml`, digits, parts of names."""

import random
import re
import unicodedata
from collections.abc import Callable, Sequence

from training.augment.name_pool import NamePool
from training.augment.texts import read_texts

_TEXTS = read_texts("values.toml")


def _list(name: str) -> tuple[str, ...]:
    return tuple(_TEXTS[name])


MAIL_HOSTS = _list("mail_hosts")
DOMAIN_ENDINGS = _list("domain_endings")
SCHOOL_HOSTS = _list("school_hosts")
FANCIES = _list("fancies")
MONTHS, SHORT_MONTHS = _list("months"), _list("short_months")
WEEKDAYS, SHORT_WEEKDAYS = _list("weekdays"), _list("short_weekdays")
NUMBERS, TENS, ORDINALS = _list("numbers"), _list("tens"), _list("ordinals")
UNITS = NUMBERS[:10]
BIRTHDAYS_BY_NAME = _list("birthdays_by_name")
NATIONS_AND_FAITHS = _list("nations_and_faiths")
STATES, STATE_CODES = _list("states"), _list("state_codes")
SUBJECTS, PRECISE_SUBJECTS = _list("subjects"), frozenset(_list("precise_subjects"))
STREET_TYPES, STREET_NAMES = _list("street_types"), _list("street_names")
US_PHONES, WORLD_PHONES, SAID_PHONES = map(_list, ("us_phones", "world_phones", "said_phones"))
IDENTIFIERS = _list("identifiers")
KEPT_IN_ADDRESSES = frozenset(_list("kept_in_addresses"))
KEPT_IN_STREETS = frozenset(_list("kept_in_streets"))

_PATTERN = {
    "#": lambda rng: rng.choice("0123456789"),
    "%": lambda rng: rng.choice("23456789"),
    "?": lambda rng: rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ"),
    "*": lambda rng: rng.choice("abcdefghjkmnpqrstuvwxyz"),
}


def draw_pattern(patterns: Sequence[str], rng: random.Random) -> str:
    return "".join(_PATTERN[c](rng) if c in _PATTERN else c for c in rng.choice(patterns))


def digits(count: int, rng: random.Random) -> str:
    return "".join(rng.choice("0123456789") for _ in range(count))


def code(count: int, rng: random.Random) -> str:
    letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
    return "".join(rng.choice(letters) for _ in range(count))


def slug(name: str) -> str:
    """A name as it is in addresses: lower-case ASCII letters only; may be empty."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(c for c in plain.lower() if c.isascii() and c.isalpha())


def first_part(pool: NamePool, rng: random.Random, names: Sequence[str]) -> str:
    return address_part(names[0] if names else "", pool.forename, rng)


def last_part(pool: NamePool, rng: random.Random, names: Sequence[str]) -> str:
    return address_part(names[1] if len(names) > 1 else "", pool.surname, rng)


def address_part(name: str, draw: Callable[[random.Random], str], rng: random.Random) -> str:
    for candidate in (name, draw(rng), draw(rng)):
        if len(slug(candidate)) > 1:
            return slug(candidate)
    return rng.choice(FANCIES)


def number_tail(rng: random.Random) -> str:
    """Digits as people add them to a name."""
    return rng.choice(
        (digits(1, rng), digits(2, rng), digits(2, rng), digits(3, rng), digits(4, rng),
         str(rng.randint(1960, 2018)), str(rng.randint(2005, 2016)))
    )  # fmt: skip


def ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def said_number(number: int) -> str:
    if number <= 20:
        return NUMBERS[number]
    tens = ("twenty", *TENS)[number // 10 - 2]
    return tens if number % 10 == 0 else f"{tens}-{UNITS[number % 10]}"


def said_digits(number: str, rng: random.Random) -> str:
    """A number spoken digit by digit, in groups."""
    zero = rng.choice(("oh", "oh", "zero"))
    groups = re.findall(r"\d+", number)
    if len(groups) == 1 and len(number) > 5:
        groups = [number[:3], *re.findall(r"\d{3,4}(?!\d)|\d{3}", number[3:])]
        if "".join(groups) != number:
            groups = [number[i : i + 3] for i in range(0, len(number), 3)]
    said = [" ".join(zero if d == "0" else UNITS[int(d)] for d in group) for group in groups]
    return rng.choice((", ", " ", ", ", "... ")).join(said)
