"""Decides which candidates inside mathematics are numbers of the lesson and not PII.

Zhou et al. (2026), section 5: most false redactions are numbers in maths-dense text. A candidate
is kept if words introduce it, or if it has the form of an identifier and is not in a calculation.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..core.labels import BY_NAME, LABELS, labels_of, labels_with
from ..lang import ENGLISH, Lexicon
from ..patterns.arithmetic import beside_operator, is_mathematics
from ..patterns.calculation import is_in_calculation
from ..patterns.context_cues import introduces, introduces_directly, is_request
from ..patterns.recognizer import plain_text
from .numbers.phone_grammar import is_phone_format

ANY = "*"
REASON = "mathematics"
# How far before and after a candidate, and how far back in the message before, cues are searched
# for, in characters.
_BEFORE, _AFTER, _PREVIOUS = 90, 40, 160
# With this many digits or more, a value has the form of an identifier or of a whole date.
_LONG = 6
_QUANTITIES = labels_of("age", "date")
# Never vetoed: a name or an address is PII inside mathematics, too.
PROTECTED = frozenset().union(*(BY_NAME[name].names() for name in labels_with("unvetoed")))
KNOWN = frozenset().union(*(label.names() for label in LABELS))

# A transcriber's time mark: "[000230]".
_TIME_MARK = re.compile(r"\[\d{6}\]")
_WORD = re.compile(r"[^\W\d_]+")
# A letter with an index: A1, x_2.
_INDEXED = re.compile(r"(?<![^\W_])[^\W\d_]_?\d{1,2}(?![^\W_])")


class VetoWords:
    """Number words, units of time, and the small words around them.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._numbers = lexicon.word_set(
            "numbers.units",
            "numbers.teens",
            "numbers.tens",
            "numbers.ordinal_units",
            "numbers.ordinal_teens",
            "veto.numbers",
        )
        self._units = lexicon.word_set("veto.units")
        self._plurals = lexicon.words("endings.plural")
        self.between = lexicon.word_set("veto.between")

    def counts(self, word: str) -> bool:
        """Whether a word is a number or a unit of time."""
        return (
            word in self._units
            or word in self._numbers
            or any(word.removesuffix(ending) in self._numbers for ending in self._plurals)
        )


@dataclass(frozen=True)
class Veto:
    """Rules out weak numeric candidates inside mathematics.

    labels (frozenset[str]): Labels that may be vetoed.
    below (Mapping[str, Mapping[str, float]]): The score from which a candidate is kept, by source
        and label; "*" is any source or label that is not named.
    lexicon (Lexicon): The words.
    RAISES (ValueError): If a label is unknown or may never be vetoed.
    """

    labels: frozenset[str]
    below: Mapping[str, Mapping[str, float]]
    lexicon: Lexicon = ENGLISH

    def __post_init__(self) -> None:
        if wrong := sorted(self.labels & PROTECTED):
            raise ValueError(
                f"veto_labels must not contain {', '.join(wrong)}: they are never vetoed. "
                "Remove them."
            )
        if wrong := sorted(self.labels - KNOWN):
            raise ValueError(
                f"veto_labels: no label scheme contains {', '.join(wrong)}. Use labels from this "
                f"list: {', '.join(sorted(KNOWN - PROTECTED))}."
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
        *,
        anchor: bool = True,
        inside: bool = True,
    ) -> bool:
        """Whether a candidate is a number of the lesson.

        text (str): The message.
        start (int): Where the candidate begins.
        end (int): Where it ends.
        label (str): Its label.
        score (float): Its score.
        sources (Iterable[str]): Who found it: its score must be weak for each of them.
        previous (str): The message before.
        anchor (bool): Whether the message is mathematics by itself. If only its neighbours make
            it so, an identifier is ruled out only in a calculation.
        inside (bool): Whether the message is mathematics at all. If not, only a short number that
            its own clause calculates with is ruled out.
        RETURNS (bool): Whether it is numeric and weak, and no words introduce it.
        """
        if (
            label not in self.labels
            or not all(score < self._limit(source, label) for source in sources)
            or not is_numeric(text[start:end], self.lexicon)
            or is_introduced(text, start, end, label, previous, self.lexicon)
        ):
            return False
        if not inside:
            return is_short(text[start:end]) and is_in_calculation(
                label, text, start, end, self.lexicon
            )
        if _TIME_MARK.fullmatch(text[max(start - 1, 0) : end + 1]):
            return True
        if is_phone_format(text[start:end], self.lexicon):
            # "Solve 2x + 3 = 7" in the message before does not make it a difference.
            return is_mathematics(text, start, end, lexicon=self.lexicon)
        if digits_of(text[start:end], _LONG) or not (anchor or label in _QUANTITIES):
            return is_mathematics(text, start, end, previous, self.lexicon)
        return True

    def _limit(self, source: str, label: str) -> float:
        limits = self.below.get(source, self.below.get(ANY, {}))
        return limits.get(label, limits.get(ANY, 0.0))


def is_introduced(
    text: str, start: int, end: int, label: str, previous: str, lexicon: Lexicon = ENGLISH
) -> bool:
    """Whether words introduce a value as PII.

    text (str): The message.
    start (int): Where the value begins.
    end (int): Where it ends.
    label (str): Its label.
    previous (str): The message before, which may ask for it.
    lexicon (Lexicon): The words.
    RETURNS (bool): Whether the words before or after it introduce it, or the message before asks
        for it.
    """
    before = plain_text(text[max(start - _BEFORE, 0) : start])
    after = plain_text(text[end : end + _AFTER])
    asked = plain_text(previous[-_PREVIOUS:])
    if not before.strip() and introduces_directly(label, asked, lexicon):
        return True
    # "is 4/12 the same as 1/3? We meet on Thursday"
    if is_short(text[start:end]) and is_in_calculation(label, text, start, end, lexicon):
        return False
    if introduces_directly(label, before, lexicon):
        return True
    # "card 3 says 987-65-4321 + 2x"
    if beside_operator(text, start, end, lexicon):
        return False
    return (
        introduces(label, before, lexicon)
        or introduces(label, after, lexicon)
        or (is_request(asked, lexicon) and introduces(label, asked, lexicon))
    )


def is_short(value: str) -> bool:
    """Whether a value has fewer digits than an identifier or a whole date."""
    return not digits_of(value, _LONG)


def digits_of(value: str, least: int) -> str:
    """The digits of a value, if it has enough.

    value (str): The value.
    least (int): How many it must have.
    RETURNS (str): The digits alone; "" if there are fewer.
    """
    digits = "".join(filter(str.isdigit, value))
    return digits if len(digits) >= least else ""


def is_numeric(text: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a string is a number, a letter with an index, or a quantity of time in words ("two
    minutes ago").

    text (str): What was found.
    lexicon (Lexicon): The words.
    RETURNS (bool): Whether it has a digit, a number word or a unit of time, and otherwise only
        words that go with them.
    """
    known = lexicon.part(VetoWords)
    text = _INDEXED.sub("1", text)
    words = [word.casefold() for word in _WORD.findall(text) if not word.isnumeric()]
    counted = set(filter(known.counts, words))
    has_number = bool(counted) or any(map(str.isnumeric, text))
    return has_number and counted.union(known.between).issuperset(words)
