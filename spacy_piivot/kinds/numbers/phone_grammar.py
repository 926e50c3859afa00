"""Describes how telephone numbers are written."""

import re

from ...lang import ENGLISH, Lexicon

_GROUPS = re.compile(r"(?:\+?1 )?\(?[2-9]\d\d\)? [2-9]\d\d \d{4}")


class PhoneGrammar:
    """The forms of telephone numbers and their extensions.

    home_regions (Sequence[str]): Where a number without a country code may belong, in order of
        preference: ISO 3166-1 alpha-2.
    other_regions (Sequence[str]): Further ones, where a mobile number is likelier than another.
    pair_regions (Sequence[str]): Where numbers are written in pairs: "06 12 34 56 78".

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.home_regions = lexicon.words("phones.home_regions")
        self.other_regions = lexicon.words("phones.other_regions")
        self.pair_regions = lexicon.words("phones.pair_regions")
        extension_word = lexicon.expression("phones.extension")
        before = rf"[\s,;]{{0,2}}(?<![^\W\d_])(?:{extension_word})"
        extension = rf"(?i:{before}\d{{1,6}})"
        self._extension = re.compile(rf"{before}\s?\d{{1,6}}\W*$", re.IGNORECASE)
        self.strict = re.compile(
            r"(?:\(?\+\d{1,3}\)?[ .\-]?\(?\d[\d .\-()]{5,16}\d"
            r"|(?:1[-. ])?\([2-9]\d\d\)[ -]?\d{3}[-. ]\d{4}"
            r"|(?:1[-. ])?[2-9]\d\d([-.])\d{3}\1\d{4}"
            r"|\(0\d{2,4}\) ?\d{3,4} ?\d{3,4}"
            # Not a social security number, and not a row of four numbers.
            r"|(?!\d{3}-\d\d-\d{4}(?!\d)|\d\d([- ])\d\d\2\d\d\2\d\d(?![- ]?\d))"
            r"0\d{1,4}([- ])\d{1,5}(?:\3\d{1,5}){1,3}"
            r"|07\d{9})"
            rf"{extension}?"
        )
        self.candidate = re.compile(
            r"(?<![\w.])(?:\(\+|\+|\()?\d(?:(?:[ .\-/]|\)[ .\-]?| ?\(0\) ?| - )?\d){6,14}"
            # An extension directly after the digits needs groups: otherwise "x" is an operator.
            rf"(?:(?!\w)|(?<=\d{{3}}[-. ]\d{{4}}))(?![ .\-]\d)(?:{extension}(?!\w)|(?!\w))"
        )

    def is_grouped(self, text: str) -> bool:
        """Whether a number is written in groups of 3, 3 and 4."""
        return bool(_GROUPS.fullmatch(text))

    def parts(self, text: str) -> tuple[str, str]:
        """A number and its extension: "612-555-0123", " ext. 12"."""
        inside = self._extension.search(text)
        end = inside.start() if inside and inside.start() else len(text)
        return text[:end], text[end:]


def is_phone_format(text: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a string has the form of a telephone number.

    text (str): Digits with their punctuation.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether it has a strict form, or groups of 3, 3 and 4.
    """
    grammar = lexicon.part(PhoneGrammar)
    return bool(grammar.strict.fullmatch(text)) or grammar.is_grouped(text)
