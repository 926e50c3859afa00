import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.vocab import Vocab

from spacy_piivot.core.dialogue import doc_id, message_bounds
from spacy_piivot.core.spans import Candidate, check_tokens, get_candidates, set_candidates
from spacy_piivot.corpus.crapii_json import doc_to_essay, read_crapii, write_crapii
from spacy_piivot.errors import InputError, RecordError

ESSAY = {
    "document": 7,
    "full_text": "By Ana Belo\n\nMail: ana@x.org ",
    "tokens": ["By", "Ana", "Belo", "\n\n", "Mail", ":", "ana@x.org"],
    "trailing_whitespace": [True, True, False, False, False, True, True],
    "labels": ["O", "B-NAME_STUDENT", "I-NAME_STUDENT", "O", "O", "O", "B-EMAIL"],
}


def read(tmp_path: Path, *essays: Any) -> list[Doc]:
    path = tmp_path / "essays.json"
    path.write_text(json.dumps(essays), encoding="utf-8")
    return list(read_crapii(path, Vocab()))


def essay_of(words: list[tuple[str, bool, str]]) -> dict[str, Any]:
    return {
        "document": 1,
        "full_text": "".join(word + " " * space for word, space, _ in words),
        "tokens": [word for word, _, _ in words],
        "trailing_whitespace": [space for _, space, _ in words],
        "labels": [label for _, _, label in words],
    }


def test_an_essay_becomes_one_message_with_the_tokens_and_the_gold_of_the_source(
    tmp_path: Path,
) -> None:
    (doc,) = read(tmp_path, ESSAY)
    assert [token.text for token in doc] == ESSAY["tokens"]
    assert doc_id(doc) == "7"
    assert message_bounds(doc) == [(0, 29)]
    assert get_candidates(doc) == [
        Candidate(3, 11, "NAME_STUDENT", 1.0, "crapii"),
        Candidate(19, 28, "EMAIL", 1.0, "crapii"),
    ]
    check_tokens(doc, "any component")
    essay = doc_to_essay(doc)
    assert essay == ESSAY
    assert type(essay["document"]) is int


@pytest.mark.parametrize(
    "words",
    [
        [("Ana", True, "B-N"), ("Bo", False, "B-N")],
        [("Ana", False, "B-N"), ("Bo", False, "B-N"), ("Cy", False, "I-N")],
        [("Ana", False, "B-N"), ("\n\n", False, "I-N"), ("x", False, "O")],
        [("Ana", True, "B-N"), (" ", True, "I-N"), ("Bo", True, "I-N")],
        [("\n", False, "B-N"), ("  ", True, "B-M"), ("\t", True, "I-M")],
        [],
    ],
    ids=["neighbours", "glued", "white space at the end", "inside", "white space only", "empty"],
)
def test_entities_that_touch_and_white_space_in_them_come_back(
    tmp_path: Path, words: list[tuple[str, bool, str]]
) -> None:
    (doc,) = read(tmp_path, essay_of(words))
    assert doc_to_essay(doc) == essay_of(words)


WORDS = st.text(st.sampled_from("ab1.\n\t é"), min_size=1, max_size=3)
ENTITY = st.tuples(
    st.sampled_from(["O", "N", "M"]),
    st.lists(st.tuples(WORDS, st.booleans()), min_size=1, max_size=3),
)


@given(st.lists(ENTITY, max_size=6))
def test_any_essay_comes_back(tmp_path_factory: pytest.TempPathFactory, parts: list) -> None:
    words = [
        (word, space, "O" if label == "O" else f"{'I' if position else 'B'}-{label}")
        for label, tokens in parts
        for position, (word, space) in enumerate(tokens)
    ]
    (doc,) = read(tmp_path_factory.mktemp("essay"), essay_of(words))
    assert doc_to_essay(doc) == essay_of(words)


