"""Finds words that introduce an identifier, a date or an age of a person."""

import re
from collections.abc import Mapping

from ..lang import ENGLISH, Lexicon


class IntroducingWords:
    """The words that introduce values, from `announcing.toml`.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.identifier = lexicon.pattern("announcing.identifier")
        self.date = lexicon.pattern("announcing.date")
        self.own: Mapping[str, re.Pattern[str]] = {
            "AGE": lexicon.pattern("announcing.age"),
            "DATE_OF_BIRTH": lexicon.pattern("announcing.birth"),
            "DATE": self.date,
        }
        # What may be between such words and the value.
        self.between = lexicon.pattern("announcing.between")
        self.request = lexicon.pattern("announcing.request")


def introduces_identifier(words: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether words introduce somebody's number: "my number is", "ssn:", "call me at".

    words (str): The text before the number, as `plain_text` makes it.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether they do.
    """
    return bool(lexicon.part(IntroducingWords).identifier.search(words))


def introduces_date(words: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether words introduce a date: "born", "due", "see you on"."""
    return bool(lexicon.part(IntroducingWords).date.search(words))


def introduces(label: str, words: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether words introduce a value with a label.

    label (str): A canonical label.
    words (str): The text next to the value, as `plain_text` makes it.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether they do. The words for an identifier introduce a value with any label;
        ages and dates also have words of their own ("i am", "born", "due").
    """
    own = lexicon.part(IntroducingWords).own.get(label)
    return introduces_identifier(words, lexicon) or bool(own and own.search(words))


def introduces_directly(label: str, words: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether words that introduce a value with a label are right before it.

    label (str): A canonical label.
    words (str): The text before the value, as `plain_text` makes it.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether at most a small word or a sign is between: "ssn = ", "call me at ".
    """
    known = lexicon.part(IntroducingWords)
    patterns = [known.identifier, *([known.own[label]] if label in known.own else [])]
    return any(
        known.between.fullmatch(words[match.end() :])
        for pattern in patterns
        for match in pattern.finditer(words)
    )


def is_request(message: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a message asks for something that the next one may contain."""
    return bool(lexicon.part(IntroducingWords).request.search(message))
