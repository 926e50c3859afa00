"""The ONNX encoder on a model small enough to compute by hand.

A wordpiece's vector is its row of a table plus the mean row of all wordpieces that the mask keeps.
"""

import copy
import multiprocessing
import pickle
import threading
from pathlib import Path
from typing import Any

import numpy
import onnx
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from onnx import TensorProto, helper, numpy_helper
from shared_pipelines import blank_english
from spacy.tokens import Doc
from thinc.api import Model
from tokenizers import AddedToken, Tokenizer
from tokenizers.models import WordPiece
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing

from spacy_piivot.architectures.onnx_encoder import (
    TOKEN_WORDPIECES,
    NotTrainable,
    build_onnx_encoder,
    first_wordpieces,
    set_onnx_encoder,
)
from spacy_piivot.architectures.onnx_session import (
    ALONE,
    ATTENTION_MASK,
    EXACT_PRODUCTS,
    INPUT_IDS,
    MAX_WORDPIECES,
    PROVIDERS,
    VECTORS,
    NoOnnxEncoder,
    _survives_a_fork,
)

WIDTH = 5
LONGEST = 40
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "cannot", "maria", "1", "/", "2", "!", "x", "##x"]
VOCABULARY = {word: number for number, word in enumerate(WORDS)}
TABLE = numpy.random.default_rng(1).normal(size=(len(WORDS), WIDTH)).astype("float32")
NLP = blank_english()


def tokenizer() -> Tokenizer:
    made = Tokenizer(WordPiece(VOCABULARY, unk_token="[UNK]", max_input_chars_per_word=1000))
    made.pre_tokenizer = BertPreTokenizer()
    made.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    made.add_special_tokens([AddedToken(word, special=True) for word in ("[CLS]", "[SEP]")])
    return made


def onnx_bytes(exact: bool | None = None, **properties: str) -> bytes:
    steps = [
        ("Gather", ["table", INPUT_IDS], "rows"),
        ("Cast", [ATTENTION_MASK], "mask"),
        ("Unsqueeze", ["mask", "last"], "column"),
        ("Mul", ["rows", "column"], "kept"),
        ("ReduceSum", ["kept", "middle"], "sum"),
        ("ReduceSum", ["column", "middle"], "count"),
        ("Div", ["sum", "count"], "mean"),
        ("Add", ["rows", "mean"], VECTORS),
    ]
    nodes = [
        helper.make_node(kind, inputs, [output], **({"to": 1} if kind == "Cast" else {}))
        for kind, inputs, output in steps
    ]
    constants = [
        numpy_helper.from_array(numpy.asarray(value), name)
        for name, value in (("table", TABLE), ("last", [-1]), ("middle", [1]))
    ]
    outputs = [helper.make_tensor_value_info(VECTORS, 1, ["batch", "wordpieces", WIDTH])]
    if exact is not None:
        constants.append(numpy_helper.from_array(numpy.asarray(exact), "said"))
        nodes.append(helper.make_node("Identity", ["said"], [EXACT_PRODUCTS]))
        outputs.append(helper.make_tensor_value_info(EXACT_PRODUCTS, TensorProto.BOOL, []))
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "wordpieces"])
        for name in (INPUT_IDS, ATTENTION_MASK)
    ]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, {MAX_WORDPIECES: str(LONGEST), **properties})
    onnx.checker.check_model(model)
    return model.SerializeToString()


@pytest.fixture
def encoder() -> Model:
    model = build_onnx_encoder(threads=1)
    set_onnx_encoder(model, onnx_bytes(), tokenizer().to_str())
    return model


def doc_of(*words: str, glued: bool = False) -> Doc:
    return Doc(NLP.vocab, words=list(words), spaces=[not glued] * len(words))


def expected(wordpieces: list[str], *firsts: str) -> Any:
    """The vectors of some wordpieces in a text of these wordpieces."""
    mean = TABLE[[VOCABULARY[word] for word in ["[CLS]", *wordpieces, "[SEP]"]]].mean(axis=0)
    return numpy.stack([TABLE[VOCABULARY[word]] + mean for word in firsts])


