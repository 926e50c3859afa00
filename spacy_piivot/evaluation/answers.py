"""The arithmetic that stands in a text, and what it comes to."""

import re
from fractions import Fraction

_NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
_EXPRESSION = re.compile(
    rf"(?<![\w.])\(*\s*-?{_NUMBER}\s*\)*(?:\s*[-+*/×÷x−–]\s*\(*\s*{_NUMBER}\s*\)*)+(?![\w])"
)
_TOKEN = re.compile(rf"{_NUMBER}|[-+*/()]")
_OPERATORS = str.maketrans({"×": "*", "x": "*", "÷": "/", "−": "-", "–": "-"})
_LONGEST = 200


def results(text: str) -> list[Fraction | None]:
    """Work out the expressions in a text.

    text (str): "She has 3 + 4 * 2 apples".
    RETURNS (list[Optional[Fraction]]): What each comes to, in order; None for one that cannot be
        worked out (a division by zero, a bracket that is not closed).
    """
    return [_evaluate(found.group()) for found in _EXPRESSION.finditer(text)]


def _evaluate(expression: str) -> Fraction | None:
    if len(expression) > _LONGEST:
        return None
    tokens = _TOKEN.findall(expression.translate(_OPERATORS))[::-1]
    try:
        value = _sum(tokens)
    except (IndexError, ZeroDivisionError, ValueError):
        return None
    return None if tokens else value


def _sum(tokens: list[str]) -> Fraction:
    value = _product(tokens)
    while tokens and tokens[-1] in "+-":
        value += _product(tokens) if tokens.pop() == "+" else -_product(tokens)
    return value


def _product(tokens: list[str]) -> Fraction:
    value = _factor(tokens)
    while tokens and tokens[-1] in "*/":
        if tokens.pop() == "*":
            value *= _factor(tokens)
        else:
            value /= _factor(tokens)
    return value


def _factor(tokens: list[str]) -> Fraction:
    token = tokens.pop()
    if token == "-":
        return -_factor(tokens)
    if token == "(":
        value = _sum(tokens)
        if tokens.pop() != ")":
            raise ValueError
        return value
    return Fraction(token.replace(",", ""))
