"""Builds the training, dev and test data from their sources.

Training dialogues are augmented again in every copy: masked pupils are filled with names, gold
names are swapped, rare values renewed, spellings varied. Dev and test contain other dialogues, with
names and templates that are not in training.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path

from training.augment.injection import inject
from training.augment.misspelling import misspell
from training.augment.name_filling import (
    SWAPPED,
    add_mentions,
    fill_masked,
    forget_spaces,
    renew_values,
    swap_names,
    vary_case,
)
from training.augment.name_pool import NamePool, known_forenames
from training.augment.name_sentences import name_sentence
from training.augment.word_problems import word_problem
from training.corpora.essay_corpus import (
    ESSAYS,
    FOLDER,
    essay_splits,
    read_slot_essays,
    training_pieces,
    without_unlabelled_names,
)
from training.corpora.sources import (
    pack,
    parted_places,
    read_dialogues,
    read_sentences,
    without_excerpts,
    without_names,
)
from training.corpora.split import PROBLEMS, CorpusSplit
from training.labelled import Labelled, LabelledDialogue, words
from training.splits import SPLITS

CHUNK_WORDS = 180
INJECTED = "injected"
INJECTED_HELD_OUT = 25_000  # words in dev, and in test

HAND_LABELLED = ("gold_train", "synthetic_chat", "synthetic_classroom")
# Written later: they have their own split, so that no other dialogue changes its split.
WRITTEN = "synthetic_more"
GENERAL = (
    "wnut17_train", "wnut17_dev", "wikigold", "btc_a", "btc_b", "btc_e", "btc_f", "btc_g", "btc_h",
)  # fmt: skip

Silver = Callable[[Iterable[LabelledDialogue]], Iterable[LabelledDialogue]]


@dataclass(frozen=True, slots=True)
class Portion:
    """How much of a source is in a copy.

    source (str): Its name.
    times (int): How often the whole source is included; 0 if words are given.
    words (int): The approximate number of words included.
    mentions (float): The share of its messages to which a name is added.
    """

    source: str
    times: int = 0
    words: int = 0
    mentions: float = 0.0


PORTIONS = (
    Portion("gold", times=1),
    Portion("synthetic", times=4),
    Portion("written", times=3),
    Portion("ncte", times=1, mentions=0.05),
    Portion("bridge", times=2, mentions=0.05),
    Portion("cima", words=30_000, mentions=0.02),
    Portion("amber", words=40_000, mentions=0.04),
    Portion("silver_mathdial", words=90_000, mentions=0.02),
    Portion("silver_gsm8k", words=40_000),
    Portion("silver_svamp", words=8_000),
    Portion("silver_aqua", words=12_000),
    Portion("general", words=60_000),
)
TEMPLATES, WORD_PROBLEMS, INJECTION = 40_000, 25_000, 220_000  # words in a copy
ESSAY_TIMES = 3  # how often a copy has every essay
# Of the chunks of dialogues, how many have misspelt words, and how many words of those.
MISSPELT, MISSPELT_WORDS = 0.12, 0.12
# Essays with slots for names, of which no public file has this form: used if they are there.
SLOT_ESSAYS = "essays_slots"
# The sources that exchanges are injected into.
_HOSTS = ("gold", "bridge", "ncte", "amber", "cima", "silver_mathdial")


class TrainingCorpus:
    """All three splits.

    data (Path): The folder with the training files.
    names (Path): The folder with the name lists.
    essays (Path): The folder with our essays.
    seed (int): Seed of all that is drawn.
    scale (float): The share of the usual number of words in a copy and in the injected part
        of dev and test.
    silver (Silver | None): Labels dialogues, except those it is not sure of. Without it,
        unlabelled word problems are not used.
    """

    def __init__(
        self,
        data: Path,
        names: Path,
        essays: Path = FOLDER,
        *,
        seed: int,
        scale: float = 1.0,
        silver: Silver | None = None,
    ) -> None:
        self.seed = seed
        self.scale = scale
        self.pools = {split: NamePool(names, split=split) for split in SPLITS}
        known = known_forenames(names)
        labelled = [
            dialogue
            for name in HAND_LABELLED
            for dialogue in read_dialogues(data / f"{name}.jsonl")
        ]
        self.split = CorpusSplit(labelled)
        self.labelled = _by_split(labelled, self.split)
        self.written = _by_split(read_dialogues(data / f"{WRITTEN}.jsonl"), self.split)
        excerpts = {
            corpus: [dialogue for dialogue in labelled if dialogue.corpus == corpus]
            for corpus in ("ncte", "amber")
        }
        read = {
            name: list(read_dialogues(data / f"{name}.jsonl"))
            for name in ("ncte", "amber", "cima", *PROBLEMS)
        }
        ids = {dialogue.id for dialogue in labelled}
        unlabelled = {
            name: [dialogue for dialogue in dialogues if dialogue.id not in ids]
            for name, dialogues in read.items()
        }
        cima = _by_split(without_names(unlabelled["cima"], known), self.split)
        amber = _by_split(without_excerpts(read["amber"], excerpts["amber"], known), self.split)
        ncte = _by_split(
            without_excerpts(read["ncte"], excerpts["ncte"], known, gold=True), self.split
        )
        # Dialogues without names, to inject into in dev and test.
        self.nameless = {split: [*cima[split], *amber[split]] for split in ("dev", "test")}
        train = self.labelled["train"]
        self.sources = {
            "gold": [d for d in train if d.corpus not in ("bridge", "ncte", *HAND_LABELLED)],
            "synthetic": [d for d in train if d.corpus in HAND_LABELLED],
            "written": self.written["train"],
            "bridge": [d for d in train if d.corpus == "bridge"],
            "ncte": ncte["train"],
            "amber": amber["train"],
            "cima": cima["train"],
            "general": [
                dialogue
                for name in GENERAL
                for dialogue in pack(read_sentences(data / f"{name}.conll"), name)
            ],
        }
        self.essays = essay_splits(essays)
        slots = data / f"{SLOT_ESSAYS}.jsonl"
        if slots.is_file():
            self.essays["train"] += [
                without_unlabelled_names(essay, known) for essay in read_slot_essays(slots)
            ]
        if silver:
            rng = random.Random(f"{seed}:silver")
            for name in PROBLEMS:
                usable = _by_split(unlabelled[name], self.split)["train"]
                self.sources[f"silver_{name}"] = list(silver(_chunks(usable, rng)))
            for name in ("amber", "cima"):
                self.sources[name] = list(silver(_chunks(self.sources[name], rng)))

    def copy(self, number: int) -> list[tuple[str, LabelledDialogue]]:
        """One copy of the training data: chunks with their sources, shuffled.

        number (int): Number of the copy; the same number gives the same copy.
        RETURNS (list[tuple[str, LabelledDialogue]]): Chunks with ids of their own.
        """
        rng = random.Random(f"{self.seed}:train:{number}")
        pool = self.pools["train"]
        chunks = [
            (portion.source, part)
            for portion in PORTIONS
            for dialogue in self._draw(portion, rng)
            for part in chunk(_augment(dialogue, portion.mentions, pool, rng), rng)
        ]
        chunks += [
            (INJECTED, dialogue) for dialogue in _up_to(self._injected(rng), self.scale * INJECTION)
        ]
        chunks += [
            ("templates", dialogue)
            for dialogue in _up_to(_templates(pool, rng), self.scale * TEMPLATES)
        ]
        chunks += [
            ("word_problems", dialogue)
            for dialogue in _up_to(_word_problems(pool, rng), self.scale * WORD_PROBLEMS)
        ]
        chunks = [(source, vary_case(_misspelt(part, rng), rng)) for source, part in chunks]
        chunks += [
            (ESSAYS, piece)
            for _ in range(ESSAY_TIMES)
            for piece in training_pieces(self._some_essays(rng), pool, rng)
        ]
        rng.shuffle(chunks)
        return [
            (source, replace(_finished(part), id=f"{part.id}#{number}.{place}"))
            for place, (source, part) in enumerate(chunks)
        ]

    def held_out(self, split: str) -> list[LabelledDialogue]:
        """The dialogues of dev or test, with masked names filled, and some with injections.

        split (str): "dev" or "test".
        RETURNS (list[LabelledDialogue]): Whole dialogues, then chunks of the corpus "injected".
        """
        rng = random.Random(f"{self.seed}:{split}")
        pool = self.pools[split]
        dialogues = [fill_masked(dialogue, pool, rng) for dialogue in self.labelled[split]]
        dialogues += self.written[split]
        hosts = list(_chunks(self.nameless[split], rng))
        rng.shuffle(hosts)
        with_gold = [d for d in self.labelled[split] if d.corpus not in HAND_LABELLED]
        more = list(_chunks(with_gold, rng))
        rng.shuffle(more)
        injected = _up_to(
            (
                inject(add_mentions(fill_masked(host, pool, rng), pool, rng, 0.04), pool, rng)
                for host in (*hosts, *more)
            ),
            self.scale * INJECTED_HELD_OUT,
        )
        return [_finished(dialogue) for dialogue in dialogues] + [
            replace(_finished(dialogue), id=f"{dialogue.id}#{number}", corpus=INJECTED)
            for number, dialogue in enumerate(injected)
        ]

    def held_out_essays(self, split: str) -> list[LabelledDialogue]:
        """The essays of dev or test, as they were written.

        split (str): "dev" or "test".
        RETURNS (list[LabelledDialogue]): Whole essays.
        """
        return [_finished(essay) for essay in self.essays[split]]

    def _some_essays(self, rng: random.Random) -> list[LabelledDialogue]:
        essays = self.essays["train"]
        return rng.sample(essays, round(self.scale * len(essays)))

    def _draw(self, portion: Portion, rng: random.Random) -> Iterator[LabelledDialogue]:
        dialogues = self.sources.get(portion.source, [])
        in_all = sum(map(words, dialogues))
        wanted = self.scale * (portion.words or portion.times * in_all)
        return _up_to(_shuffled(dialogues, rng), wanted)

    def _injected(self, rng: random.Random) -> Iterator[LabelledDialogue]:
        pool = self.pools["train"]
        hosts = [part for source in _HOSTS for part in _chunks(self.sources.get(source, []), rng)]
        for host in _shuffled(hosts, rng):
            yield inject(_augment(host, 0.02, pool, rng), pool, rng)


def chunk(dialogue: LabelledDialogue, rng: random.Random) -> Iterator[LabelledDialogue]:
    """Cut a dialogue into runs of messages of about `CHUNK_WORDS` words."""
    run: list[Labelled] = []
    size = 0
    limit = rng.uniform(0.75, 1.25) * CHUNK_WORDS
    for message in dialogue.messages:
        run.append(message)
        size += message.text.count(" ") + 2
        if size >= limit:
            yield replace(dialogue, messages=tuple(run))
            run, size = [], 0
            limit = rng.uniform(0.75, 1.25) * CHUNK_WORDS
    if run:
        yield replace(dialogue, messages=tuple(run))


def _chunks(
    dialogues: Iterable[LabelledDialogue], rng: random.Random
) -> Iterator[LabelledDialogue]:
    for dialogue in dialogues:
        yield from chunk(dialogue, rng)


def _finished(dialogue: LabelledDialogue) -> LabelledDialogue:
    return replace(dialogue, messages=tuple(map(parted_places, dialogue.messages)))


def _augment(
    dialogue: LabelledDialogue, mentions: float, pool: NamePool, rng: random.Random
) -> LabelledDialogue:
    if rng.random() < SWAPPED:
        dialogue = swap_names(dialogue, pool, rng)
    if rng.random() < SWAPPED:
        dialogue = renew_values(dialogue, pool, rng)
    dialogue = fill_masked(dialogue, pool, rng)
    if mentions:
        dialogue = add_mentions(dialogue, pool, rng, mentions)
    return forget_spaces(dialogue, rng)


def _misspelt(dialogue: LabelledDialogue, rng: random.Random) -> LabelledDialogue:
    if rng.random() >= MISSPELT:
        return dialogue
    messages = tuple(misspell(one, rng, MISSPELT_WORDS) for one in dialogue.messages)
    return replace(dialogue, messages=messages)


def _templates(pool: NamePool, rng: random.Random) -> Iterator[LabelledDialogue]:
    while True:
        room = [pool.forename(rng) for _ in range(8)]
        turns = tuple(name_sentence(room, pool, rng) for _ in range(rng.randint(6, 20)))
        yield LabelledDialogue("template", "template", turns)


def _word_problems(pool: NamePool, rng: random.Random) -> Iterator[LabelledDialogue]:
    while True:
        yield LabelledDialogue("problem", "problem", word_problem(pool, rng, pool.split))


def _shuffled(
    dialogues: Sequence[LabelledDialogue], rng: random.Random
) -> Iterator[LabelledDialogue]:
    """Yield dialogues endlessly, all of them once before any is repeated."""
    order = list(dialogues)
    rng.shuffle(order)
    return cycle(order)


def _up_to(dialogues: Iterable[LabelledDialogue], limit: float) -> Iterator[LabelledDialogue]:
    """Dialogues until the total number of words reaches a limit."""
    size = 0
    for dialogue in dialogues:
        if size >= limit:
            return
        size += words(dialogue)
        yield dialogue


def _by_split(
    dialogues: Iterable[LabelledDialogue], split: CorpusSplit
) -> dict[str, list[LabelledDialogue]]:
    members: dict[str, list[LabelledDialogue]] = defaultdict(list)
    for dialogue in dialogues:
        if (own := split.of(dialogue)) is not None:
            members[own].append(dialogue)
    return members
