"""The hypotheses of an attack: suspected leaks, and how many are right."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.annotations import Extent
from .released import ReleasedDialogue

# Index of the dialogue, index of the message, and extent in the message.
Place = tuple[int, int, Extent]


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The hypotheses of an attack.

    flagged (int): The number of suspected leaks.
    found (int | None): How many of them are leaks; None if leaks are not known.
    leaks (int | None): The number of leaks in the release; None if they are not known.
    """

    flagged: int
    found: int | None = None
    leaks: int | None = None

    @property
    def false_alarms(self) -> int | None:
        return None if self.found is None else self.flagged - self.found

    @property
    def precision(self) -> float | None:
        return self.found / self.flagged if self.flagged and self.found is not None else None

    @property
    def recall(self) -> float | None:
        return self.found / self.leaks if self.leaks and self.found is not None else None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "flagged": self.flagged,
            "leaks_found": self.found,
            "false_alarms": self.false_alarms,
            "leaks": self.leaks,
            "precision": self.precision,
            "recall": self.recall,
        }


def judge(
    flagged: Iterable[Place], dialogues: Sequence[ReleasedDialogue], *, known: bool
) -> Hypotheses:
    """Compare the suspected leaks of an attack with the true leaks.

    flagged (Iterable[Place]): The suspected leaks.
    dialogues (Sequence[ReleasedDialogue]): The release.
    known (bool): Whether the leaks are known, from gold.
    RETURNS (Hypotheses): A suspected leak is right if it overlaps a leak.
    """
    places = list(flagged)
    if not known:
        return Hypotheses(len(places))
    leaks = [
        (d, m, leak)
        for d, dialogue in enumerate(dialogues)
        for m, message in enumerate(dialogue.messages)
        for leak in message.leaks
    ]
    by_message: dict[tuple[int, int], list[Extent]] = {}
    for d, m, leak in leaks:
        by_message.setdefault((d, m), []).append(leak)
    right = sum(
        any(start < own[1] and own[0] < end for own in by_message.get((d, m), ()))
        for d, m, (start, end) in places
    )
    return Hypotheses(len(places), right, len(leaks))
