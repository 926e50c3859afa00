import numpy
from numpy.testing import assert_array_equal
from thinc.api import Ragged

from spacy_piivot.architectures.first_wordpiece import build_first_wordpiece

DATA = numpy.arange(10, dtype="f").reshape(5, 2)
WORDPIECES = Ragged(DATA, numpy.array([2, 0, 1, 2, 0], dtype="i"))


def test_a_token_has_its_first_wordpiece_or_zeros() -> None:
    vectors = build_first_wordpiece().predict(WORDPIECES)
    assert_array_equal(vectors, [[0, 1], [0, 0], [4, 5], [6, 7], [0, 0]])


def test_gradients_go_to_the_first_wordpieces_alone() -> None:
    _, backprop = build_first_wordpiece()(WORDPIECES, is_train=True)
    gradient = backprop(numpy.arange(10, 20, dtype="f").reshape(5, 2))
    assert_array_equal(gradient.dataXd, [[10, 11], [0, 0], [14, 15], [16, 17], [0, 0]])
    assert_array_equal(gradient.lengths, WORDPIECES.lengths)


def test_no_token_at_all() -> None:
    nothing = Ragged(numpy.zeros((0, 3), dtype="f"), numpy.zeros((0,), dtype="i"))
    vectors, backprop = build_first_wordpiece()(nothing, is_train=True)
    assert vectors.shape == (0, 3)
    assert backprop(vectors).dataXd.shape == (0, 3)
