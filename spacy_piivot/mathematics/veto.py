"""Which candidates inside mathematics are numbers of the lesson rather than somebody's.

Zhou et al. (2026), section 5: most false redactions are numbers in maths-dense text.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..number_words import ORDINAL_TEENS, ORDINAL_UNITS, TEENS, TENS, UNITS
from ..patterns.arithmetic import is_announced

ANY = "*"
REASON = "mathematics"
# Never vetoed: what a word or an address says stays what it is inside mathematics too.
PROTECTED = frozenset({"NAME", "EMAIL_ADDRESS", "URL"})

_WORD = re.compile(r"[^\W\d_]+")
_NUMERIC_WORDS = frozenset(
    [
        *UNITS, *TEENS, *TENS, *ORDINAL_UNITS, *ORDINAL_TEENS, "zero", "half", "quarter", "hundred",
        "thousand", "million", "dozen", "twice", "a", "an", "and", "the", "of", "per", "each",
        "every", "to", "in", "x", "y",
        *(f"{unit}{plural}" for plural in ("", "s") for unit in (
            "second", "minute", "hour", "day", "week", "month", "year", "sec", "min", "hr", "hrs",
        )),
        "am", "pm",
    ]
)  # fmt: skip


@dataclass(frozen=True)
class Veto:
    """The weak numeric candidates that mathematics rules out.

    labels (FrozenSet[str]): Labels that may be vetoed.
    below (Mapping[str, Mapping[str, float]]): By source and label, the score from which on a
        candidate stands; "*" is any source or label that is not named.
    RAISES (ValueError): If a label is one that is never vetoed.
    """

    labels: frozenset[str]
    below: Mapping[str, Mapping[str, float]]

    def __post_init__(self) -> None:
        if wrong := sorted(self.labels & PROTECTED):
            raise ValueError(
                f"veto_labels must not hold {', '.join(wrong)}: they are never vetoed."
            )

    def rules_out(
        self,
        text: str,
        start: int,
        end: int,
        label: str,
        score: float,
        sources: Iterable[str],
        previous: str,
    ) -> bool:
        """Whether a candidate of a message that is mathematics is none.

        text (str): The message.
        start (int): Where the candidate begins.
        end (int): Where it ends.
        label (str): Its label.
        score (float): Its score.
        sources (Iterable[str]): Who found it: it must be weak for every one.
        previous (str): The message before.
        RETURNS (bool): Whether it is numeric and weak, and nothing announces it.
        """
        return (
            label in self.labels
            and all(score < self._limit(source, label) for source in sources)
            and is_numeric(text[start:end])
            and not is_announced(text, start, end, previous)
        )

    def _limit(self, source: str, label: str) -> float:
        limits = self.below.get(source, self.below.get(ANY, {}))
        return limits.get(label, limits.get(ANY, 0.0))


def is_numeric(text: str) -> bool:
    """Whether a string is a number, or a quantity in words ("two minutes").

    text (str): What was found.
    RETURNS (bool): Whether it has a digit or a number word, and no other words of three letters
        and more.
    """
    words = [word.casefold() for word in _WORD.findall(text)]
    digits = any(map(str.isdigit, text))
    return (digits or bool(words)) and all(
        word in _NUMERIC_WORDS or (digits and len(word) < 3) for word in words
    )
