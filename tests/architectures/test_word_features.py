import numpy
import pytest
from shared_pipelines import blank_english

from spacy_piivot.architectures.word_features import FLAGS, SHAPES, WIDTH, build_word_features
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.lang import ENGLISH

NLP = blank_english()


def features(*texts: str) -> tuple[list[str], numpy.ndarray]:
    doc = dialogue_to_doc(Dialogue("d", [Message("student", text) for text in texts]), NLP)
    (rows,) = build_word_features(ENGLISH).predict([doc])
    assert rows.shape == (len(doc), WIDTH)
    return [token.text for token in doc], rows


def shapes(rows: numpy.ndarray, place: int) -> list[str]:
    """The shapes of the words before (0), the words themselves (1), or those after (2)."""
    part = rows[:, place * len(SHAPES) : (place + 1) * len(SHAPES)]
    return [SHAPES[row.argmax()] if row.any() else "" for row in part]


def flag(rows: numpy.ndarray, name: str) -> list[int]:
    return [int(value) for value in rows[:, 3 * len(SHAPES) + FLAGS.index(name)]]


def test_shapes_of_a_word_and_its_neighbours() -> None:
    words, rows = features("Will said NO, A mcD 7x 李 12")
    assert words == ["Will", "said", "NO", ",", "A", "mcD", "7x", "李", "12"]
    own = ["title", "lower", "upper", "other", "letter", "mixed", "lower", "other", "number"]
    assert shapes(rows, 1) == own
    assert shapes(rows, 0) == ["", *own[:-1]]
    assert shapes(rows, 2) == [*own[1:], ""]


@pytest.mark.parametrize("texts", [("", "Ana"), ("", "", "Ana", ""), ("",)])
def test_empty_messages_have_no_words(texts: tuple[str, ...]) -> None:
    words, rows = features(*texts)
    assert [word for word, row in zip(words, rows, strict=True) if row.any()] == [
        text for text in texts if text
    ]


def test_neighbours_and_sentences_end_with_the_message() -> None:
    words, rows = features("hi. Ana", "ok Bo")
    assert words == ["hi", ".", "Ana", "\n", "ok", "Bo"]
    assert not rows[3].any()
    assert shapes(rows, 2)[2] == ""
    assert shapes(rows, 0)[4] == ""
    assert flag(rows, "first") == [1, 0, 1, 0, 1, 0]


def test_ordinary_words_gluing_and_case_of_the_message() -> None:
    _, rows = features("the zorvex", "hi,Bo", "WOW NO")
    assert flag(rows, "ordinary")[:2] == [1, 0]
    words, rows = features("hi,Bo")
    assert flag(rows, "glued") == [0, *[1] * (len(words) - 1)]
    assert flag(rows, "unspaced") == [*[1] * (len(words) - 1), 0]
    _, rows = features("all low", "WOW NO", "Mixed Case")
    assert flag(rows, "lower_message") == [1, 1, 0, 0, 0, 0, 0, 0]
    assert flag(rows, "upper_message") == [0, 0, 0, 1, 1, 0, 0, 0]


@pytest.mark.parametrize("texts", [(), ("",), ("", ""), ("\n\r\n",), ("🙂",)])
def test_odd_messages(texts: tuple[str, ...]) -> None:
    features(*texts)
