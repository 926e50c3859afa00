"""Rejects numbers of the lesson among the candidates of all detectors.

A fraction, a ratio, an amount of money, a measure or a row of counting is never a birth date, a
telephone number or an identifier, unless the words next to it say so: "born 4/12", "my id is".
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from ..core.labels import labels_of
from ..lang import ENGLISH, Lexicon
from ..patterns.number_checks import has_form_of_ssn, is_plausible_ssn
from ..patterns.quantities import Quantity, quantity_around
from .dates.births import has_birth_context
from .numbers.cues import (
    has_identifier_cue,
    has_owner_cue,
    is_calculated_with,
    is_date,
    mentions_birth,
    mentions_identifier,
)
from .numbers.phone_grammar import is_phone_format
from .numbers.rows import Number, is_counted_string, is_counting, row_around
from .numbers.talk import without_signs
from .veto import is_numeric

IDENTIFYING = labels_of("number")
GUARDED = IDENTIFYING | labels_of("date")
# An identifier has at least this many digits.
_FEWEST_DIGITS = 4
# A spoken number from here on is not a digit of an identifier.
_TEN = 10
# How far before a number a month may be, in characters.
_MONTH_REACH = 20
# How many numbers a row of counting after a name has at least.
_LONG_COUNT = 5
# How many digits a telephone number with a leading zero has at least.
_FEWEST_NATIONAL = 9
_GROUP = re.compile(r"\d+")
_NORTH_AMERICAN = re.compile(r"(?:1[-. ])?[2-9]\d\d([-.])[2-9]\d\d\1\d{4}")
# A subtracted number does not begin with zero: "212-555-0187" is not a difference.
_DIFFERENCE = re.compile(r"[1-9]\d{0,3}(?:-[1-9]\d{0,3}){1,3}")
# Lessons do not use these denominators, but months have such days.
_RARE_DENOMINATORS = frozenset({13, 17, 19, 22, 23, 26, 27, 29, 31})
_DAY_AND_MONTH = re.compile(r"(\d{1,2})\s?[/.⁄∕]\s?(\d{1,2})\.?")
# "p³".
_POWER = re.compile(r"[^\W\d_][²³⁰-⁹]+")


class GuardWords:
    """The patterns that the guard looks for in a candidate and right next to it.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def pattern(name: str) -> re.Pattern[str]:
            return lexicon.pattern(f"number_talk.{name}")

        # The ending of "15/16ths"; a number without one.
        ending = lexicon.any_of("number_talk.fraction_endings")
        self.ordinal_end = re.compile(rf"(/\s?\d+){ending}\b", re.IGNORECASE)
        self.cardinal = pattern("cardinal")
        # "A year or two".
        self.or_before = pattern("or_before")
        self.month_only = pattern("month_only")
        self.month_before, self.month_after = pattern("month_before"), pattern("month_after")


def is_number_talk(
    text: str,
    start: int,
    end: int,
    label: str,
    previous: str = "",
    earlier: str = "",
    *,
    mathematical: bool = False,
    lexicon: Lexicon = ENGLISH,
) -> bool:
    """Whether a candidate from any detector is a number of the lesson.

    text (str): The message, as `plain_text` makes it.
    start (int): Where the candidate begins.
    end (int): Where it ends.
    label (str): Its label.
    previous (str): The message before, which may ask for it.
    earlier (str): The messages before that, which may be about birthdays or telephones.
    mathematical (bool): Whether the message is part of mathematics, where a number without the
        form of an identifier needs a cue.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether it is a quantity, counting or a plain number, and no words near it
        introduce it as PII.
    """
    if label not in GUARDED:
        return False
    words = lexicon.part(GuardWords)
    found = text[start:end].strip()
    if _POWER.fullmatch(found):
        return True
    if words.month_only.fullmatch(found):
        # A date has a day; a birth may be given by its month alone.
        return label == "DATE" or not mentions_birth(text, start, previous, earlier, lexicon)
    quantity = quantity_around(text, start, end, lexicon)
    spoken = without_signs(words.ordinal_end.sub(r"\1", found), lexicon)
    row, own = _rows(text, start, end, lexicon)
    if not quantity and spoken.strip(" -") and not is_numeric(spoken, lexicon):
        # "D.J. Ten, nine, eight, seven, six": a name before counting does not make an identifier.
        return label in IDENTIFYING and len(own) >= _LONG_COUNT and is_counting(own)
    if label not in IDENTIFYING:
        return _is_not_a_date(
            text, start, end, label, previous, earlier, mathematical=mathematical, lexicon=lexicon
        )
    if quantity:
        # "12.345" may be a code after "my id is"; a fraction or an amount is never one.
        return quantity is not Quantity.DECIMAL or not has_identifier_cue(
            text, start, previous, lexicon
        )
    is_phone = label == "PHONE_NUMBER"
    if is_phone and _is_written_as_phone(found, own, lexicon):
        return False
    counted = _covers_digits(own, found) and (is_counting(own) or is_counting(row))
    if counted or is_counted_string(found):
        return not has_identifier_cue(text, start, previous, lexicon)
    if has_form_of_ssn(found):
        doubtful = mathematical or not is_plausible_ssn(found)
    else:
        # A form that differences also have is not evidence of a telephone number.
        has_phone_form = is_phone_format(found, lexicon) and (
            not _DIFFERENCE.fullmatch(found)
            or bool(
                _NORTH_AMERICAN.fullmatch(found)
                and not is_calculated_with(text, start, end, lexicon)
            )
        )
        unsupported = (
            is_phone and not has_phone_form and not has_owner_cue(text, start, end, lexicon)
        )
        doubtful = _has_large_word(found, own) or (
            mathematical and (unsupported or _is_short(found, own))
        )
    return doubtful and not mentions_identifier(
        text, start, previous, earlier, corrected=_is_short(found, own), lexicon=lexicon
    )


