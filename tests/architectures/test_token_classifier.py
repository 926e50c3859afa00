import numpy
import spacy
from shared_pipelines import blank_english
from thinc.api import Adam, Model

from spacy_piivot.architectures.message_windows import build_message_windows
from spacy_piivot.architectures.token_classifier import (
    build_token_and_role_classifier,
    build_token_classifier,
    tag_and_role_softmax,
)

NLP = blank_english()


def tok2vec() -> Model:
    config = {
        "model": {
            "@architectures": "spacy.HashEmbedCNN.v2",
            "width": 16,
            "depth": 1,
            "embed_size": 100,
            "window_size": 1,
            "maxout_pieces": 2,
            "subword_features": True,
            "pretrained_vectors": None,
        }
    }
    return spacy.registry.resolve(config)["model"]


def test_the_number_of_tags_is_inferred_from_the_targets() -> None:
    docs = [NLP.make_doc("Ana has three."), NLP.make_doc("Yes")]
    model = build_token_classifier(tok2vec())
    model.initialize(X=docs, Y=[numpy.zeros((len(doc), 5), dtype="f") for doc in docs])
    rows = model.predict(docs)
    assert [array.shape for array in rows] == [(4, 5), (1, 5)]
    for array in rows:
        numpy.testing.assert_allclose(array.sum(axis=1), 1, rtol=1e-5)


def test_the_number_of_tags_can_be_given() -> None:
    model = build_token_classifier(tok2vec(), nO=3)
    model.initialize(X=[NLP.make_doc("Ana")])
    assert model.predict([NLP.make_doc("Ana and Bo")])[0].shape == (3, 3)


def test_message_windows_fit_inside_and_outside() -> None:
    docs = [NLP.make_doc("Ana has three.")]
    targets = [numpy.zeros((4, 5), dtype="f")]
    inside = build_token_classifier(build_message_windows(tok2vec(), 1, 1, 0))
    outside = build_message_windows(build_token_classifier(tok2vec()), 1, 1, 0)
    for model in (inside, outside):
        model.initialize(X=docs, Y=targets)
        assert model.predict(docs)[0].shape == (4, 5)
        assert model.get_dim("nO") == 5


def test_tags_and_roles_have_a_softmax_each_and_learn_apart() -> None:
    docs = [NLP.make_doc("Ana has three."), NLP.make_doc("Yes")]
    targets = [numpy.zeros((len(doc), 3 + 2), dtype="f") for doc in docs]
    for rows in targets:
        rows[:, 1] = 1  # the second tag,
        rows[:, 4] = 1  # the second role
    model = build_token_and_role_classifier(tok2vec(), hidden=8, roles=2)
    model.initialize(X=docs, Y=targets)
    assert model.get_dim("nO") == 5
    optimizer = Adam(0.05)
    for _ in range(40):
        scores, backprop = model.begin_update(docs)
        for rows in scores:
            numpy.testing.assert_allclose(rows[:, :3].sum(axis=1), 1, rtol=1e-5)
            numpy.testing.assert_allclose(rows[:, 3:].sum(axis=1), 1, rtol=1e-5)
        backprop([rows - wanted for rows, wanted in zip(scores, targets, strict=True)])
        model.finish_update(optimizer)
    for rows in model.predict(docs):
        assert (rows[:, 1] > 0.9).all()
        assert (rows[:, 4] > 0.9).all()


def test_without_roles_one_softmax_is_over_all() -> None:
    doc = NLP.make_doc("Ana has three.")
    model = build_token_and_role_classifier(tok2vec(), hidden=8, roles=0)
    model.initialize(X=[doc], Y=[numpy.zeros((4, 3), dtype="f")])
    numpy.testing.assert_allclose(model.predict([doc])[0].sum(axis=1), 1, rtol=1e-5)


def test_the_gradient_is_that_of_the_cross_entropy() -> None:
    """Against finite differences, through the linear layer."""
    layer = tag_and_role_softmax(roles=2, nO=5, nI=3)
    layer.initialize()
    rng = numpy.random.default_rng(0)
    layer.set_param("W", rng.normal(size=(5, 3)).astype("f"))
    X = rng.normal(size=(4, 3)).astype("f")
    Y = numpy.eye(5, dtype="f")[[0, 1, 2, 0]] + numpy.eye(5, dtype="f")[[3, 4, 3, 4]]

    def loss(inputs: numpy.ndarray) -> float:
        return -float((numpy.log(layer.predict(inputs)) * Y).sum())

    scores, backprop = layer.begin_update(X)
    d_X = backprop(scores - Y)
    for row, column in ((0, 0), (2, 1), (3, 2)):
        step = numpy.zeros_like(X)
        step[row, column] = 1e-2
        estimate = (loss(X + step) - loss(X - step)) / 2e-2
        assert abs(estimate - d_X[row, column]) < 2e-3
