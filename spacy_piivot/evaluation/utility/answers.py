"""Finds arithmetic expressions in a text and computes their results.

Expressions that may not be arithmetic, or are ambiguous, are skipped: no result is ever wrong.
"""

import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from ...lang import Lexicon

_NUMBER = r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
# "x" is a sign between numbers only: in "3x-4" it is a variable.
_TIMES = r"(?<=\d)[xX](?=\d)|(?<=[\d)]\s)[xX](?=\s[\d(])"
_TOKEN = re.compile(rf"{_NUMBER}|\*\*|[-+*/^×·⋅÷−–()]|{_TIMES}")
_CHUNK = re.compile(rf"(?:{_TOKEN.pattern})(?:[^\S\n]*(?:{_TOKEN.pattern}))*")
_NORMAL = str.maketrans("×·⋅xX÷−–", "*****/--")

# What cannot come directly before or directly after an expression.
_BEHIND = re.compile(r"(?:[\w√%°)\]}|]|\d[.,:'!])$")
_BEFORE = re.compile(r"[\w√%°!(\[{|²³]|[.,:']\d")
# Before a leading sign and a space there is a variable, a word or the start of a list.
_SIGN_FIRST = re.compile(r"(?:[-+*/^×·⋅÷−–]|\*\*)\s")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\.?\s*$")
_WORD_AFTER = re.compile(r"\s*([^\W\d_]+)")
_EQUALS = re.compile(r"=\s*$")
# Day and month, year and month, or all three, in any usual order.
_DATE = re.compile(r"(\d{1,4})\s?([/.\-–])\s?(\d{1,4})(?:\s?\2\s?(\d{4}|\d{2}))?")
_LEAP_YEAR = 2000
# Pages, scores, grades: a difference only next to an equals sign.
_FROM_TO = re.compile(r"[\d.,]+(?:[-–][\d.,]+)+")
# A telephone number or another code in groups of digits.
_GROUPS = re.compile(r"\(?\d+\)?(?:[-–.]\d+)+|\(\d+\)\s*\d+(?:[-–.\s]\d+)*")
_LEAST_DIGITS = 7
_LONGEST = 200
_LONGEST_WORD = 24
_MOST_BRACKETS = 20
_MOST_BITS = 4096