def _is_written_as_phone(found: str, own: Sequence[int], lexicon: Lexicon) -> bool:
    """Whether a telephone number has a form that neither arithmetic nor counting has.

    found (str): Its characters.
    own (Sequence[int]): The numbers in it.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): True with a country code or an area code in brackets, and if it begins with
        zero and neither the digits of its groups nor the groups themselves are counting.
    """
    groups = _GROUP.findall(found)
    digits = sum(map(len, groups))
    if found.startswith("+") or "(" in found:
        return is_phone_format(found, lexicon) and not is_counted_string(found)
    if not found.startswith("0") or digits < _FEWEST_NATIONAL or is_counted_string(found):
        return False
    steps = {after - before for before, after in pairwise(map(int, groups))}
    in_steps = len(groups) > 2 and len(steps) == 1
    return not in_steps and not all(map(is_counted_string, groups))


def _covers_digits(own: Sequence[int], found: str) -> bool:
    """Whether the numbers of a row account for all digits of a candidate."""
    digits = sum(map(str.isdigit, found))
    return digits <= sum(len(str(value)) for value in own) + found.count("0")


def _is_not_a_date(
    text: str,
    start: int,
    end: int,
    label: str,
    previous: str,
    earlier: str,
    *,
    mathematical: bool,
    lexicon: Lexicon,
) -> bool:
    """Whether a number is not a date: a quantity or counting that no words introduce as one.

    Outside mathematics, two numbers that can be a day and a month may be a date without a cue,
    unless the message calculates with them.
    """
    words = lexicon.part(GuardWords)
    found = text[start:end].strip()
    if quantity := quantity_around(text, start, end, lexicon):
        if quantity not in (Quantity.FRACTION, Quantity.DECIMAL):
            return True
        date = _DAY_AND_MONTH.fullmatch(found)
        return not (
            date
            and _is_day_and_month(*map(int, date.groups()))
            and is_date(
                text,
                start,
                end,
                previous,
                earlier,
                by_form=not mathematical or int(date[2]) in _RARE_DENOMINATORS,
                lexicon=lexicon,
            )
        )
    row, own = _rows(text, start, end, lexicon)
    if is_counting(own) or is_counting(row) or is_counted_string(found):
        return label == "DATE" or not has_birth_context(text, start, previous, lexicon)
    if len(own) != 1 or _is_beside_month(text, start, end, words):
        return False
    if words.or_before.search(text, 0, start):
        return True
    is_plain = bool(words.cardinal.fullmatch(found)) or found.isdigit()
    return mathematical and is_plain and not has_birth_context(text, start, previous, lexicon)


def _rows(text: str, start: int, end: int, lexicon: Lexicon) -> tuple[list[int], list[int]]:
    """The numbers of the row that a candidate is part of, and those of the candidate."""
    row = row_around(text, start, end, lexicon)

    def is_own(number: Number) -> bool:
        return number.start < end and number.end > start

    return [number.value for number in row], [number.value for number in row if is_own(number)]


def _is_short(found: str, row: Sequence[int]) -> bool:
    """Whether a number has too few digits for an identifier; three spoken digits are enough if
    the first is zero."""
    digits = sum(map(str.isdigit, found))
    if digits or not row:
        return digits < _FEWEST_DIGITS
    return len(row) < _FEWEST_DIGITS - (row[0] == 0)


def _has_large_word(found: str, row: Sequence[int]) -> bool:
    """Whether a row of number words has one that cannot be a digit: "ten"."""
    return len(row) > 1 and max(row) >= _TEN and not any(map(str.isdigit, found))


def _is_beside_month(text: str, start: int, end: int, words: GuardWords) -> bool:
    return bool(
        words.month_before.search(text, max(0, start - _MONTH_REACH), start)
        or words.month_after.match(text, end)
    )


def _is_day_and_month(one: int, two: int) -> bool:
    return 1 <= one <= 31 and 1 <= two <= 31 and min(one, two) <= 12
