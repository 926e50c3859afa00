"""The form of a recogniser: a name, its labels, the cues that wake it, and a function."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

_CUE = re.compile(r"[^\W\d_]+|\d|[@.:#_]")

# What writes one character differently is made one character of ASCII, so that offsets stay.
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
    labels (tuple[str, ...]): The canonical labels it gives.
    cues (Optional[frozenset[str]]): Lower-case words, digits or signs, without any of which a
        message cannot hold what it looks for: it is not run on such a message. None where nothing
        is known of that.
    find (Callable[[str, str], Iterable[Finding]]): The message and the one before it ("" for
        the first), both as `plain_text` makes them, to what was found.
    """

    name: str
    labels: tuple[str, ...]
    cues: frozenset[str] | None
    find: Callable[[str, str], Iterable[Finding]]

    def is_woken_by(self, cues: set[str]) -> bool:
        """Whether a message with these cues can hold what it looks for."""
        return self.cues is None or not self.cues.isdisjoint(cues)


def plain_text(text: str) -> str:
    """A message with curly quotes, dashes, odd spaces and full-width digits made plain.

    text (str): The message.
    RETURNS (str): A string of the same length: offsets fit both.
    """
    return text if text.isascii() and "\t" not in text else text.translate(_PLAIN)


def cues_of(text: str) -> set[str]:
    """The cues of a message, read in one pass.

    text (str): The message.
    RETURNS (set[str]): Its words in lower case, its digits one by one, and which of `@.:#_`
        it holds.
    """
    return set(_CUE.findall(text.lower()))


def first_cues(*entries: Iterable[str]) -> frozenset[str]:
    """Cues of which a message has one if it holds any of some words or phrases.

    *entries (Iterable[str]): Lists of them.
    RETURNS (frozenset[str]): The first word or sign of each, in lower case.
    """
    found = (_CUE.search(entry.lower()) for some in entries for entry in some)
    return frozenset(match.group() for match in found if match)
