"""Redraws numbers and codes character by character and keeps their shape."""

import unicodedata
from string import ascii_lowercase

from .choice import Draws


def redraw_shape(text: str, draws: Draws) -> str:
    """Redraw the digits of a string and its letters, in their case; the rest stays."""
    return "".join(redraw_character(c, draws, lead=i == 0) for i, c in enumerate(text))


def redraw_digits(text: str, draws: Draws) -> str:
    """Redraw the digits of a string; the rest stays.

    A single digit may stay by chance, but never all of them. If every digit always changed, many
    surrogates of one number would together reveal it.
    """
    if not any(map(str.isdecimal, text)):
        return text
    new = text
    while new == text:
        new = "".join(write_digit(c, draws.below(10)) if c.isdecimal() else c for c in text)
    return new


def redraw_character(char: str, draws: Draws, lead: bool) -> str:
    """Redraw a digit or a letter; in the lead, 0 stays 0 and no other digit becomes 0."""
    if char.isdecimal():
        if lead and unicodedata.decimal(char) == 0:
            return char
        return write_digit(char, 1 + draws.below(9) if lead else draws.below(10))
    if char.isalpha():
        letter = draws.pick(ascii_lowercase)
        return letter.upper() if char.isupper() else letter
    return char


def write_digit(digit: str, value: int) -> str:
    """A digit of the given value in the same script."""
    return chr(ord(digit) - unicodedata.decimal(digit) + value)
