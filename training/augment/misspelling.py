"""Misspells ordinary words as learners of English do, so that an odd word is not taken for a name.

The words and letters are in `corpus/templates/misspelling.toml`.
"""

import random
import re

from training.augment.texts import read_texts
from training.labelled import Edit, Gold, Labelled, Lookalike, edit

_TEXTS = read_texts("misspelling.toml")
_WORDS: dict[str, list[str]] = _TEXTS["words"]
_CHANGES: list[tuple[str, str]] = [
    (change.split(" ")[0], change.split(" ")[1]) for change in _TEXTS["changes"]
]
_WORD = re.compile(r"[A-Za-z]{3,}(?:['’][a-z]{1,2})?")
# The share of misspelt words whose first letter also changes case.
_CASE = 0.15
# Other words than the listed ones are misspelt less often.
_UNLISTED = 0.35


def misspell(message: Labelled, rng: random.Random, rate: float) -> Labelled:
    """Misspell some words of a message outside its spans and lookalikes.

    message (Labelled): The message.
    rng (random.Random): The only source of randomness.
    rate (float): How likely a word is misspelt, if it is listed.
    RETURNS (Labelled): The message, with its spans on the same strings.
    """
    if rate <= 0:
        return message
    entries: list[Gold | Lookalike] = [*message.spans, *message.lookalikes]
    edits = []
    for match in _WORD.finditer(message.text):
        if any(one.start < match.end() and match.start() < one.end for one in entries):
            continue
        listed = match[0].lower() in _WORDS
        if rng.random() >= (rate if listed else _UNLISTED * rate):
            continue
        new = misspelt(match[0], rng)
        if new != match[0]:
            edits.append(Edit(match.start(), match.end(), new))
    return edit(message, edits) if edits else message


def misspelt(word: str, rng: random.Random) -> str:
    """A word as a learner may write it.

    word (str): The word, in any case.
    rng (random.Random): The only source of randomness.
    RETURNS (str): The misspelt word, in the same case but for its first letter; the same word if
        no change fits.
    """
    if word.isupper():
        return word
    lower = word.lower()
    new = rng.choice(_WORDS[lower]) if lower in _WORDS else _changed(lower, rng)
    capital = word[0].isupper()
    if rng.random() < _CASE:
        capital = not capital
    return new[:1].upper() + new[1:] if capital else new


def _changed(word: str, rng: random.Random) -> str:
    fitting = [
        (old, new)
        for old, new in _CHANGES
        if (word.endswith(old[:-1]) if old.endswith("$") else old in word[1:])
    ]
    if not fitting:
        return word
    old, new = rng.choice(fitting)
    if old.endswith("$"):
        return word[: len(word) - len(old) + 1] + new.rstrip("$")
    places = [at for at in range(1, len(word)) if word.startswith(old, at)]
    at = rng.choice(places)
    return word[:at] + new + word[at + len(old) :]
