"""Whether a number is an operand, a result or a quantity: mathematics, and no identifier.

What stands right beside a number says most (`beside_operator`), and nothing excuses it. Next
come words that announce an identifier ("ssn", "call", "due"): such a number is none of
arithmetic's. Without them, a number is arithmetic where something asks for a calculation or
gives its result, and where its own form is arithmetic's: a decimal, a fraction, a difference.
"""

import re

from .announcing import announces_date, announces_identifier
from .recognizer import plain_text

# How far before and after a number is looked, in characters.
_BEFORE_WINDOW = 90
_AFTER_WINDOW = 40
_PREVIOUS_WINDOW = 160

_OPERATOR_BEFORE = re.compile(
    r"(?:[=+*/×÷^<>≤≥≠≈√·$£€¥|]\s?|[\d)]\s?-\s?|\d\s?[x×]\s?|\d[.,:/]|[\w)]-|-|[\w_]"
    r"|\b(?:plus|minus|times|over|equals?|subtract|add|divid\w{1,3} by|multipl\w{1,4} by"
    r"|calculate|compute|evaluate|simplify"
    r"|solve|work out|what is|what's|whats)\s)$",
    re.IGNORECASE,
)
_OPERATOR_AFTER = re.compile(
    r"\s?[=+*/×÷^<>≤≥≠≈%²³°€]|\s?-\s?[\d(]|\s?x\s?[\d(]|[.,:]\d|[-_/]?\w"
    r"|\s(?:plus|minus|times|divided|over|equals|squared|cubed|percent|dollars|cents|pounds|euros"
    r"|miles|km|kilomet\w{1,5}|met\w{1,4}|cm|mm|feet|inches|grams|kg|litres|liters|people"
    r"|seconds|minutes|hours|days|years)\b",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"(?<![^\W_])(?:comput\w{1,5}|calculat\w{1,4}|solv\w{1,3}|simplif\w{1,4}|subtract\w{0,4}"
    r"|evaluat\w{1,3}|estimat\w{1,4}|round|work(?:ed)? out|find|divid\w{1,3}|multipl\w{1,4}"
    r"|plus|minus"
    r"|take away|equals?|equation|expression|what is|what's|whats|how much|how many"
    r"|(?:do|did|does|would|could|should|will) (?:you|u|we|it|they|he|she|i) (?:\w+ )?(?:get|have)"
    r"|the (?:answer|sum|difference|product|quotient|value|result|total|remainder|ratio|fraction"
    r"|decimal|slope|point|coordinates?))(?![^\W_])",
    re.IGNORECASE,
)
# What a person gives a result with, right before it.
_RESULT = re.compile(
    r"(?<![^\W_])(?:(?:i|we|you|u|he|she|they)(?:'ve| have| just| also| still| then)?"
    r" (?:got|get|gets|have|had|think|said|put|wrote)(?: it'?s| it is| like)?"
    r"|answer(?: is|'s|s)?|result(?: is|'s)?|total(?: is|'s)?|value(?: is|'s)?|sum(?: is|'s)?"
    r"|equals?|is it|is that|(?:so|then|and|maybe|umm?|ok|yes|no)?,?"
    r" ?(?:it'?s|it is|that'?s|that is)"
    r"|gives(?: me| us| you)?|makes|leaves|becomes|comes to|pi is|x is|y is|[xyz])"
    r"\s?[:,]?\s?(?:like |just |about |only )?$",
    re.IGNORECASE,
)
_RESULT_AFTER = re.compile(
    r"\s(?:is|was|would be|should be) (?:what|the answer|my answer|correct|right|wrong|the)\b"
    r"|\s(?:simplif|reduc|round)\w+\b|\s(?:as a|in) (?:fraction|decimal|percent|simplest)",
    re.IGNORECASE,
)
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
# Only a hyphen makes a number of groups look like a difference.
_HYPHENS = re.compile(r"\d+(?:-\d+)*")
_PREFIX = re.compile(r"(?<![\w)])\+$")
_INTERNATIONAL = re.compile(r"(?:\D*\d){9,15}")
_LEADING_ZERO = re.compile(r"0\d{2,}")


def beside_operator(text: str, start: int, end: int) -> bool:
    """Whether a candidate is an operand, a quantity or part of a longer number or word.

    text (str): The message.
    start (int): Where the candidate begins.
    end (int): Where it ends.
    RETURNS (bool): Whether its direct neighbours say so.
    """
    return bool(
        _OPERATOR_AFTER.match(text, end)
        or _OPERATOR_BEFORE.search(text[max(0, start - 24) : start])
    )


def asks_for_calculation(words: str) -> bool:
    """Whether some words ask for a calculation: "what is", "simplify", "the sum"."""
    return bool(_ASKING.search(words))


def is_mathematics(text: str, start: int, end: int, previous: str = "") -> bool:
    """Whether a numeric candidate is a number of a calculation rather than an identifier.

    A candidate with a letter in it is none.

    text (str): The message.
    start (int): Where the candidate begins.
    end (int): Where it ends.
    previous (str): The message before: it may ask for a calculation, or for an identifier.
    RETURNS (bool): Whether it is mathematics.
    """
    # A message ends with its line at the latest: what follows belongs to another.
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
    if _EXPRESSION.search(number) or beside_operator(text, start, end):
        return True
    sentence = text[_sentence_start(text, start) : start]
    previous = plain_text(previous[-_PREVIOUS_WINDOW:])
    if _announces(sentence, number):
        return False
    if _ASKING.search(sentence) or _RESULT_AFTER.match(text, end):
        return True
    if _WHOLE_DATE.fullmatch(number) or _announces(previous, number):
        return False
    if _LEADING_ZERO.match(number):
        return False
    if _FORM.fullmatch(number):
        return True
    if number.isdigit() and _RESULT.search(sentence):
        return True
    return bool(_HYPHENS.fullmatch(number) and _ASKING.search(previous))


def _announces(words: str, number: str) -> bool:
    """Whether words announce an identifier, or a date if the number may be one."""
    if announces_identifier(words):
        return True
    return bool(_DATE_FORM.fullmatch(number) and announces_date(words))


def _sentence_start(text: str, position: int) -> int:
    ends = [match.end() for match in _SENTENCE_END.finditer(text, 0, position)]
    return ends[-1] if ends else 0
