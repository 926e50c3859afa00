import pytest
from spacy.tokens import Doc
from surrogated import make_nlp, make_only

from spacy_piivot.core.dialogue import (
    Dialogue,
    Message,
    NotReleasable,
    dialogue_to_doc,
    doc_to_dialogue,
)
from spacy_piivot.errors import PIIvotWarning


@pytest.fixture
def nlp():
    return make_nlp()


def test_a_document_that_nobody_searched_has_no_text(nlp):
    dialogue = Dialogue("d", [Message("Cassie Dent", "Hi Cassie 😀")])
    doc = dialogue_to_doc(dialogue, nlp)
    with pytest.warns(PIIvotWarning, match="was not searched for PII"):
        make_nlp()(doc)
    assert doc._.piivot_status == "not_searched"
    assert doc._.piivot_text is None
    assert doc._.piivot_edits == []
    assert doc._.piivot_speakers is None
    with pytest.raises(NotReleasable, match="not_searched"):
        doc_to_dialogue(doc)


@pytest.mark.parametrize("before", [(), ("math_segmenter",), ("sentencizer",)])
@pytest.mark.parametrize("n_process", [1, 2])
def test_every_way_through_a_pipeline_without_detectors_gives_no_text(before, n_process):
    nlp = make_nlp()
    for name in before:
        nlp.add_pipe(name, before="hips_surrogator")
    assert nlp("Hi Cassie")._.piivot_text is None
    docs = list(nlp.pipe(["Hi Cassie", "4/12"], n_process=n_process))
    assert [doc._.piivot_status for doc in docs] == ["not_searched"] * 2
    assert [doc._.piivot_text for doc in docs] == [None] * 2


def test_a_surrogator_before_the_detectors_gives_no_text():
    nlp = make_nlp()
    nlp.add_pipe("pii_patterns")
    doc = nlp("mail cassie@hollyfarm.edu")
    assert (doc._.piivot_status, doc._.piivot_text) == ("not_searched", None)


def test_searching_and_finding_nothing_is_enough():
    nlp = make_nlp()
    nlp.add_pipe("pii_patterns", before="hips_surrogator")
    doc = nlp("what is 4/12")
    assert (doc._.piivot_status, doc._.piivot_text) == ("ok", "what is 4/12")
    kept = Doc(nlp.vocab).from_bytes(make_only("pii_patterns")("what is 4/12").to_bytes())
    assert make_nlp()(kept)._.piivot_status == "ok"


def test_another_group_than_the_one_that_was_searched_does_not_count():
    nlp = make_nlp(spans_key="mine")
    nlp.add_pipe("pii_patterns", before="hips_surrogator")
    assert nlp("mail cassie@hollyfarm.edu")._.piivot_status == "not_searched"


def test_a_detector_behind_takes_the_text_back_and_a_second_run_makes_it_anew():
    nlp = make_nlp()
    nlp.add_pipe("known_names", before="hips_surrogator")
    assert nlp("what is 4/12")._.piivot_text == "what is 4/12"
    nlp.add_pipe("pii_patterns")
    doc = nlp("mail cassie@hollyfarm.edu")
    assert (doc._.piivot_status, doc._.piivot_text) == (None, None)
    nlp(doc)
    assert doc._.piivot_status == "ok"
    assert "cassie" not in doc._.piivot_text
