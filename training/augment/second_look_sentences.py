"""Short dialogues with words that taggers take for names, and with names in the same places.

The sentences and words are those of `corpus/templates/second_look.toml`.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from training.augment.name_pool import NamePool
from training.augment.texts import lines, read_texts
from training.labelled import Gold, Labelled, LabelledDialogue

_KINDS = read_texts("second_look.toml")
# Kinds whose words are names, and the number of dialogues per kind.
NAMES: frozenset[str] = frozenset(kind for kind, entry in _KINDS.items() if entry.get("names"))
DIALOGUES: Mapping[str, int] = {kind: entry["dialogues"] for kind, entry in _KINDS.items()}

_SLOT = re.compile(r"\{(x|X|word|spelled|name)\}")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def sentence_dialogues(
    pool: NamePool, others: Sequence[Labelled], rng: random.Random
) -> Iterator[LabelledDialogue]:
    """Dialogues about one word each, between messages without names.

    pool (NamePool): Draws the names.
    others (Sequence[Labelled]): Messages without names.
    rng (random.Random): The only source of randomness.
    YIELDS (LabelledDialogue): A dialogue of the corpus "template".
    """
    for kind, count in DIALOGUES.items():
        entry = _KINDS[kind]
        sentences = lines(_KINDS[entry.get("sentences_of", kind)]["sentences"])
        for number in range(count):
            word = _word(kind, entry, pool, rng)
            said = rng.sample(sentences, rng.randint(1, min(5, len(sentences))))
            lower, capitals = rng.random() < 0.2, rng.random() < 0.06
            messages = [rng.choice(others)]
            for sentence in said:
                name = pool.forename(rng)
                messages.append(_fill(sentence, word, name, kind in NAMES, lower, capitals))
                if rng.random() < 0.5:
                    messages.append(rng.choice(others))
            yield LabelledDialogue(f"{kind}-{number}", "template", tuple(messages))


def _word(kind: str, entry: Mapping[str, Any], pool: NamePool, rng: random.Random) -> str:
    if kind == "names":
        return pool.forename(rng)
    word = rng.choice(entry["words"])
    return _misspelt(word, rng) if kind == "misspelt" else word


def _misspelt(word: str, rng: random.Random) -> str:
    at = rng.randrange(1, len(word) - 1)
    kind = rng.randrange(4)
    if kind == 0:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind == 2:
        return word[:at] + word[at] + word[at:]
    return word[:at] + rng.choice(_LETTERS) + word[at + 1 :]


def _fill(
    sentence: str, word: str, name: str, is_name: bool, lower: bool, capitals: bool
) -> Labelled:
    text, spans, position = "", [], 0
    for slot in _SLOT.finditer(sentence):
        text += _in_case(sentence[position : slot.start()], lower, capitals)
        value, labelled = _value(slot[1], word, name, is_name)
        value = _in_case(value, lower, capitals)
        if labelled:
            spans.append(Gold(len(text), len(text) + len(value), "NAME", "participant"))
        text += value
        position = slot.end()
    text += _in_case(sentence[position:], lower, capitals)
    return Labelled("", text, tuple(spans))


def _value(slot: str, word: str, name: str, is_name: bool) -> tuple[str, bool]:
    if slot == "name":
        return name, True
    if slot == "spelled":
        return "-".join(word.upper()), False
    if slot == "word":
        return word, is_name
    if slot == "x":
        return word.lower(), is_name
    return word[:1].upper() + word[1:], is_name


def _in_case(text: str, lower: bool, capitals: bool) -> str:
    changed = text.upper() if capitals else text.lower() if lower else text
    return changed if len(changed) == len(text) else text
