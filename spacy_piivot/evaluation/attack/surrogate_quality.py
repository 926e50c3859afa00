"""Measures the surrogates of a release whose edits and originals are known.

Their form is checked with libraries (see `forms`). Genders and regions of names, and who is the
same person, come from the sources that made the surrogates; `plain_sight` compares them by other
lists.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.folding import fold
from ...core.speakers import speaker_name
from ...kinds.names.heritage import Heritages, joined, likeliest
from ...kinds.names.parsing import given_first, parse_name
from ...kinds.names.pools import name_key, name_pools
from ...kinds.places import Gazetteer
from ...lang import ENGLISH
from ...surrogates import Mention, mask, who_is_who
from ..core.shares import Share
from .forms import CODES, DATES, PHONES, keeps_form
from .reading_ease import reading_ease
from .released import ReleasedDialogue, ReleasedEdit

_MASK = re.compile(r"\[[A-Z_]+\]")
# Stripped from numbers, which are the same in any notation.
_NOTATION = re.compile(r"[\W_]+")


@dataclass(slots=True)
class SurrogateQuality:
    """The result of `surrogate_quality`.

    valid (Mapping[str, Share]): Surrogates with the form of their original, by label.
    unread (Mapping[str, int]): Dates and telephone numbers whose form no library could parse, by
        label: they are not in `valid`.
    gender (Share): Surrogates with the gender of their original, of names that have a gender.
    region (Share): Surrogates known in the region of their original, of names known in a region.
    consistent (Share): Originals that always have the same surrogate in their dialogue.
    collisions (int): Surrogates shared by two persons, numbers, places, … of a dialogue, or by
        two speakers with different names.
    reused (int): Surrogates that are, or contain, an original of their dialogue.
    readability (tuple[float, float]): Flesch reading ease before and after.
    """

    valid: dict[str, Share] = field(default_factory=dict)
    unread: dict[str, int] = field(default_factory=dict)
    gender: Share = field(default_factory=Share)
    region: Share = field(default_factory=Share)
    consistent: Share = field(default_factory=Share)
    collisions: int = 0
    reused: int = 0
    readability: tuple[float, float] = (0.0, 0.0)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        before, after = self.readability
        return {
            "valid": {label: share.to_dict("valid") for label, share in self.valid.items()},
            "unread": dict(self.unread),
            "gender": self.gender.to_dict("agree"),
            "region": self.region.to_dict("agree"),
            "consistent": self.consistent.to_dict("consistent"),
            "collisions": self.collisions,
            "originals_reused": self.reused,
            "reading_ease": {"before": before, "after": after},
        }


def surrogate_quality(dialogues: Sequence[ReleasedDialogue]) -> SurrogateQuality:
    """Measure the surrogates of a release.

    dialogues (Sequence[ReleasedDialogue]): The release, with edits and originals.
    RETURNS (SurrogateQuality): The measures; masks count for readability only.
    """
    quality = SurrogateQuality()
    texts: tuple[list[str], list[str]] = ([], [])
    for dialogue in dialogues:
        pairs = list(_pairs(dialogue))
        _count_dialogue(pairs, quality)
        quality.collisions += _merged_speakers(dialogue)
        for edit, original in pairs:
            _count_edit(edit, original, quality)
        for message in dialogue.messages:
            texts[0].append(message.original or "")
            texts[1].append(message.text)
    quality.readability = (reading_ease(texts[0]), reading_ease(texts[1]))
    return quality


def _pairs(dialogue: ReleasedDialogue) -> Iterator[tuple[ReleasedEdit, str]]:
    for message in dialogue.messages:
        for edit in message.edits or ():
            if edit.surrogate != mask(edit.label):
                yield edit, (message.original or "")[edit.start : edit.end]


def _count_dialogue(pairs: Sequence[tuple[ReleasedEdit, str]], quality: SurrogateQuality) -> None:
    people = who_is_who(
        {Mention(original, "NAME") for e, original in pairs if e.label == "NAME"}, lexicon=ENGLISH
    )
    persons = {name: person["id"] for person in people for name in person["names"]}
    own_parts = {part["text"] for person in people for part in person["parts"]}
    originals = {fold(original) for _, original in pairs}
    entities: dict[tuple[str, str], set[str]] = defaultdict(set)
    surrogates: dict[tuple[str, str], set[str]] = defaultdict(set)
    reused = set()
    for edit, original in pairs:
        new = fold(edit.surrogate)
        entities[edit.label, new].add(_entity(edit.label, original, persons))
        surrogates[edit.label, fold(original)].add(new)
        parts = {part.folded for part in parse_name(edit.surrogate, ENGLISH) if part.kind == "name"}
        if new in originals or (edit.label == "NAME" and parts & own_parts):
            reused.add((edit.label, new))
    quality.collisions += sum(len(owners) > 1 for owners in entities.values())
    quality.reused += len(reused)
    quality.consistent += Share(
        sum(len(given) == 1 for given in surrogates.values()), len(surrogates)
    )


def _merged_speakers(dialogue: ReleasedDialogue) -> int:
    """Count the released speaker names that replace several names."""
    originals: dict[tuple[str, ...], set[tuple[str, ...]]] = defaultdict(set)
    for message in dialogue.messages:
        name = speaker_name(message.speaker, ENGLISH)
        if name and message.original_speaker_name and not _MASK.search(message.speaker):
            originals[_key(name)].add(_key(message.original_speaker_name))
    return sum(len(names) > 1 for names in originals.values())


def _key(name: str) -> tuple[str, ...]:
    """Fold a name so that it is the same in any case and order."""
    parts = given_first(name, parse_name(name, ENGLISH), ENGLISH)
    return tuple(part.folded for part in parts)


def _entity(label: str, original: str, persons: Mapping[str, str]) -> str:
    if label == "NAME":
        return persons.get(original, fold(original))
    if label in PHONES or label in CODES:
        return _NOTATION.sub("", fold(original))
    if label == "LOCATION":
        return ENGLISH.part(Gazetteer).region(original) or fold(original)
    return fold(original)


def _count_edit(edit: ReleasedEdit, original: str, quality: SurrogateQuality) -> None:
    if edit.label == "NAME":
        _count_name(original, edit.surrogate, quality)
        return
    valid = keeps_form(edit.label, original, edit.surrogate)
    if valid is not None:
        quality.valid[edit.label] = quality.valid.get(edit.label, Share()) + Share(int(valid), 1)
    elif edit.label in DATES | PHONES:
        quality.unread[edit.label] = quality.unread.get(edit.label, 0) + 1


def _count_name(original: str, surrogate: str, quality: SurrogateQuality) -> None:
    pools = name_pools(ENGLISH)
    old, new = (
        [
            name_key(part.text)
            for part in given_first(text, parse_name(text, ENGLISH), ENGLISH)
            if part.kind == "name"
        ]
        for text in (original, surrogate)
    )
    if not old or len(old) != len(new):
        return
    first = old[0]
    is_given = pools.is_known(first, "given") and (
        len(old) > 1
        or pools.is_known(first, "given", pools.home)
        or not pools.is_known(first, "family", pools.home)
    )
    if is_given and (gender := pools.gender(first)):
        own = pools.gender(new[0]) or pools.gender(new[0], pools.region([(new[0], "given")]))
        quality.gender += Share(int(own == gender), 1)
    kinds = ["given" if is_given else "family", *["family"] * (len(old) - 1)]
    known = [(name, kind) for name, kind in zip(old, kinds, strict=True)]
    if origin := _origin(known):
        found = _origin([(name, kind) for name, (_, kind) in zip(new, known, strict=True)])
        quality.region += Share(int(found == origin), 1)


def _origin(known: Sequence[tuple[str, str]]) -> str:
    """The most likely family of regions of a name; "" if none of its parts is known."""
    heritages = ENGLISH.part(Heritages)
    regions = joined({}, *(heritages.of(name, kind) for name, kind in known), least=0.05)
    return likeliest(heritages.origins(regions), "")
