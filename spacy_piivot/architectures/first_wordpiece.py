"""Pools the first wordpiece of each token, and also accepts tokens without wordpieces.

thinc's `reduce_first.v1` rejects them, and the line break between two messages is one.
"""

from collections.abc import Callable

from thinc.api import Model
from thinc.types import Floats2d, Ragged


def build_first_wordpiece() -> Model[Ragged, Floats2d]:
    """Registered as `spacy_piivot.FirstWordpiece.v1`.

    RETURNS (Model[Ragged, Floats2d]): For the `pooling` of a layer of spacy-transformers. Takes
        wordpiece vectors, shape (wordpieces, width), and returns the first one of each token,
        shape (tokens, width); zeros for a token without wordpieces. This is the aggregation of
        Zent et al. (2025).
    """
    return Model("first_wordpiece", forward)


def forward(
    model: Model[Ragged, Floats2d], wordpieces: Ragged, is_train: bool
) -> tuple[Floats2d, Callable[[Floats2d], Ragged]]:
    xp = model.ops.xp
    data, lengths = wordpieces.dataXd, wordpieces.lengths
    starts = xp.cumsum(lengths) - lengths
    has_any = lengths > 0
    vectors = model.ops.alloc2f(len(lengths), data.shape[-1])
    vectors[has_any] = data[starts[has_any]]

    def backprop(d_vectors: Floats2d) -> Ragged:
        d_data = model.ops.alloc2f(*data.shape)
        d_data[starts[has_any]] = d_vectors[has_any]
        return Ragged(d_data, lengths)

    return vectors, backprop
