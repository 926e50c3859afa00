import pytest

from spacy_piivot.lang import ENGLISH
from spacy_piivot.mathematics.density import math_content, math_densities, math_density
from spacy_piivot.mathematics.vocabulary import make_vocabulary

SMALL = make_vocabulary(
    ["slope", "sum"], ["common denominator", "number line"], plurals=(("", "s"),)
)


@pytest.mark.parametrize(
    ("text", "tokens", "density"),
    [
        ("", 0, 0.0),
        ("hello there", 2, 0.0),
        ("the slope", 2, 1 / 2),
        ("slope slope slope", 3, 1 / 3),
        ("slope and sums", 3, 2 / 3),
        ("the slope's sum", 4, 2 / 4),
        ("a common denominator, the common denominator", 6, 3 / 6),
        ("x = 3", 3, 2 / 3),
        ("the slope is 1/2", 4, (1 + 2) / 4),
    ],
)
def test_density_is_equation_1(text: str, tokens: int, density: float) -> None:
    """Terms count once, phrases and patterns each time: 1, 1.5 and 2 over the tokens."""
    assert math_density(text, tokens, ENGLISH, SMALL) == pytest.approx(density)


def test_content_is_told_by_kind() -> None:
    content = math_content("Slope: 3x + 2 = 1/2 on the number line", ENGLISH, SMALL)
    assert (content.terms, content.phrases) == (1, 1)
    assert content.patterns == {"arithmetic": 2, "coefficients": 1, "fractions": 1}
    assert content.weight == 1 + 1.5 + 2 * 4


def test_addresses_hold_no_mathematics() -> None:
    text = "slope@sum.org https://slope.org/sum?x=1&y=2 sum.org/slope x=1"
    assert math_content(text, ENGLISH, SMALL).weight == 2


def test_densities_come_one_a_message() -> None:
    texts = [("the slope", 2), ("hello", 1), ("the slope", 2)]
    assert math_densities(texts, ENGLISH, SMALL) == [0.5, 0.0, 0.5]
