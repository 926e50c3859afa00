"""Finds street addresses: a number, a name and a word for a street, with unit and town."""

import re
from collections.abc import Iterator
from functools import partial

from ...lang import ENGLISH, Lexicon
from ...patterns.recognizer import DIGITS, Finding, Recognizer
from .postcodes import AMERICAN, BRITISH

_SCORE = 0.7

_CAP = r"[^\W\d_a-zß-öø-ÿ][\w']{0,30}"
_NUMBER = r"\d{1,5}(?:-\d{1,4})?[A-Za-z]?"
_POSTCODE = rf"(?:{BRITISH}|(?:[A-Z]{{2}}\s)?{AMERICAN})"
_TOWN = rf"(?:,\s{_CAP}(?:\s{_CAP}){{0,2}}){{0,2}}"
# Not an operand, and not part of a longer number.
_ALONE = r"(?<![\w.,:/$£€+*=^-])"


class AddressGrammar:
    """How addresses with a house number or a post-office box are written.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def any_of(name: str) -> str:
            return lexicon.any_of(f"addresses.{name}")

        ordinal = lexicon.any_of("numbers.ordinal_endings")
        unit = (
            rf"(?:,?\s(?:(?i:{any_of('units')}\.?\s(?:#\s?|{any_of('number_signs')}\s)?)|#\s?)"
            r"(?:\d{1,4}[A-Za-z]?|[A-Za-z]\d{0,3})(?!\w)|,\s\d{1,3}[A-Z])?"
        )
        self.patterns = (
            re.compile(
                rf"{_ALONE}(?:{any_of('units_before')}\s\w{{1,4}},?\s)?{_NUMBER}\s"
                rf"(?:{any_of('direction_letters')}\.?\s|{any_of('directions')}\s)?"
                rf"(?:\d{{1,3}}{ordinal}|{_CAP}(?:\s{_CAP}){{0,3}}?)\s{any_of('streets')}\b"
                rf"(?:\.(?=,|\s(?:{any_of('units_after')}|#)))?{unit}"
                rf"(?:{_TOWN},?\s{_POSTCODE}(?!\w)|{_TOWN},\s[A-Z]{{2}}(?!\w))?"
            ),
            re.compile(
                rf"{_ALONE}\d{{2,5}}\s(?:{any_of('lower_direction_letters')}\s)?"
                rf"[a-z]{{3,}}(?:\s[a-z]{{3,}})?\s{any_of('lower_streets')}\b"
                rf"(?:,?\s{any_of('lower_units')}\s\w{{1,4}})?"
            ),
            re.compile(
                rf"(?<!\w){lexicon.expression('addresses.box')}\s\d{{1,6}}"
                rf"(?:{_TOWN},?\s{_POSTCODE}(?!\w))?"
            ),
            re.compile(
                rf"{_ALONE}\d{{1,4}}\s{any_of('streets_before')}"
                rf"(?:\s{any_of('joins')}(?=\s)|\s{_CAP}){{1,4}}(?:{_TOWN},?\s{_POSTCODE})?"
            ),
            re.compile(
                rf"{_ALONE}[1-9]\d{{1,2}}{ordinal}\s{any_of('numbered_streets')}\b", re.IGNORECASE
            ),
        )
        self.not_a_street = re.compile(rf"\s{any_of('not_in_a_street')}\s", re.IGNORECASE)


def find_addresses(text: str, previous: str, lexicon: Lexicon = ENGLISH) -> Iterator[Finding]:
    """Find addresses with a house number or a post-office box."""
    grammar = lexicon.part(AddressGrammar)
    for pattern in grammar.patterns:
        for match in pattern.finditer(text):
            if not grammar.not_a_street.search(match.group()):
                yield Finding(*match.span(), "STREET_ADDRESS", _SCORE)


def addresses(lexicon: Lexicon) -> tuple[Recognizer, ...]:
    """The recogniser of street addresses.

    lexicon (Lexicon): The words.
    RETURNS (tuple[Recognizer, ...]): The recogniser.
    """
    find = partial(find_addresses, lexicon=lexicon)
    return (Recognizer("street_address", ("STREET_ADDRESS",), DIGITS, find),)
