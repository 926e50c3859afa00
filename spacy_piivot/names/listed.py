"""Faker's lists of given names and surnames, as evidence of what a word may be."""

import importlib
from functools import cache

from ..lang import ENGLISH, Lexicon
from .forms import fold, is_only_a_word

_LOCALES = (
    "en", "en_US", "en_GB", "en_IE", "en_IN", "en_NZ", "en_PK", "es_MX", "es_ES", "fr_FR", "de_DE",
    "it_IT", "pt_BR", "pl_PL", "nl_NL", "tr_TR", "vi_VN", "yo_NG", "ha_NG", "zu_ZA", "sw",
)  # fmt: skip


def is_listed_given_name(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a word is on a list of given names, and no ordinary word that nobody is called."""
    return fold(word) in _listed("first_names") and not is_only_a_word(word, lexicon)


def is_listed_surname(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a word is on a list of surnames, and no ordinary word that nobody is called."""
    return fold(word) in _listed("last_names") and not is_only_a_word(word, lexicon)


@cache
def _listed(kind: str) -> frozenset[str]:
    folded: set[str] = set()
    for locale in _LOCALES:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for attribute in dir(provider):
            if attribute.startswith(kind):
                folded.update(fold(name) for name in getattr(provider, attribute))
    return frozenset(folded)
