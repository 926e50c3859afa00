"""Names the form of a structured identifier (fraction, money, digits, …) without its text."""

import re
from itertools import pairwise

from spacy_piivot.lang import ENGLISH
from spacy_piivot.lang.number_words import NumberWords

_NUMBER = r"\d+(?:[.,]\d+)*"
_WORD = re.compile(r"[^\W\d_]+|\d+")
_COUNTED_AT_LEAST = 3
_ORDINALS = ENGLISH.words("numbers.ordinal_units")[2:]
_COUNTING_STEPS = frozenset({1, 2, 5, 10})
_PARTS = frozenset(
    ["half", "halves", "quarter", "quarters", "over", *_ORDINALS]
    + [f"{word}s" for word in _ORDINALS]
)
_BETWEEN = frozenset({"and", "to", "oh", "o", "hundred", "thousand", "point"})

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".replace(" ", "|")
_CURRENCIES = r"[$€£¢]|\b(?:dollars?|cents?|bucks)\b"
_OF_ADDRESSES = r"@|://|www\.|\w\.(?:com|org|net|edu)\b"
_TO = r"\s*(?::|\bto\b)\s*"
# The first that fits is the form; counting is tried between the two groups.
_FORMS = {
    "e-mail or address": re.compile(rf".*(?:{_OF_ADDRESSES}).*", re.IGNORECASE | re.DOTALL),
    "money": re.compile(rf".*(?:{_CURRENCIES}).*", re.IGNORECASE | re.DOTALL),
    "percentage": re.compile(r".*(?:%|\bpercent\b).*", re.IGNORECASE | re.DOTALL),
    "fraction": re.compile(rf"{_NUMBER}\s*[/⁄]\s*{_NUMBER}|.*[¼-¾⅐-⅞].*", re.DOTALL),
    "ratio": re.compile(rf"{_NUMBER}{_TO}{_NUMBER}(?:{_TO}{_NUMBER})*"),
}
_FORMS_AFTER_COUNTING = {
    "operation": re.compile(r".*[\d)]\s*(?:[+*×÷=^]|\s[-−–]\s)\s*[(\d].*", re.DOTALL),
    "date": re.compile(
        rf"\d{{1,4}}[/.-]\d{{1,2}}[/.-]\d{{1,4}}|.*\b(?:{_MONTHS})[a-z]*\b.*",
        re.IGNORECASE | re.DOTALL,
    ),
    "decimal": re.compile(r"\d*\.\d+"),
}


def shape(text: str, before: str = "") -> str:
    """The form of a finding.

    text (str): The text of the finding.
    before (str): The text right before it: a currency sign makes it money.
    RETURNS (str): "fraction", "ratio", "money", "percentage", "operation", "date", "decimal",
        "counting" (numbers in even steps, in digits or words), "number words", "digits" (with
        separators or not), "digits and letters", "e-mail or address", or "letters".
    """
    text = text.strip()
    if before.rstrip().endswith(tuple("$€£¢")):
        return "money"
    words = [word.casefold() for word in _WORD.findall(text)]
    for name, pattern in _FORMS.items():
        if pattern.fullmatch(text):
            return name
    if _are_counted(words):
        return "counting"
    for name, pattern in _FORMS_AFTER_COUNTING.items():
        if pattern.fullmatch(text):
            return name
    numbers = ENGLISH.part(NumberWords).cardinals
    spoken = [word for word in words if not word.isdecimal()]
    if spoken and all(word in numbers or word in _PARTS or word in _BETWEEN for word in spoken):
        return "fraction" if _PARTS & set(spoken) else "number words"
    digits, letters = any(map(str.isdecimal, text)), any(map(str.isalpha, text))
    if digits:
        return "digits and letters" if letters else "digits"
    return "letters"


def _are_counted(words: list[str]) -> bool:
    called = ENGLISH.part(NumberWords).cardinals
    numbers = [
        int(word) if word.isdecimal() else called.get(word, -1) for word in words if word != "and"
    ]
    steps = {after - one for one, after in pairwise(numbers)}
    return (
        len(numbers) >= _COUNTED_AT_LEAST
        and min(numbers) >= 0
        and len(steps) == 1
        and abs(steps.pop()) in _COUNTING_STEPS
    )
