"""The shipped encoder, rewritten so that its upper layers read only what is in doubt."""

from typing import Any

import numpy
import pytest
from numpy.typing import NDArray
from spacy.language import Language

from spacy_piivot.architectures.onnx_session import OnnxShim
from spacy_piivot.errors import InputError

pytest.importorskip("onnx")
graph = pytest.importorskip("training.export.early_exit_graph")

WIDTH = 384
AFTER = 3
VECTOR = numpy.linspace(-1, 1, WIDTH, dtype="float32")
TEXTS = ("Okay Odile, what is 4/12?", "i think 1/3 but my friend tariq says it is one half")


@pytest.fixture(scope="module")
def shim(default_nlp: Language) -> OnnxShim:
    component: Any = default_nlp.get_pipe("potential_pii_ner")
    shim: OnnxShim = component.model.get_ref("encoder").shims[0]
    return shim


def rewritten(shim: OnnxShim, least: float, direction: NDArray | None = None) -> OnnxShim:
    """An encoder whose fourth layer exits, with estimates that are noise."""
    noise = numpy.random.default_rng(0).normal(size=(WIDTH + 1, 2 * WIDTH))
    weights = numpy.zeros(WIDTH) if direction is None else direction
    early = graph.EarlyExit(AFTER, weights, 0.0, least, [noise.astype("float32")], VECTOR)
    other = OnnxShim(threads=1)
    other.set_encoder(graph.exiting(shim.onnx, early), shim.tokenizer_json)
    return other


def framed(shim: OnnxShim) -> list[list[int]]:
    before, after = shim.frame()
    return [[*before, *shim.encode(text)[0], *after] for text in TEXTS]


def test_the_rounded_weights_come_back_as_they_were(shim: OnnxShim) -> None:
    model = graph.unquantised(shim.onnx)
    graph.quantise_rows(model)
    again = OnnxShim(threads=1)
    again.set_encoder(model.SerializeToString(), shim.tokenizer_json)
    for text in framed(shim):
        assert numpy.array_equal(again.run([text]), shim.run([text]))


def test_if_all_is_in_doubt_the_encoder_is_the_same(shim: OnnxShim) -> None:
    every = rewritten(shim, -1.0)
    for text in framed(shim):
        # Sums in another order are rounded to other integers now and then.
        difference = numpy.abs(every.run([text]) - shim.run([text]))
        assert difference.mean() < 0.01
        assert difference.max() < 0.3


def test_if_nothing_is_in_doubt_all_but_the_first_get_the_fixed_vector(shim: OnnxShim) -> None:
    none = rewritten(shim, 1.0)
    for text in framed(shim):
        (vectors,) = none.run([text])
        assert numpy.array_equal(vectors[1:], numpy.tile(VECTOR, (len(text) - 1, 1)))
        assert not numpy.allclose(vectors[0], VECTOR)


def test_what_goes_on_depends_on_the_text_alone(shim: OnnxShim) -> None:
    some = rewritten(shim, 0.0, numpy.random.default_rng(1).normal(size=WIDTH))
    texts = framed(shim)
    together = some.run(texts)
    for text, vectors in zip(texts, together, strict=True):
        (alone,) = some.run([text])
        assert numpy.array_equal(vectors[: len(text)], alone)
        fixed = (alone == VECTOR).all(axis=1)
        assert 0 < fixed.sum() < len(text) - 1


@pytest.mark.parametrize("after", [0, 5])
def test_there_must_be_layers_before_and_after(shim: OnnxShim, after: int) -> None:
    early = graph.EarlyExit(after, numpy.zeros(WIDTH), 0.0, 0.0, [], VECTOR)
    with pytest.raises(InputError, match="5 layers"):
        graph.exiting(shim.onnx, early)
