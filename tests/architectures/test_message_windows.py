import numpy
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from shared_pipelines import blank_english
from spacy.tokens import Doc
from thinc.api import Model

from spacy_piivot.architectures import message_windows
from spacy_piivot.architectures.message_windows import build_message_windows, message_blocks
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, message_tokens

NLP = blank_english()


def dialogue(*texts: str) -> Doc:
    return dialogue_to_doc(Dialogue("d", [Message("tutor", text) for text in texts]), NLP)


def counting_model(seen: list[str], gradients: list) -> Model:
    """Gives each token (its length, its window's length); records windows and gradients."""

    def forward(model, docs, is_train):
        seen.extend(doc.text for doc in docs)
        rows = [
            numpy.asarray([[len(t.text), len(doc)] for t in doc], dtype="f").reshape(-1, 2)
            for doc in docs
        ]

        def backprop(d_rows):
            gradients.extend(d_rows)
            return docs

        return rows, backprop

    return Model("counting", forward, dims={"nO": 2})


def blocks_of(doc: Doc, previous: int, following: int, block_tokens: int) -> list[tuple[str, str]]:
    return [
        (doc[b.start : b.end].text, doc[b.window_start : b.window_end].text)
        for b in message_blocks(message_tokens(doc), previous, following, block_tokens)
    ]


def limited_model(limit: int) -> Model:
    """Gives the first so many tokens of a window their place in it, and the others zeros."""

    def forward(model, docs, is_train):
        rows = [numpy.zeros((len(doc), 1), dtype="f") for doc in docs]
        for some in rows:
            some[:limit, 0] = numpy.arange(1, len(some[:limit]) + 1)
        return rows, lambda d_rows: docs

    return Model("limited", forward, dims={"nO": 1})


@pytest.mark.parametrize("limit", [1, 3, 7, 40])
@pytest.mark.parametrize("block_tokens", [0, 30])
def test_a_model_of_limited_length_reads_every_word(limit: int, block_tokens: int) -> None:
    doc = dialogue("a b c d e f g h i j k l m n o p q r s t", "", "u v 12 x", "y" * 30, "z k-77 !")
    model = build_message_windows(limited_model(limit), 1, 1, block_tokens, 4, 30)
    (rows,) = model.predict([doc])
    unread = [token.text for token, row in zip(doc, rows, strict=True) if not row.any()]
    assert {text for text in unread if text.strip()} <= {"!"}


@pytest.mark.parametrize("sizes", [(-1, 1, 0, 4, 30), (1, 1, -5, 4, 30), (1, 1, 0, 4, 0)])
def test_sizes_that_would_read_nothing_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="longest_block"):
        build_message_windows(limited_model(9), *sizes)


def test_without_a_block_size_every_message_has_its_previous_and_next() -> None:
    doc = dialogue("one", "two", "three", "four")
    assert blocks_of(doc, 1, 1, 0) == [
        ("one", "one\ntwo"),
        ("two", "one\ntwo\nthree"),
        ("three", "two\nthree\nfour"),
        ("four", "three\nfour"),
    ]


def test_a_block_takes_as_many_whole_messages_as_fit() -> None:
    doc = dialogue("a b", "c d", "e f g h i j k l m", "n")
    assert [own for own, _ in blocks_of(doc, 0, 0, 5)] == [
        "a b\nc d",
        "e f g h i j k l m",
        "n",
    ]


def test_a_message_longer_than_the_block_is_a_block_of_its_own() -> None:
    doc = dialogue("a b c d e f")
    assert blocks_of(doc, 1, 1, 2) == [("a b c d e f", "a b c d e f")]


def test_empty_messages_and_empty_documents_make_no_block() -> None:
    assert blocks_of(dialogue("", "", ""), 1, 1, 0) == []
    assert blocks_of(NLP.make_doc(""), 1, 1, 64) == []
    assert [own for own, _ in blocks_of(dialogue("a", "", "b"), 0, 0, 0)] == ["a", "b"]


@given(
    st.lists(st.lists(st.sampled_from(["Ana", "x", "12", "!"]), max_size=9), max_size=9),
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(0, 20),
)
def test_every_token_of_a_message_is_in_one_block_and_separators_get_zeros(
    messages: list[list[str]], previous: int, following: int, block_tokens: int
) -> None:
    doc = dialogue(*(" ".join(words) for words in messages))
    model = build_message_windows(counting_model([], []), previous, following, block_tokens)
    (rows,) = model.predict([doc])
    assert rows.shape == (len(doc), 2) or len(doc) == 0
    own = [i for start, end in message_tokens(doc) for i in range(start, end)]
    for i, token in enumerate(doc):
        if i in own:
            assert rows[i][0] == len(token.text)
    covered = [
        i
        for block in message_blocks(message_tokens(doc), previous, following, block_tokens)
        for i in range(block.start, block.end)
    ]
    assert sorted(set(covered)) == sorted(covered)
    assert set(own) <= set(covered)


def test_windows_never_cross_documents() -> None:
    seen: list[str] = []
    model = build_message_windows(counting_model(seen, []), 1, 1, 0)
    model.predict([dialogue("one", "two"), dialogue("three")])
    assert seen == ["one\ntwo", "one\ntwo", "three"]


def test_plain_text_is_one_message_and_looks_the_same_as_a_dialogue_of_one() -> None:
    seen: list[str] = []
    model = build_message_windows(counting_model(seen, []), 1, 1, 0)
    plain, lone = model.predict([NLP.make_doc("I'm Ana."), dialogue("I'm Ana.")])
    assert seen == ["I'm Ana.", "I'm Ana."]
    numpy.testing.assert_array_equal(plain, lone)


