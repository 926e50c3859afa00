import numpy
import spacy
from thinc.api import Model

from spacy_piivot.architectures.message_windows import build_message_windows
from spacy_piivot.architectures.token_classifier import build_token_classifier

NLP = spacy.blank("en")


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
