"""Measure what surrogates reveal of their originals: mutual information, also of shuffled pairs.

    python benchmarks/surrogate_information.py [--names 2000] [--shuffles 1000]

Every original is alone in its own document, under its own key. A surrogate may depend only on the
region and gender that the original points to and on its form. So pairs are shuffled among originals
that agree in these, and the mutual information of the first letter, the last letter and the length
(for numbers, the digits) is compared with that of the shuffled pairs, which is chance. Prints a
table.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from spacy_piivot.kinds.names.pools import name_pools
from spacy_piivot.surrogates import Mention, assign

FEATURES: dict[str, Callable[[str], str]] = {
    "first letter": lambda text: text[0].lower(),
    "last letter": lambda text: text[-1].lower(),
    "length": lambda text: str(len(text)),
}
# Half of the names are those of English-speaking classrooms.
SHARE_OF_HOME = 0.5
SYLLABLES = ("ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo")


@dataclass(frozen=True, slots=True)
class Pair:
    """An original, its surrogate, and what the surrogate may depend on."""

    original: str
    surrogate: str
    stratum: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The mutual information of one feature.

    bits (float): Mutual information of the pairs.
    chance (float): The mean for shuffled pairs.
    bound (float): 95% of the shuffles stay below this.
    p (float): The share of shuffles with as much.
    same (float): How often the feature is the same in a pair.
    same_by_chance (float): How often it is the same in shuffled pairs.
    """

    kind: str
    feature: str
    bits: float
    chance: float
    bound: float
    p: float
    same: float
    same_by_chance: float


def main(
    names: Annotated[int, typer.Option(help="How many originals of each kind.")] = 2000,
    shuffles: Annotated[int, typer.Option(help="Number of shuffles.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of originals, keys and shuffles.")] = 0,
) -> None:
    """Print one line per kind and feature."""
    print(f"{names} originals of each kind, {shuffles} shuffles; bits\n")
    print("| | feature | measured | shuffled: mean, 95% below | p | the same | by chance |")
    print("|---|---|---|---|---|---|---|")
    for row in measure(names, shuffles, seed):
        print(
            f"| {row.kind} | {row.feature} | {row.bits:.3f} | {row.chance:.3f}, {row.bound:.3f} "
            f"| {row.p:.2f} | {row.same:.1%} | {row.same_by_chance:.1%} |"
        )


def measure(count: int, shuffles: int, seed: int = 0) -> Iterator[Row]:
    """Measure all kinds and features.

    count (int): How many originals of each kind.
    shuffles (int): Number of shuffles.
    seed (int): Seed of originals, keys and shuffles.
    YIELDS (Row): One per kind and feature.
    """
    people = list(full_names(count, Random(seed)))
    kinds: dict[str, list[Pair]] = {
        "given names": [given for given, _ in people],
        "family names": [family for _, family in people],
        "handles without a name": list(handles(count, Random(seed))),
    }
    for kind, pairs in kinds.items():
        for feature, read in FEATURES.items():
            yield compare(kind, feature, pairs, read, shuffles, seed)
    digits = list(digit_pairs(count, Random(seed)))
    yield compare("digits of ids and codes", "digit", digits, str, shuffles, seed)


def full_names(count: int, random: Random) -> Iterator[tuple[Pair, Pair]]:
    """Pairs of given names and of family names, each full name in its own document."""
    pools = name_pools()
    others = [region for region in pools.regions if region != pools.home]
    while count:
        region = pools.home if random.random() < SHARE_OF_HOME else random.choice(others)
        gender = random.choice(("male", "female"))
        given = _draw(random, "given", region, gender)
        family = _draw(random, "family", region, "")
        if not given or not family:
            continue
        released = surrogate_of(f"{given} {family}", "NAME", random).split()
        if len(released) != 2:
            continue
        known = [(given.lower(), "given"), (family.lower(), "family")]
        whole = pools.region(known)
        own = pools.region(known[1:]) if pools.is_known(family.lower(), "family") else whole
        yield (
            Pair(given, released[0], (whole, pools.gender(given.lower(), whole))),
            Pair(family, released[1], (own,)),
        )
        count -= 1