def test_a_token_has_the_vector_of_its_first_wordpiece(encoder: Model) -> None:
    (vectors,) = encoder.predict([doc_of("maria", "xxx", "1/2", "!")])
    wordpieces = ["maria", "x", "##x", "##x", "1", "/", "2", "!"]
    assert_allclose(vectors, expected(wordpieces, "maria", "x", "1", "!"), atol=1e-5)


def test_tokens_of_one_wordpiece_share_it(encoder: Model) -> None:
    (vectors,) = encoder.predict([doc_of("can", "not", "!", glued=True)])
    assert_allclose(vectors, expected(["cannot", "!"], "cannot", "cannot", "!"), atol=1e-5)


def test_a_separator_that_the_text_spells_counts_for_its_token(encoder: Model) -> None:
    (vectors,) = encoder.predict([doc_of("maria", "[SEP]", "1")])
    wordpieces = ["maria", "[SEP]", "1"]
    assert_allclose(vectors, expected(wordpieces, *wordpieces), atol=1e-5)


def test_alignment_by_characters() -> None:
    """ "ab cd" + "ef": the second token starts inside a wordpiece, the third has none."""
    starts, ends = numpy.array([0, 3, 5, 7]), numpy.array([3, 5, 7, 8])
    wordpiece_starts = numpy.array([0, 0, 1, 3, 4, 7])
    wordpiece_ends = numpy.array([0, 1, 4, 4, 5, 8])
    first = first_wordpieces(starts, ends, wordpiece_starts, wordpiece_ends)
    assert_array_equal(first, [1, 2, -1, 5])


def test_nothing_to_encode(encoder: Model) -> None:
    assert encoder.predict([]) == []
    docs = [doc_of(), doc_of("\n", " "), doc_of("maria", "\n")]
    empty, spaces, name = encoder.predict(docs)
    assert empty.shape == (0, WIDTH)
    assert_array_equal(spaces, numpy.zeros((2, WIDTH)))
    assert_allclose(name[0], expected(["maria"], "maria")[0], atol=1e-5)
    assert_array_equal(name[1], numpy.zeros(WIDTH))


def test_a_row_does_not_depend_on_the_batch(encoder: Model) -> None:
    docs = [doc_of(*["maria", "xx", "1/2"][: 1 + n % 3] * (1 + n % 5)) for n in range(32)]
    for doc, vectors in zip(docs, encoder.predict(docs), strict=True):
        (alone,) = encoder.predict([doc])
        assert_allclose(vectors, alone, atol=1e-5)
    (padded, _) = encoder.predict([docs[0], docs[14]])
    assert_allclose(padded, encoder.predict([docs[0]])[0], atol=1e-5)


def test_batches_side_by_side_give_what_they_give_one_after_the_other(encoder: Model) -> None:
    docs = [doc_of(*["maria", "xx", "1/2"][: 1 + n % 3] * (1 + n % 5)) for n in range(200)]
    beside = build_onnx_encoder(threads=3)
    set_onnx_encoder(beside, onnx_bytes(), tokenizer().to_str())
    used = set()
    run = beside.shims[0].run

    def watched(batch: list[list[int]]) -> Any:
        used.add(threading.get_ident())
        return run(batch)

    beside.shims[0].run = watched
    for vectors, found in zip(encoder.predict(docs), beside.predict(docs), strict=True):
        assert_array_equal(found, vectors)
    assert used
    assert threading.get_ident() not in used


def test_a_model_for_one_text_at_a_time_gets_one(encoder: Model) -> None:
    alone = build_onnx_encoder(threads=2)
    set_onnx_encoder(alone, onnx_bytes(**{ALONE: "1"}), tokenizer().to_str())
    docs = [doc_of(*["maria", "xx", "1/2"][: 1 + n % 3] * (1 + n % 5)) for n in range(20)]
    sizes = []
    session = alone.shims[0].session

    class Watched:
        def run(self, names: list[str], inputs: dict[str, Any]) -> Any:
            sizes.append(len(inputs[INPUT_IDS]))
            return session.run(names, inputs)

        def __getattr__(self, name: str) -> Any:
            return getattr(session, name)

    alone.shims[0]._session = Watched()
    for vectors, found in zip(encoder.predict(docs), alone.predict(docs), strict=True):
        assert_allclose(found, vectors, atol=1e-5)
    assert sizes == [1] * len(docs)


