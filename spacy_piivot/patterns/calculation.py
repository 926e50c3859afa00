"""Whether a number stands in a calculation of its own clause, whatever else the message says.

In "is 4/12 the same as 1/3? We meet on Thursday" the day announces a date, but in another clause
than the fraction's.
"""

import re

from .announcing import announces
from .arithmetic import asks_for_calculation, is_mathematics
from .recognizer import plain_text

_CLAUSE_END = re.compile(
    r"[.!?;](?=\s)|\n|,?\s(?:and|but|so|because|cause|cuz|then|also|btw)\s(?=[^\W\d_]{2,}\s|i\s)",
    re.IGNORECASE,
)
# What a calculation holds beside the number: a fraction, a root, an operator, a comparison.
_MATHEMATICS = re.compile(
    r"(?<![\w.,:/-])\d{1,6} ?[/⁄] ?\d{1,6}(?![\w:/-])|[=×÷√≈≤≥½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞]"
    r"|[\d)] ?[+*^<>] ?[\d(]|\d ?%|(?<![\w.,:/])\d{0,6}\.\d+(?![\w:/]|\.\d)"
    r"|(?<![^\W_])\d{0,4}[xyn](?![^\W_]) ?[-+*/]"
    r"|(?<![^\W_])(?:the same as|equivalent|equal|(?:bigger|greater|larger|smaller|less|more) than"
    r"|(?:bigger|greater|larger|smaller|biggest|greatest|largest|smallest),?)(?![^\W_])",
    re.IGNORECASE,
)


def stands_in_calculation(label: str, text: str, start: int, end: int) -> bool:
    """Whether a value's own clause calculates with it, or compares it with another number.

    label (str): A canonical label.
    text (str): The message.
    start (int): Where the value begins.
    end (int): Where it ends.
    RETURNS (bool): Whether it is a number of mathematics, its clause holds more mathematics or
        asks for some, and no words there announce it.
    """
    first, last = _clause(text, start, end)
    before, after = plain_text(text[first:start]), plain_text(text[end:last])
    if announces(label, before) or announces(label, after):
        return False
    if not any(
        _MATHEMATICS.search(words) or asks_for_calculation(words) for words in (before, after)
    ):
        return False
    return is_mathematics(text[first:last], start - first, end - first)


def _clause(text: str, start: int, end: int) -> tuple[int, int]:
    first = max((match.end() for match in _CLAUSE_END.finditer(text, 0, start)), default=0)
    following = _CLAUSE_END.search(text, end)
    return first, following.start() if following else len(text)
