"""What of a tagger's span is PII: no word for a kind of PII, no unit, and two numbers are two."""

import re

from ..labels import labels_of, labels_with, made_by
from ..names.adjacent import listed_places

# Labels of which one letter alone is never an example.
_LONGER = labels_with("longer")
_FIELD = re.compile(
    r"(?:(?:e-?mail|phone|telephone|cell|mobile|home|street|mailing|user|student|account|school"
    r"|date|place|grade)s?\s)?"
    r"(?:e-?mails?|(?:tele)?phones?|tel|cell|mobile|ssn|dob|birthdays?|birth date|of birth|ids?"
    r"|address(?:es)?|urls?|website|links?|grades?|level|ages?|school|teacher|student|mr|mrs|ms"
    r"|user ?names?|log-?in|account|numbers?|room)[.:]?",
    re.IGNORECASE,
)
_YEARS_OLD = re.compile(
    r"[\s-]*(?:y\s?/\s?o|y\.?o\.?|(?:years?|yrs?)(?:[\s-]old)?)$", re.IGNORECASE
)
# Small words that a date neither begins nor ends with.
_SMALL = r"(?:of|in|on|at|and|or|by|to|for|from|until|till?|is|was|since|during)"
_SMALL_BEFORE = re.compile(rf"(?:\W*\b{_SMALL}\b)+[\W_]*", re.IGNORECASE)
_SMALL_AFTER = re.compile(rf"(?:[\W_]*\b{_SMALL}\b)+[\s,]*$", re.IGNORECASE)
_MODAL = re.compile(r"\W*(?:may|mar|march|sep|dec)\W*")
_BETWEEN = re.compile(r"\s*[/;]\s*|\s+(?:or|and)\s+|,\s+")
_LEAST_DIGITS = 7


def pii_extents(label: str, text: str) -> list[slice]:
    """The parts of what a tagger found that are PII by themselves.

    label (str): The canonical label that was found.
    text (str): The characters that were found.
    RETURNS (list[slice]): Their extents in order: two places that a comma parts, two telephone
        numbers, an age without "years old"; none where there is only the word for a kind of
        PII ("Phone"), or one letter that can be none.
    """
    whole = slice(0, len(text))
    if label == "NAME":
        return [whole]
    if _FIELD.fullmatch(text) or (len(text) == 1 and text.isalpha() and label in _LONGER):
        return []
    if label == "LOCATION":
        return listed_places(text)
    if label in made_by("phone"):
        return _phone_numbers(text)
    if label in labels_of("date"):
        return _dates(text)
    if label in labels_of("age") and (unit := _YEARS_OLD.search(text)):
        return [slice(0, unit.start())] if unit.start() else []
    return [whole]


def _dates(text: str) -> list[slice]:
    """A date without the small words round it; none where nothing else is left, nor of a month
    that is a word as well without a day ("may of")."""
    start, end = 0, len(text)
    if leading := _SMALL_BEFORE.match(text):
        start = leading.end()
    if trailing := _SMALL_AFTER.search(text, start):
        end = trailing.start()
    date = text[start:end]
    if not any(map(str.isalnum, date)) or _MODAL.fullmatch(date):
        return []
    return [slice(start, end)]


def _phone_numbers(text: str) -> list[slice]:
    parts: list[slice] = []
    start = 0
    for between in (*_BETWEEN.finditer(text), None):
        end = between.start() if between else len(text)
        parts.append(slice(start, end))
        start = between.end() if between else end
    if all(sum(map(str.isdigit, text[part])) >= _LEAST_DIGITS for part in parts):
        return parts
    return [slice(0, len(text))]
