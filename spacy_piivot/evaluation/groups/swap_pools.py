"""The names of each country and gender, for name-swap tests."""

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from ...core.folding import fold
from ...core.speakers import speaker_role
from ...kinds.names import is_ordinary_word, is_particle
from ...kinds.names.locales import listed_names
from ...kinds.names.pools import script_of
from ...kinds.names.words import is_title_or_relative
from ...lang import ENGLISH
from ...lang.titles import NAME_WORD
from .demographics import locale_countries, subregion_of

GENDERS = ("female", "male")
KINDS = ("given", "family")
# A country with fewer first or family names for either gender is never drawn.
_LEAST_NAMES = 8


@cache
def swap_countries() -> Mapping[str, Sequence[str]]:
    """Map the UN's subregions with names of both genders to their countries."""
    found: dict[str, list[str]] = {}
    for country in sorted(set(locale_countries().values())):
        pools = [country_names(country, gender, kind) for gender in GENDERS for kind in KINDS]
        if min(map(len, pools)) >= _LEAST_NAMES:
            found.setdefault(subregion_of(country), []).append(country)
    return dict(sorted(found.items()))


@cache
def country_names(country: str, gender: str, kind: str) -> Sequence[str]:
    """List the names of a country that can replace any other name in a text.

    country (str): ISO 3166-1 alpha-2.
    gender (str): "female" or "male". First names of both are in neither list; family names
        without a gender are in both.
    kind (str): "given" or "family".
    RETURNS (Sequence[str]): The names of all its locales as they are listed, sorted: single
        words in Latin script that are not ordinary English words, titles or roles of speakers.
    """
    [other] = (g for g in GENDERS if g != gender)
    own: set[str] = set()
    others: set[str] = set()
    for locale, place in locale_countries().items():
        if place == country:
            own.update(listed_names(locale, kind, gender))
            others.update(listed_names(locale, kind, other))
            if kind == "family":
                own.update({*listed_names(locale, kind, "")} - {*listed_names(locale, kind, other)})
    if kind == "given":
        own -= others
    spelled = {unicodedata.normalize("NFC", name.strip()) for name in own}
    return tuple(sorted(name for name in spelled if is_usable(name)))


def is_usable(name: str) -> bool:
    """Whether a name can replace any other: a single word in Latin script that is not an ordinary
    English word, a title or a role of a speaker."""
    return (
        NAME_WORD.fullmatch(name) is not None
        and script_of(name) == "LATIN"
        and not is_particle(name, ENGLISH)
        and not is_ordinary_word(name, ENGLISH)
        and not is_title_or_relative(fold(name), ENGLISH)
        and not speaker_role(name, ENGLISH)
    )
