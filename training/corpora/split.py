"""Train, dev and test: 64, 16 and 20 of 100 dialogues, nothing shared between them.

As Zent et al. (2025), A.2, the split is stratified by the rarest label of a dialogue, here within
its corpus. What belongs together stays together: the dialogues of a transcript, a tutoring
session or a question, and word problems that share most of their words.
"""

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from spacy_piivot.core.labels import to_scheme
from training.labelled import LabelledDialogue
from training.splits import SPLITS

SHARES = {"train": 0.64, "dev": 0.16, "test": 0.20}
# Two word problems are one question if so much of the shorter one's words is in the other.
SHARED = 0.7
PROBLEMS = ("mathdial", "gsm8k", "svamp", "aqua")

_WORDS = re.compile(r"[A-Za-z]{4,}|\d+")


class CorpusSplit:
    """Which split a dialogue belongs to.

    labelled (Sequence[LabelledDialogue]): All dialogues labelled by hand; their order is
        of no importance.
    """

    def __init__(self, labelled: Sequence[LabelledDialogue]) -> None:
        self._labelled = {dialogue.id for dialogue in labelled}
        self._groups = _assign(labelled)
        self._held_out = _Questions(
            dialogue for dialogue in labelled if self._groups[group_of(dialogue)] != "train"
        )

    def of(self, dialogue: LabelledDialogue) -> str | None:
        """The split of a dialogue, labelled or not.

        dialogue (LabelledDialogue): The dialogue.
        RETURNS (str | None): "train", "dev" or "test"; None for one without labels that
            must not be used, since it shares its question with dev or test.
        """
        group = group_of(dialogue)
        split = self._groups.get(group)
        if dialogue.corpus not in PROBLEMS:
            return split or _share_of(group)
        if dialogue.id in self._labelled or split in ("dev", "test"):
            return split
        # Without labels it trains, or is of no use.
        return None if any(self._held_out.like(dialogue)) else "train"


def group_of(dialogue: LabelledDialogue) -> str:
    """What must not be split: a transcript, a session, or all dialogues about one question.

    dialogue (LabelledDialogue): The dialogue.
    RETURNS (str): The beginning of its id, or all of it.
    """
    if dialogue.corpus in ("mathdial", "bridge"):
        return dialogue.id.split("_")[0]
    if dialogue.corpus in ("amber", "ncte"):
        return dialogue.id.split(".")[0]
    return dialogue.id


def rarest_labels(dialogues: Sequence[LabelledDialogue]) -> dict[str, str]:
    """The label of each dialogue that the fewest dialogues have; "" where there is none.

    dialogues (Sequence[LabelledDialogue]): Dialogues with gold.
    RETURNS (dict[str, str]): Labels of the annotation guide by dialogue id.
    """
    labels = {
        dialogue.id: {
            str(to_scheme(gold.label, "codebook"))
            for message in dialogue.messages
            for gold in message.spans
        }
        for dialogue in dialogues
    }
    counts = Counter(label for found in labels.values() for label in found)
    return {
        id: min(found, key=lambda label: (counts[label], label), default="")
        for id, found in labels.items()
    }


def _assign(dialogues: Sequence[LabelledDialogue]) -> dict[str, str]:
    """The split of each group of dialogues.

    The units, groups with all that they share a question with, are ordered by corpus and
    rarest label. Each goes to the split that lacks most by then, so that every stretch of
    the order has about its share of each split.
    """
    rarest = rarest_labels(dialogues)
    counts = Counter(rarest.values())
    units: list[tuple[tuple[str, int, str, int], list[LabelledDialogue]]] = []
    for members in _units(dialogues):
        first = min(members, key=lambda dialogue: (counts[rarest[dialogue.id]], dialogue.id))
        label = rarest[first.id]
        units.append(((first.corpus, counts[label], label, _checksum(first.id)), members))
    units.sort(key=lambda unit: unit[0])
    assigned: dict[str, Counter[str]] = defaultdict(Counter)
    splits: dict[str, str] = {}
    for (corpus, *_), members in units:
        done = assigned[corpus]
        goal = done.total() + len(members)
        split = max(SPLITS, key=lambda split: SHARES[split] * goal - done[split])
        done[split] += len(members)
        for dialogue in members:
            splits[group_of(dialogue)] = split
    return splits


def _units(dialogues: Sequence[LabelledDialogue]) -> Iterator[list[LabelledDialogue]]:
    """Connected components: dialogues of one group, and word problems that are the same."""
    leader = {group_of(dialogue): group_of(dialogue) for dialogue in dialogues}

    def find(group: str) -> str:
        while leader[group] != group:
            group = leader[group]
        return group

    questions = _Questions(dialogues)
    for dialogue in dialogues:
        for other in questions.like(dialogue):
            one, two = sorted((find(group_of(dialogue)), find(group_of(other))))
            leader[two] = one
    components: dict[str, list[LabelledDialogue]] = defaultdict(list)
    for dialogue in dialogues:
        components[find(group_of(dialogue))].append(dialogue)
    yield from components.values()


class _Questions:
    """Word problems, found by the words that they share with another."""

    def __init__(self, dialogues: Iterable[LabelledDialogue]) -> None:
        self.problems = [dialogue for dialogue in dialogues if dialogue.corpus in PROBLEMS]
        self.sizes: list[int] = []
        self.having: dict[str, list[int]] = defaultdict(list)
        for number, dialogue in enumerate(self.problems):
            content = _content(dialogue)
            self.sizes.append(len(content))
            for word in content:
                self.having[word].append(number)

    def like(self, dialogue: LabelledDialogue) -> Iterator[LabelledDialogue]:
        """The problems that share most words with one."""
        if dialogue.corpus not in PROBLEMS:
            return
        content = _content(dialogue)
        common = Counter(number for word in content for number in self.having.get(word, ()))
        for number, shared in common.items():
            if shared >= SHARED * min(self.sizes[number], len(content)):
                yield self.problems[number]


def _content(dialogue: LabelledDialogue) -> frozenset[str]:
    text = " ".join(message.text for message in dialogue.messages)
    return frozenset(_WORDS.findall(text.casefold()))


def _share_of(group: str) -> str:
    """A split for what has no labels, by its id alone."""
    share = _checksum(group) % 100 / 100
    return "train" if share < 0.64 else "dev" if share < 0.80 else "test"


def _checksum(string: str) -> int:
    return zlib.crc32(string.encode())
