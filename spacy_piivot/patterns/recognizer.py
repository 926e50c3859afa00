"""Defines recognisers: a name, labels, cues that a message must contain, and a function."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

_CUE = re.compile(r"[^\W\d_]+|\d|[@.:#_]")

# Variants of one character become one ASCII character, so that offsets stay the same.
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ`´", "'"),
        **dict.fromkeys("“”„", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u00a0\u2007\u2009\u202f\t", " "),
        **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
        "\uff20": "@",
    }
)

DIGITS: frozenset[str] = frozenset("0123456789")


class Finding(NamedTuple):
    """One structured identifier in a message.

    start (int): First character in the message.
    end (int): Character after the last.
    label (str): A canonical label.
    score (float): Confidence, 0 to 1.
    """

    start: int
    end: int
    label: str
    score: float


@dataclass(frozen=True, slots=True)
class Recognizer:
    """Finds identifiers of one kind in one message.

    name (str): The name in the component's config.
    labels (tuple[str, ...]): The canonical labels of its findings.
    cues (frozenset[str] | None): Lower-case words, digits or signs. It is run only on messages
        that contain at least one of them; None to run it on every message.
    find (Callable[[str, str], Iterable[Finding]]): Takes a message and the one before it ("" for
        the first), both as `plain_text` makes them, and returns the findings.
    """

    name: str
    labels: tuple[str, ...]
    cues: frozenset[str] | None
    find: Callable[[str, str], Iterable[Finding]]

    def may_match(self, cues: set[str]) -> bool:
        """Whether a message with these cues may contain a finding."""
        return self.cues is None or not self.cues.isdisjoint(cues)


def plain_text(text: str) -> str:
    """A message with plain quotes, dashes, spaces and digits instead of their variants.

    text (str): The message.
    RETURNS (str): A string of the same length, so that offsets fit both.
    """
    return text if text.isascii() and "\t" not in text else text.translate(_PLAIN)


def cues_of(text: str) -> set[str]:
    """The cues of a message, read in one pass.

    text (str): The message.
    RETURNS (set[str]): Its words in lower case, its digits one by one, and those of `@.:#_` that
        it contains.
    """
    return set(_CUE.findall(text.lower()))


def first_cues(*entries: Iterable[str]) -> frozenset[str]:
    """The cues of words or phrases: a message that contains one of them has its cue.

    *entries (Iterable[str]): Lists of words or phrases.
    RETURNS (frozenset[str]): The first word or sign of each, in lower case.
    """
    found = (_CUE.search(entry.lower()) for some in entries for entry in some)
    return frozenset(match.group() for match in found if match)
