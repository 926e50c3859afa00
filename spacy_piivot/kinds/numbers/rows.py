"""Reads rows of numbers and recognises counting: "5, 10, 15", "one two 3 four"."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ...lang import ENGLISH, Lexicon
from ...lang.number_words import NumberWords

# A longer string of digits is part of a row only if its own digits count: "123456789".
_GLUED, _FEWEST_GLUED = "0123456789", 4
_WIDEST_GAP = 10
# How far a row is followed beyond a candidate, in characters.
_REACH = 120
_LONGEST = 4
# "12345678910111213…", and how many of its digits do not occur by chance.
_COUNTED_STRING, _FEWEST_COUNTED = "".join(map(str, range(100))), 6
# How many numbers make a row counting, a sorted list, or a repetition of one number.
_COUNTED, _SORTED, _REPEATED = 3, 5, 4
# A sorted list has a number that cannot be a single spoken digit.
_LARGE = 10


class Number(NamedTuple):
    """A number in a text.

    start (int): Where it begins.
    end (int): Where it ends.
    value (int): Its value.
    """

    start: int
    end: int
    value: int


class RowWords:
    """The numbers of a row and the separators between them.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        word = lexicon.expression("number_talk.row_number")
        self.number = re.compile(
            rf"(?<![^\W_])(?:\d{{1,4}}|\d{{5,10}}|{word})(?![^\W_])", re.IGNORECASE
        )
        self.gap = lexicon.pattern("number_talk.row_gap")
        numerals = lexicon.part(NumberWords)
        self._values = {**numerals.digit_values, **numerals.cardinals}

    def value(self, word: str) -> int:
        """The value of a number: 21 of "twenty-one"."""
        if word.isdigit():
            return int(word)
        return sum(self._values.get(part, 0) for part in re.split("[- ]", word.casefold()))


def numbers_in(
    text: str, start: int = 0, end: int | None = None, lexicon: Lexicon = ENGLISH
) -> list[Number]:
    """The whole numbers of a text, in digits or in words.

    text (str): The text.
    start (int): Where to begin.
    end (int | None): Where to end; None for the end of the text.
    lexicon (Lexicon): The words of its language.
    RETURNS (list[Number]): The numbers, in order.
    """
    words = lexicon.part(RowWords)
    numbers = []
    last = len(text) if end is None else min(end, len(text))
    for match in words.number.finditer(text, start, last):
        found = match.group()
        if len(found) >= _FEWEST_GLUED and found in _GLUED:
            numbers += [
                Number(match.start() + place, match.start() + place + 1, int(digit))
                for place, digit in enumerate(found)
            ]
        elif len(found) <= _LONGEST or not found.isdigit():
            numbers.append(Number(*match.span(), words.value(found)))
    return numbers


def row_around(text: str, start: int, end: int, lexicon: Lexicon = ENGLISH) -> list[Number]:
    """The row that a candidate is part of: numbers with only commas and the like between them.

    text (str): The message.
    start (int): Where the candidate begins.
    end (int): Where it ends.
    lexicon (Lexicon): The words of its language.
    RETURNS (list[Number]): The row; empty if the candidate contains no number of a row.
    """
    gap = lexicon.part(RowWords).gap
    row: list[Number] = []
    for number in numbers_in(text, max(0, start - _REACH), end + _REACH, lexicon):
        if row and not _continues(text, row[-1].end, number.start, gap):
            if row[-1].end > start:
                break
            row = []
        if number.start >= end and not row:
            break
        row.append(number)
    return row if row and row[0].start < end and row[-1].end > start else []


def is_counting(values: Sequence[int]) -> bool:
    """Whether numbers are counting, or sorted as in a list or a table.

    values (Sequence[int]): The numbers of a row.
    RETURNS (bool): Whether they have equal steps (restarts, and one slip among many, allowed),
        equal factors or evenly growing steps, or are the same number or a long sorted list.
    """
    size = len(values)
    if size < _COUNTED:
        return False
    steps = [after - before for before, after in pairwise(values)]
    if all(step == 0 for step in steps):
        return size >= _REPEATED
    return (
        _goes_by_steps(values, steps)
        or _goes_by_factors(values)
        or (size >= _SORTED and len({b - a for a, b in pairwise(steps)}) == 1)
        or (
            size >= _SORTED
            and max(values) >= _LARGE
            and (all(step > 0 for step in steps) or all(step < 0 for step in steps))
        )
    )


def is_counted_string(text: str) -> bool:
    """Whether the digits of a text count by ones, wherever they are separated.

    text (str): What was found: "1-234-567-8910 1112".
    RETURNS (bool): Whether they do, and are enough of them.
    """
    digits = "".join(filter(str.isdigit, text))
    if digits == text and len(digits) >= _COUNTED and digits in _GLUED:
        return True
    return len(digits) >= _FEWEST_COUNTED and digits in _COUNTED_STRING


def _goes_by_steps(values: Sequence[int], steps: Sequence[int]) -> bool:
    step = max(set(steps), key=lambda one: (steps.count(one), -abs(one)))
    regular = steps.count(step)
    if step == 0 or regular < _COUNTED - 1:
        return False
    restarts = sum(
        one * step < 0 and after in (values[0], 1, step)
        for (_, after), one in zip(pairwise(values), steps, strict=True)
        if one != step
    )
    slips = len(steps) - regular - restarts
    return restarts <= regular // 2 and slips <= len(steps) // 6


def _goes_by_factors(values: Sequence[int]) -> bool:
    if min(values) < 1 or values[1] == values[0]:
        return False
    up = values if values[1] > values[0] else values[::-1]
    factor = up[1] // up[0]
    return factor > 1 and all(after == factor * before for before, after in pairwise(up))


def _continues(text: str, start: int, end: int, gap: re.Pattern[str]) -> bool:
    return end - start <= _WIDEST_GAP and bool(gap.fullmatch(text, start, end))
