"""The training and dev data of the default pipeline, from the folder of public corpora.

Training dialogues are augmented anew in every epoch: masked pupils are filled with names, gold
names are swapped, spellings vary. The dev split holds other dialogues with other names.
"""

import json
import random
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from labelled import Gold, Labelled, LabelledDialogue, read_record
from name_filling import add_mentions, fill_masked, swap_gold, vary_case
from name_pool import NamePool
from sentence_templates import WITH_NAMES, WITHOUT_NAMES, fill_template

from spacy_piivot.names import fold, is_ordinary_word

CHUNK_WORDS = 180
DEV_PERCENT = 12
# How often a corpus is seen in an epoch, and how many of its messages get a name added.
REPEATS = {"synthetic_chat": 4, "synthetic_classroom": 4, "bridge": 2}
MENTIONS = {"ncte": 0.05, "amber": 0.04, "bridge": 0.05, "mathdial": 0.02, "cima": 0.02}
TEMPLATE_DIALOGUES = 450
# The share of what is plentiful that an epoch takes: sentences of the general corpora, and
# dialogues with silver labels.
SHARES = {
    "general": 0.5,
    "silver_gsm8k": 0.25,
    "silver_mathdial": 0.4,
    "silver_amber": 0.5,
}

_GENERAL = ("wnut17_train.conll", "wikigold.conll", "btc_a.conll")
# Entity types of the general corpora. Any other type is left out of the loss, as are handles
# and addresses, which those corpora do not mark.
_TYPES = {"PER": "NAME", "person": "NAME", "LOC": "LOCATION", "location": "LOCATION"}
UNKNOWN = "OTHER"
_MONTH = re.compile(r"(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)")
SILVER = "silver_"  # before the name of the corpus
_UNLABELLED = ("mathdial", "gsm8k", "amber")
_GOLD = ("gold_train", "synthetic_chat", "synthetic_classroom")
_CAPITALISED = re.compile(r"\b[A-Z][a-z]{2,}")


@dataclass
class TrainingCorpus:
    """Both splits.

    train (List[LabelledDialogue]): Dialogues as they stand in the sources.
    dev (List[LabelledDialogue]): Dialogues with the dev split's names filled in.
    pool (NamePool): Names for training.
    """

    train: list[LabelledDialogue]
    dev: list[LabelledDialogue]
    pool: NamePool = field(repr=False)

    def epoch(self, seed: int, number: int) -> Iterator[LabelledDialogue]:
        """The chunks of one epoch, augmented and shuffled; the same for the same arguments."""
        rng = random.Random(f"{seed}:{number}")
        chunks: list[LabelledDialogue] = []
        for dialogue in self.train:
            if rng.random() > SHARES.get(dialogue.corpus, 1.0):
                continue
            for _ in range(REPEATS.get(dialogue.corpus, 1)):
                chunks.extend(chunk(self._augment(dialogue, rng)))
        chunks.extend(self._templates(rng) for _ in range(TEMPLATE_DIALOGUES))
        rng.shuffle(chunks)
        yield from chunks

    def _augment(self, dialogue: LabelledDialogue, rng: random.Random) -> LabelledDialogue:
        if dialogue.corpus == "ncte":
            dialogue = fill_masked(dialogue, self.pool, rng)
        if rng.random() < 0.75:
            dialogue = swap_gold(dialogue, self.pool, rng)
        if rate := MENTIONS.get(dialogue.corpus.removeprefix(SILVER), 0.0):
            dialogue = add_mentions(dialogue, self.pool, rng, rate)
        return vary_case(dialogue, rng)

    def _templates(self, rng: random.Random) -> LabelledDialogue:
        room = [self.pool.forename(rng) for _ in range(8)]
        messages = tuple(
            fill_template(
                rng.choice(WITHOUT_NAMES if rng.random() < 0.4 else WITH_NAMES),
                room,
                self.pool,
                rng,
            )
            for _ in range(6)
        )
        return vary_case(LabelledDialogue("template", "template", messages), rng)


def read_training_corpus(data: Path, names: Path, *, seed: int) -> TrainingCorpus:
    """Read the sources and split them by dialogue.

    data (Path): The folder with the training files.
    names (Path): The folder with the name lists.
    seed (int): Of the names in the dev split.
    RETURNS (TrainingCorpus): Both splits; no question and no filled name is in both.
    """
    pool = NamePool(names, dev=False)
    gold = [dialogue for name in _GOLD for dialogue in read_dialogues(data / f"{name}.jsonl")]
    excerpts = [dialogue for dialogue in gold if dialogue.corpus == "ncte"]
    dialogues = [dialogue for dialogue in gold if dialogue.corpus != "ncte"]
    dialogues += [
        sentence
        for name in _GENERAL
        for sentence in read_sentences(data / name)
        if not _MONTH.search(sentence.messages[0].text)
    ]
    dialogues += _with_excerpts(read_dialogues(data / "ncte.jsonl"), excerpts, pool)
    train: list[LabelledDialogue] = []
    dev: list[LabelledDialogue] = []
    for corpus in sorted({dialogue.corpus for dialogue in dialogues}):
        members = [dialogue for dialogue in dialogues if dialogue.corpus == corpus]
        held_out = _held_out({_group(dialogue) for dialogue in members})
        for dialogue in members:
            if corpus == "general" or _group(dialogue) not in held_out:
                train.append(dialogue)
            elif corpus != "ncte":
                dev.append(dialogue)
    # Of held-out transcripts only the part that a person read: it has no unmarked names.
    trained_on = {_group(dialogue) for dialogue in train}
    dev += [excerpt for excerpt in excerpts if excerpt.id.rsplit(".", 1)[0] not in trained_on]
    train = _without_shared_questions(train, dev)
    rng = random.Random(f"{seed}:dev")
    dev_pool = NamePool(names, dev=True)
    dev = [_fill_dev(dialogue, dev_pool, rng) for dialogue in dev]
    return TrainingCorpus(train, dev, pool)


