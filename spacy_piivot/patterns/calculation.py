"""Decides whether a number is in a calculation of its own clause.

In "is 4/12 the same as 1/3? We meet on Thursday", the day is a cue for a date, but in another
clause than the fraction.
"""

import re

from ..lang import ENGLISH, Lexicon
from .arithmetic import asks_for_calculation, is_mathematics
from .context_cues import introduces
from .recognizer import plain_text


class ClauseWords:
    """The ends of clauses, and the mathematics next to a number.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.end = lexicon.pattern("calculation.clause_end")
        # A fraction, a root, an operator, a comparison.
        self.mathematics = re.compile(
            r"(?<![\w.,:/-])\d{1,6} ?[/⁄] ?\d{1,6}(?![\w:/-])|[=×÷√≈≤≥½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞]"
            r"|[\d)] ?[+*^<>] ?[\d(]|\d ?%|(?<![\w.,:/])\d{0,6}\.\d+(?![\w:/]|\.\d)"
            r"|(?<![^\W_])\d{0,4}[xyn](?![^\W_]) ?[-+*/]"
            rf"|{lexicon.expression('calculation.compared')}",
            re.IGNORECASE,
        )


def is_in_calculation(
    label: str, text: str, start: int, end: int, lexicon: Lexicon = ENGLISH
) -> bool:
    """Whether a value's own clause calculates with it, or compares it with another number.

    label (str): A canonical label.
    text (str): The message.
    start (int): Where the value begins.
    end (int): Where it ends.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether it is a number of mathematics, its clause contains or asks for more
        mathematics, and no words there introduce it.
    """
    clauses = lexicon.part(ClauseWords)
    first, last = _clause(text, start, end, clauses.end)
    before, after = plain_text(text[first:start]), plain_text(text[end:last])
    if introduces(label, before, lexicon) or introduces(label, after, lexicon):
        return False
    if not any(
        clauses.mathematics.search(words) or asks_for_calculation(words, lexicon)
        for words in (before, after)
    ):
        return False
    return is_mathematics(text[first:last], start - first, end - first, lexicon=lexicon)


def _clause(text: str, start: int, end: int, clause_end: re.Pattern[str]) -> tuple[int, int]:
    first = max((match.end() for match in clause_end.finditer(text, 0, start)), default=0)
    following = clause_end.search(text, end)
    return first, following.start() if following else len(text)
