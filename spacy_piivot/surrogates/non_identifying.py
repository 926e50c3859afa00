"""Recognises found texts that identify no one and are kept: public ones, and "x + y"."""

import re

from ..core.labels import generator_of
from ..kinds.impersonal import is_impersonal
from ..lang import ENGLISH, Lexicon

# One letter per variable, with or without a coefficient or brackets.
_OPERAND = r"[\s(]*[-−]?(?:(?:\d+(?:\.\d+)?|\.\d+)[A-Za-zα-ω]?|[A-Za-zα-ω])[\s)]*"
_EXPRESSION = re.compile(rf"{_OPERAND}(?:(?:[<>]=|\*\*|[-+*^<>×÷·−=]|(?=\()){_OPERAND})*")
# "x - y", "2x" and "x + y" are shown to be algebra; "J-P" and "J + K" are not.
_OPERATOR = re.compile(r"[+*^=<>×÷·−]|\s-\s")
_VARIABLE_OR_NUMBER = re.compile(r"[a-zα-ω\d=]")
_COEFFICIENT = re.compile(r"\d[a-zα-ω]")


def is_non_identifying(text: str, label: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a text is kept although its label is replaced.

    text (str): The text as found.
    label (str): Its canonical label.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): Whether it `is_impersonal`, or is a NAME that consists of an algebraic
        expression ("x + y").
    """
    if generator_of(label) == "name":
        return bool(_EXPRESSION.fullmatch(text)) and _is_algebra(text)
    return is_impersonal(text, label, lexicon)


def _is_algebra(expression: str) -> bool:
    shown = _OPERATOR.search(expression) and _VARIABLE_OR_NUMBER.search(expression)
    return bool(shown or _COEFFICIENT.search(expression))
