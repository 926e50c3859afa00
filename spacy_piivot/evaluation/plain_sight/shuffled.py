"""Dialogues with the names of other dialogues: what the best surrogates would look like."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ...core.folding import fold
from ...draws.casing import match_case
from ...kinds.names.pools import name_key
from ...lang.titles import NAME_WORD
from .name_lists import NameLists
from .statistics import mentions_of
from .versions import Text, Version


def shuffled(
    versions: Sequence[Version], folds: Sequence[int], lists: NameLists, seed: int
) -> list[Version]:
    """Give each person the name of somebody in another dialogue.

    versions (Sequence[Version]): The original dialogues.
    folds (Sequence[int]): The fold of each: names stay in their fold. Otherwise a name that the
        test data has once would be in the training data as a surrogate only.
    lists (NameLists): What is known of names: given names of one sex are exchanged.
    seed (int): The seed of the draws.
    RETURNS (list[Version]): The dialogues with real names that are not their own. A classifier
        that tells these from the originals sees the dialogue, not a generator of surrogates.
    """
    random = np.random.default_rng(seed)
    kinds = [_kinds(version, lists) for version in versions]
    pools: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
    for number, own in enumerate(kinds):
        for name, (kind, written) in own.items():
            pools[f"{folds[number]} {kind}"].append((number, name, written))
    result = []
    for number, (version, own) in enumerate(zip(versions, kinds, strict=True)):
        chosen: dict[str, str] = {}
        taken = {*own}
        for name, (kind, written) in own.items():
            pool = pools[f"{folds[number]} {kind}"]
            pool = [one for one in pool if one[0] != number and one[1] not in taken]
            _, key, chosen[name] = (
                pool[int(random.integers(len(pool)))] if pool else (number, name, written)
            )
            taken.add(key)
        result.append(_renamed(version, chosen))
    return result


def renamed(version: Version, name_of: Callable[[str], str]) -> Version:
    """Replace the words of all names in a dialogue.

    version (Version): The dialogue.
    name_of (Callable[[str], str]): Returns the new word for a folded word.
    RETURNS (Version): The dialogue with the new names, in the case of the old ones.
    """
    return Version([_renamed_message(message, name_of) for message in version.messages])


def _renamed(version: Version, chosen: Mapping[str, str]) -> Version:
    return renamed(version, lambda word: chosen.get(word, ""))


def _kinds(version: Version, lists: NameLists) -> dict[str, tuple[str, str]]:
    """Map each word of a name to its kind, and to how it is written.

    Of names of one kind, any may replace another.
    """
    found: dict[str, tuple[str, str]] = {}
    for mention in mentions_of(version):
        parts = mention.parts
        for written in NAME_WORD.findall(mention.written):
            word = _key(written)
            if word == parts.given:
                found.setdefault(word, (f"given {lists.sex(word)}", _stem(written)))
            elif word == parts.family:
                found.setdefault(word, ("family", _stem(written)))
    return found


def _stem(written: str) -> str:
    """Return a word of a name without a possessive ending."""
    return written[:-2] if fold(written).endswith("'s") else written


def _key(written: str) -> str:
    return name_key(_stem(written))


def _renamed_message(message: Text, name_of: Callable[[str], str]) -> Text:
    pieces: list[str] = []
    names = []
    at = length = 0
    for start, end in sorted(message.names):
        new = NAME_WORD.sub(lambda word: _new(word[0], name_of), message.text[start:end])
        kept = message.text[at:start]
        pieces += [kept, new]
        length += len(kept)
        names.append((length, length + len(new)))
        length += len(new)
        at = end
    return Text("".join([*pieces, message.text[at:]]), names, message.has_pii)


def _new(word: str, name_of: Callable[[str], str]) -> str:
    stem = _stem(word)
    new = name_of(name_key(stem))
    return match_case(stem, new) + word[len(stem) :] if new else word
