import pytest

from spacy_piivot.errors import InputError
from spacy_piivot.mathematics.density import math_content, math_density
from spacy_piivot.mathematics.vocabulary import load_vocabulary, make_math_vocabulary

SMALL = make_math_vocabulary(None, ["slope", "sum"], ["common denominator", "number line"])


@pytest.mark.parametrize(
    ("text", "tokens", "density"),
    [
        ("", 0, 0.0),
        ("hello there", 2, 0.0),
        ("the slope", 2, 1 / 2),
        ("slope slope slope", 3, 1 / 3),
        ("slope and sums", 3, 2 / 3),
        ("a common denominator, the common denominator", 6, 3 / 6),
        ("x = 3", 3, 2 / 3),
        ("the slope is 1/2", 4, (1 + 2) / 4),
    ],
)
def test_density_is_equation_1(text: str, tokens: int, density: float) -> None:
    """Terms count once, phrases and patterns each time: 1, 1.5 and 2 over the tokens."""
    assert math_density(text, tokens, SMALL) == pytest.approx(density)


def test_content_is_told_by_kind() -> None:
    content = math_content("Slope: 3x + 2 = 1/2 on the number line", SMALL)
    assert (content.terms, content.phrases) == (1, 1)
    assert content.patterns == {"arithmetic": 2, "coefficients": 1, "fractions": 1}
    assert content.weight == 1 + 1.5 + 2 * 4


def test_the_shipped_vocabulary_is_whole() -> None:
    english = load_vocabulary("en")
    assert len(english.terms) > 500
    assert {"numerator", "hypotenuse", "derivatives", "probability"} <= english.terms
    assert english.count_phrases("find the least common denominator".split()) == 2


def test_the_vocabulary_is_extended_not_changed() -> None:
    more = load_vocabulary("en").extended(["tarn"], ["zog blip"])
    assert "tarns" in more.terms
    assert more.count_phrases(["zog", "blips"]) == 1
    assert "tarn" not in load_vocabulary("en").terms


@pytest.mark.parametrize(("terms", "phrases"), [(["two words"], []), ([], ["one"]), (["7"], [])])
def test_what_is_no_word_or_phrase_is_an_error(terms: list[str], phrases: list[str]) -> None:
    with pytest.raises(InputError):
        make_math_vocabulary("en", terms, phrases)


def test_a_language_without_vocabulary_is_an_error() -> None:
    with pytest.raises(InputError, match="terms and phrases"):
        load_vocabulary("xx")