class ArithmeticWords:
    """The words that show whether an expression is part of something else.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.open_left = lexicon.pattern("arithmetic.open_left", 0)
        self.open_right = lexicon.pattern("arithmetic.open_right", 0)
        self.months = lexicon.word_set(
            "calendar.months", "calendar.month_abbreviations", "calendar.more_month_abbreviations"
        )


def results(text: str, lexicon: Lexicon) -> list[Fraction]:
    """Compute the results of the expressions in a text.

    text (str): "She has 3 + 4 * 2 apples".
    lexicon (Lexicon): The words of the text's language.
    RETURNS (list[Fraction]): The results, in order. Dates ("5/12/2012"), telephone numbers, ranges
        ("3-5"), parts of expressions with variables, and expressions without a clear result (a
        division by zero, an unclosed bracket, the ambiguous 6/2(1+2)) are skipped.
    """
    words = lexicon.part(ArithmeticWords)
    return [value for found in _CHUNK.finditer(text) for value in _result(text, found, words)]


def _result(text: str, found: re.Match[str], words: ArithmeticWords) -> Iterator[Fraction]:
    start, end = found.span()
    if end - start > _LONGEST:
        return
    # Strip brackets that are opened or closed outside: "(she has 3 + 4)".
    surplus = found.group().count("(") - found.group().count(")")
    while surplus > 0 and text[start] == "(":
        start, surplus = start + 1, surplus - 1
    while surplus < 0 and text[end - 1] == ")":
        end, surplus = end - 1, surplus + 1
    expression = text[start:end].strip()
    before, after = text[:start], text[end:]
    if _is_part(before, expression, after, words):
        return
    if _is_something_else(before, expression, after, words):
        return
    tokens = _TOKEN.findall(expression)
    if sum(token[-1].isdigit() for token in tokens) < 2:
        return
    try:
        yield _evaluate([token.translate(_NORMAL).replace("**", "^") for token in tokens])
    except (IndexError, ZeroDivisionError, ValueError):
        return


def _is_part(before: str, expression: str, after: str, words: ArithmeticWords) -> bool:
    """Whether an expression is part of one that this module cannot parse."""
    return bool(
        not expression
        or _SIGN_FIRST.match(expression)
        or _BEHIND.search(before[-2:])
        or _BEFORE.match(after)
        or words.open_left.search(before[-_LONGEST_WORD:])
        or words.open_right.match(after)
    )


def _is_something_else(before: str, expression: str, after: str, words: ArithmeticWords) -> bool:
    """Whether an expression is, or could equally be, a date, a telephone number or a range."""
    digits = sum(char.isdigit() for char in expression)
    if digits >= _LEAST_DIGITS and _GROUPS.fullmatch(expression):
        return True
    around = (_WORD_BEFORE.search(before[-_LONGEST_WORD:]), _WORD_AFTER.match(after))
    if any(word and word[1].lower() in words.months for word in around):  # "May 5-12"
        return True
    is_sum = _EQUALS.search(before) or after.lstrip().startswith("=")
    if _FROM_TO.fullmatch(expression) and not is_sum:
        return True
    parts = _date_parts(expression)
    # 3/4 is a day or a fraction: arithmetic only next to an equals sign. 5/12/12 never is.
    return (parts > 2 and " " not in expression) or (parts > 0 and not is_sum)


def _date_parts(expression: str) -> int:
    """Count the parts of a possible date; 0 if the expression is not a date."""
    found = _DATE.fullmatch(expression)
    if found is None:
        return 0
    first, sign, second, third = found.groups()
    a, b, c = int(first), int(second), int(third or 0)
    lengths = (len(first), len(second), len(third or ""))
    year, month, day = _LEAP_YEAR, a, b
    match lengths:
        case (1 | 2, 4, 0) if sign == "/":  # "8/2012"
            year, month, day = b, a, 1
        case (4, 2, 0) if sign != "." and b == (a + 1) % 100:  # a school year: "2012-13"
            return 2
        case (4, 1 | 2, 0):  # "2012-08"
            year, month, day = a, b, 1
        case (4, 1 | 2, 2):  # "2012-08-22"
            year, month, day = a, b, c
        case (1 | 2, 1 | 2, 0) if sign == "/":  # "8/22"; "3.14" and "5-7" are not dates
            pass
        case (1 | 2, 1 | 2, 2 | 4):  # "8/22/2012"
            year = c if lengths[2] == 4 else 2000 + c
        case _:
            return 0
    if lengths[0] < 4 and lengths[1] < 4 and a > 12:
        month, day = b, a
    try:
        date(year, month, day)
    except ValueError:
        return 0
    return 3 if third else 2


def _evaluate(tokens: list[str]) -> Fraction:
    if tokens.count("(") > _MOST_BRACKETS:
        raise ValueError
    rest = tokens[::-1]
    value = _sum(rest)
    if rest:
        raise ValueError
    return value


def _sum(tokens: list[str]) -> Fraction:
    value = _product(tokens)
    while tokens and tokens[-1] in "+-":
        value += _product(tokens) if tokens.pop() == "+" else -_product(tokens)
    return value


def _product(tokens: list[str]) -> Fraction:
    value = _signed(tokens)
    divided = False
    while tokens and tokens[-1] in "*/(":
        if tokens[-1] == "(":  # 2(3 + 4); people disagree on 6/2(1 + 2)
            if divided:
                raise ValueError
            value *= _power(tokens)
        elif tokens.pop() == "*":
            value *= _signed(tokens)
        else:
            divided = True
            value /= _signed(tokens)
    return value


def _signed(tokens: list[str]) -> Fraction:
    if tokens[-1] in "+-":
        return _signed(tokens) if tokens.pop() == "+" else -_signed(tokens)
    return _power(tokens)


def _power(tokens: list[str]) -> Fraction:
    value = _atom(tokens)
    if tokens and tokens[-1] == "^":
        tokens.pop()
        exponent = _signed(tokens)
        size = max(value.numerator.bit_length(), value.denominator.bit_length())
        if exponent.denominator != 1 or size * abs(exponent) > _MOST_BITS:
            raise ValueError
        value **= exponent.numerator
    return value


def _atom(tokens: list[str]) -> Fraction:
    token = tokens.pop()
    if token == "(":
        value = _sum(tokens)
        if tokens.pop() != ")":
            raise ValueError
        return value
    return Fraction(token.replace(",", ""))
