"""Words that announce an identifier, a date or an age: what follows them is somebody's."""

import re
from collections.abc import Mapping

from ..lang import ENGLISH, Lexicon


class Announcements:
    """The words that announce, from `announcing.toml`.

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
        # What may stand between such words and the value.
        self.between = lexicon.pattern("announcing.between")
        self.request = lexicon.pattern("announcing.request")


def announces_identifier(words: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether some words announce a number of somebody: "my number is", "ssn:", "call me at".

    words (str): What stands before the number, as `plain_text` makes it.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether they do.
    """
    return bool(lexicon.part(Announcements).identifier.search(words))


def announces_date(words: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether some words announce a date: "born", "due", "see you on"."""
    return bool(lexicon.part(Announcements).date.search(words))


def announces(label: str, words: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether some words announce a value of a label.

    label (str): A canonical label.
    words (str): What stands beside the value, as `plain_text` makes it.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether they do: an age or a date is announced by words of its own too ("i
        am", "born", "due"), and anything by those of an identifier.
    """
    own = lexicon.part(Announcements).own.get(label)
    return announces_identifier(words, lexicon) or bool(own and own.search(words))


def announces_directly(label: str, words: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether words that announce a value of a label stand right before it.

    label (str): A canonical label.
    words (str): What stands before the value, as `plain_text` makes it.
    lexicon (Lexicon): The words of its language.
    RETURNS (bool): Whether nothing but a small word or a sign is between: "ssn = ", "call me at ".
    """
    known = lexicon.part(Announcements)
    patterns = [known.identifier, *([known.own[label]] if label in known.own else [])]
    return any(
        known.between.fullmatch(words[match.end() :])
        for pattern in patterns
        for match in pattern.finditer(words)
    )


def is_request(message: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a message asks for something, so that the next one may hold it."""
    return bool(lexicon.part(Announcements).request.search(message))