def test_a_document_that_is_a_string_stays_one(tmp_path: Path) -> None:
    (doc,) = read(tmp_path, {**ESSAY, "document": "12"})
    assert doc_to_essay(doc)["document"] == "12"


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    essays = [ESSAY, {**ESSAY, "document": 8}]
    stream = io.BytesIO()
    write_crapii(read(tmp_path, *essays), stream)
    assert json.loads(stream.getvalue()) == essays
    assert stream.getvalue().count(b"\n") == len(essays) + 2
    nothing = io.BytesIO()
    write_crapii([], nothing)
    assert json.loads(nothing.getvalue()) == []


def test_labels_of_a_pipeline_stand_on_whole_tokens_and_the_first_has_a_shared_one() -> None:
    doc = Doc(Vocab(), words=["Ana2x", "Bo", "Cy"])
    found = [(0, 3, "A"), (6, 8, "B"), (6, 11, "C")]
    set_candidates(doc, (Candidate(*extent, 0.9, "x") for extent in found))
    assert doc_to_essay(doc)["labels"] == ["B-A", "B-B", "B-C"]
    assert doc_to_essay(Doc(Vocab(), words=["x"]))["labels"] == ["O"]


@pytest.mark.parametrize(
    ("kind", "id", "change"),
    [
        ("MissingId", None, {"document": None}),
        ("MissingId", None, {"document": True}),
        ("MissingId", None, {"document": ""}),
        ("DuplicateId", "1", {"document": 1}),
        ("TextNotString", "7", {"full_text": None}),
        ("NulCharacter", "7", {"full_text": "Zorblatt\0"}),
        ("NotAList", "7", {"tokens": "Zorblatt"}),
        ("NotAList", "7", {"tokens": ["Zorblatt", 5]}),
        ("NotAList", "7", {"trailing_whitespace": [1] * 7}),
        ("NotAList", "7", {"labels": None}),
        ("LengthsDiffer", "7", {"tokens": ["Zorblatt"]}),
        ("LengthsDiffer", "7", {"labels": ["O"]}),
        ("EmptyToken", "7", {"tokens": ["", *["Zorblatt"] * 6]}),
        ("TextDiffers", "7", {"full_text": "Zorblatt"}),
        ("InvalidLabel", "7", {"labels": ["O"] * 6 + ["Zorblatt"]}),
        ("InvalidLabel", "7", {"labels": ["O"] * 6 + ["B-"]}),
        ("InvalidLabel", "7", {"labels": ["O"] * 6 + ["S-Zorblatt"]}),
        ("InvalidLabel", "7", {"labels": ["I-A"] + ["O"] * 6}),
        ("InvalidLabel", "7", {"labels": ["B-A", "O", "I-A"] + ["O"] * 4}),
        ("InvalidLabel", "7", {"labels": ["B-A", "I-B"] + ["O"] * 5}),
    ],
)
def test_a_bad_essay_is_named_and_not_quoted(
    tmp_path: Path, kind: str, id: str | None, change: dict[str, Any]
) -> None:
    with pytest.raises(RecordError) as caught:
        read(tmp_path, {**ESSAY, "document": 1}, {**ESSAY, **change})
    assert (caught.value.kind, caught.value.id) == (kind, id)
    assert "Zorblatt" not in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [b'{"Zorblatt": 1}', b'["Zorblatt', b'"Zorblatt \xff"', b"[" * 100_000, b"[" + b"9" * 5000],
    ids=["no list", "cut off", "no UTF-8", "nested", "long number"],
)
def test_a_file_that_is_no_list_of_essays_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "essays.json"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        list(read_crapii(path, Vocab()))
    assert "Zorblatt" not in str(caught.value)
    assert caught.value.__context__ is None


def test_an_essay_that_is_no_object_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"in essay 1 \(from 0\), which must be a JSON object"):
        read(tmp_path, ESSAY, "Zorblatt")


def test_the_ten_published_essays_come_back_key_by_key(data_folder: Path) -> None:
    path = data_folder / "eval" / "crapii_10_essays.json"
    docs = list(read_crapii(path, Vocab()))
    assert [doc_to_essay(doc) for doc in docs] == json.loads(path.read_bytes())
    assert sum(len(get_candidates(doc)) for doc in docs) == 13
