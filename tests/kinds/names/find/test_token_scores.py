import numpy
import pytest
from shared_pipelines import blank_english
from spacy.tokens import Doc, DocBin

from spacy_piivot.kinds.names.find.token_scores import (
    TOKEN_SCORES_KEY,
    TokenScores,
    set_token_scores,
    take_token_scores,
)

NLP = blank_english()


def scored(text: str, names: list[float], anything: list[float]) -> Doc:
    doc = NLP.make_doc(text)
    set_token_scores(doc, "tagger", numpy.asarray(names), numpy.asarray(anything))
    return doc


def test_scores_are_passed_on_once() -> None:
    doc = scored("ask Ilka now", [0.0, 0.9, 0.01], [0.0, 0.95, 0.01])
    scores = take_token_scores(doc)
    assert scores is not None
    assert scores.source == "tagger"
    assert scores.names.tolist() == pytest.approx([0.0, 0.9, 0.0])
    assert scores.anything.tolist() == pytest.approx([0.0, 0.95, 0.0])
    assert TOKEN_SCORES_KEY not in doc.user_data
    assert take_token_scores(doc) is None


def test_places_are_characters() -> None:
    doc = scored("ask Ilka now", [0.0, 0.9, 0.3], [0.0, 0.9, 0.3])
    scores = take_token_scores(doc)
    assert scores is not None
    assert scores.names[scores.tokens(4, 8)].tolist() == pytest.approx([0.9])
    assert scores.names[scores.tokens(5, 7)].tolist() == pytest.approx([0.9])
    assert scores.names[scores.tokens(4, 12)].tolist() == pytest.approx([0.9, 0.3])
    assert scores.names[scores.tokens(0, 3)].tolist() == [0.0]


def test_a_token_read_in_pieces_gets_its_highest_score() -> None:
    doc = NLP.make_doc("xIlka")
    values = {"source": "t", "offsets": [0, 1], "names": [0.1, 0.8], "anything": [0.2, 0.8]}
    assert TokenScores(doc, values).names.tolist() == pytest.approx([0.8])


def test_scores_survive_bytes_and_doc_bins() -> None:
    doc = scored("ask Ilka", [0.0, 0.9], [0.0, 0.9])
    copies = [
        Doc(NLP.vocab).from_bytes(doc.to_bytes()),
        *DocBin(docs=[doc], store_user_data=True).get_docs(NLP.vocab),
    ]
    for copy in copies:
        scores = take_token_scores(copy)
        assert scores is not None
        assert scores.names.tolist() == pytest.approx([0.0, 0.9])


def test_a_doc_without_words_has_none() -> None:
    scores = take_token_scores(scored("", [], []))
    assert scores is not None
    assert len(scores.names) == 0
