"""Decides whether a number is mathematics (an operand, a result, a quantity) or an identifier.

The characters directly next to a number come first (`beside_operator`), and no cue overrides
them. Next come words that introduce an identifier ("ssn", "call", "due"): such a number is not
arithmetic. Without them, a number is arithmetic if the words around it ask for a calculation or
give its result, or if it has the form of a decimal, a fraction or a difference.
"""

import re

from ..lang import ENGLISH, Lexicon
from .context_cues import introduces_date, introduces_identifier
from .recognizer import plain_text

# How far before and after a number is searched, in characters.
_BEFORE_WINDOW = 90
_AFTER_WINDOW = 40
_PREVIOUS_WINDOW = 160

_SENTENCE_END = re.compile(r"[.!?;](?=\s)")

_NUMERIC = re.compile(r"[\s\d.,:/()\[\]{}+*×÷^<>≤≥≠≈√·%=-]*")
_EXPRESSION = re.compile(r"\d\s*[=*×÷^<>≤≥≠≈√·%]|[=*×÷^<>≤≥≠≈√·]\s*-?\d|\d\)?\s*\+\s*\(?\d")
_FORM = re.compile(
    r"-?\d{0,15}\.\d+"  # a decimal
    r"|-?\d{1,3}(?:,\d{3})+(?:\.\d+)?"  # 1,234,567
    r"|-?\d+(?: ?/ ?\d+)+|\d+ \d+/\d+"  # a fraction, a mixed number
    r"|\d+(?: ?: ?\d+)+"  # a ratio, a time
    r"|\d+(?:\.\d{1,2}){2,}"  # the number of a section
    r"|-?\d+(?:\.\d+)? ?- ?-?\d+(?:\.\d+)?"  # a difference
    r"|\d+ - \d+(?: - \d+)+"
    r"|[(\[{]?\s*-?\d+(?:\.\d+)?(?:\s?,\s?-?\d+(?:\.\d+)?)+\s*[)\]}]?"  # a point, a list
    r"|\(-?\d+(?:\.\d+)?(?:\s?,\s?-?\d+(?:\.\d+)?)+\)(?:[\s,]*\(-?[\d.]+(?:\s?,\s?-?[\d.]+)+\))+"
)
_DATE_FORM = re.compile(r"\d{1,2}([-/.])\d{1,2}(?:\1(?:\d\d|\d{4}))?")
_WHOLE_DATE = re.compile(
    r"(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:19|20)\d\d"
)
# Among groups of digits, only those joined by hyphens look like a difference.
_HYPHENS = re.compile(r"\d+(?:-\d+)*")
_PREFIX = re.compile(r"(?<![\w)])\+$")
_INTERNATIONAL = re.compile(r"(?:\D*\d){9,15}")
_LEADING_ZERO = re.compile(r"0\d{2,}")


class CalculationWords:
    """The signs and words next to the numbers of a calculation.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.operator_before = re.compile(
            r"(?:[=+*/×÷^<>≤≥≠≈√·$£€¥|]\s?|[\d)]\s?-\s?|\d\s?[x×]\s?|\d[.,:/]|[\w)]-|-|[\w_]"
            rf"|{lexicon.expression('calculation.before')})$",
            re.IGNORECASE,
        )
        self.operator_after = re.compile(
            r"\s?[=+*/×÷^<>≤≥≠≈%²³°€]|\s?-\s?[\d(]|\s?x\s?[\d(]|[.,:]\d|[-_/]?\w"
            rf"|{lexicon.expression('calculation.after')}",
            re.IGNORECASE,
        )
        self.asking = lexicon.pattern("calculation.asking")
        # Words that introduce a result.
        self.result = lexicon.pattern("calculation.result")
        self.result_after = lexicon.pattern("calculation.result_after")


def beside_operator(text: str, start: int, end: int, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a candidate is an operand, a quantity or part of a longer number or word.

    text (str): The message.
    start (int): Where the candidate begins.
    end (int): Where it ends.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether its direct neighbours show it.
    """
    words = lexicon.part(CalculationWords)
    return bool(
        words.operator_after.match(text, end)
        or words.operator_before.search(text[max(0, start - 24) : start])
    )


def asks_for_calculation(words: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether some words ask for a calculation: "what is", "simplify", "the sum"."""
    return bool(lexicon.part(CalculationWords).asking.search(words))


def is_mathematics(
    text: str, start: int, end: int, previous: str = "", lexicon: Lexicon = ENGLISH
) -> bool:
    """Whether a numeric candidate is a number of a calculation rather than an identifier.

    A candidate that contains a letter is not.

    text (str): The message.
    start (int): Where the candidate begins.
    end (int): Where it ends.
    previous (str): The message before: it may ask for a calculation, or for an identifier.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether it is mathematics.
    """
    # A message ends with its line: the text after it belongs to another message.
    first = max(start - _BEFORE_WINDOW, 0)
    first = max(first, text.rfind("\n", first, start) + 1)
    after = text[end : end + _AFTER_WINDOW].partition("\n")[0]
    text = plain_text(text[first:end] + after)
    start, end = start - first, end - first
    number = text[start:end].strip()
    if not _NUMERIC.fullmatch(number) or not any(c.isdigit() for c in number):
        return False
    if _PREFIX.search(text, 0, start) and _INTERNATIONAL.fullmatch(number):
        start -= 1
    if _EXPRESSION.search(number) or beside_operator(text, start, end, lexicon):
        return True
    words = lexicon.part(CalculationWords)
    sentence = text[_sentence_start(text, start) : start]
    previous = plain_text(previous[-_PREVIOUS_WINDOW:])
    if _introduces(sentence, number, lexicon):
        return False
    if words.asking.search(sentence) or words.result_after.match(text, end):
        return True
    if _WHOLE_DATE.fullmatch(number) or _introduces(previous, number, lexicon):
        return False
    if _LEADING_ZERO.match(number):
        return False
    if _FORM.fullmatch(number):
        return True
    if number.isdigit() and words.result.search(sentence):
        return True
    return bool(_HYPHENS.fullmatch(number) and words.asking.search(previous))


def _introduces(words: str, number: str, lexicon: Lexicon) -> bool:
    """Whether words introduce an identifier, or a date if the number may be one."""
    if introduces_identifier(words, lexicon):
        return True
    return bool(_DATE_FORM.fullmatch(number) and introduces_date(words, lexicon))


def _sentence_start(text: str, position: int) -> int:
    ends = [match.end() for match in _SENTENCE_END.finditer(text, 0, position)]
    return ends[-1] if ends else 0
