import pickle
from itertools import combinations

import numpy
import pytest
from spacy.util import registry

from spacy_piivot.mathematics.embedders import MiniLMEmbedder, StaticEmbedder
from spacy_piivot.mathematics.minilm import PACKAGE

TEXTS = [
    "what is the area of the triangle",
    "the triangle's base times its height",
    "is it 3/4 or 1/2?",
    "so three quarters and one half are fractions",
    "see you tomorrow, bye",
    "goodbye, have a nice weekend",
]


@pytest.fixture(
    scope="module", params=["Static", pytest.param("MiniLM", marks=pytest.mark.external)]
)
def embedder(request: pytest.FixtureRequest):
    if request.param == "MiniLM":
        pytest.importorskip("transformers")
        pytest.importorskip(PACKAGE)
    return registry.misc.get(f"spacy_piivot.{request.param}Embedder.v1")()


def test_vectors_have_length_one(embedder) -> None:
    vectors = embedder(TEXTS)
    assert vectors.dtype == numpy.float32
    assert vectors.shape[0] == len(TEXTS)
    numpy.testing.assert_allclose(numpy.linalg.norm(vectors, axis=1), 1, rtol=1e-5)
    assert embedder([]).shape == (0, vectors.shape[1])


def test_a_text_without_words_is_zero(embedder) -> None:
    assert not embedder(["", " ", "\n\t"]).any()


def test_a_vector_does_not_depend_on_the_other_texts(embedder) -> None:
    together = embedder([*TEXTS, "x " * 400])
    for text, vector in zip(TEXTS, together, strict=False):
        assert (embedder([text])[0] == vector).all()


def test_what_talks_of_the_same_is_above_the_threshold(embedder) -> None:
    vectors = embedder(TEXTS)
    similar = {
        pair for pair in combinations(range(6), 2) if vectors[pair[0]] @ vectors[pair[1]] > 0.3
    }
    assert similar == {(0, 1), (2, 3), (4, 5)}


def test_a_copy_in_another_process_says_the_same(embedder) -> None:
    expected = embedder(TEXTS)
    data = pickle.dumps(embedder)
    assert len(data) < 1000
    assert (pickle.loads(data)(TEXTS) == expected).all()


def test_long_and_odd_texts_are_embedded(embedder) -> None:
    assert embedder(["2x + 3 = 7 " * 5_000, "👍🏽", "привет", "x" * 10_000]).shape[0] == 4


@pytest.mark.external
def test_the_table_agrees_with_the_model() -> None:
    pytest.importorskip("transformers")
    pytest.importorskip(PACKAGE)
    first, second = StaticEmbedder()(TEXTS), MiniLMEmbedder()(TEXTS)
    pairs = numpy.triu_indices(len(TEXTS), 1)
    similarities = ((vectors @ vectors.T)[pairs] for vectors in (first, second))
    assert numpy.corrcoef(*similarities)[0, 1] > 0.8
