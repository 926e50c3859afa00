"""Sorts false positives into categories by the text they cover.

The categories follow the question of Zhou et al. (2026), Table 4, which content a system takes for
PII: numbers are separate from words, and both are divided by kind.
"""

import re

from ...core.folding import fold
from ...kinds.names import is_ordinary_word
from ...kinds.names.find.roles import is_eponym
from ...lang import Lexicon
from ..core.annotations import AnnotatedMessage, AnnotatedSpan
from ..core.matching import Decision

CATEGORIES = (
    "number in an expression",
    "other number",
    "number word",
    "wrong extent",
    "wrong label",
    "time or date words",
    "variable or point",
    "mathematical term",
    "ordinary word",
    "other name or word",
    "unknown (no text)",
)
NUMERIC = CATEGORIES[:3]
_WORD = re.compile(r"(?<!['’])[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*")
_OPERATOR = re.compile(r"[=+*×÷·/^<>≤≥≠√%$−±²³(),|]|(?<=\s)[-–](?=\s)|(?<=\d)[-–](?=\d)|\\[a-z]+")
_BESIDE = 3
_NUMBERS = (
    "zeros", "units", "teens", "tens", "hundred", "thousand", "ordinal_units", "ordinal_teens",
    "twice", "thrice",
)  # fmt: skip


class CategoryWords:
    """The words that decide the category of a false alarm.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.numbers = lexicon.word_set(
            "false_alarms.beside_numbers", *(f"numbers.{name}" for name in _NUMBERS),
            "number_talk.part", "number_talk.parts",
        )  # fmt: skip
        self.times = lexicon.word_set("false_alarms.time_words")
        self.mathematics = lexicon.word_set("false_alarms.math_terms")


def category_of(decision: Decision, message: AnnotatedMessage, lexicon: Lexicon) -> str:
    """Return the category of a false positive.

    decision (Decision): A false positive.
    message (AnnotatedMessage): Its gold message.
    lexicon (Lexicon): The words of the message's language.
    RETURNS (str): One of `CATEGORIES`.
    """
    span = decision.predicted
    assert span is not None
    touched = [gold for gold in message.spans if gold.overlaps(span)]
    if touched:
        same = any(gold.label == span.label for gold in touched)
        return "wrong extent" if same else "wrong label"
    if message.text is None:
        return "unknown (no text)"
    return _category_of_text(message.text, span, lexicon)


def _category_of_text(text: str, span: AnnotatedSpan, lexicon: Lexicon) -> str:
    known = lexicon.part(CategoryWords)
    piece = text[span.start : span.end]
    words = [fold(word) for word in _WORD.findall(piece)]
    if any(c.isdigit() for c in piece) and all(len(word) < 3 for word in words):
        around = text[max(0, span.start - _BESIDE) : span.end + _BESIDE]
        return "number in an expression" if _OPERATOR.search(around) else "other number"
    if not words:
        return "other name or word"
    if all(word in known.numbers for word in words):
        return "number word"
    if all(word in known.times for word in words):
        return "time or date words"
    if all(len(word) == 1 for word in words):
        return "variable or point"
    if any(word in known.mathematics or is_eponym(word, lexicon) for word in words):
        return "mathematical term"
    if all(is_ordinary_word(word, lexicon) for word in words):
        return "ordinary word"
    return "other name or word"
