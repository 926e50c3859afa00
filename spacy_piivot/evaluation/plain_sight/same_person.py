"""Whether persons stay one, and apart, in a release: by a rule of our own, not the surrogates'."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import combinations

from ..core.shares import Share
from .statistics import Mention, NameWords

_SIMILAR = 0.7


@dataclass(frozen=True, slots=True)
class SamePerson:
    """Who is who before and after.

    pairs (Share): Pairs of mentions that are of one person in both versions, or in neither.
    split (Share): Dialogues in which a person becomes several.
    merged (Share): Dialogues in which persons with unlike names become one. Names with the same
        initial or similar spelling may be variants.
    """

    pairs: Share = field(default_factory=Share)
    split: Share = field(default_factory=Share)
    merged: Share = field(default_factory=Share)

    def __add__(self, other: "SamePerson") -> "SamePerson":
        return SamePerson(
            self.pairs + other.pairs, self.split + other.split, self.merged + other.merged
        )


def same_person(before: Sequence[Mention], after: Sequence[Mention]) -> SamePerson:
    """Compare who is who in a dialogue before and after.

    before (Sequence[Mention]): The mentions of the original.
    after (Sequence[Mention]): The same mentions in the release.
    RETURNS (SamePerson): The comparison of this dialogue.
    """
    old, new = (persons([one.parts for one in mentions]) for mentions in (before, after))
    # Each pair of written names counts once, however often they are mentioned.
    names = [(a.parts.words, b.parts.words) for a, b in zip(before, after, strict=True)]
    person_of = dict(zip(names, zip(old, new, strict=True), strict=True))
    agree = of = 0
    for (a, b), (c, d) in combinations(person_of.values(), 2):
        agree += (a == c) == (b == d)
        of += 1
    becomes: dict[int, set[int]] = defaultdict(set)
    comes: dict[int, dict[int, tuple[str, ...]]] = defaultdict(dict)
    for (words, _), (a, b) in person_of.items():
        becomes[a].add(b)
        comes[b].setdefault(a, words)
    merged = any(
        not _alike(one, other)
        for owners in comes.values()
        for one, other in combinations(owners.values(), 2)
    )
    return SamePerson(
        Share(agree, of),
        Share(int(any(len(found) > 1 for found in becomes.values())), 1),
        Share(int(merged), 1),
    )


def persons(names: Sequence[NameWords]) -> list[int]:
    """Tell who is who by the words of names.

    names (Sequence[NameWords]): The names, in order.
    RETURNS (list[int]): The number of a person for each. A full name is one person; a given or
        family name alone is the person who has it, if only one has.
    """
    full = {one.words for one in names if len(one.words) == 2}
    holders: dict[tuple[str, int], set[tuple[str, ...]]] = defaultdict(set)
    for words in full:
        for place, word in enumerate(words):
            holders[word, place].add(words)
    numbers: dict[tuple[str, ...], int] = {}
    result = []
    for one in names:
        key: tuple[str, ...] = one.words
        if len(key) == 1:
            owners = holders[key[0], 0 if one.given else 1]
            if len(owners) == 1:
                [key] = owners
        result.append(numbers.setdefault(key, len(numbers)))
    return result


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two names may be variants of one: "Katherine" and "Catherine", "Sam" and "Samira"."""
    return any(
        a[0] == b[0] or SequenceMatcher(None, a, b).ratio() >= _SIMILAR for a in one for b in other
    )
