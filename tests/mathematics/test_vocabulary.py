import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
import spacy
from shared_pipelines import blank_english

from spacy_piivot.errors import InputError
from spacy_piivot.mathematics.vocabulary import (
    load_vocabulary,
    make_math_vocabulary,
    make_vocabulary,
    words_of,
)

FRENCH = """
plurals = [["al", "aux"], ["", "s"]]
everyday = ["nombre", "plus que"]

[[vocabulary]]
terms = ["aire", "nombre", "décimal"]
phrases = ["plus que", "droite numérique"]
"""


@pytest.fixture
def french(tmp_path: Path) -> str:
    path = tmp_path / "french.toml"
    path.write_text(FRENCH, "utf8")
    return str(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The x-axis", ["the", "x", "axis"]),
        ("the triangle's area", ["the", "triangle", "s", "area"]),
        ("the triangle’s area", ["the", "triangle", "s", "area"]),
        ("triangleʼs triangles' l’aire", ["triangle", "s", "triangles", "l", "aire"]),
        ("3x² cm² ½cup H₂O", ["x", "cm", "cup", "h", "o"]),
        ("", []),
    ],
)
def test_words_hold_letters_alone(text: str, words: list[str]) -> None:
    assert words_of(text) == words


def test_the_shipped_vocabulary_is_whole() -> None:
    english = load_vocabulary("en", everyday=True)
    assert len(english.terms) > 600
    assert {"numerator", "hypotenuse", "derivatives", "probability", "mean"} <= english.terms
    assert {"inches", "axes", "arrays", "capacities", "halves"} <= english.terms
    assert english.count_phrases("find the least common denominator".split()) == 2
    assert english.count_phrases("both x axes and how much".split()) == 1


def test_everyday_words_count_if_asked_for() -> None:
    english = load_vocabulary("en")
    everyday = load_vocabulary("en", everyday=True).terms - english.terms
    assert {"mean", "means", "even", "leg", "face", "volume", "cup", "power", "random", "event"} < (
        everyday
    )
    assert {"x", "y", "area", "number", "log"} < everyday
    assert {"numerator", "slope", "equation", "subtract"} <= english.terms
    words = "how much longer, how long is it to find x".split()
    assert english.count_phrases(words) == 1
    assert make_math_vocabulary("en", everyday=True).count_phrases(words) == 3


def test_everyday_words_are_words_of_the_lists() -> None:
    file = files("spacy_piivot") / "lang" / "en" / "mathematics.toml"
    content = tomllib.loads(file.read_text("utf8"))
    listed = [word for entry in content["vocabulary"] for word in entry["terms"] + entry["phrases"]]
    assert set(content["everyday"]) < set(listed)
    assert len(set(listed)) == len(listed)


def test_a_file_of_ones_own(french: str) -> None:
    own = make_math_vocabulary(path=french)
    assert own.terms == {"aire", "aires", "décimal", "décimaux"}
    assert own.phrases == {"droite": (("droite", "numérique"), ("droite", "numériques"))}
    whole = make_math_vocabulary(path=french, everyday=True, terms=["diagonal"])
    assert {"nombres", "diagonaux"} <= whole.terms
    assert whole.count_phrases(words_of("plus que l'aire")) == 1


def test_the_component_takes_a_file_and_keeps_it_when_saved(french: str, tmp_path: Path) -> None:
    nlp = blank_english()
    vocabulary = {"@misc": "spacy_piivot.MathVocabulary.v1", "path": french, "everyday": True}
    nlp.add_pipe("math_segmenter", config={"vocabulary": vocabulary})
    nlp.to_disk(tmp_path / "pipeline")
    loaded = spacy.load(tmp_path / "pipeline")
    for pipeline in (nlp, loaded):
        assert pipeline("le nombre").spans["math"].attrs["densities"] == [0.5]
        assert pipeline("the fraction").spans["math"].attrs["densities"] == [0.0]


def test_words_of_ones_own_alone_have_no_plurals() -> None:
    assert make_math_vocabulary(None, terms=["tarn"]).terms == {"tarn"}


def test_the_vocabulary_is_extended_not_changed() -> None:
    more = make_math_vocabulary("en", terms=["tarn", "mean"], phrases=["zog blip", "zog blip bo"])
    assert {"tarns", "mean"} <= more.terms
    assert more.count_phrases(["zog", "blips"]) == 1
    assert more.count_phrases(["zog", "blip", "bo"]) == 1
    assert not {"tarn", "mean"} & load_vocabulary("en").terms


@pytest.mark.parametrize(
    ("terms", "phrases"), [(["two words"], []), ([], ["one"]), (["7"], []), (["l'aire"], [])]
)
def test_what_is_no_word_or_phrase_is_an_error(terms: list[str], phrases: list[str]) -> None:
    with pytest.raises(InputError):
        make_vocabulary(terms, phrases)


def test_a_language_without_vocabulary_is_an_error() -> None:
    with pytest.raises(InputError, match="path"):
        load_vocabulary("xx")


@pytest.mark.parametrize(
    "content",
    [
        "no toml",
        "",
        "vocabulary = 3",
        "[[vocabulary]]\nterms = ['a']",
        "[[vocabulary]]\nterms = 'sum'\nphrases = []",
        "[[vocabulary]]\nterms = [3]\nphrases = []",
        "plurals = [['s']]\n[[vocabulary]]\nterms = []\nphrases = []",
        "plurals = [[1, 2]]\n[[vocabulary]]\nterms = []\nphrases = []",
        "everyday = 'mean'\n[[vocabulary]]\nterms = []\nphrases = []",
    ],
)
def test_a_file_that_is_no_vocabulary_is_an_error(tmp_path: Path, content: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(content, "utf8")
    with pytest.raises(InputError, match=r"own\.toml: is not a vocabulary"):
        make_math_vocabulary(path=str(path))


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml: cannot be read"):
        make_math_vocabulary(path=str(tmp_path / "none.toml"))
