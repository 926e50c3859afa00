"""What numbers are called in a language."""

from collections.abc import Mapping
from functools import cached_property

from .lexicon import Lexicon


class Numerals:
    """The values of number words. Patterns of them are in `numbers.toml`.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.units = lexicon.words("numbers.units")
        self.teens = lexicon.words("numbers.teens")
        self.tens = lexicon.words("numbers.tens")
        self.ordinal_units = lexicon.words("numbers.ordinal_units")
        self.ordinal_teens = lexicon.words("numbers.ordinal_teens")
        self.ordinal_tens = lexicon.words("numbers.ordinal_tens")
        self.zeros = lexicon.words("numbers.zeros")
        # One digit as it is told: "oh" and "o" among the names of 0.
        self.digits: Mapping[str, int] = dict(lexicon.table("numbers.digits"))

    @cached_property
    def cardinals(self) -> Mapping[str, int]:
        """The words from zero to nineteen, and for the tens."""
        return {
            **dict.fromkeys(self.zeros[:1], 0),
            **{word: number for number, word in enumerate([*self.units, *self.teens], 1)},
            **{word: number * 10 for number, word in enumerate(self.tens, 2)},
        }

    @cached_property
    def ordinals(self) -> Mapping[str, int]:
        """The words from first to nineteenth, and for the tens."""
        return {
            **{w: n for n, w in enumerate([*self.ordinal_units, *self.ordinal_teens], 1)},
            **{word: number * 10 for number, word in enumerate(self.ordinal_tens, 2)},
        }

    @cached_property
    def words(self) -> frozenset[str]:
        """The words from one to ninety that are no ordinals."""
        return frozenset([*self.units, *self.teens, *self.tens])
