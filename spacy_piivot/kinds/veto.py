"""Which candidates inside mathematics are numbers of the lesson rather than somebody's.

Zhou et al. (2026), section 5: most false redactions are numbers in maths-dense text. What words
announce stays, and so does what has the form of an identifier, unless it stands in a calculation.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..core.labels import BY_NAME, LABELS, labels_of, labels_with
from ..lang import ENGLISH, Lexicon
from ..patterns.arithmetic import beside_operator, is_mathematics
from ..patterns.calculation import stands_in_calculation
from ..patterns.context_cues import announces, announces_directly, is_request
from ..patterns.recognizer import plain_text
from .numbers.phone_grammar import is_phone_format

ANY = "*"
REASON = "mathematics"
# How far before and after a candidate words may announce it, in characters.
_BEFORE, _AFTER, _PREVIOUS = 90, 40, 160
# Of so many digits on a value has the form of an identifier, or of a whole date.
_LONG = 6
_QUANTITIES = labels_of("age", "date")
# Never vetoed: a name or an address stays what it is inside mathematics too.
PROTECTED = frozenset().union(*(BY_NAME[name].names() for name in labels_with("unvetoed")))
KNOWN = frozenset().union(*(label.names() for label in LABELS))

# The transcriber's: "[000230]".
_TIME_MARK = re.compile(r"\[\d{6}\]")
_WORD = re.compile(r"[^\W\d_]+")
# A letter with an index: A1, x_2.
_INDEXED = re.compile(r"(?<![^\W_])[^\W\d_]_?\d{1,2}(?![^\W_])")


class VetoWords:
    """The words that numbers consist of, and those around them.

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
    """The weak numeric candidates that mathematics rules out.

    labels (FrozenSet[str]): Labels that may be vetoed.
    below (Mapping[str, Mapping[str, float]]): By source and label, the score from which on a
        candidate stands; "*" is any source or label that is not named.
    lexicon (Lexicon): The words.
    RAISES (ValueError): If a label is one that is never vetoed.
    """

    labels: frozenset[str]
    below: Mapping[str, Mapping[str, float]]
    lexicon: Lexicon = ENGLISH

    def __post_init__(self) -> None:
        if wrong := sorted(self.labels & PROTECTED):
            raise ValueError(
                f"veto_labels must not hold {', '.join(wrong)}: they are never vetoed."
            )
        if wrong := sorted(self.labels - KNOWN):
            raise ValueError(
                f"veto_labels: no scheme has {', '.join(wrong)}. Use one of: "
                f"{', '.join(sorted(KNOWN - PROTECTED))}."
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
        sources (Iterable[str]): Who found it: it must be weak for every one.
        previous (str): The message before.
        anchor (bool): Whether the message is mathematics by itself. In one that its neighbours
            make so an identifier must stand in a calculation to be ruled out.
        inside (bool): Whether the message is mathematics at all. In one that is not, only a short
            number is ruled out, whose own clause calculates with it.
        RETURNS (bool): Whether it is numeric and weak, and nothing announces it.
        """
        if (
            label not in self.labels
            or not all(score < self._limit(source, label) for source in sources)
            or not is_numeric(text[start:end], self.lexicon)
            or is_announced(text, start, end, label, previous, self.lexicon)
        ):
            return False
        if not inside:
            return is_short(text[start:end]) and stands_in_calculation(
                label, text, start, end, self.lexicon
            )
        if _TIME_MARK.fullmatch(text[max(start - 1, 0) : end + 1]):
            return True
        if is_phone_format(text[start:end], self.lexicon):
            # "Solve 2x + 3 = 7" before it makes no difference of it.
            return is_mathematics(text, start, end, lexicon=self.lexicon)
        if digits_of(text[start:end], _LONG) or not (anchor or label in _QUANTITIES):
            return is_mathematics(text, start, end, previous, self.lexicon)
        return True

    def _limit(self, source: str, label: str) -> float:
        limits = self.below.get(source, self.below.get(ANY, {}))
        return limits.get(label, limits.get(ANY, 0.0))


def is_announced(
    text: str, start: int, end: int, label: str, previous: str, lexicon: Lexicon = ENGLISH
) -> bool:
    """Whether words say that a value belongs to somebody.

    text (str): The message.
    start (int): Where the value begins.
    end (int): Where it ends.
    label (str): Its label.
    previous (str): The message before, which may ask for it.
    lexicon (Lexicon): The words.
    RETURNS (bool): Whether the words before or after it announce it, or the message before asks
        for it.
    """
    before = plain_text(text[max(start - _BEFORE, 0) : start])
    after = plain_text(text[end : end + _AFTER])
    asked = plain_text(previous[-_PREVIOUS:])
    if not before.strip() and announces_directly(label, asked, lexicon):
        return True
    # "is 4/12 the same as 1/3? We meet on Thursday"
    if is_short(text[start:end]) and stands_in_calculation(label, text, start, end, lexicon):
        return False
    if announces_directly(label, before, lexicon):
        return True
    # "card 3 says 987-65-4321 + 2x"
    if beside_operator(text, start, end, lexicon):
        return False
    return (
        announces(label, before, lexicon)
        or announces(label, after, lexicon)
        or (is_request(asked, lexicon) and announces(label, asked, lexicon))
    )


def is_short(value: str) -> bool:
    """Whether a value has fewer digits than an identifier or a whole date."""
    return not digits_of(value, _LONG)


def digits_of(value: str, least: int) -> str:
    """The digits of a value, if there are many.

    value (str): The value.
    least (int): How many it must have.
    RETURNS (str): The digits alone; "" if they are fewer.
    """
    digits = "".join(filter(str.isdigit, value))
    return digits if len(digits) >= least else ""


def is_numeric(text: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a string is a number, a letter with an index, or a quantity of time in words ("two
    minutes ago").

    text (str): What was found.
    lexicon (Lexicon): The words.
    RETURNS (bool): Whether it has a digit, a number word or a unit of time, and beside them only
        words that stand around such.
    """
    known = lexicon.part(VetoWords)
    text = _INDEXED.sub("1", text)
    words = [word.casefold() for word in _WORD.findall(text) if not word.isnumeric()]
    counted = set(filter(known.counts, words))
    has_number = bool(counted) or any(map(str.isnumeric, text))
    return has_number and counted.union(known.between).issuperset(words)
