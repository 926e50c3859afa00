"""Numbers in words: digits as they are spoken, days as ordinals, years."""

import re

from ..number_words import ORDINAL_TEENS, ORDINAL_UNITS, TEENS, TENS, UNITS

DIGITS = ["zero", *UNITS]

# What is said for 0 in a telephone number.
ZEROS = frozenset({"oh", "o", "nought", "nil"})

CARDINALS: dict[str, int] = {
    **{word: value for value, word in enumerate(DIGITS + TEENS)},
    **{word: 20 + 10 * number for number, word in enumerate(TENS)},
}
ORDINALS: dict[str, int] = {
    **{word: value for value, word in enumerate(ORDINAL_UNITS + ORDINAL_TEENS, start=1)},
    **{word[:-1] + "ieth": value for word, value in CARDINALS.items() if word in TENS},
}
_WORD = re.compile(r"[a-z]+")


def cardinal(value: int) -> str:
    """A number from 0 to 99 in words: 21 gives "twenty-one"."""
    if value < 20:
        return (DIGITS + TEENS)[value]
    tens = TENS[value // 10 - 2]
    return tens if value % 10 == 0 else f"{tens}-{DIGITS[value % 10]}"


def ordinal(value: int) -> str:
    """A rank from 1 to 99 in words: 21 gives "twenty-first"."""
    if value < 20:
        return (ORDINAL_UNITS + ORDINAL_TEENS)[value - 1]
    tens = TENS[value // 10 - 2]
    return tens[:-1] + "ieth" if value % 10 == 0 else f"{tens}-{ORDINAL_UNITS[value % 10 - 1]}"


def ordinal_suffix(value: int) -> str:
    """The suffix of a rank in digits: 21 gives "st"."""
    if value % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def read_number(text: str) -> tuple[int, bool] | None:
    """Read a number from 0 to 99 in words.

    text (str): "twelve", "twenty-first", "Thirty one".
    RETURNS (Optional[tuple[int, bool]]): Its value, and whether it is an ordinal.
    """
    words = _WORD.findall(text.lower())
    if len(words) == 1:
        if words[0] in ORDINALS:
            return ORDINALS[words[0]], True
        return (CARDINALS[words[0]], False) if words[0] in CARDINALS else None
    if len(words) == 2 and words[0] in TENS:
        tens, rest = CARDINALS[words[0]], read_number(words[1])
        return (tens + rest[0], rest[1]) if rest and 0 < rest[0] < 10 else None
    return None


def year_in_words(year: int, with_and: bool) -> str:
    """A year from 1100 to 2099 in words: "nineteen ninety-nine", "two thousand and twelve"."""
    century, rest = divmod(year, 100)
    if century == 20 and (rest < 10 or with_and):
        joined = " and " if with_and and rest else " " if rest else ""
        return "two thousand" + joined + (cardinal(rest) if rest else "")
    if rest == 0:
        return f"{cardinal(century)} hundred"
    return f"{cardinal(century)} {'oh ' if rest < 10 else ''}{cardinal(rest)}"


def read_year(text: str) -> int | None:
    """Read a year in words: "two thousand and twelve", "twenty twelve", "nineteen ninety nine"."""
    words = [word for word in _WORD.findall(text.lower()) if word != "and"]
    if words[:2] == ["two", "thousand"]:
        if len(words) == 2:
            return 2000
        rest = read_number(" ".join(words[2:]))
        return 2000 + rest[0] if rest and not rest[1] else None
    if not words or words[0] not in (*TEENS, "twenty"):
        return None
    century = CARDINALS[words[0]]
    if words[1:] == ["hundred"]:
        return century * 100
    oh = len(words) == 3 and words[1] in ZEROS
    rest = read_number(" ".join(words[2 if oh else 1 :]))
    if rest is None or rest[1] or (rest[0] < 10) != oh:
        return None
    return century * 100 + rest[0]
