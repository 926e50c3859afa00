"""Attacks a release by names that occur once where other names repeat.

Osborne et al. (2022) call it the single-occurrence vulnerability of consistent surrogates: a missed
mention occurs only once, since the other mentions of the name were replaced.
"""

from collections.abc import Iterator, Sequence

from ...core.folding import fold
from .guessing import guess_names
from .hypotheses import Hypotheses, Place, judge
from .released import ReleasedDialogue


def outlier_attack(dialogues: Sequence[ReleasedDialogue], *, known: bool) -> Hypotheses:
    """Suspect each name that occurs once in a dialogue in which another name repeats.

    dialogues (Sequence[ReleasedDialogue]): The release.
    known (bool): Whether the leaks are known, from gold.
    RETURNS (Hypotheses): The suspected leaks, and how many are right.
    """
    return judge(_outliers(dialogues), dialogues, known=known)


def _outliers(dialogues: Sequence[ReleasedDialogue]) -> Iterator[Place]:
    for d, dialogue in enumerate(dialogues):
        places: dict[str, list[Place]] = {}
        for m, message in enumerate(dialogue.messages):
            for start, end in guess_names(message.text):
                name = fold(message.text[start:end])
                places.setdefault(name, []).append((d, m, (start, end)))
        if any(len(own) > 1 for own in places.values()):
            yield from (own[0] for own in places.values() if len(own) == 1)
