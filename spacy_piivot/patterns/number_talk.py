"""The words of number talk: a file's lists as patterns (`data/number_talk.en.toml`)."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from ..number_words import TEENS, TENS, UNITS

_FILE = "number_talk.en.toml"


@cache
def word_lists() -> dict[str, list[str]]:
    """The lists of the file, by name."""
    text = resources.files("spacy_piivot").joinpath("data", _FILE).read_text("utf8")
    return tomllib.loads(text)


def any_of(*names: str, without: str = "") -> str:
    """An expression for any entry of some lists, the longest first.

    *names (str): The lists.
    without (str): A list whose entries are left out.
    RETURNS (str): Alternatives, in a group.
    """
    lists = word_lists()
    left_out = frozenset(lists[without] if without else ())
    entries = {entry for name in names for entry in lists[name]} - left_out
    return f"(?:{'|'.join(map(_flexible, _longest_first(entries)))})"


def without_signs(text: str) -> str:
    """A spoken code without the words for its signs ("four dash two").

    text (str): What was found.
    RETURNS (str): The text with a space for each of them.
    """
    return _signs().sub(" ", text)


def speaks_of_difference(text: str) -> bool:
    """Whether a message is about taking one number from another ("first take away 85").

    text (str): The message.
    RETURNS (bool): Whether it is.
    """
    return bool(_difference().search(text))


@cache
def _difference() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){any_of('difference')}(?!\w)", re.IGNORECASE)


@cache
def _signs() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){any_of('signs')}(?!\w)", re.IGNORECASE)


def _longest_first(entries: Iterable[str]) -> list[str]:
    return sorted(entries, key=lambda entry: (-len(entry), entry))


def _flexible(entry: str) -> str:
    return r"\s".join(map(re.escape, entry.split(" ")))


# A number in digits or in words, up to ninety-nine.
_WORD = (
    rf"(?:(?:{'|'.join(TENS)})(?:[-\s](?:{'|'.join(UNITS)}))?"
    rf"|{'|'.join(sorted([*TEENS, *UNITS, 'zero'], key=len, reverse=True))}|a\shundred"
    r"|an?(?=\s(?:half|third|fourth|quarter|fifth|sixth|eighth|tenth)))"
)
NUMBER = rf"(?:\d[\d,]{{0,15}}(?:\.\d+)?|{_WORD})"
