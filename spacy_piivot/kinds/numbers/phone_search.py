"""Searches texts for telephone numbers in every notation: with a country code or without."""

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from ..names.search import Hit
from ..names.search_terms import SearchTerm

_RUN = re.compile(r"(?<!\w)(?:\(?\+|\()?\d(?:[ .()/–-]{0,3}\d){6,18}(?!\w)")
_LEAST_DIGITS = 7
_LONGEST_COUNTRY_CODE = 3
_LEAST_NATIONAL = 9


class PhoneSearch:
    """Finds telephone numbers by their digits, in one pass. The digits must be the whole number.

    numbers (Iterable[SearchTerm]): The terms of the numbers.
    """

    def __init__(self, numbers: Iterable[SearchTerm]) -> None:
        self._numbers: dict[str, SearchTerm] = {}
        for term in numbers:
            if term.label == "PHONE_NUMBER":
                digits = _bare("".join(takewhile(str.isdecimal, term.words)))
                for form in _forms(digits) if len(digits) >= _LEAST_DIGITS else ():
                    self._numbers.setdefault(form, term)

    def hits(self, text: str) -> Iterator[Hit]:
        """Find the numbers in a text.

        text (str): The text as it is.
        YIELDS (Hit): The occurrences.
        """
        for found in _RUN.finditer(text) if self._numbers else ():
            digits = _bare(found.group())
            forms = _forms(digits) if "+" in found.group() else (digits,)
            term = next((self._numbers[form] for form in forms if form in self._numbers), None)
            if term:
                yield Hit(term, *found.span(), *found.span())


def _bare(number: str) -> str:
    """The ASCII digits of a number, without the zeros before it."""
    return "".join(str(int(c)) for c in number if c.isdecimal()).lstrip("0")


def _forms(digits: str) -> tuple[str, ...]:
    """A number, and what is left of it without a country code."""
    without = (digits[at:].lstrip("0") for at in range(1, _LONGEST_COUNTRY_CODE + 1))
    return (digits, *(one for one in without if len(one) >= _LEAST_NATIONAL))
