"""Rewrites messages as people type them in a chat: shortened, in lower case, with slips."""

import random
import re
from dataclasses import replace

from training.augment.texts import read_texts
from training.labelled import Gold, Labelled

_TEXTS = read_texts("typing.toml")
_SHORTENED: dict[str, str] = _TEXTS["shortened"]
_KEYS: dict[str, str] = _TEXTS["neighbours"]
_CASED = frozenset(("ID_NUM", "URL", "USERNAME", "EMAIL_ADDRESS"))


def typing_noise(message: Labelled, rng: random.Random, careless: float) -> Labelled:
    """Type a message as people do in a chat. The text of the spans is kept.

    message (Labelled): The message.
    rng (random.Random): The only source of randomness.
    careless (float): How careless the typist is, from 0 (nothing changes) to 1.
    RETURNS (Labelled): The message with its spans on the same strings (or their lower case).
    """
    if careless == 0.0:
        return message
    lower = rng.random() < 0.6 * careless
    bare = rng.random() < 0.5 * careless
    glued = rng.random() < 0.12 * careless
    shouted = not lower and rng.random() < 0.03

    def outside(text: str) -> str:
        if lower:
            text = text.lower()
        if shouted:
            text = text.upper()
        if bare:
            text = re.sub(r"(?<=[a-z])['’](?=[a-z])", "", text, flags=re.I)
            text = re.sub(r"(?<=\w)[.!]+(?=\s|$)|^[.!]+(?=\s|$)", "", text)
        if glued:
            text = re.sub(r"([:,]) ", r"\1", text)
        return re.sub(r"[^\W\d_]+(?:'[a-z]+)?", word, text)

    def word(match: re.Match[str]) -> str:
        text = match[0]
        share = rng.random()
        if share < 0.10 * careless and text.lower() in _SHORTENED:
            return _SHORTENED[text.lower()]
        if share > 1 - 0.05 * careless and len(text) > 3 and text.isascii():
            return _typo(text, rng)
        return text

    def inside(text: str, label: str) -> str:
        changed = text.lower() if lower and label not in _CASED and rng.random() < 0.8 else text
        return changed if len(changed) == len(text) else text

    pieces: list[str] = []
    spans: list[Gold] = []
    position = length = 0
    for span in message.spans:
        before = outside(message.text[position : span.start])
        string = inside(message.text[span.start : span.end], span.label)
        start = length + len(before)
        length = start + len(string)
        pieces += [before, string]
        spans.append(replace(span, start=start, end=length))
        position = span.end
    pieces.append(outside(message.text[position:]))
    text = "".join(pieces)
    if not text.strip():
        return message
    return replace(message, text=text, spans=tuple(spans))


def _typo(word: str, rng: random.Random) -> str:
    at = rng.randint(1, len(word) - 2)
    letter = word[at]
    return rng.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + word[at + 1] + letter + word[at + 2 :],
            word[:at] + _KEYS.get(letter, letter) + word[at + 1 :],
        )
    )


def slip(string: str, rng: random.Random) -> str:
    """A value with one letter or digit wrong, as before a correction."""
    end = string.find("@") if "@" in string[1:] else len(string)
    places = [i for i in range(end) if string[i].isdigit()] or [
        i for i in range(end) if string[i].isalpha()
    ]
    if not places:
        return string
    at = rng.choice(places)
    others = "0123456789" if string[at].isdigit() else "abcdefghiklmnoprstuvy"
    new = rng.choice([c for c in others if c != string[at].lower()])
    return string[:at] + (new.upper() if string[at].isupper() else new) + string[at + 1 :]
