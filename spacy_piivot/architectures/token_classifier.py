"""Builds classifiers that give tag probabilities per token, from any token vectors."""

from collections.abc import Callable
from typing import cast

from spacy.tokens import Doc
from thinc.api import Maxout, Model, Softmax_v2, chain, concatenate, with_array, zero_init
from thinc.types import Floats1d, Floats2d

from ..lang import ENGLISH, Lexicon
from .word_features import build_word_features


def build_token_classifier(
    tok2vec: Model[list[Doc], list[Floats2d]], nO: int | None = None
) -> Model[list[Doc], list[Floats2d]]:
    """Registered as `spacy_piivot.TokenClassifier.v1`.

    tok2vec (Model[list[Doc], list[Floats2d]]): A vector per token: tok2vec, `MessageWindows`
        around one, or a listener.
    nO (int | None): The number of tags; inferred at `initialize` if None.
    RETURNS (Model[list[Doc], list[Floats2d]]): Tag probabilities, one row per token.
    """
    width = tok2vec.get_dim("nO") if tok2vec.has_dim("nO") else None
    init: Callable = zero_init
    softmax = Softmax_v2(nO, width, init_W=init)
    model: Model[list[Doc], list[Floats2d]] = chain(tok2vec, with_array(softmax))
    model.set_ref("tok2vec", tok2vec)
    model.set_ref("softmax", softmax)
    return model


def build_token_and_role_classifier(
    tok2vec: Model[list[Doc], list[Floats2d]],
    hidden: int = 128,
    roles: int = 4,
    nO: int | None = None,
    lexicon: Lexicon | None = None,
) -> Model[list[Doc], list[Floats2d]]:
    """Registered as `spacy_piivot.TokenClassifier.v2`.

    A hidden layer reads a token's vector and its word features (`word_features`); one softmax
    gives its tag, another the role that it would have as a name.

    tok2vec (Model[list[Doc], list[Floats2d]]): A vector per token, as for `TokenClassifier.v1`.
    hidden (int): The width of the hidden layer.
    roles (int): The number of roles; 0 for only tags.
    nO (int | None): The number of tags and roles; inferred at `initialize` if None.
    lexicon (Lexicon | None): The words that define ordinary words (`spacy_piivot.Lexicon.v1`);
        English if None. Use those that the weights were trained with.
    RETURNS (Model[list[Doc], list[Floats2d]]): One row per token: tag probabilities, which sum
        to 1, then role probabilities, which also sum to 1.
    """
    softmax = tag_and_role_softmax(roles, nO, hidden)
    inner: Model[Floats2d, Floats2d] = chain(
        Maxout(hidden, nP=2, normalize=True, dropout=0.0), softmax
    )
    head: Model[list[Floats2d], list[Floats2d]] = with_array(inner)
    vectors: Model = concatenate(tok2vec, build_word_features(lexicon or ENGLISH))
    model: Model[list[Doc], list[Floats2d]] = chain(vectors, head)
    model.set_ref("tok2vec", tok2vec)
    model.set_ref("head", head)
    model.set_ref("softmax", softmax)
    return model


def tag_and_role_softmax(
    roles: int, nO: int | None = None, nI: int | None = None
) -> Model[Floats2d, Floats2d]:
    """A linear layer whose last columns have their own softmax.

    roles (int): The number of last columns; 0 for one softmax over all columns.
    nO (int | None): The number of columns; inferred at `initialize` if None.
    nI (int | None): The width of the input.
    RETURNS (Model[Floats2d, Floats2d]): Takes gradients with respect to the softmaxes' input,
        as `thinc.Softmax_v2` does.
    """
    return Model(
        "tag_and_role_softmax",
        _forward,
        init=_init,
        dims={"nO": nO, "nI": nI},
        params={"W": None, "b": None},
        attrs={"roles": roles},
    )


def _forward(
    model: Model[Floats2d, Floats2d], X: Floats2d, is_train: bool
) -> tuple[Floats2d, Callable[[Floats2d], Floats2d]]:
    W = cast(Floats2d, model.get_param("W"))
    b = cast(Floats1d, model.get_param("b"))
    roles = model.attrs["roles"]
    logits = model.ops.gemm(X, W, trans2=True) + b
    tags = logits.shape[1] - roles
    scores = model.ops.alloc2f(*logits.shape)
    scores[:, :tags] = model.ops.softmax(model.ops.as_contig(logits[:, :tags]))
    if roles:
        scores[:, tags:] = model.ops.softmax(model.ops.as_contig(logits[:, tags:]))

    def backprop(d_logits: Floats2d) -> Floats2d:
        model.inc_grad("b", d_logits.sum(axis=0))
        model.inc_grad("W", model.ops.gemm(d_logits, X, trans1=True))
        return model.ops.gemm(d_logits, W)

    return scores, backprop


def _init(
    model: Model[Floats2d, Floats2d], X: Floats2d | None = None, Y: Floats2d | None = None
) -> None:
    if X is not None and model.has_dim("nI") is None:
        model.set_dim("nI", X.shape[1])
    if Y is not None and model.has_dim("nO") is None:
        model.set_dim("nO", Y.shape[1])
    columns = model.get_dim("nO")
    model.set_param("W", zero_init(model.ops, (columns, model.get_dim("nI"))))
    model.set_param("b", zero_init(model.ops, (columns,)))
