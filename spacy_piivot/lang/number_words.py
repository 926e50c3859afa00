"""Reads and writes numbers in words: spoken digits, days as ordinals, years."""

import re
from collections.abc import Mapping

from . import Lexicon
from .lexicon import any_word

_WORD = re.compile(r"[^\W\d_]+")


class NumberWords:
    """The number words of a language. Expressions for them are in `numbers.toml`.

    digits (Sequence[str]): The names of the digits, from zero.
    zeros (frozenset[str]): Words for 0 where digits are spoken one by one.
    digit_values (Mapping[str, int]): The digits by name, with all names of 0.
    teens (Sequence[str]): The names from ten to nineteen.
    tens (Sequence[str]): The names from twenty to ninety.
    cardinals (Mapping[str, int]): The values of the words from zero to nineteen and of the tens.
    ordinals (Mapping[str, int]): The same for ordinals, from first on.
    multiples (Mapping[str, int]): How often the digit after a word counts.
    ordinal_endings (frozenset[str]): Endings of an ordinal in digits: the "st" of "1st".
    rank (str): An expression for a number with such an ending: "21st".
    number (Pattern): Matches a number below 100 in words, or an ordinal: "twelve", "twenty-first".

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        zeros = lexicon.words("numbers.zeros")
        units = lexicon.words("numbers.units")
        self.digits = (*(zeros[:1] or ("0",)), *units)
        self.zeros = frozenset([*zeros, *lexicon.words("numbers.zeros_among_digits")])
        self.digit_values: Mapping[str, int] = {
            **dict.fromkeys(sorted(self.zeros), 0),
            **{word: value for value, word in enumerate(units, 1)},
        }
        self.teens = lexicon.words("numbers.teens")
        self.tens = lexicon.words("numbers.tens")
        self._ordinals = (
            *lexicon.words("numbers.ordinal_units"),
            *lexicon.words("numbers.ordinal_teens"),
        )
        self._ordinal_tens = lexicon.words("numbers.ordinal_tens")
        self.cardinals = {
            **{word: value for value, word in enumerate(self.digits + self.teens)},
            **{word: 20 + 10 * number for number, word in enumerate(self.tens)},
        }
        self.ordinals = {
            **{word: value for value, word in enumerate(self._ordinals, start=1)},
            **{word: 20 + 10 * number for number, word in enumerate(self._ordinal_tens)},
        }
        self.multiples: Mapping[str, int] = {
            **dict.fromkeys(lexicon.words("numbers.twice"), 2),
            **dict.fromkeys(lexicon.words("numbers.thrice"), 3),
        }
        self._endings = lexicon.table("numbers.ordinal_endings")
        self.ordinal_endings = lexicon.word_set("numbers.ordinal_endings")
        self.rank = rf"(\d+)({any_word(self.ordinal_endings)})"
        ones = any_word([*units, *self._ordinals[: len(units)]])
        alone = any_word([*self.cardinals, *self.ordinals])
        self.number = re.compile(
            rf"(?<![^\W_])(?:{any_word(self.tens)}[- ]{ones}|{alone})"
            rf"(?={lexicon.any_of('endings.plural')}?(?![^\W_]))",
            re.IGNORECASE,
        )
        self._and = lexicon.words("numbers.and")
        self._hundred = lexicon.words("numbers.hundred")
        self._thousand = lexicon.words("numbers.thousand")
        self._zero_in_years = lexicon.words("numbers.zero_in_years")

    def cardinal(self, value: int) -> str:
        """A number from 0 to 99 in words: 21 gives "twenty-one"."""
        if value < 20:
            return (self.digits + self.teens)[value]
        tens = self.tens[value // 10 - 2]
        return tens if value % 10 == 0 else f"{tens}-{self.digits[value % 10]}"

    def ordinal(self, value: int) -> str:
        """An ordinal from 1 to 99 in words: 21 gives "twenty-first"."""
        if value < 20:
            return self._ordinals[value - 1]
        if value % 10 == 0:
            return self._ordinal_tens[value // 10 - 2]
        return f"{self.tens[value // 10 - 2]}-{self._ordinals[value % 10 - 1]}"

    def ordinal_ending(self, value: int) -> str:
        """The ending of an ordinal in digits: 21 gives "st"."""
        keys = (str(value % 100), str(value % 10), "other")
        return next((self._endings[key] for key in keys if key in self._endings), "")

    def read_number(self, text: str) -> tuple[int, bool] | None:
        """Read a number from 0 to 99 in words.

        text (str): "twelve", "twenty-first", "Thirty one".
        RETURNS (tuple[int, bool] | None): Its value, and whether it is an ordinal.
        """
        words = _WORD.findall(text.lower())
        if len(words) == 1:
            if words[0] in self.ordinals:
                return self.ordinals[words[0]], True
            return (self.cardinals[words[0]], False) if words[0] in self.cardinals else None
        if len(words) == 2 and words[0] in self.tens:
            tens, rest = self.cardinals[words[0]], self.read_number(words[1])
            return (tens + rest[0], rest[1]) if rest and 0 < rest[0] < 10 else None
        return None

    def has_and(self, text: str) -> bool:
        """Whether a number in words contains "and": "two thousand and twelve"."""
        return any(f" {word} " in text.lower() for word in self._and)

    def year_in_words(self, year: int, with_and: bool) -> str:
        """A year from 1100 to 2099 in words: "nineteen ninety-nine", "two thousand and twelve"."""
        century, rest = divmod(year, 100)
        if century == 20 and (rest < 10 or with_and):
            words = [self.digits[2], self._thousand[0]]
            words += [self._and[0]] if with_and and rest else []
            return " ".join([*words, self.cardinal(rest)] if rest else words)
        if rest == 0:
            return f"{self.cardinal(century)} {self._hundred[0]}"
        zero = [self._zero_in_years[0]] if rest < 10 else []
        return " ".join([self.cardinal(century), *zero, self.cardinal(rest)])

    def read_year(self, text: str) -> int | None:
        """Read a year in words: "two thousand and twelve", "nineteen ninety nine"."""
        words = [word for word in _WORD.findall(text.lower()) if word not in self._and]
        if not words or self.cardinals.get(words[0]) is None:
            return None
        if self.cardinals[words[0]] == 2 and len(words) > 1 and words[1] in self._thousand:
            if len(words) == 2:
                return 2000
            rest = self.read_number(" ".join(words[2:]))
            return 2000 + rest[0] if rest and not rest[1] else None
        century = self.cardinals[words[0]]
        if not 10 <= century <= 20:
            return None
        if len(words) == 2 and words[1] in self._hundred:
            return century * 100
        has_zero = len(words) == 3 and words[1] in self.zeros
        rest = self.read_number(" ".join(words[2 if has_zero else 1 :]))
        if rest is None or rest[1] or (rest[0] < 10) != has_zero:
            return None
        return century * 100 + rest[0]