def test_gradients_reach_only_the_rows_that_were_kept() -> None:
    gradients: list[numpy.ndarray] = []
    model = build_message_windows(counting_model([], gradients), 1, 1, 0)
    doc = dialogue("a b", "c")
    rows, backprop = model.begin_update([doc])
    backprop([numpy.ones_like(rows[0])])
    assert [gradient[:, 0].tolist() for gradient in gradients] == [[1, 1, 0, 0], [0, 0, 0, 1]]


@pytest.mark.parametrize("block_tokens", [0, 16, 256])
def test_rows_do_not_depend_on_the_rest_of_the_batch(block_tokens: int) -> None:
    inner = spacy.registry.resolve(
        {
            "model": {
                "@architectures": "spacy.HashEmbedCNN.v2",
                "width": 16,
                "depth": 2,
                "embed_size": 100,
                "window_size": 1,
                "maxout_pieces": 2,
                "subword_features": True,
                "pretrained_vectors": None,
            }
        }
    )["model"]
    model = build_message_windows(inner, 1, 1, block_tokens)
    docs = [dialogue(*(f"Ana has {n} of {i}." for i in range(n))) for n in (1, 7, 0, 30, 2)]
    model.initialize(X=docs)
    together = model.predict(docs)
    for doc, rows in zip(docs, together, strict=True):
        numpy.testing.assert_array_equal(model.predict([doc])[0].reshape(rows.shape), rows)


def test_a_huge_message_is_cut_into_pieces_with_context() -> None:
    doc = Doc(NLP.vocab, words=["a"] * 20_000)
    blocks = list(message_blocks(message_tokens(doc), 1, 1, 64))
    assert [(b.start, b.end) for b in blocks] == [(0, 8192), (8192, 16384), (16384, 20000)]
    assert [(b.window_start, b.window_end) for b in blocks] == [
        (0, 9216),
        (7168, 17408),
        (15360, 20000),
    ]


def test_the_model_reads_its_separator_between_messages_and_spaces_for_line_breaks() -> None:
    seen: list[str] = []
    doc = dialogue("hi\r\nAna", "", "ok")
    model = build_message_windows(counting_model(seen, []), 1, 1, 64, separator="[SEP]")
    (rows,) = model.predict([doc])
    assert seen == ["hi  Ana[SEP][SEP]ok"]
    assert rows.shape[0] == len(doc)
    seen.clear()
    build_message_windows(counting_model(seen, []), 1, 1, 0, separator="[SEP]").predict([doc])
    assert seen == ["hi  Ana[SEP]", "[SEP]ok"]


def test_context_is_limited_and_long_messages_are_cut_with_context() -> None:
    doc = dialogue("a b c d", "e", "f g h i")
    blocks = message_blocks(message_tokens(doc), 1, 1, 0, context_tokens=2)
    assert [doc[b.window_start : b.window_end].text for b in blocks] == [
        "a b c d\ne",
        "d\ne\nf",
        "e\nf g h i",
    ]
    doc = dialogue("a b c d e f g")
    blocks = list(message_blocks(message_tokens(doc), 1, 1, 0, 1, longest_block=3))
    assert [doc[b.start : b.end].text for b in blocks] == ["a b c", "d e f", "g"]
    assert [doc[b.window_start : b.window_end].text for b in blocks] == [
        "a b c d",
        "c d e f g",
        "f g",
    ]


def pieces(length: int, longest: int, cuts: list[int]) -> list[tuple[int, int]]:
    blocks = message_blocks([(0, length)], 0, 0, longest, 2, longest, cuts)
    return [(block.start, block.end) for block in blocks]


@given(st.integers(1, 400), st.integers(1, 60), st.sets(st.integers(0, 400)))
def test_pieces_of_a_long_message_cover_it_and_are_not_too_long(
    length: int, longest: int, cuts: set[int]
) -> None:
    found = pieces(length, longest, sorted(cuts))
    assert [number for start, end in found for number in range(start, end)] == list(range(length))
    assert max(end - start for start, end in found) <= longest


def test_a_long_message_is_cut_where_a_line_or_sentence_ends() -> None:
    assert pieces(100, 40, [10, 30, 38, 70]) == [(0, 38), (38, 70), (70, 100)]
    # A cut in the first half would make many small pieces.
    assert pieces(100, 40, [10, 55]) == [(0, 40), (40, 80), (80, 100)]


def test_the_model_sees_where_lines_end_if_it_is_told() -> None:
    seen: list[str] = []
    doc = dialogue("Ana Ruiz\nRoll 12\n\nBody", "next")
    model = build_message_windows(counting_model(seen, []), 1, 1, 50, 4, 30, "[SEP]", True)
    model.predict([doc])
    assert seen == ["Ana Ruiz[SEP]Roll 12[SEP]Body[SEP]next"]


@pytest.mark.parametrize("size", [0, 9])
def test_the_model_reads_pieces_that_lines_or_sentences_end(size: int) -> None:
    seen: list[str] = []
    model = build_message_windows(counting_model(seen, []), 0, 0, size, 0, 9, separate_lines=True)
    model.predict([dialogue("a b", "c d e f g h . i j k l m n\no p q r s t u v w x", "y z")])
    own = [window.replace(" ", "").rstrip() for window in seen]
    assert own == ["ab", "cdefgh.", "ijklmn", "opqrstuvw", "x", "yz"]


def test_chat_is_not_searched_for_line_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_windows, "_line_starts", lambda doc: pytest.fail("searched"))
    model = build_message_windows(counting_model([], []), 1, 1, 6, 4, 6, separate_lines=True)
    (rows,) = model.predict([dialogue(*["a b c. d"] * 9)])
    assert len(rows) > 9
    with pytest.raises(pytest.fail.Exception):
        model.predict([dialogue("a b c. d", "a b c. d e f g")])
