import numpy
import pytest

from spacy_piivot.mathematics.segments import math_segments


class Directions:
    """An embedder whose vectors are given, and that remembers what it was asked."""

    def __init__(self, **vectors):
        self.vectors = vectors
        self.texts: list[str] = []

    def __call__(self, texts):
        self.texts += texts
        return numpy.array([self.vectors[text] for text in texts], numpy.float32)


EMBED = {"m": (1, 0), "n": (0.6, 0.8), "o": (0, 1), "e": (0, 0)}


def segments(texts: str, dense: str, similarity: float = 0.3):
    embed = Directions(**EMBED)
    densities = [1.0 if mark == "x" else 0.0 for mark in dense]
    return math_segments(list(texts), densities, embed, 0.05, similarity), embed


@pytest.mark.parametrize(
    ("texts", "dense", "found"),
    [
        ("", "", []),
        ("m", ".", []),
        ("m", "x", [(0, 1)]),
        ("mm", "xx", [(0, 2)]),
        ("omo", ".x.", [(1, 2)]),
        ("nmn", ".x.", [(0, 3)]),
        ("emo", ".x.", [(1, 2)]),
        ("mnom", "x..x", [(0, 4)]),
        ("mooom", "x...x", [(0, 1), (4, 5)]),
    ],
)
def test_segments(texts: str, dense: str, found: list[tuple[int, int]]) -> None:
    assert segments(texts, dense)[0] == found


def test_the_centroid_runs_along() -> None:
    """ "o" is not similar to "m", but to "m" and "n" together."""
    assert segments("mo", "x.", 0.3)[0] == [(0, 1)]
    assert segments("mno", "x..", 0.3)[0] == [(0, 3)]


def test_a_density_at_the_threshold_is_no_anchor() -> None:
    embed = Directions(**EMBED)
    assert math_segments(["m", "m"], [0.05, 0.06], embed, 0.05, 0.99) == [(0, 2)]
    assert math_segments(["m"], [0.05], embed, 0.05, 0.3) == []


def test_only_what_expansion_can_reach_is_embedded_and_repeats_once() -> None:
    _, embed = segments("ooomooo", "...x...")
    assert sorted(embed.texts) == ["m", "o"]
    _, embed = segments("mmm", "xxx")
    assert embed.texts == []
    _, embed = segments("mmm", "...")
    assert embed.texts == []


def test_segments_that_meet_grow_on_as_one() -> None:
    """ "o" is similar to what both hold together, not to the second alone."""
    assert segments("nmmo", "x.x.", 0.2)[0] == [(0, 4)]
    assert segments("mmo", "..x", 0.2)[0] == [(2, 3)]


@pytest.mark.parametrize(
    ("dense", "found"),
    [
        ("x." * 10_000, [(0, 20_000)]),
        ("x" + "." * 19_999, [(0, 20_000)]),
        ("." * 10_000 + "x" + "." * 9_999, [(0, 20_000)]),
        ("x" * 20_000, [(0, 20_000)]),
        ("." * 20_000, []),
    ],
)
def test_a_long_dialogue_takes_linear_time(dense: str, found: list[tuple[int, int]]) -> None:
    """With quadratic growth these would not come back."""
    assert segments("mn" * 10_000, dense)[0] == found
