"""Compares a lesson with its release: PIIvot's Table 1 (Zent et al., 2025), numbers and answers.

Words per turn and n-gram entropies show whether the talk is as rich as before; numbers and the
results of arithmetic show whether the mathematics is the same.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.speakers import speaker_role
from ...corpus import Record
from ...lang import Lexicon
from ..core.shares import Share
from ..readers.dialogue_files import pair_records
from ..report.sections import NOTHING, Cell, Report, Section
from .answers import results
from .untouched import NUMBER

GRAMS = (1, 2, 3)
ROLES = ("STUDENT", "TUTOR", "")
_ROLE_NAMES = {"STUDENT": "students", "TUTOR": "tutors", "": "everybody"}
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Talk:
    """Statistics of the talk of students, tutors or all speakers.

    turns (int): The number of turns.
    words (int): The number of words in them.
    entropies (Mapping[int, float]): The entropy of n-grams in bits, by n.
    """

    turns: int
    words: int
    entropies: Mapping[int, float]

    @property
    def words_per_turn(self) -> float:
        return self.words / self.turns if self.turns else 0.0

    def measures(self) -> dict[str, float]:
        """Return all measures by name."""
        entropies = {f"{n}-gram entropy": entropy for n, entropy in self.entropies.items()}
        return {"words a turn": self.words_per_turn, **entropies}


@dataclass(frozen=True, slots=True)
class LessonUtility:
    """The result of `lesson_utility`.

    dialogues (int): The number of dialogues compared.
    missing (int): The number of originals that are not in the release.
    before (Mapping[str, Talk]): The talk of students (STUDENT), tutors (TUTOR) and all ("").
    after (Mapping[str, Talk]): Their talk in the release.
    numbers (Share): Numbers of the originals that are in the same message of the release.
    answers (Share): Expressions with the same result in the release.
    """

    dialogues: int
    missing: int
    before: Mapping[str, Talk]
    after: Mapping[str, Talk]
    numbers: Share
    answers: Share

    def changes(self) -> dict[str, dict[str, float | None]]:
        """Return the relative change of each measure by role; None if it was 0 before."""
        return {
            role: {
                name: self.after[role].measures()[name] / value - 1 if value else None
                for name, value in self.before[role].measures().items()
            }
            for role in ROLES
        }

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "dialogues": self.dialogues,
            "missing": self.missing,
            "talk": {
                _ROLE_NAMES[role]: {
                    name: {
                        "before": self.before[role].measures()[name],
                        "after": self.after[role].measures()[name],
                        "change": change,
                    }
                    for name, change in changes.items()
                }
                for role, changes in self.changes().items()
            },
            "numbers": self.numbers.to_dict("kept"),
            "answers": self.answers.to_dict("same"),
        }

    def report(self) -> Report:
        """Make the report with its tables."""
        rows = [
            [
                Cell(f"{_ROLE_NAMES[role]}: {name}"),
                Cell(f"{self.before[role].measures()[name]:.3f}"),
                Cell(f"{self.after[role].measures()[name]:.3f}"),
                Cell(NOTHING if change is None else f"{change:+.2%}"),
            ]
            for role, changes in self.changes().items()
            for name, change in changes.items()
        ]
        kept = [
            [Cell(name), Cell(f"{share.count:,} of {share.of:,}"), Cell(_percent(share))]
            for name, share in (
                ("numbers kept in their message", self.numbers),
                ("expressions with the same result", self.answers),
            )
        ]
        notes = [f"{self.missing:,} dialogues are not in the release"] if self.missing else []
        return Report(
            "Effect of the release on the lesson",
            f"{self.dialogues:,} dialogues before and after. Entropies are of word n-grams, in "
            "bits. Numbers that were replaced as PII (dates, telephone numbers) count as lost.",
            [
                Section("Talk", header=("Measure", "Before", "After", "Change"), rows=rows),
                Section("Mathematics", header=("Measure", "Count", "Share"), rows=kept),
            ],
            notes,
        )


def lesson_utility(
    before: Sequence[Record], after: Sequence[Record], lexicon: Lexicon
) -> LessonUtility:
    """Compare dialogues with their release.

    before (Sequence[Record]): The originals.
    after (Sequence[Record]): The release.
    lexicon (Lexicon): The words of their language.
    RETURNS (LessonUtility): The measures; roles are those of the original speakers.
    RAISES (InputError): If originals and release do not match.
    """
    pairs, missing = pair_records(before, after)
    old_turns: dict[str, list[list[str]]] = {role: [] for role in ROLES}
    new_turns: dict[str, list[list[str]]] = {role: [] for role in ROLES}
    numbers, answers = Share(), Share()
    for one, other in pairs:
        for old, new in zip(one.dialogue.messages, other.dialogue.messages, strict=True):
            for role in {speaker_role(old.speaker, lexicon), ""} & set(ROLES):
                old_turns[role].append(_words(old.text))
                new_turns[role].append(_words(new.text))
            numbers += _kept(NUMBER.findall(old.text), NUMBER.findall(new.text))
            answers += _kept(results(old.text, lexicon), results(new.text, lexicon))
    return LessonUtility(
        dialogues=len(pairs),
        missing=missing,
        before={role: _talk(turns) for role, turns in old_turns.items()},
        after={role: _talk(turns) for role, turns in new_turns.items()},
        numbers=numbers,
        answers=answers,
    )


def entropy(turns: Iterable[Sequence[str]], n: int) -> float:
    """Compute the entropy of n-grams within turns, in bits; 0 if there are none."""
    counts = Counter(tuple(turn[at : at + n]) for turn in turns for at in range(len(turn) - n + 1))
    total = sum(counts.values())
    return -sum(count / total * math.log2(count / total) for count in counts.values())


def _talk(turns: Sequence[Sequence[str]]) -> Talk:
    return Talk(len(turns), sum(map(len, turns)), {n: entropy(turns, n) for n in GRAMS})


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _kept(old: Sequence[Any], new: Sequence[Any]) -> Share:
    return Share(sum((Counter(old) & Counter(new)).values()), len(old))


def _percent(share: Share) -> str:
    return f"{share.count / share.of:.2%}" if share.of else NOTHING
