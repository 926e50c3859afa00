"""Fractions, ratios, amounts of money, decimals and measures: numbers that name nobody."""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache

from .number_talk import NUMBER, any_of, word_lists

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


def quantity_around(text: str, start: int, end: int) -> Quantity | None:
    """The kind of quantity that a candidate is, or is a part of.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the candidate begins.
    end (int): Where it ends.
    RETURNS (Optional[Quantity]): The kind; None where some digit or number word of the candidate
        is no part of a quantity.
    """
    inside = [
        (max(first, start), min(last, end), kind)
        for first, last, kind in _quantities(text, max(0, start - _REACH), end + _REACH)
        if first < end and last > start
    ]
    if not inside:
        return None
    rest = text[start:end]
    for first, last, _ in inside:
        rest = rest[: first - start] + " " * (last - first) + rest[last - start :]
    if any(map(str.isalnum, rest)) and not _LEFT_OVER.fullmatch(rest):
        return None
    return max(inside, key=lambda one: one[1] - one[0])[2]


def _quantities(text: str, start: int, end: int) -> Iterator[tuple[int, int, Quantity]]:
    for kind, pattern in _patterns().items():
        for match in pattern.finditer(text, start, end):
            yield *match.span(), kind


# A candidate may reach into words around the quantity: "about 3/4 of the", "the 1/3".
_LEFT_OVER = re.compile(
    r"(?:\s|[,.;:()\[\]-]|\b(?:a|an|the|of|about|is|and|or|in|at|for|by|my|one|ones)\b)*",
    re.IGNORECASE,
)


@cache
def _patterns() -> dict[Quantity, re.Pattern[str]]:
    sign = "[" + re.escape("".join(word_lists()["money_signs"])) + "]"
    part, parts = any_of("part"), any_of("parts")
    money, units = any_of("money"), any_of("units")
    between = any_of("between", without="weak_between")
    amount = r"\d[\d,]{0,15}(?:\.\d+)?"
    # With commas at the thousands.
    large = r"\d{1,3}(?:,\d{3}){1,5}(?:\.\d+)?"
    patterns = {
        # The cell of a table program, which takes 5/5 for a date.
        Quantity.STAMP: r"(?:19|20)\d\d-\d\d-\d\d\s00:00:00|(?<=\[)\d{6}(?=\])",
        Quantity.MONEY: (
            rf"{sign}\s?{amount}|(?<![\w.]){NUMBER}[-\s]{money}(?:\s(?:and\s)?{NUMBER}"
            rf"(?:\s{money})?)?(?!\w)"
        ),
        Quantity.FRACTION: (
            rf"(?<!\d[-.:/])(?<![\w./⁄∕])(?:\d{{1,3}}[-\s]|{NUMBER}\sand\s)?"
            rf"(?:0|[1-9]\d{{0,3}})\s?[/⁄∕]\s?(?:0|[1-9]\d{{0,2}})(?:ths?|rds?|nds?|sts?)?{_AFTER}"
            rf"|(?:\d{{1,3}}\s?)?[{_VULGAR}]"
            rf"|(?<!\w)(?:{NUMBER}\sand\s)?(?:(?:an?|one|1)[-\s]{part}|{NUMBER}[-\s]{parts})(?!\w)"
        ),
        Quantity.RATIO: (
            rf"{_BEFORE}\d{{1,4}}(?:\.\d+)?(?:\s?:\s?\d{{1,4}}(?:\.\d+)?){{1,3}}(?![\w:])"
            rf"|(?<![\w-]){NUMBER}\s{between}\s{NUMBER}(?![\w-])"
        ),
        Quantity.DECIMAL: (
            rf"{_BEFORE}-?\d{{0,15}}\.\d{{1,30}}{_AFTER}"
            rf"|(?<!\w){NUMBER}?\s?point(?:\s{NUMBER}){{1,12}}(?!\w)"
        ),
        Quantity.MEASURE: (
            rf"(?<![\w.-]){amount}\s?%|(?<![\w.-]){amount}[-\s]?{units}(?!\w)"
            rf"|(?<![\w-]){NUMBER}[-\s]{units}(?!\w)|{_BEFORE}{amount}\s?[°²³]"
            rf"|{_BEFORE}{large}{_AFTER}|\(\s?-?{amount}\s?,\s?-?{amount}(?:\s?,\s?-?{amount})?\s?\)"
        ),
    }
    return {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in patterns.items()}
