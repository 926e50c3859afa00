import numpy
import pytest
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from spacy_piivot.components.pipeline_roles import without_surrogates
from spacy_piivot.core.spans import get_candidates
from spacy_piivot.kinds.names.find.token_scores import (
    TOKEN_SCORES_KEY,
    TokenScores,
    keep_token_scores,
    keeps_token_scores,
    kept_scores,
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


def test_scores_are_kept_for_a_person_who_reviews() -> None:
    doc = NLP.make_doc("ask Ilka now")
    assert not keeps_token_scores(doc)
    keep_token_scores(doc)
    assert keeps_token_scores(doc)
    assert kept_scores(doc) is None
    anything = numpy.asarray([0.01, 0.9, 0.3])
    set_token_scores(doc, "tagger", anything, anything, ["DATE", "NAME", "AGE"])
    taken = take_token_scores(doc)
    for copy in (doc, Doc(NLP.vocab).from_bytes(doc.to_bytes())):
        kept = kept_scores(copy)
        assert kept is not None
        assert kept.likely == {1: "NAME", 2: "AGE"}
        assert kept.faint.tolist() == pytest.approx([0.01, 0.0, 0.0])
        # The components find the same as without them.
        assert taken is not None
        assert kept.anything.tolist() == taken.anything.tolist() == pytest.approx([0.0, 0.9, 0.3])


def test_a_kept_doc_has_the_same_findings(default_nlp: Language) -> None:
    texts = ["hi zadie, is Jaxxon here? yes Ms. Okel", "the third bid of Mark in 12 May"]
    disabled = without_surrogates(default_nlp)
    for text in texts:
        kept = default_nlp.make_doc(text)
        keep_token_scores(kept)
        with default_nlp.select_pipes(disable=disabled):
            found = [get_candidates(default_nlp(doc)) for doc in (default_nlp.make_doc(text), kept)]
        assert found[0] == found[1]
        assert TOKEN_SCORES_KEY in kept.user_data