def test_a_token_keeps_its_first_wordpieces_only(encoder: Model) -> None:
    (vectors,) = encoder.predict([doc_of("x" * 300, "maria")])
    wordpieces = ["x", *["##x"] * (TOKEN_WORDPIECES - 1), "maria"]
    assert_allclose(vectors, expected(wordpieces, "x", "maria"), atol=1e-5)


@pytest.mark.parametrize("words", [["maria"] * 100, ["xxxxxx", "1/2", "\n"] * 20, ["x" * 99] * 5])
def test_a_text_longer_than_the_model_is_encoded_in_pieces(
    encoder: Model, words: list[str]
) -> None:
    longest = 0
    shim = encoder.shims[0]
    run = shim.run

    def watched(batch: list[list[int]]) -> Any:
        nonlocal longest
        longest = max(longest, *map(len, batch))
        return run(batch)

    shim.run = watched
    (vectors,) = encoder.predict([doc_of(*words)])
    assert longest <= LONGEST
    filled = numpy.abs(vectors).sum(axis=1) > 0
    assert filled.tolist() == [not word.isspace() for word in words]


def test_it_comes_back_from_bytes_disk_copy_and_pickle(encoder: Model, tmp_path: Path) -> None:
    docs = [doc_of("maria", "1/2")]
    (vectors,) = encoder.predict(docs)
    encoder.to_disk(tmp_path / "model")
    for again in (
        build_onnx_encoder().from_bytes(encoder.to_bytes()),
        build_onnx_encoder().from_disk(tmp_path / "model"),
        copy.deepcopy(encoder),
        encoder.copy(),
        pickle.loads(pickle.dumps(encoder)),
    ):
        assert again.get_dim("nO") == WIDTH
        assert_array_equal(again.predict(docs)[0], vectors)


@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="no fork on this system"
)
@pytest.mark.parametrize("in_use", [False, True])
def test_a_forked_worker_shares_the_session_unless_it_was_in_use(
    encoder: Model, in_use: bool
) -> None:
    docs = [doc_of("maria", "1/2")] * 9
    vectors = encoder.predict(docs)
    shim = encoder.shims[0]
    own = shim.session
    if in_use:
        shim._running.append(None)

    def work() -> None:
        sender.send((encoder.shims[0].session is own, encoder.predict(docs)))

    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    worker = context.Process(target=work)
    worker.start()
    try:
        assert receiver.poll(20), "the worker hangs"
        inherited, found = receiver.recv()
        assert inherited is not in_use
        assert_array_equal(found, vectors)
    finally:
        worker.kill()
        worker.join()
    if in_use:
        shim._running.pop()
    assert_array_equal(encoder.predict(docs)[0], vectors[0])


def test_a_session_with_threads_is_not_shared(encoder: Model) -> None:
    shim = encoder.shims[0]
    session = shim.session
    assert _survives_a_fork(session)
    options = type(session.get_session_options())()
    options.intra_op_num_threads = 2
    assert not _survives_a_fork(type(session)(shim.onnx, options, providers=PROVIDERS))


def test_it_does_not_learn(encoder: Model) -> None:
    with pytest.raises(NotTrainable, match="train the transformer pipeline"):
        encoder.begin_update([doc_of("maria")])


def test_an_empty_encoder_says_how_to_fill_it() -> None:
    model = build_onnx_encoder()
    with pytest.raises(NoOnnxEncoder, match="export"):
        model.initialize()
    with pytest.raises(NoOnnxEncoder):
        model.predict([doc_of("maria")])


@pytest.mark.parametrize(("exact", "sessions"), [(None, 1), (True, 1), (False, 2)])
def test_a_processor_that_overflows_gets_exact_products(
    monkeypatch: pytest.MonkeyPatch, exact: bool | None, sessions: int
) -> None:
    model = build_onnx_encoder()
    shim = model.shims[0]
    opened: list[Any] = []
    session_with = shim._session_with

    def watched(*entries: Any) -> Any:
        opened.append(entries)
        return session_with(*entries)

    monkeypatch.setattr(shim, "_session_with", watched)
    set_onnx_encoder(model, onnx_bytes(exact), tokenizer().to_str())
    assert len(opened) == sessions
    (vectors,) = model.predict([doc_of("maria")])
    assert_allclose(vectors, expected(["maria"], "maria"), atol=1e-5)
