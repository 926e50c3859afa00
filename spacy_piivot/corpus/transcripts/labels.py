"""Tells the label of a speaker ("Maya Dent:") from a text that has a colon."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...core.folding import fold
from ...core.speakers import speaker_role
from ...lang import ENGLISH, Lexicon

_LABEL = re.compile(
    r"(?P<dash>\s*(?:[-–—]|>>+)?[ \t]*)(?P<label>[^\W_][^:<>\t\n]{0,59}?)[ \t]*:(?=\s|$)[ \t]*"
)
_MOST_WORDS = 5
_ASIDE = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[^\W\d_]+")
_NO_NAME = re.compile(r"\w{4}\.\s|[?!…,;]\s|[?!…;\"“”=+*/\\]")


class Label(NamedTuple):
    """The label of a speaker.

    speaker (str): The speaker.
    start (int): Where the speaker stands in the line.
    end (int): Where that ends.
    text (int): Where what is said begins.
    """

    speaker: str
    start: int
    end: int
    text: int


def find_label(line: str) -> Label | None:
    """The label that a line may begin with.

    line (str): The line: "Maya Dent: I think so", "- Tutor: Yes?", ">> Chen: no".
    RETURNS (Label | None): The label; None if no speaker is written like this.
    """
    match = _LABEL.match(line)
    if match is None:
        return None
    label = match["label"]
    words = _ASIDE.sub(" ", label).split()
    if not 0 < len(words) <= _MOST_WORDS or _NO_NAME.search(label):
        return None
    if label.isdigit() or not any(character.isalpha() for character in label):
        return None
    # "So the answer is: 5" is a sentence.
    if len(words) > 2 and sum(not word[0].islower() for word in words) < len(words) / 2:
        return None
    return Label(label, match.start("label"), match.end("label"), match.end())


def may_speak(label: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a label may be a speaker: a role, or more than ordinary words.

    label (str): The label: "Maya Dent", "Tutor", but not "Given" or "Step 1".
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): False if nobody is called so.
    """
    if speaker_role(label, lexicon):
        return True
    ordinary = lexicon.word_set("ordinary_words")
    words = [fold(word) for word in _WORD.findall(label)]
    return any(len(word) > 1 and word not in ordinary for word in words)


def speakers_among(places: Iterable[Sequence[Label | None]]) -> frozenset[str]:
    """The labels that are speakers.

    places (Iterable[Sequence[Label | None]]): For each place where a turn may begin (a cue, a
        line), the labels of its lines.
    RETURNS (frozenset[str]): The speakers: those who speak twice, and all of them if half of the
        places begin with a label.
    """
    found = [labels for labels in places if labels]
    counts = Counter(label.speaker for labels in found for label in labels if label is not None)
    if sum(labels[0] is not None for labels in found) * 2 >= len(found):
        return frozenset(counts)
    return frozenset(speaker for speaker, count in counts.items() if count > 1)
