"""Essays as training data: split, augmented, and cut into pieces as the model reads them."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from spacy_piivot.errors import InputError
from training.augment.essay_names import swap_essay_names
from training.augment.misspelling import misspell
from training.augment.name_filling import SWAPPED, renew_values, vary_case
from training.augment.name_pool import NamePool
from training.augment.texts import read_texts
from training.augment.values.contacts import url
from training.corpora.essays import read_essays
from training.corpora.sources import read_dialogues, seems_to_name
from training.labelled import Edit, Gold, Labelled, LabelledDialogue, edit

ESSAYS = "essay"
FOLDER = Path("corpus/essays")
# Words of the smallest and the largest piece.
PIECE_WORDS = (90, 290)
# Of the essays that are augmented: how many lose their line breaks, and how many have lines of
# equal length, as a mail program leaves them; how many names have a no-break space.
_ONE_LINE, _WRAPPED, _NO_BREAK = 0.06, 0.08, 0.06
_SLOT = re.compile(r"<personal_(name|url)>")
_PREFACE = re.compile(read_texts("essays.toml")["preface"])
_ENDS = re.compile(r"\n+|(?<=[.!?])[ \u00a0]")


def essay_splits(folder: Path) -> dict[str, list[LabelledDialogue]]:
    """The essays of a folder, by split: 9 and 0 at the end of a number is test, 8 is dev.

    folder (Path): The essays (`corpus/essays`).
    RETURNS (dict[str, list[LabelledDialogue]]): Essays of one message.
    RAISES (InputError): If an essay is malformed, or its name does not end in a number.
    """
    splits: dict[str, list[LabelledDialogue]] = {"train": [], "dev": [], "test": []}
    for essay in read_essays(folder):
        spans = tuple(Gold(one.start, one.end, one.label, one.role) for one in essay.spans)
        splits[split_of_essay(essay.id)].append(
            LabelledDialogue(essay.id, ESSAYS, (Labelled("", essay.text, spans),))
        )
    return splits


def split_of_essay(id: str) -> str:
    """The split of an essay.

    id (str): The name of its file: a letter and a number.
    RETURNS (str): "train", "dev" or "test".
    RAISES (InputError): If it does not end in a digit.
    """
    if not id[-1:].isdecimal():
        raise InputError(f"{id}: the name of an essay must end in its number.")
    return {"9": "test", "0": "test", "8": "dev"}.get(id[-1], "train")


def read_slot_essays(path: Path) -> list[LabelledDialogue]:
    """Essays with slots to fill, `<personal_name>` and `<personal_url>`.

    path (Path): A file of dialogues.
    RETURNS (list[LabelledDialogue]): The essays, without the sentence that introduces them.
    """
    return [
        replace(essay, corpus=ESSAYS, messages=(_without_preface(essay.messages[0]),))
        for essay in read_dialogues(path)
    ]


def augment_essay(essay: LabelledDialogue, pool: NamePool, rng: random.Random) -> LabelledDialogue:
    """Give an essay other names and values, misspellings, and another layout.

    essay (LabelledDialogue): An essay of one message.
    pool (NamePool): Draws names and values.
    rng (random.Random): The only source of randomness.
    RETURNS (LabelledDialogue): The new essay.
    """
    message = fill_slots(essay.messages[0], pool, rng)
    if rng.random() < SWAPPED:
        message = swap_essay_names(message, pool, rng)
    if rng.random() < SWAPPED:
        essay = renew_values(replace(essay, messages=(message,)), pool, rng)
        message = essay.messages[0]
    if rng.random() < 0.5:
        message = misspell(message, rng, rng.choice((0.05, 0.1, 0.2, 0.3)))
    return replace(essay, messages=(_laid_out(message, rng),))


def fill_slots(message: Labelled, pool: NamePool, rng: random.Random) -> Labelled:
    """Fill `<personal_name>` with one person's name, in full and then in part.

    message (Labelled): An essay, with or without slots.
    RETURNS (Labelled): The essay, with the names and URLs as gold. The role of a name is unknown.
    """
    given, family = pool.forename(rng), pool.surname(rng)
    names = [f"{given} {family}"]
    edits = []
    for match in _SLOT.finditer(message.text):
        if match[1] == "name":
            string = names[-1] if len(names) == 1 else rng.choice(names)
            names = [f"{given} {family}", given, given]
            gold = Gold(0, len(string), "NAME")
        else:
            string = url(pool, rng, (given, family))
            gold = Gold(0, len(string), "URL")
        edits.append(Edit(match.start(), match.end(), string, (gold,)))
    return edit(message, edits) if edits else message


def pieces_of(essay: LabelledDialogue, rng: random.Random) -> Iterator[LabelledDialogue]:
    """Cut an essay at the ends of lines or sentences.

    essay (LabelledDialogue): An essay of one message.
    rng (random.Random): Draws the length of each piece.
    YIELDS (LabelledDialogue): Its pieces in order; together they are the essay.
    """
    message = essay.messages[0]
    start = 0
    limit = rng.randint(*PIECE_WORDS)
    for match in _ENDS.finditer(message.text):
        end = match.end()
        if any(gold.start < end < gold.end for gold in message.spans):
            continue
        if len(message.text[start:end].split()) >= limit:
            yield replace(essay, messages=(_part(message, start, end),))
            start = end
            limit = rng.randint(*PIECE_WORDS)
    if message.text[start:].strip():
        yield replace(essay, messages=(_part(message, start, len(message.text)),))


def training_pieces(
    essays: list[LabelledDialogue], pool: NamePool, rng: random.Random
) -> Iterator[LabelledDialogue]:
    """Augmented essays in pieces, some of them in lower case."""
    for essay in essays:
        for piece in pieces_of(augment_essay(essay, pool, rng), rng):
            yield vary_case(piece, rng) if rng.random() < 0.5 else piece


def without_unlabelled_names(essay: LabelledDialogue, names: frozenset[str]) -> LabelledDialogue:
    """An essay without the lines that seem to contain a name beside its slots."""
    message = essay.messages[0]
    kept = [
        line
        for line in message.text.splitlines(keepends=True)
        if not seems_to_name(Labelled("", line), names)
    ]
    return replace(essay, messages=(replace(message, text="".join(kept)),))


def _part(message: Labelled, start: int, end: int) -> Labelled:
    spans = tuple(
        replace(gold, start=gold.start - start, end=gold.end - start)
        for gold in message.spans
        if start <= gold.start < end
    )
    return replace(message, text=message.text[start:end], spans=spans)


def _without_preface(message: Labelled) -> Labelled:
    preface = _PREFACE.match(message.text)
    return replace(message, text=message.text[preface.end() :]) if preface else message


def _laid_out(message: Labelled, rng: random.Random) -> Labelled:
    """Change white space, character for character."""
    text = message.text
    share = rng.random()
    if share < _ONE_LINE:
        text = re.sub(r"[\r\n]", " ", text)
    elif share < _ONE_LINE + _WRAPPED:
        text = _wrapped(text, rng.randint(50, 95))
    letters = list(text)
    for gold in message.spans:
        if gold.label == "NAME" and rng.random() < _NO_BREAK:
            for at in range(gold.start, gold.end):
                letters[at] = "\u00a0" if letters[at] == " " else letters[at]
    return replace(message, text="".join(letters))


def _wrapped(text: str, width: int) -> str:
    """Lines of at most a width, where spaces allow it."""
    letters = list(text)
    begin, space = 0, -1
    for at, letter in enumerate(text):
        if letter == "\n":
            begin, space = at + 1, -1
        elif letter == " ":
            space = at
        if at - begin >= width and space > begin:
            letters[space] = "\n"
            begin, space = space + 1, -1
    return "".join(letters)
