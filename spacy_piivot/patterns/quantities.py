"""Finds quantities: fractions, ratios, amounts of money, decimals and measures."""

import re
from collections.abc import Iterator
from enum import StrEnum

from ..lang import ENGLISH, Lexicon

# How far a quantity may reach beyond a candidate, in characters.
_REACH = 60
_VULGAR = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
_BEFORE = r"(?<![\w./⁄∕:-])"
_AFTER = r"(?!\w|[/⁄∕]\s?\d|[.,:-]\d)"


class Quantity(StrEnum):
    """The kind of a quantity: some of them may also be a date."""

    FRACTION = "fraction"
    DECIMAL = "decimal"
    RATIO = "ratio"
    MONEY = "money"
    MEASURE = "measure"
    STAMP = "stamp"


def quantity_around(text: str, start: int, end: int, lexicon: Lexicon = ENGLISH) -> Quantity | None:
    """The kind of quantity that a candidate is, or is a part of.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the candidate begins.
    end (int): Where it ends.
    lexicon (Lexicon): The words of its language.
    RETURNS (Quantity | None): The kind; None if some digit or number word of the candidate is not
        part of a quantity.
    """
    words = lexicon.part(QuantityWords)
    inside = [
        (max(first, start), min(last, end), kind)
        for first, last, kind in _quantities(text, max(0, start - _REACH), end + _REACH, words)
        if first < end and last > start
    ]
    if not inside:
        return None
    rest = text[start:end]
    for first, last, _ in inside:
        rest = rest[: first - start] + " " * (last - first) + rest[last - start :]
    if any(map(str.isalnum, rest)) and not words.left_over.fullmatch(rest):
        return None
    return max(inside, key=lambda one: one[1] - one[0])[2]


def _quantities(
    text: str, start: int, end: int, words: "QuantityWords"
) -> Iterator[tuple[int, int, Quantity]]:
    for kind, pattern in words.patterns.items():
        for match in pattern.finditer(text, start, end):
            yield *match.span(), kind


class QuantityWords:
    """The forms of quantities, in digits and in words.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        patterns = _expressions(lexicon)
        self.patterns = {
            kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in patterns.items()
        }
        # A candidate may reach into words around the quantity: "about 3/4 of the", "the 1/3".
        self.left_over = lexicon.pattern("number_talk.left_over")


def _expressions(lexicon: Lexicon) -> dict[Quantity, str]:
    def expression(name: str) -> str:
        return lexicon.expression(f"number_talk.{name}")

    sign = lexicon.any_of("number_talk.money_signs")
    units, endings = map(lexicon.any_of, ("number_talk.units", "number_talk.fraction_endings"))
    amount = r"\d[\d,]{0,15}(?:\.\d+)?"
    # With thousands separators.
    large = r"\d{1,3}(?:,\d{3}){1,5}(?:\.\d+)?"
    return {
        # The cell of a spreadsheet, which takes 5/5 for a date; a transcriber's time mark.
        Quantity.STAMP: r"(?:19|20)\d\d-\d\d-\d\d\s00:00:00|(?<=\[)\d{6}(?=\])",
        Quantity.MONEY: rf"{sign}\s?{amount}|{expression('money')}",
        Quantity.FRACTION: (
            rf"(?<!\d[-.:/])(?<![\w./⁄∕])(?:\d{{1,3}}[-\s]|{expression('whole_part')})?"
            rf"(?:0|[1-9]\d{{0,3}})\s?[/⁄∕]\s?(?:0|[1-9]\d{{0,2}}){endings}?{_AFTER}"
            rf"|(?:\d{{1,3}}\s?)?[{_VULGAR}]|{expression('fraction')}"
        ),
        Quantity.RATIO: (
            rf"{_BEFORE}\d{{1,4}}(?:\.\d+)?(?:\s?:\s?\d{{1,4}}(?:\.\d+)?){{1,3}}(?![\w:])"
            rf"|{expression('ratio')}"
        ),
        Quantity.DECIMAL: rf"{_BEFORE}-?\d{{0,15}}\.\d{{1,30}}{_AFTER}|{expression('decimal')}",
        Quantity.MEASURE: (
            rf"(?<![\w.-]){amount}\s?%|(?<![\w.-]){amount}[-\s]?{units}(?!\w)|{expression('measure')}"
            rf"|{_BEFORE}{amount}\s?[°²³]|{_BEFORE}{large}{_AFTER}"
            rf"|\(\s?-?{amount}\s?,\s?-?{amount}(?:\s?,\s?-?{amount})?\s?\)"
        ),
    }
