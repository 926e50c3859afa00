"""Trims a tagger's spans to PII: no field names, no units, and one span per phone number."""

import re

from ..core.labels import labels_of, labels_with, made_by
from ..lang import ENGLISH, Lexicon
from .names.find.adjacent import listed_places

# Labels that a single letter can never have.
_LONGER = labels_with("longer")
_LEAST_DIGITS = 7


class ExtentWords:
    """The words in a tagger's span that are not PII.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def any_of(name: str) -> str:
            return lexicon.any_of(f"extents.{name}")

        small = any_of("small")
        self.field = re.compile(
            rf"(?:{any_of('before_a_field')}\s)?{any_of('fields')}[.:]?", re.IGNORECASE
        )
        self.years_old = lexicon.pattern("extents.years_old")
        self.small_before = re.compile(rf"(?:\W*\b{small}\b)+[\W_]*", re.IGNORECASE)
        self.small_after = re.compile(rf"(?:[\W_]*\b{small}\b)+[\s,]*$", re.IGNORECASE)
        self.month_and_word = re.compile(rf"\W*{lexicon.any_of('dates.months_that_are_words')}\W*")
        self.between = re.compile(rf"\s*[/;]\s*|\s+{any_of('between')}\s+|,\s+")


def pii_extents(label: str, text: str, lexicon: Lexicon = ENGLISH) -> list[slice]:
    """The parts of a tagger's span that are PII by themselves.

    label (str): The span's canonical label.
    text (str): The span's text.
    lexicon (Lexicon): The words.
    RETURNS (list[slice]): Their extents in order: two places separated by a comma, two telephone
        numbers, an age without "years old"; empty if the span is only the word for a kind of PII
        ("Phone"), or one letter and the label needs more.
    """
    whole = slice(0, len(text))
    if label == "NAME":
        return [whole]
    words = lexicon.part(ExtentWords)
    if words.field.fullmatch(text) or (len(text) == 1 and text.isalpha() and label in _LONGER):
        return []
    if label == "LOCATION":
        return listed_places(text)
    if label in made_by("phone"):
        return _phone_numbers(text, words)
    if label in labels_of("date"):
        return _dates(text, words)
    if label in labels_of("age") and (unit := words.years_old.search(text)):
        return [slice(0, unit.start())] if unit.start() else []
    return [whole]


def _dates(text: str, words: ExtentWords) -> list[slice]:
    """A date without the small words around it; empty if nothing else is left, or only a month
    that is also an ordinary word ("may of")."""
    start, end = 0, len(text)
    if leading := words.small_before.match(text):
        start = leading.end()
    if trailing := words.small_after.search(text, start):
        end = trailing.start()
    date = text[start:end]
    if not any(map(str.isalnum, date)) or words.month_and_word.fullmatch(date):
        return []
    return [slice(start, end)]


def _phone_numbers(text: str, words: ExtentWords) -> list[slice]:
    parts: list[slice] = []
    start = 0
    for between in (*words.between.finditer(text), None):
        end = between.start() if between else len(text)
        parts.append(slice(start, end))
        start = between.end() if between else end
    if all(sum(map(str.isdigit, text[part])) >= _LEAST_DIGITS for part in parts):
        return parts
    return [slice(0, len(text))]
