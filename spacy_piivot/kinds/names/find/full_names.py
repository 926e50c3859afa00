"""Finds what a full name begins with before its last part: "Will" in "Will Smith", initials."""

import re
from bisect import bisect_left
from collections.abc import Set

from ....core.folding import fold
from ....lang import Lexicon
from ..listed import is_listed_given_name, is_listed_surname
from ..words import is_title_or_relative
from .evidence import Evidence, MessageWords, is_doubtful

_MOST_WORDS = 2
_SPACE = re.compile(r"[ \u00a0]")
# Two initials or more: "I.-M. ", "K. R. ", "J.v.d.".
_INITIALS = re.compile(r"(?<![^\W_])(?<!\.)[^\W\d_]\.(?:[ \u00a0-]?[^\W\d_]\.)+[ \u00a0]?\Z")
_LONGEST_INITIALS = 16
_QUESTION = re.compile(r"[^.!?\n]*\?")


def full_name_start(message: MessageWords, start: int, end: int, known: Set[str]) -> int:
    """Find where a full name begins whose last part was found.

    message (MessageWords): The message.
    start (int): Where the found part begins in the message's text.
    end (int): Where it ends.
    known (Set[str]): The folded given names known for the dialogue, accepted in any case.
    RETURNS (int): The start of the initials or the first name directly before the found part, or
        `start`.
    """
    lexicon = message.lexicon
    initials = _INITIALS.search(message.text[max(0, start - _LONGEST_INITIALS) : start])
    if initials and initials[0][0].isupper() and message.text[start].isupper():
        return start - len(initials[0])
    number = bisect_left(message.words, (start, 0))
    following = bisect_left(message.words, (end, 0))
    if (
        not 0 < number < len(message.words)
        or message.words[number][0] != start
        or following - number > _MOST_WORDS
        or not _SPACE.fullmatch(message.gap(number))
    ):
        return start
    first, last = message.words[number - 1]
    word, found = message.text[first:last], message.text[start:end]
    surname = message.text[slice(*message.words[following - 1])]
    folded, evidence = fold(word), lexicon.part(Evidence)
    if len(word) < 2 or _style(word) != _style(found):
        return start
    if is_title_or_relative(folded, lexicon) or folded in evidence.greetings:
        return start
    if folded in evidence.auxiliaries and _is_question(message, number - 1, end):
        return start
    first_name = folded in known or (found[0].isupper() and _is_first_name(word, lexicon))
    return first if first_name and _may_be_surname(surname, lexicon) else start


def _is_first_name(word: str, lexicon: Lexicon) -> bool:
    return not is_doubtful(fold(word), lexicon) and is_listed_given_name(word, lexicon)


def _may_be_surname(word: str, lexicon: Lexicon) -> bool:
    return is_listed_surname(word, lexicon) or not is_listed_given_name(word, lexicon)


def _is_question(message: MessageWords, number: int, end: int) -> bool:
    """Whether an auxiliary begins a question here ("Will Maria come?")."""
    return bool(_QUESTION.match(message.text, end)) and (
        message.begins_sentence(number) or not message.is_capitalised(number)
    )


def _style(name: str) -> str:
    if name.islower():
        return "lower"
    return "upper" if name.isupper() and len(name) > 1 else "title"