def handles(count: int, random: Random) -> Iterator[Pair]:
    """Pairs of handles that contain no name in their document."""
    for _ in range(count):
        handle = "".join(random.choice(SYLLABLES) for _ in range(random.randint(2, 5)))
        released = surrogate_of(f"@{handle}", "USERNAME", random)
        yield Pair(handle, released.lstrip("@"), ())


def digit_pairs(count: int, random: Random) -> Iterator[Pair]:
    """Pairs of digits at the same place of a handle, a postcode and an id."""
    for number in range(count):
        digits = "".join(random.choice("0123456789") for _ in range(5))
        label, text = (
            ("USERNAME", f"@zyx_{digits}"),
            ("LOCATION", f"Ohio {digits}"),
            ("ID_NUM", f"7{digits}"),
        )[number % 3]
        released = surrogate_of(text, label, random)[-5:]
        for old, new in zip(digits, released, strict=True):
            yield Pair(old, new, (label,))


def surrogate_of(text: str, label: str, random: Random) -> str:
    """The surrogate of an original that is alone in its document, under a fresh key."""
    mention = Mention(text, label)
    return assign([mention], key=random.randbytes(32), scope="", text=text)[mention]


def compare(
    kind: str,
    feature: str,
    pairs: Sequence[Pair],
    read: Callable[[str], str],
    shuffles: int,
    seed: int,
) -> Row:
    """Measure one feature, and again with the surrogates shuffled within the strata.

    kind (str): The kind of original.
    feature (str): The name of the feature.
    pairs (Sequence[Pair]): The pairs.
    read (Callable[[str], str]): Reads the feature of a text.
    shuffles (int): Number of shuffles.
    seed (int): Seed of the shuffles.
    RETURNS (Row): The result.
    """
    old, new = (
        np.unique([read(text) for text in texts], return_inverse=True)
        for texts in ([p.original for p in pairs], [p.surrogate for p in pairs])
    )
    same = _same(old[0], new[0])
    strata: dict[tuple[str, ...], list[int]] = {}
    for at, pair in enumerate(pairs):
        strata.setdefault(pair.stratum, []).append(at)
    places = [np.array(members) for members in strata.values()]
    generator = np.random.default_rng(seed)
    bits, equal = mutual_information(old[1], new[1], same)
    shuffled = []
    for _ in range(shuffles):
        mixed = new[1].copy()
        for members in places:
            mixed[members] = new[1][generator.permutation(members)]
        shuffled.append(mutual_information(old[1], mixed, same))
    chances = np.array([found for found, _ in shuffled])
    return Row(
        kind,
        feature,
        bits,
        float(chances.mean()),
        float(np.quantile(chances, 0.95)),
        float((1 + (chances >= bits).sum()) / (1 + shuffles)),
        equal,
        float(np.mean([found for _, found in shuffled])),
    )


def mutual_information(
    old: NDArray[np.intp], new: NDArray[np.intp], same: NDArray[np.bool_]
) -> tuple[float, float]:
    """The mutual information of two coded features in bits, and how often they are the same.

    old (NDArray): The feature of the originals, as codes.
    new (NDArray): The feature of the surrogates, as codes.
    same (NDArray): Which codes of the two mean the same.
    RETURNS (tuple[float, float]): Bits, and a share.
    """
    counts = np.bincount(old * same.shape[1] + new, minlength=same.size).reshape(same.shape)
    joint = counts / counts.sum()
    expected = np.outer(joint.sum(1), joint.sum(0))
    seen = joint > 0
    bits = float((joint[seen] * np.log2(joint[seen] / expected[seen])).sum())
    return bits, float(joint[same].sum())


def _same(old: NDArray[np.str_], new: NDArray[np.str_]) -> NDArray[np.bool_]:
    return np.array(old[:, None] == new[None, :])


def _draw(random: Random, kind: str, region: str, gender: str) -> str:
    pools = name_pools().candidates(
        kind, script="LATIN", region=region, gender=gender, ascii_only=True
    )
    pool = next(pools)
    return random.choice(pool) if pool else ""


if __name__ == "__main__":
    typer.run(main)
