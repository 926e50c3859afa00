"""Reads numbers spoken digit by digit: "six one two", "oh one, double nine", "triple 5"."""

import re
import unicodedata
from typing import NamedTuple

from . import Lexicon
from .lexicon import any_word
from .number_words import NumberWords

_GAP = r"(?:\.{2,4}\s?|\s?[,\-]\s?|\s)"
_TOKEN = re.compile(r"[^\W\d_]+|\d")
# From this many on, number words are one number, not words of a sentence.
_FEWEST = 3


class DigitSlot(NamedTuple):
    """A digit or letter of a number.

    start (int): First character.
    end (int): Character after the last one.
    char (str): The digit, or the folded letter.
    times (int): How often it counts: "double five" is one slot that counts twice.
    """

    start: int
    end: int
    char: str
    times: int


def slot_of(text: str, at: int) -> DigitSlot:
    """The slot of one written character of a number."""
    char = text[at]
    value = str(unicodedata.decimal(char)) if char.isdecimal() else char.casefold()[0]
    return DigitSlot(at, at + 1, value, 1)


class SpokenDigits:
    """How numbers are spoken digit by digit in a language.

    cues (frozenset[str]): Words of which such a number contains at least one.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        words = lexicon.part(NumberWords)
        self._values = words.digit_values
        self._multiples = words.multiples
        self._numbers = words.digit_values.keys() | words.cardinals.keys()
        between = lexicon.word_set("numbers.between_digits")
        self.cues = between | words.digit_values.keys()
        self._between_words = between | lexicon.word_set("identifiers.beside_numbers")
        self._digit = lexicon.expression("numbers.spoken_digit")
        self._gap = rf"{_GAP}(?:{any_word(between)}{_GAP})?"
        self._spoken = re.compile(self.run(_FEWEST, 24, figures=True), re.IGNORECASE)

    def run(self, fewest: int, most: int, figures: bool = False) -> str:
        """An expression for spoken digits.

        fewest (int): The least number of digits or groups of figures.
        most (int): The greatest number of them.
        figures (bool): Whether some may be in figures: "six 1 2, 555".
        RETURNS (str): The expression, for use without regard to case.
        """
        one = rf"(?:{self._digit}|\d{{1,5}})" if figures else self._digit
        return rf"{one}(?:{self._gap}{one}){{{fewest - 1},{most - 1}}}"

    def is_spoken(self, text: str) -> bool:
        """Whether a number is spoken: it has three number words, or mixes words and figures."""
        words = [word.lower() for word in _TOKEN.findall(text)]
        if sum(word in self._numbers and len(word) > 1 for word in words) >= _FEWEST:
            return True
        own = self._values.keys() | self._multiples.keys()
        has_word = any(word in own and len(word) > 1 for word in words)
        return has_word and bool(self._spoken.fullmatch(text))

    def slots(self, text: str, letters: bool = False) -> list[DigitSlot]:
        """The digits of a spoken number, in words and figures.

        text (str): "six one two, double 5".
        letters (bool): Whether single capitals are part of it: "A B four four".
        RETURNS (list[DigitSlot]): The slots, in order.
        """
        found = []
        times = 1
        for token in _TOKEN.finditer(text):
            word = token.group().lower()
            if word in self._multiples:
                times = self._multiples[word]
            elif word in self._values or word.isdigit():
                digit = str(self._values.get(word, "")) or slot_of(text, token.start()).char
                found.append(DigitSlot(*token.span(), digit, times))
                times = 1
            elif letters and token.group().isupper() and word not in self._between_words:
                found += [slot_of(text, at) for at in range(*token.span())]
        return found
