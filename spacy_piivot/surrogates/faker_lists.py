"""The name lists of Faker's locales, as they are."""

import importlib
from functools import cache
from typing import Any

# How the lists of a gender are called at the end, and those of a kind at the start.
GENDERS = {"male": ("_male",), "female": ("_female",), "": ("", "_unisex")}
LISTS = {
    "given": ("first_names", "first_romanized_names", "first_kana_names"),
    "family": ("last_names", "last_romanized_names", "last_kana_names", "unisex_last_names"),
}


def locale_provider(locale: str) -> Any:
    """The provider of a locale's names; None for a locale that this version of Faker lacks."""
    try:
        return importlib.import_module(f"faker.providers.person.{locale}").Provider
    except ModuleNotFoundError:
        return None


def listed_names(provider: Any, kind: str, gender: str) -> list[str]:
    """The names of one kind and gender that a provider lists.

    provider (Any): What `locale_provider` gave.
    kind (str): "given" or "family".
    gender (str): "male", "female", or "" for the lists that name none.
    RETURNS (list[str]): Names; some lists repeat them.
    """
    found: list[str] = []
    for stem in LISTS[kind]:
        for suffix in GENDERS[gender]:
            names = getattr(provider, stem + suffix, None)
            # The base class holds "John" and "Jane" for locales that have no such list.
            inherited = getattr(base_provider(), stem + suffix, None)
            if isinstance(names, (tuple, list, dict)) and names is not inherited:
                found += [name.title() if name.isupper() else name for name in names]
    return found


@cache
def base_provider() -> Any:
    """The class that locales inherit from: its "John" and "Jane" are nobody's list."""
    return importlib.import_module("faker.providers.person").Provider
