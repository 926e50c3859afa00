"""Tells a dialogue's country by its money, examinations, telephone numbers and web addresses."""

import re
from collections import Counter

import phonenumbers

from ...lang import Lexicon
from ...lang.lexicon import any_word

# Domains that are not their country's ISO code.
_DOMAINS = {"UK": "GB"}
# A code of several countries shows none, except where most of its numbers are of one country.
_MAINLY = {1: "US", 44: "GB", 61: "AU", 39: "IT", 7: "RU", 47: "NO", 358: "FI", 212: "MA"}


class CountrySigns:
    """The signs of countries in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._signs: list[tuple[str, re.Pattern[str]]] = []
        for country, signs in lexicon.table("country_signs.money").items():
            self._add(country, rf"{any_word(signs)}\s?\d")
        for country, words in lexicon.table("country_signs.words").items():
            self._add(country, rf"(?<!\w){any_word(words)}(?!\w)")
        for country, numbers in lexicon.table("country_signs.numbers").items():
            self._add(country, numbers)
        self._code = lexicon.pattern("country_signs.country_code")
        self._domain = lexicon.pattern("country_signs.domain")

    def _add(self, country: str, pattern: str) -> None:
        self._signs.append((country, re.compile(pattern, re.IGNORECASE)))

    def shown(self, document: str) -> Counter[str]:
        """The countries that the signs in a text show.

        document (str): The text.
        RETURNS (Counter[str]): The number of signs of each country, in ISO 3166.
        """
        shown = Counter(country for country, sign in self._signs if sign.search(document))
        codes = {found["code"] for found in self._code.finditer(document)}
        domains = {found["domain"].upper() for found in self._domain.finditer(document)}
        shown.update(filter(None, map(_country_of_code, sorted(codes))))
        shown.update(_DOMAINS.get(domain, domain) for domain in sorted(domains))
        return shown


def _country_of_code(digits: str) -> str:
    """The country whose code the digits begin with; "" for none, or several."""
    regions = phonenumbers.COUNTRY_CODE_TO_REGION_CODE
    # No code begins with another one.
    code = next((c for end in (1, 2, 3) if (c := int(digits[:end])) in regions), 0)
    own = regions.get(code, ())
    return _MAINLY.get(code, own[0] if len(own) == 1 and own[0].isalpha() else "")
