"""Guesses a gender from a first name and a country from a last name.

These are guesses about names, never about the persons who bear them. They follow Shen et al.
(2025), 3.5: names are parsed with nameparser and looked up in lists. Our lists are samples: a name
that several countries share is assigned to the one where it is most common by its list, which may
be a country that its bearers' parents moved to.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from math import sqrt
from typing import NamedTuple

from ...core.optional import require
from ...kinds.names import is_particle
from ...kinds.names.locales import locales, weighted_family_names
from ...kinds.names.pools import name_key, name_pools
from ...lang import ENGLISH

# The two letters after a locale's language are its country, except for Catalonia. Locales of a
# language alone ("en", "sw"), of all Arabic ("ar_AA") and of Quebec, which repeats Canada's, have
# no country: they are not in `un_regions.csv`.
_COUNTRIES = {"es_CA": "ES"}
# Particles that are also given names, if they are written like this and one name follows.
_GIVEN_PARTICLES = frozenset({"Al", "Van"})


class ParsedName(NamedTuple):
    """The parts of a name that are looked up.

    first (str): The first name; "" for none.
    last (str): The family name with its particles; "" for none.
    """

    first: str
    last: str


class Demographics(NamedTuple):
    """The groups guessed from a name; "" if unknown.

    gender (str): "male" or "female".
    country (str): ISO 3166-1 alpha-2.
    region (str): The UN's region (Africa, Americas, Asia, Europe, Oceania).
    subregion (str): The UN's subregion (M49), such as "Southern Asia".
    """

    gender: str
    country: str
    region: str
    subregion: str


@lru_cache(maxsize=65536)
def demographics_of(text: str) -> Demographics:
    """Guess the groups that a written name points to.

    text (str): A name as it is found, in any case: "juan garcia", "Garcia, Juan", "Koski".
    RETURNS (Demographics): The guesses.
    RAISES (InputError): If nameparser is not installed.
    """
    name = parse_name(text)
    country = country_of(name.last)
    return Demographics(gender_of(name.first), country, region_of(country), subregion_of(country))


def parse_name(text: str) -> ParsedName:
    """Split a name into first and last name, with nameparser.

    text (str): A name, with or without titles.
    RETURNS (ParsedName): Its first and last name. A single word is a first name, unless it is
        listed as a family name only ("Koski"). A particle at the front belongs to a family name
        ("van der Berg"), except those that are also first names ("Van Morrison").
    RAISES (InputError): If nameparser is not installed.
    """
    parsed = require("nameparser", "evaluation").HumanName(text)
    first, last = parsed.first, parsed.last
    if last and "," not in text and _opens_family_name(first, last):
        return ParsedName("", " ".join(filter(None, (first, parsed.middle, last))))
    if first and not last and _is_family_name(first):
        return ParsedName("", first)
    return ParsedName(first, last)


def gender_of(first: str) -> str:
    """Look up the gender of a first name.

    first (str): A first name; of several words or parts ("Anna-Lena") the first known one counts.
    RETURNS (str): "male", "female", or "" if it is unknown or given to both.
    """
    pools = name_pools(ENGLISH)
    for part in (first, *_words(first)):
        if gender := pools.gender(name_key(part)):
            return gender
    return ""


def country_of(last: str) -> str:
    """Guess the country of a family name.

    last (str): A family name; if it is not known as a whole ("van der Berg", "Garcia-Lopez"), its
        first known word counts.
    RETURNS (str): The country where the name's share of its list, times the square root of the
        population, is highest (of equals, the first in alphabetical order); "" for none. By shares
        alone "Singh" would be British; by numbers of people every name would be Indian.
    """
    countries = _countries()
    for part in (last, *(word for word in _words(last) if not is_particle(word, ENGLISH))):
        if country := countries.get(name_key(part)):
            return country
    return ""


def region_of(country: str) -> str:
    """Look up the UN's region of a country: Africa, Americas, Asia, Europe or Oceania.

    country (str): ISO 3166-1 alpha-2, in capitals.
    RETURNS (str): The region; "" for a country without listed names.
    """
    return _un_regions()[country]["region"] if country in _un_regions() else ""


def subregion_of(country: str) -> str:
    """Look up the UN's subregion (M49) of a country, such as "Southern Asia".

    country (str): ISO 3166-1 alpha-2, in capitals.
    RETURNS (str): The subregion; "" for a country without listed names. Taiwan, which the UN does
        not list, is with its neighbours.
    """
    return _un_regions()[country]["subregion"] if country in _un_regions() else ""


@cache
def locale_countries() -> Mapping[str, str]:
    """Map the locales of names that have a country to it: `{"en_NG": "NG", …}`."""
    countries = {locale: country_of_locale(locale) for locale in locales()}
    return {locale: country for locale, country in countries.items() if country}


def country_of_locale(locale: str) -> str:
    """Return the country of a locale ("en_NG"), ISO 3166-1 alpha-2; "" for none."""
    country = _COUNTRIES.get(locale, locale.partition("_")[2])
    return country if country in _un_regions() else ""


def _opens_family_name(first: str, last: str) -> bool:
    if len(first) == 1 or not is_particle(first, ENGLISH):
        return False
    return first not in _GIVEN_PARTICLES or is_particle(last.split()[0], ENGLISH)


def _is_family_name(name: str) -> bool:
    """Whether a name, or its first part, is listed as a family name only."""
    pools = name_pools(ENGLISH)
    key = name_key(_words(name)[0])
    return pools.is_known(key, "family") and not pools.is_known(key, "given")


def _words(name: str) -> list[str]:
    return re.split(r"[\s-]+", name.strip())


@cache
def _countries() -> Mapping[str, str]:
    """Map each folded family name to its country."""
    shares: dict[str, dict[str, float]] = {}
    for locale, country in locale_countries().items():
        for counts in _family_counts(locale):
            total = sum(counts.values())
            for name, count in counts.items():
                of_name = shares.setdefault(name, {})
                weight = count / total * sqrt(_population(country))
                of_name[country] = max(weight, of_name.get(country, 0.0))
    return {
        name: min(of_name, key=lambda country: (-of_name[country], country))
        for name, of_name in shares.items()
    }


def _family_counts(locale: str) -> list[dict[str, float]]:
    """Return the weights of the folded names, for each list of family names of a locale."""
    lists = []
    for names in weighted_family_names(locale):
        counts: dict[str, float] = defaultdict(float)
        for name, weight in names:
            counts[name_key(name.strip())] += weight
        lists.append(counts)
    return lists


def _population(country: str) -> float:
    """Return the population in millions, rounded (United Nations, 2024)."""
    return float(_un_regions()[country]["population"])


@cache
def _un_regions() -> Mapping[str, Mapping[str, str]]:
    """Read `data/un_regions.csv`: each country's region and subregion by UN M49."""
    text = resources.files("spacy_piivot").joinpath("data", "un_regions.csv").read_text("utf8")
    return {row["country"]: row for row in csv.DictReader(text.splitlines())}
