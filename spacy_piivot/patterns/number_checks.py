"""Checks whether a number can have been issued: social security, cards, routing numbers."""

import re
from itertools import pairwise

_HYPHENS = re.compile(r"\d{3}-\d{2}-\d{4}")
# Printed on sample cards and in leaflets, and void (ssa.gov/history/ssn/misused.html).
_ADVERTISED = frozenset({"078051120", "219099999", "457555462"})


def has_form_of_ssn(text: str) -> bool:
    """Whether a string is three, two and four digits joined by hyphens."""
    return bool(_HYPHENS.fullmatch(text))


def is_issued_ssn(digits: str) -> bool:
    """Whether nine digits can be an American social security number.

    digits (str): The digits.
    RETURNS (bool): True unless the area is 000, 666 or at least 900, the group 00, the serial
        0000, or the number was used in advertisements.
    """
    area, group, serial = digits[:3], digits[3:5], digits[5:]
    return (
        "000" != area != "666"
        and area < "900"
        and group != "00"
        and serial != "0000"
        and digits not in _ADVERTISED
    )


def is_plausible_ssn(text: str) -> bool:
    """Whether a string with hyphens can be a social security number and not a subtraction.

    One with a round area and serial ("100-25-1000") is more likely arithmetic.

    text (str): The string.
    RETURNS (bool): Whether it can.
    """
    digits = text.replace("-", "")
    is_round = digits[1:3] == "00" == digits[-2:]
    return has_form_of_ssn(text) and is_issued_ssn(digits) and not is_round


def luhn_digit(body: str) -> str:
    """The check digit of a card number.

    body (str): The digits before it.
    RETURNS (str): The digit.
    """
    total = 0
    for number, digit in enumerate(reversed(body)):
        value = int(digit) * (2 if number % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


def is_routing_number(digits: str) -> bool:
    """Whether digits are nine and have the check digit of an American bank's routing number."""
    if len(digits) != 9:
        return False
    weights = (3, 7, 1) * 3
    return sum(w * int(digit) for w, digit in zip(weights, digits, strict=True)) % 10 == 0


def is_sequence(digits: str) -> bool:
    """Whether digits are all the same or count up or down: 1111, 123456, 98765."""
    if len(digits) < 3:
        return False
    steps = {int(b) - int(a) for a, b in pairwise(digits)}
    return len(steps) == 1 and steps <= {-1, 0, 1}


def holds_sequence(digits: str) -> bool:
    """Whether five digits in a row are the same or count up or down, as in made-up numbers."""
    return any(is_sequence(digits[at : at + 5]) for at in range(len(digits) - 4))