def read_unlabelled(data: Path, corpus: TrainingCorpus) -> Iterator[LabelledDialogue]:
    """Unlabelled dialogues, in chunks, that share nothing with the dev split.

    data (Path): The folder with the training files.
    corpus (TrainingCorpus): Both splits.
    YIELDS (LabelledDialogue): Their corpus is the source's name after `SILVER`.
    """
    labelled = {dialogue.id for dialogue in corpus.train}
    held_out = {_group(dialogue) for dialogue in corpus.dev}
    for name in _UNLABELLED:
        dialogues = [
            dialogue
            for dialogue in read_dialogues(data / f"{name}.jsonl")
            if _group(dialogue) not in held_out and dialogue.id not in labelled
        ]
        for dialogue in _without_shared_questions(dialogues, corpus.dev):
            for part in chunk(dialogue):
                yield replace(part, corpus=SILVER + dialogue.corpus)


def read_dialogues(path: Path) -> Iterator[LabelledDialogue]:
    with path.open(encoding="utf8") as lines:
        for line in lines:
            yield read_record(json.loads(line))


def read_sentences(path: Path) -> Iterator[LabelledDialogue]:
    """The sentences of a file with a token and its IOB tag a line, each its own dialogue."""
    text = ""
    spans: list[Gold] = []
    number = 0
    with path.open(encoding="utf8") as lines:
        for line in (*lines, "\n"):
            word, _, tag = line.strip().replace("\t", " ").rpartition(" ")
            if not word:
                if text:
                    message = Labelled("", text, tuple(spans))
                    yield LabelledDialogue(f"{path.stem}-{number}", "general", (message,))
                text, spans, number = "", [], number + 1
                continue
            if text and not re.match(r"[,.!?;:)%]|'s$|n't$|'\w+$", word) and text[-1] not in "($":
                text += " "
            start = len(text)
            text += word
            part, _, kind = tag.partition("-")
            label = _TYPES.get(kind, UNKNOWN) if kind else ""
            if word[:1] == "@" or "://" in word:
                part, label = "B", UNKNOWN
            if not label:
                continue
            previous = spans[-1] if spans else None
            adjoins = previous is not None and text[previous.end : start].strip() == ""
            if previous is not None and adjoins and part == "I" and previous.label == label:
                spans[-1] = replace(previous, end=len(text))
            else:
                spans.append(Gold(start, len(text), label))


def chunk(dialogue: LabelledDialogue) -> Iterator[LabelledDialogue]:
    """Cut a dialogue into runs of messages of about `CHUNK_WORDS` words."""
    run: list[Labelled] = []
    size = 0
    for message in dialogue.messages:
        run.append(message)
        size += message.text.count(" ") + 2
        if size >= CHUNK_WORDS:
            yield replace(dialogue, messages=tuple(run))
            run, size = [], 0
    if run:
        yield replace(dialogue, messages=tuple(run))


def _with_excerpts(
    transcripts: Iterable[LabelledDialogue], excerpts: list[LabelledDialogue], pool: NamePool
) -> Iterator[LabelledDialogue]:
    """Transcripts with the gold of their hand-labelled excerpts.

    Outside the excerpts, a message that seems to hold an unmasked name ends a part of its
    transcript, and is left out.
    """
    names = {fold(name) for name in pool.us_forenames if not is_ordinary_word(name)}
    gold = {
        (transcript, int(start) + number): message
        for excerpt in excerpts
        for transcript, start in [excerpt.id.rsplit(".", 1)]
        for number, message in enumerate(excerpt.messages)
    }
    for transcript in transcripts:
        messages = []
        for number, message in enumerate(transcript.messages):
            labelled = gold.get((transcript.id, number))
            if labelled is not None:
                messages.append(labelled)
            elif not any(
                fold(match.group()) in names for match in _CAPITALISED.finditer(message.text)
            ):
                messages.append(message)
        yield replace(transcript, messages=tuple(messages))


def _group(dialogue: LabelledDialogue) -> str:
    """What must not be split: a transcript, or all dialogues about one question."""
    if dialogue.corpus == "mathdial":
        return dialogue.id.split("_")[0]
    if dialogue.corpus == "amber":
        return dialogue.id.split(".")[0]
    return dialogue.id


def _held_out(groups: set[str]) -> set[str]:
    ranked = sorted(groups, key=lambda group: zlib.crc32(group.encode()))
    return set(ranked[: round(len(ranked) * DEV_PERCENT / 100)])


def _without_shared_questions(
    train: list[LabelledDialogue], dev: list[LabelledDialogue]
) -> list[LabelledDialogue]:
    """Leave out word problems of which most words stand in one dev dialogue about a problem."""
    problems = ("gsm8k", "svamp", "mathdial")
    held = [_content(dialogue) for dialogue in dev if dialogue.corpus in problems]
    return [
        dialogue
        for dialogue in train
        if dialogue.corpus not in problems
        or not any(_shared(_content(dialogue), words) for words in held)
    ]


def _content(dialogue: LabelledDialogue) -> frozenset[str]:
    text = " ".join(message.text for message in dialogue.messages)
    return frozenset(re.findall(r"[A-Za-z]{4,}|\d+", text.casefold()))


def _shared(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= 0.7 * min(len(one), len(other))


def _fill_dev(dialogue: LabelledDialogue, pool: NamePool, rng: random.Random) -> LabelledDialogue:
    if dialogue.corpus != "ncte":
        return dialogue
    return add_mentions(fill_masked(dialogue, pool, rng), pool, rng, 0.01)
