"""What points at nobody by itself, and stays: what belongs to everybody, and "x + y"."""

import re

from ..core.labels import generator_of
from ..kinds.impersonal import is_impersonal
from ..lang import ENGLISH, Lexicon

# One letter a variable, with or without a coefficient, in brackets or not.
_OPERAND = r"[\s(]*[-−]?(?:(?:\d+(?:\.\d+)?|\.\d+)[A-Za-zα-ω]?|[A-Za-zα-ω])[\s)]*"
_EXPRESSION = re.compile(rf"{_OPERAND}(?:(?:[<>]=|\*\*|[-+*^<>×÷·−=]|(?=\()){_OPERAND})*")
# "x - y", "2x" and "x + y" show that it is one; "J-P" does not, nor does "J + K".
_OPERATOR = re.compile(r"[+*^=<>×÷·−]|\s-\s")
_VARIABLE_OR_NUMBER = re.compile(r"[a-zα-ω\d=]")
_COEFFICIENT = re.compile(r"\d[a-zα-ω]")


def points_at_nobody(text: str, label: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether something is kept although its label is replaced.

    text (str): As found.
    label (str): Its canonical label.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): True for what `is_impersonal`, and for a NAME of nothing but an expression
        ("x + y").
    """
    if generator_of(label) == "name":
        return bool(_EXPRESSION.fullmatch(text)) and _is_algebra(text)
    return is_impersonal(text, label, lexicon)


def _is_algebra(expression: str) -> bool:
    shown = _OPERATOR.search(expression) and _VARIABLE_OR_NUMBER.search(expression)
    return bool(shown or _COEFFICIENT.search(expression))
