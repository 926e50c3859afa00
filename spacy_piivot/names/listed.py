"""Lists of given names and surnames, as evidence of what a word may be."""

from functools import cache

from .forms import fold, is_only_a_word
from .locales import GENDERS, listed_names

_LOCALES = (
    "en", "en_US", "en_GB", "en_IE", "en_IN", "en_NZ", "en_PK", "es_MX", "es_ES", "fr_FR", "de_DE",
    "it_IT", "pt_BR", "pl_PL", "nl_NL", "tr_TR", "vi_VN", "yo_NG", "ha_NG", "zu_ZA", "sw",
)  # fmt: skip
# Polish surnames are no evidence, and that of John Doe is.
_NOT_OF = {"family": "pl_PL"}
_ADDED = {"family": ("doe",)}


def is_listed_given_name(word: str) -> bool:
    """Whether a word is on a list of given names, and no ordinary word that nobody is called."""
    return fold(word) in _listed("given") and not is_only_a_word(word)


def is_listed_surname(word: str) -> bool:
    """Whether a word is on a list of surnames, and no ordinary word that nobody is called."""
    return fold(word) in _listed("family") and not is_only_a_word(word)


@cache
def _listed(kind: str) -> frozenset[str]:
    names = {
        name
        for locale in _LOCALES
        if locale != _NOT_OF.get(kind)
        for gender in GENDERS
        for name in listed_names(locale, kind, gender)
    }
    return frozenset(map(fold, [*names, *_ADDED.get(kind, ())]))
