"""Splits dialogues into train, dev and test (64, 16 and 20 of 100) with nothing shared.

As in Zent et al. (2025), A.2, the split is stratified by the rarest label of a dialogue, here
within its corpus. Dialogues of one transcript, tutoring session or question stay together, and so
do word problems that share most of their words.
"""

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from spacy_piivot.core.labels import to_scheme
from training.labelled import LabelledDialogue
from training.splits import SPLITS

SHARES = {"train": 0.64, "dev": 0.16, "test": 0.20}
# Two word problems are one question if this share of the shorter one's words is in the other.
SHARED = 0.7
PROBLEMS = ("mathdial", "gsm8k", "svamp", "aqua")

_WORDS = re.compile(r"[A-Za-z]{4,}|\d+")


class CorpusSplit:
    """Decides which split a dialogue belongs to.

    labelled (Sequence[LabelledDialogue]): All dialogues labelled by hand, in any order.
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
        RETURNS (str | None): "train", "dev" or "test"; None for an unlabelled dialogue that must
            not be used because it shares its question with dev or test.
        """
        group = group_of(dialogue)
        split = self._groups.get(group)
        if dialogue.corpus not in PROBLEMS:
            return split or _share_of(group)
        if dialogue.id in self._labelled or split in ("dev", "test"):
            return split
        # Unlabelled dialogues are used for training only.
        return None if any(self._held_out.like(dialogue)) else "train"


def group_of(dialogue: LabelledDialogue) -> str:
    """The group of a dialogue: its transcript, session, or question. Groups are not split.

    dialogue (LabelledDialogue): The dialogue.
    RETURNS (str): The beginning of its id, or the whole id.
    """
    if dialogue.corpus in ("mathdial", "bridge"):
        return dialogue.id.split("_")[0]
    if dialogue.corpus in ("amber", "ncte"):
        return dialogue.id.split(".")[0]
    return dialogue.id


def rarest_labels(dialogues: Sequence[LabelledDialogue]) -> dict[str, str]:
    """The rarest label of each dialogue, by number of dialogues with it; "" without labels.

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

    A unit is a group together with all groups that share a question with it. Units are ordered by
    corpus and rarest label. Each is put in the split that lacks most at that point, so that every
    stretch of the order has about its share of each split.
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
    """Connected components: dialogues of one group, and equal word problems."""
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
    """Finds word problems by the words that they share with another."""

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
        """The problems that share most of their words with this one."""
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
    """The split of an unlabelled group, by its id alone."""
    share = _checksum(group) % 100 / 100
    return "train" if share < 0.64 else "dev" if share < 0.80 else "test"


def _checksum(string: str) -> int:
    return zlib.crc32(string.encode())
